"""People's judgements of pages: right for the topic, or wrong.

They are kept in judgements.jsonl, in the crawl's folder for the crawl that may still run and in the
topic's folder for those to come: one page a line, with the terms of its blocks, so that a topic
learns from pages that may be gone. The last judgement of a page counts.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from focused_crawler.topic.errors import TopicError

FILE = "judgements.jsonl"
VERDICTS = {
    **dict.fromkeys(("yes", "right", "relevant", "true", "1"), True),
    **dict.fromkeys(("no", "wrong", "irrelevant", "false", "0"), False),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A page, what a person said of it, and the terms of each of its blocks."""

    url: str
    is_right: bool
    time: str = ""
    blocks: list[dict[str, int]] = field(default_factory=list)


def parse_verdict(text: str) -> bool:
    """What a person means by yes or no."""
    if text.strip().lower() not in VERDICTS:
        raise TopicError(f"{text!r} is neither yes nor no")
    return VERDICTS[text.strip().lower()]


def parse_judgements(text: str, name: str) -> dict[str, tuple[bool, int]]:
    """URLs of a CSV text, each with its verdict and its line; all are good, or none is read."""
    verdicts: dict[str, tuple[bool, int]] = {}
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#") and not _is_header(cells):
                url, verdict = _row(cells, f"{name}, line {reader.line_num}")
                verdicts[url] = verdict, reader.line_num
    except csv.Error as error:
        raise TopicError(f"{name}, line {reader.line_num}: not CSV ({error})") from None
    if not verdicts:
        raise TopicError(f"{name}: no judgements; write rows such as: https://example.org/,yes")
    return verdicts


def load_judgements(folder: str | Path | None) -> dict[str, Judged]:
    """The judgements kept in a folder, by URL."""
    file = Path(folder) / FILE if folder else None
    if file is None or not file.is_file():
        return {}
    judged = {}
    for number, line in enumerate(_read(file).splitlines(), start=1):
        try:
            page = judged_of(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TopicError(
                f"{file}, line {number}: damaged ({error}); remove that line"
            ) from None
        judged[page.url] = page
    return judged


def save_judgements(judged: Iterable[Judged], folder: Path) -> None:
    """Add judgements to those kept in a folder, all of them or none."""
    kept = load_judgements(folder) | {page.url: page for page in judged}
    file = folder / FILE
    draft = file.with_name(f".{FILE}.new")
    lines = (json.dumps(asdict(page), ensure_ascii=False) + "\n" for page in kept.values())
    try:
        draft.write_text("".join(lines), encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise TopicError(f"cannot write {file}: {error.strerror}") from None


def _is_header(cells: list[str]) -> bool:
    return cells[0].lower() == "url"


def _row(cells: list[str], place: str) -> tuple[str, bool]:
    if len(cells) != 2:
        raise TopicError(f"{place}: {len(cells)} values; write url,yes or url,no")
    try:
        return cells[0], parse_verdict(cells[1])
    except TopicError as error:
        raise TopicError(f"{place}: {error}") from None


def judged_of(values: dict[str, Any]) -> Judged:
    """The judgement that JSON values stand for."""
    blocks = [{str(t): int(n) for t, n in block.items()} for block in values["blocks"]]
    return Judged(**values | {"blocks": blocks, "is_right": bool(values["is_right"])})


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TopicError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
