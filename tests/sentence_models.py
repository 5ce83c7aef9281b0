"""Small sentence models, written as the real ones are: a model2vec and a BERT folder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

SENSES = {  # what the words of the tests mean: earth, kitchen, number
    "iron": (1.0, 0.0, 0.0),
    "ore": (0.9, 0.1, 0.0),
    "mine": (0.9, 0.0, 0.2),
    "smelter": (0.8, 0.2, 0.0),
    "cake": (0.0, 1.0, 0.1),
    "icing": (0.1, 0.9, 0.0),
    "sum": (0.0, 0.1, 1.0),
}
WIDTH, INNER, HEADS, LAYERS, POSITIONS = 8, 16, 2, 2, 12


def write_static_model(folder: Path) -> Path:
    """A model2vec folder in which each word of SENSES has its vector and all others have none."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {"[UNK]": 0} | {word: i for i, word in enumerate(SENSES, start=1)}
    vectors = np.array([(0.0, 0.0, 0.0), *SENSES.values()], np.float32)
    save_file({"embeddings": vectors}, folder / "model.safetensors")
    _write_tokenizer(folder, vocabulary)
    _write(folder / "config.json", {"model_type": "model2vec", "normalize": True})
    return folder


def write_bert_model(folder: Path, *, pooling: str = "mean_tokens") -> Path:
    """A sentence-transformers folder with a BERT of random weights."""
    from safetensors.numpy import save_file

    (folder / "1_Pooling").mkdir(parents=True, exist_ok=True)
    vocabulary = {"[UNK]": 0} | {word: i for i, word in enumerate(SENSES, start=1)}
    save_file(_bert_weights(len(vocabulary)), folder / "model.safetensors")
    _write_tokenizer(folder, vocabulary)
    _write(folder / "1_Pooling" / "config.json", {f"pooling_mode_{pooling}": True})
    kinds = {"": "Transformer", "1_Pooling": "Pooling", "2_Normalize": "Normalize"}
    module = "sentence_transformers.models."
    modules = [{"path": path, "type": module + kind} for path, kind in kinds.items()]
    _write(folder / "modules.json", modules)
    config = {
        "model_type": "bert", "hidden_act": "gelu", "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS, "layer_norm_eps": 1e-12, "hidden_size": WIDTH,
    }  # fmt: skip
    _write(folder / "config.json", config)
    return folder


def _bert_weights(words: int) -> dict[str, np.ndarray]:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        dense = {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
        dense |= {"attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (INNER, WIDTH)}
        dense |= {"output.dense": (WIDTH, INNER)}
        for name, shape in dense.items():
            shapes |= {f"{layer}{name}.weight": shape, f"{layer}{name}.bias": shape[:1]}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{layer}{name}.weight": (WIDTH,), f"{layer}{name}.bias": (WIDTH,)}
    dice = np.random.default_rng(7)
    # With large shifts all texts would come out alike.
    spread = {name: 0.1 if name.endswith("bias") else 1.0 for name in shapes}
    return {n: dice.normal(0, spread[n], shape).astype(np.float32) for n, shape in shapes.items()}


def _write_tokenizer(folder: Path, vocabulary: dict[str, int]) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


def _write(file: Path, values: object) -> None:
    file.write_text(json.dumps(values), encoding="utf-8")
