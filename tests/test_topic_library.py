"""Topics as folders: the shipped ones, a user's own, broken ones."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from focused_crawler.shipped import shipped
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic, list_topics, load_topic, topic_folders
from focused_crawler.topic.terms import terms

# 002, tables 2 to 5, as printed
PAPER = {
    "genetic-dna": {
        "DNA": 1, "Genetic": 0.9167, "Family": 0.7083, "Ancestor": 0.6667, "History": 0.3333,
        "Micro": 0.1042, "Bio": 0.4167,
    },
    "iron-ore": {
        "Iron": 1, "Ore": 0.86, "Mine": 0.51, "Mining": 0.52, "Metal": 0.31, "Hema": 0.21,
        "Magne": 0.12,
    },
    "stock-market": {
        "Stock": 1, "Market": 0.78, "Quote": 0.42, "Finance": 0.35, "Trade": 0.26, "Invest": 0.24,
        "Exchange": 0.13,
    },
    "computer-books": {
        "Book": 1, "Free": 0.89, "program": 0.45, "Computer": 0.38, "Web": 0.251, "Ebook": 0.256,
        "Site": 0.262,
    },
}  # fmt: skip


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", PAPER)
def test_shipped_table_is_the_papers(name: str) -> None:
    rows = csv.DictReader(io.StringIO(shipped(f"topics/{name}/weights.csv").read_text("utf-8")))
    assert {row["word"]: float(row["weight"]) for row in rows} == PAPER[name]


@pytest.mark.parametrize("name", PAPER)
def test_shipped_topic_weighs_the_papers_words(name: str) -> None:
    topic = load_topic(name)
    assert topic.weights is not None
    stubs = {"Hema": "hematite", "Magne": "magnetite", "Mine": "mining"}
    for word, weight in PAPER[name].items():
        term = terms(stubs.get(word, word))[0]
        assert topic.weights[term] == (0.52 if word == "Mine" else weight)
    assert topic.title and topic.description and topic.language == "en"


@pytest.mark.parametrize("name", PAPER)
def test_shipped_seeds_are_enough_and_encrypted(name: str) -> None:
    seeds = load_topic(name).seeds
    assert 6 <= len(seeds) <= 10
    assert all(seed.startswith("https://") for seed in seeds)
    assert len({seed.split("/")[2] for seed in seeds}) >= 4


def test_shipped_topics_are_the_four_of_the_paper() -> None:
    assert set(list_topics()) >= set(PAPER)  # you may have added some


def test_own_topic_is_read_whole(tmp_path: Path) -> None:
    write(
        tmp_path / "birds",
        topic_toml='title = "Birds"\nphrases = ["great auk"]\n[settings]\nTUNNEL_MAX_LEVEL = 3\n',
        seeds_txt="https://a.test/owl\n",
        weights_csv="owl,1\n",
    )
    topic = load_topic("birds", [tmp_path])
    assert topic == Topic(
        name="birds",
        title="Birds",
        seeds=("https://a.test/owl",),
        weights=topic.weights,
        settings={"TUNNEL_MAX_LEVEL": 3},
        phrases=("great auk",),
        folder=str(tmp_path / "birds"),
    )
    assert dict((topic.weights or {}).items()) == {"owl": 1.0}
    assert list_topics([tmp_path]) == sorted([*PAPER, "birds"])


def test_topic_without_weights_is_to_be_learnt(tmp_path: Path) -> None:
    write(tmp_path / "birds", topic_toml="", seeds_txt="https://a.test/\n")
    assert load_topic("birds", [tmp_path]).weights is None


def test_own_folders_come_before_the_shipped(tmp_path: Path) -> None:
    for place in ("one", "two"):
        write(tmp_path / place / "iron-ore", topic_toml="", seeds_txt=f"https://{place}.test/\n")
    folders = [tmp_path / "missing", tmp_path / "one", tmp_path / "two"]
    assert load_topic("iron-ore", folders).seeds == ("https://one.test/",)


@pytest.mark.parametrize("name", ["stockmarket", "Stock-Market", "stock market"])
def test_unknown_topic_names_the_nearest_and_all(name: str) -> None:
    with pytest.raises(TopicError) as caught:
        load_topic(name)
    assert f"unknown topic {name!r}; did you mean 'stock-market'?" in str(caught.value)
    assert ", ".join(sorted(PAPER)) in str(caught.value)


@pytest.mark.parametrize("name", ["", "..", "../topics/iron-ore", "/etc", "a/b", ".hidden", "x\0"])
def test_name_that_leaves_the_folder_is_unknown(name: str, tmp_path: Path) -> None:
    with pytest.raises(TopicError, match="unknown topic"):
        load_topic(name, [tmp_path])


SEEDS = "https://a.test/\n"


@pytest.mark.parametrize(
    ("files", "file", "message"),
    [
        ({"seeds_txt": SEEDS}, "topic.toml", "No such file or directory; a topic needs this file"),
        ({"topic_toml": ""}, "seeds.txt", "No such file or directory; a topic needs this file"),
        ({"topic_toml": "title = \n", "seeds_txt": SEEDS}, "topic.toml", "(at line 1, column 9)"),
        ({"topic_toml": "title = 3\n", "seeds_txt": SEEDS}, "topic.toml",
         "title must be text in quotes, not 3"),
        ({"topic_toml": 'colour = "red"\n', "seeds_txt": SEEDS}, "topic.toml",
         "unknown key 'colour'; the keys are title, description"),
        ({"topic_toml": "phrases = [1]\n", "seeds_txt": SEEDS}, "topic.toml",
         "phrases must be a list such as"),
        ({"topic_toml": 'settings = "x"\n', "seeds_txt": SEEDS}, "topic.toml",
         "settings must be a table"),
        ({"topic_toml": "[settings]\nmu = 1\n", "seeds_txt": SEEDS}, "topic.toml",
         "setting 'mu': names of settings are upper case"),
        ({"topic_toml": 'language = "xx"\n', "seeds_txt": SEEDS}, "topic.toml",
         "unknown language 'xx'; there are ar"),
        ({"topic_toml": "", "seeds_txt": "https://a.test/\nowl\n"}, "seeds.txt, line 2", "'owl'"),
        ({"topic_toml": "", "seeds_txt": SEEDS, "weights_csv": "owl,x\n"}, "weights.csv, line 1",
         "weight 'x' is not a number"),
    ],
)  # fmt: skip
def test_broken_topic_is_refused_in_one_line_that_names_the_file(
    tmp_path: Path, files: dict[str, str], file: str, message: str
) -> None:
    folder = write(tmp_path / "birds", **files)
    with pytest.raises(TopicError) as caught:
        load_topic("birds", [tmp_path])
    assert str(caught.value).startswith(f"{folder / file}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "birds", seeds_txt=SEEDS)
    (folder / "topic.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(TopicError, match=r"topic\.toml: not UTF-8 text \(byte 9\)"):
        load_topic("birds", [tmp_path])


def test_relative_folders_start_at_the_project_file(tmp_path: Path) -> None:
    folders = topic_folders(["data/topics", "/abs"], str(tmp_path / "scrapy.cfg"))
    assert folders == [tmp_path.resolve() / "data/topics", Path("/abs")]
    assert topic_folders(["topics"]) == [Path.cwd() / "topics"]
