"""Writing a topic as a folder: everything or nothing.

The files are made in a hidden folder beside the target, which then takes the target's name, so a
full disk or a stopped process leaves no half of a topic behind.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import NAMING, Topic, is_topic_name
from focused_crawler.topic.weights_csv import write_weights


def check_target(name: str, folder: Path, *, overwrite: bool = False) -> Path:
    """Where a topic of this name goes, if it may be written there."""
    if not is_topic_name(name):
        raise TopicError(f"topic name {name!r}: use {NAMING}")
    target = folder / name
    if target.exists() and not overwrite:
        raise TopicError(f"{target} exists already; choose another name, or overwrite with --force")
    return target


def write_topic(topic: Topic, folder: Path, *, overwrite: bool = False) -> Path:
    """Write `folder/<name>` and return it; files that are none of the topic's own stay."""
    target = check_target(topic.name, folder, overwrite=overwrite)
    try:
        _replace(target, _files(topic))
    except OSError as error:
        raise TopicError(f"cannot write {target}: {error.strerror}") from None
    return target


def _files(topic: Topic) -> dict[str, str]:
    files = {"topic.toml": toml_text(topic), "seeds.txt": "".join(f"{u}\n" for u in topic.seeds)}
    return files | (
        {"weights.csv": write_weights(topic.weights, topic.language)} if topic.weights else {}
    )


def _replace(target: Path, files: Mapping[str, str]) -> None:
    draft = target.with_name(f".{target.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    try:
        for name, text in files.items():
            (draft / name).write_text(text, encoding="utf-8")
        if not target.exists():
            draft.rename(target)
            return
        if "weights.csv" not in files:
            (target / "weights.csv").unlink(missing_ok=True)
        for name in files:
            (draft / name).replace(target / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def toml_text(topic: Topic) -> str:
    """The text of topic.toml."""
    lines = [
        f"title = {_toml(topic.title)}",
        f"description = {_toml(topic.description)}",
        f"language = {_toml(topic.language)}",
    ]
    if topic.phrases:
        lines.append(f"phrases = {_toml(list(topic.phrases))}")
    if topic.settings:
        settings = (f"{_toml(name)} = {_toml(value)}" for name, value in topic.settings.items())
        lines += ["", "[settings]", *settings]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML, whose strings, numbers and lists are those of JSON but for a few corners."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_toml(k)} = {_toml(v)}' for k, v in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
