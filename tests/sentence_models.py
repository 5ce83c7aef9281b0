"""A small sentence model, written as the real ones are: a model2vec folder."""

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


def _write_tokenizer(folder: Path, vocabulary: dict[str, int]) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


def _write(file: Path, values: object) -> None:
    file.write_text(json.dumps(values), encoding="utf-8")
