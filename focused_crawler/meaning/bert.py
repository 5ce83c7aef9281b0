"""A sentence model of the BERT family, run with numpy alone: no deep-learning framework is needed.

Anchors are short. Texts are sorted by length and laid end to end, so that the dense layers see one
matrix without padding, and only attention looks at texts of one length at a time. Per layer, with
h heads of width d and norm(x) the layer norm over the hidden width:

    a = softmax(q k' / sqrt(d)) v           q, k, v = dense(x), by head
    x = norm(x + dense(a))
    x = norm(x + dense(gelu(dense(x))))

A text's vector is the mean over its tokens, or its first token, brought to length 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Span = tuple[int, int, int]  # where texts of one length begin and end among the tokens; the length

LONGEST = 128  # tokens read of a text; a lead is told by then
TOKENS_AT_ONCE = 4096
POOLINGS = {"pooling_mode_mean_tokens", "pooling_mode_cls_token"}
QKV = ("query", "key", "value")
MODULES = {"Transformer", "Pooling", "Normalize"}


def is_bert(folder: Path) -> bool:
    """Whether a sentence-transformers folder holds what this module can run."""
    files = ("modules.json", "config.json", "model.safetensors", "tokenizer.json")
    if not all((folder / file).is_file() for file in files):
        return False
    modules, config = _json(folder / "modules.json"), _json(folder / "config.json")
    return (
        {str(module["type"]).rpartition(".")[2] for module in modules} <= MODULES
        and all(module["path"] == "" for module in modules[:1])
        and config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and len(_pooling(folder) & POOLINGS) == len(_pooling(folder)) == 1
    )


class BertModel:
    """Vectors of length 1 for texts."""

    def __init__(self, folder: Path) -> None:
        import tokenizers

        config = _json(folder / "config.json")
        self.heads, self.layers = config["num_attention_heads"], config["num_hidden_layers"]
        self.epsilon = config.get("layer_norm_eps", 1e-12)
        self.takes_first = _pooling(folder) == {"pooling_mode_cls_token"}
        self._weights = _weights(folder / "model.safetensors")
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        positions = len(self._weights["embeddings.position_embeddings.weight"])
        self._tokenizer.enable_truncation(min(LONGEST, positions))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, in their order."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(tokens)), key=lambda i: len(tokens[i]))
        width = self._weights["embeddings.LayerNorm.weight"].shape[0]
        vectors = np.zeros((len(tokens), width), np.float32)
        for batch in _batches(order, tokens):
            vectors[batch] = self._encode([tokens[i] for i in batch])
        return vectors

    def _encode(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        spans = list(_spans(tokens))
        x = self._embed(tokens)
        for number in range(self.layers):
            x = self._layer(x, spans, f"encoder.layer.{number}.")
        pooled = [
            texts[:, 0] if self.takes_first else texts.mean(axis=1)
            for start, end, length in spans
            for texts in [x[start:end].reshape(-1, length, x.shape[1])]
        ]
        return lengthened(np.concatenate(pooled))

    def _embed(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        weights = self._weights
        ids = np.concatenate([np.asarray(text) for text in tokens])
        positions = np.concatenate([np.arange(len(text)) for text in tokens])
        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][positions]
        x = x + weights["embeddings.token_type_embeddings.weight"][0]
        return self._norm(x, "embeddings.LayerNorm")

    def _layer(self, x: Vectors, spans: Sequence[Span], name: str) -> Vectors:
        q, k, v = (self._dense(x, f"{name}attention.self.{part}") for part in QKV)
        heard = np.empty_like(x)
        for start, end, length in spans:
            heard[start:end] = self._attend(q[start:end], k[start:end], v[start:end], length)
        x = self._norm(
            x + self._dense(heard, f"{name}attention.output.dense"),
            f"{name}attention.output.LayerNorm",
        )
        inner = _gelu(self._dense(x, f"{name}intermediate.dense"))
        return self._norm(x + self._dense(inner, f"{name}output.dense"), f"{name}output.LayerNorm")

    def _attend(self, q: Vectors, k: Vectors, v: Vectors, length: int) -> Vectors:
        shape = (-1, length, self.heads, q.shape[1] // self.heads)
        q, k, v = (part.reshape(shape).transpose(0, 2, 1, 3) for part in (q, k, v))
        weights = q @ k.transpose(0, 1, 3, 2) / np.float32(sqrt(shape[-1]))
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        heard: Vectors = (weights @ v).transpose(0, 2, 1, 3)
        return heard.reshape(-1, shape[2] * shape[3])

    def _dense(self, x: Vectors, name: str) -> Vectors:
        out: Vectors = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return out

    def _norm(self, x: Vectors, name: str) -> Vectors:
        x = x - x.mean(axis=-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(self.epsilon))
        out: Vectors = x * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return out


def lengthened(vectors: Any) -> Vectors:
    """Rows of length 1; what is zero stays zero."""
    rows = np.asarray(vectors, np.float32)
    out: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return out


def _gelu(x: Vectors) -> Vectors:
    from scipy.special import erf  # here, for a crawl without a model does not need it

    out: Vectors = x * (erf(x * np.float32(sqrt(0.5))) + 1) * np.float32(0.5)
    return out


def _batches(order: Sequence[int], tokens: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Texts in an order, so many that their tokens fit into memory at once."""
    batch: list[int] = []
    held = 0
    for index in order:
        if batch and held + len(tokens[index]) > TOKENS_AT_ONCE:
            yield batch
            batch, held = [], 0
        batch.append(index)
        held += len(tokens[index])
    if batch:
        yield batch


def _spans(tokens: Sequence[Sequence[int]]) -> Iterator[Span]:
    start = 0
    for length, texts in groupby(map(len, tokens)):
        end = start + length * sum(1 for _ in texts)
        yield start, end, length
        start = end


def _weights(file: Path) -> dict[str, Vectors]:
    """The tensors of a file, as 32-bit numbers, without the name of the model before theirs."""
    from safetensors.numpy import load_file

    return {
        name.removeprefix("bert."): np.asarray(tensor, np.float32)
        for name, tensor in load_file(file).items()
    }


def _pooling(folder: Path) -> set[str]:
    file = folder / "1_Pooling" / "config.json"
    settings: Mapping[str, Any] = _json(file) if file.is_file() else {}
    return {name for name, is_on in settings.items() if name.startswith("pooling_") and is_on}


def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))
