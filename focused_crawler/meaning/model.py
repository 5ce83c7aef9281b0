"""A sentence model from a folder that the user names, run by the package that made it.

    model2vec                a static vector for each token: cheap, some ten thousand texts a second
    sentence-transformers    a network; brings torch, some hundred texts a second on two cores

Which one it is, the folder's own files tell. Nothing is imported before a folder is named, and
nothing is ever downloaded.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

INSTALL = "pip install 'focused-crawler[semantic]'"
LIBRARIES = {  # they would look for files that a folder lacks, and draw bars over the log
    "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error", "TQDM_DISABLE": "1", "TOKENIZERS_PARALLELISM": "false",
}  # fmt: skip
LONGEST = 128  # tokens read of a text; what a page is about is told by then


class ModelError(ValueError):
    """A folder that holds no usable model; the message says why and what would, in one line."""


class SentenceModel(Protocol):
    """Turns texts into vectors of length 1, one row for each; a text of no known word is zero."""

    def encode(self, texts: Sequence[str]) -> Vectors: ...


class StaticModel:
    """A model2vec folder."""

    def __init__(self, folder: Path) -> None:
        import model2vec

        self._model = model2vec.StaticModel.from_pretrained(folder, normalize=True)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return lengthened(self._model.encode(list(texts), use_multiprocessing=False))


class TransformerModel:
    """A sentence-transformers folder."""

    def __init__(self, folder: Path) -> None:
        import sentence_transformers

        model = sentence_transformers.SentenceTransformer(
            str(folder), device="cpu", local_files_only=True
        )
        model.max_seq_length = min(LONGEST, model.max_seq_length or LONGEST)
        self._model = model

    def encode(self, texts: Sequence[str]) -> Vectors:
        return lengthened(self._model.encode(list(texts), show_progress_bar=False))


def _is_static(folder: Path) -> bool:
    modules = _json(folder / "modules.json") or [{}]
    config = _json(folder / "config.json") or {}
    is_named = str(modules[0].get("type", "")).endswith("StaticEmbedding")
    return is_named or config.get("model_type") == "model2vec"


def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def _has_modules(folder: Path) -> bool:
    return (folder / "modules.json").is_file()


FORMATS: list[tuple[Callable[[Path], bool], Callable[[Path], SentenceModel]]] = [
    (_is_static, StaticModel),
    (_has_modules, TransformerModel),
]


@cache
def load_model(folder: str | Path) -> SentenceModel:
    """The model in a folder, read once."""
    folder = Path(folder)
    if not folder.is_dir():
        raise ModelError(f"{_said(folder)} is not a folder; name that of a sentence model")
    for name, value in LIBRARIES.items():
        os.environ.setdefault(name, value)
    try:
        for is_it, load in FORMATS:
            if is_it(folder):
                return load(folder)
    except ImportError as error:
        raise ModelError(f"{_said(folder)} needs the package {error.name}: {INSTALL}") from error
    except Exception as error:  # the libraries raise whatever they like, even plain Exception
        cause = str(error).partition("\n")[0] or type(error).__name__
        raise ModelError(
            f"{_said(folder)} cannot be read: {cause}; copy the model again"
        ) from error
    raise ModelError(
        f"{_said(folder)} holds neither a model2vec nor a sentence-transformers model: "
        "no modules.json, and no config.json of model2vec"
    )


def lengthened(vectors: Any) -> Vectors:
    """Rows of length 1; what is zero stays zero."""
    rows = np.asarray(vectors, np.float32)
    out: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return out


def _said(folder: Path) -> str:
    return f"SEMANTIC_MODEL = '{folder}'"
