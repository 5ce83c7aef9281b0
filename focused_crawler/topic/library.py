"""Topics as folders: topic.toml, seeds.txt, and weights.csv where the weights are given.

    topic.toml      title, description, language, phrases, and [settings] over the project's
    seeds.txt       one URL a line
    weights.csv     optional; without it the weights are learnt from the seed pages

The folders a project names come first, then the topics that ship with the crawler.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from focused_crawler.shipped import shipped
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.languages import LANGUAGES
from focused_crawler.topic.seeds import parse_seeds
from focused_crawler.topic.weights import WeightTable
from focused_crawler.topic.weights_csv import read_weights

NAMING = "letters, digits, - and _ (at most 64, no - or _ first)"  # of topics
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_KEYS: dict[str, tuple[type, str]] = {
    "title": (str, "text in quotes"),
    "description": (str, "text in quotes"),
    "language": (str, "text in quotes"),
    "phrases": (list, 'a list such as ["stock market"]'),
    "settings": (dict, "a table that starts with the line [settings]"),
}


@dataclass(frozen=True, slots=True)
class Topic:
    """What a crawl looks for. Without weights they are learnt from the seed pages."""

    name: str
    title: str = ""
    description: str = ""
    language: str = "en"
    seeds: tuple[str, ...] = ()
    weights: WeightTable | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()
    folder: str | None = None  # where it was read from


def is_topic_name(name: str) -> bool:
    """Whether a name can be that of a folder everywhere: letters, digits, - and _."""
    return _NAME.fullmatch(name) is not None


def topic_folders(folders: Iterable[str], project_file: str = "") -> list[Path]:
    """Topic folders of a project, relative ones seen from the folder of its scrapy.cfg."""
    base = Path(project_file).resolve().parent if project_file else Path.cwd()
    return [base / folder for folder in folders]


def list_topics(folders: Sequence[Path] = ()) -> list[str]:
    """The names of all topics, those of the given folders and those that ship, in order."""
    places = [place for place in _places(folders) if place.is_dir()]
    return sorted({entry.name for place in places for entry in place.iterdir() if _is_topic(entry)})


def load_topic(name: str, folders: Sequence[Path] = ()) -> Topic:
    """The topic of this name, from the first folder that has it."""
    for place in _places(folders):
        if is_topic_name(name) and place.joinpath(name).is_dir():
            return read_topic(place.joinpath(name))
    raise TopicError(_unknown(name, list_topics(folders)))


def read_topic(folder: Traversable) -> Topic:
    """The topic that a folder holds."""
    values = _read_toml(folder.joinpath("topic.toml"))
    seeds, weights = folder.joinpath("seeds.txt"), folder.joinpath("weights.csv")
    language = values.get("language", "en")
    return Topic(
        name=folder.name,
        title=values.get("title", ""),
        description=values.get("description", ""),
        language=language,
        seeds=parse_seeds(_read(seeds), str(seeds)),
        weights=_weights(weights, language) if weights.is_file() else None,
        settings=values.get("settings", {}),
        phrases=tuple(values.get("phrases", ())),
        folder=str(folder),
    )


def _weights(file: Traversable, language: str) -> WeightTable:
    return read_weights(_read(file), str(file), language)


def _places(folders: Sequence[Path]) -> list[Traversable]:
    return [*folders, shipped("topics")]


def _is_topic(entry: Traversable) -> bool:
    return is_topic_name(entry.name) and entry.joinpath("topic.toml").is_file()


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name.lower(), known, n=1)
    rule = "" if is_topic_name(name) else f" names are {NAMING};"
    guess = f" did you mean {near[0]!r}?" if near else rule
    return f"unknown topic {name!r};{guess} topics: {', '.join(known) or 'none'}"


def _read(file: Traversable) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TopicError(
            f"{file}: not UTF-8 text (byte {error.start}); save it in that encoding"
        ) from None
    except OSError as error:
        raise TopicError(f"{file}: {error.strerror}; a topic needs this file") from None


def _read_toml(file: Traversable) -> dict[str, Any]:
    try:
        values = tomllib.loads(_read(file))
    except tomllib.TOMLDecodeError as error:
        raise TopicError(
            f'{file}: not TOML: {error}; write lines such as title = "Iron ore"'
        ) from None
    for key, value in values.items():
        _check_value(file, key, value)
    return values


def _check_value(file: Traversable, key: str, value: object) -> None:
    if key not in _KEYS:
        raise TopicError(f"{file}: unknown key {key!r}; the keys are {', '.join(_KEYS)}")
    kind, wording = _KEYS[key]
    if not isinstance(value, kind):
        raise TopicError(f"{file}: {key} must be {wording}, not {value!r}")
    if key == "language" and value not in LANGUAGES:
        raise TopicError(f"{file}: unknown language {value!r}; there are {', '.join(LANGUAGES)}")
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        raise TopicError(f"{file}: {key} must be {wording}, not {value!r}")
    if isinstance(value, dict) and (wrong := [name for name in value if not name.isupper()]):
        raise TopicError(f"{file}: setting {wrong[0]!r}: names of settings are upper case")
