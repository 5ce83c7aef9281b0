"""Who may import whom. Arrows never point up, and the pure parts never load Scrapy."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "focused_crawler"
ROOT = Path(__file__).parent.parent / PACKAGE
MODULE_LINES = 400
FUNCTION_LINES = 40

# The part on the left may import the parts on the right, and itself.
PURE: dict[str, set[str]] = {
    "fingerprints": set(),
    "candidate": {"fingerprints"},
    "items": set(),
    "shipped": set(),
    "addresses": set(),
    "guards": {"addresses"},
    "traps": {"guards"},
    "failures": set(),
    "time_spent": set(),
    "exposition": set(),
    "rendering": {"addresses"},
    "seen": {"fingerprints"},
    "contents": {"fingerprints"},
    "warc": set(),
    "cores": set(),
    "topic": {"shipped"},
    "page": set(),
    "scoring": {"topic", "page"},
    "page_reader": {"contents", "fingerprints", "page", "scoring", "topic"},
    "queries": {"topic"},
    "feedback": {"topic"},
    "engines": {"fingerprints", "topic"},
    "forms": {"page", "shipped"},
    "deepweb": {"candidate", "fingerprints", "forms", "page", "scoring", "topic"},
    "meaning": set(),
    "strategy": {
        "candidate", "deepweb", "fingerprints", "meaning", "page", "scoring", "topic",
    },
    "frontier": {"candidate", "fingerprints", "seen"},
    "exploration": {"candidate", "frontier"},
    "companions": {"candidate", "fingerprints", "frontier"},
    "lessons": {"companions", "feedback", "queries"},
    "ranker": {"candidate", "deepweb", "exploration", "frontier", "page", "scoring", "strategy"},
    "analysis": {"candidate", "deepweb", "fingerprints", "items", "page", "strategy"},
    "rescoring": {"candidate", "frontier", "page", "ranker", "scoring", "strategy", "topic"},
    "store": {"items"},
    "recrawl": {"candidate", "companions", "frontier", "items", "store"},
    "backlinks": {"engines", "fingerprints", "store"},
    "sample_web": set(),
    "laboratory": {
        "fingerprints", "candidate", "contents", "deepweb", "frontier", "guards", "items", "page",
        "ranker", "queries", "rescoring", "sample_web", "scoring", "store", "strategy", "topic",
        "traps",
    },
    "dashboard": {
        "feedback", "items", "page", "queries", "reports", "scoring", "store", "strategy", "topic",
    },
    "reports": {"laboratory", "store", "items", "strategy", "topic"},
}  # fmt: skip
SCRAPY: dict[str, set[str]] = {
    "crawl_folder": {"store"},
    "crawl_ranker": {"crawl_folder", "meaning", "ranker", "scoring", "strategy", "topic"},
    "crawl": set(PURE) | {"crawl_folder", "crawl_ranker"},
    "resolver": {"addresses"},
    "download_handler": {"failures"},
    "feed_storage": set(),
    "host_pause": {"failures"},
    "request_fields": {"candidate"},
    "scheduler": {"candidate", "failures", "frontier", "host_pause", "crawl", "request_fields"},
    "middlewares": {
        "addresses", "analysis", "candidate", "contents", "cores", "crawl", "deepweb", "failures",
        "fingerprints", "frontier", "guards", "host_pause", "items", "page", "page_reader",
        "rendering", "resolver", "scoring", "strategy", "topic", "traps",
    },
    "pipelines": {"items", "fingerprints", "contents", "recrawl", "store", "crawl"},
    "extensions": {
        "backlinks", "candidate", "crawl", "deepweb", "engines", "exposition", "feedback",
        "frontier", "host_pause", "items", "laboratory", "lessons", "queries", "reports",
        "rescoring", "scoring", "store", "strategy", "topic", "warc",
    },
    "checks": {"crawl", "settings"},
    "spiders": {
        "checks", "crawl", "crawl_folder", "deepweb", "forms", "items", "recrawl", "strategy",
        "topic",
    },
    "store_command": {"reports", "store"},
    "commands": {
        "dashboard", "topic", "page", "engines", "feedback", "forms", "queries", "strategy",
        "laboratory", "meaning", "reports", "scoring", "store", "sample_web", "crawl",
        "store_command", "cores",
    },
    "settings": set(),
    "event_loop": set(),
    "lean": set(),
}  # fmt: skip
ALLOWED = PURE | SCRAPY


def modules() -> list[Path]:
    return sorted(module for module in ROOT.rglob("*.py") if module != ROOT / "__init__.py")


def part_of(module: Path) -> str:
    return module.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(module: Path) -> Iterator[str]:
    """Dotted names of everything a module imports, wherever the import stands."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_parts(module: Path) -> set[str]:
    names = (name.split(".") for name in imported(module))
    return {name[1] for name in names if name[0] == PACKAGE and len(name) > 1}


@pytest.mark.parametrize("module", modules(), ids=lambda module: str(module.relative_to(ROOT)))
def test_module_imports_only_what_its_part_may(module: Path) -> None:
    part = part_of(module)
    assert part in ALLOWED, f"{part} is new: say in this file what it may import"
    assert own_parts(module) <= ALLOWED[part] | {part}


def test_table_has_no_circles() -> None:
    reached: set[str] = set()
    while parts := {p for p in ALLOWED if p not in reached and ALLOWED[p] <= reached}:
        reached |= parts
    assert reached == set(ALLOWED)


def test_pure_modules_never_name_scrapy() -> None:
    guilty = [
        str(module.relative_to(ROOT))
        for module in modules()
        if part_of(module) in PURE
        and any(name.split(".")[0] in ("scrapy", "twisted") for name in imported(module))
    ]
    assert guilty == []


def test_pure_packages_do_not_load_scrapy() -> None:
    names = [
        ".".join((PACKAGE, *module.relative_to(ROOT).with_suffix("").parts))
        for module in modules()
        if part_of(module) in PURE and module.name not in ("__init__.py", "__main__.py")
    ]
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "sys.exit(', '.join({'scrapy', 'twisted'} & set(sys.modules)) or None)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT.parent, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_settings_are_strings_not_imports() -> None:
    assert list(imported(ROOT / "settings.py")) == []


def test_modules_stay_small() -> None:
    sizes = {str(m.relative_to(ROOT)): len(m.read_text("utf-8").splitlines()) for m in modules()}
    assert {name: size for name, size in sizes.items() if size > MODULE_LINES} == {}


def test_functions_stay_small() -> None:
    long = [
        f"{module.relative_to(ROOT)}:{node.lineno} {node.name}"
        for module in modules()
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ]
    assert long == []


@pytest.mark.parametrize("name", ["utils", "util", "helpers", "common", "misc", "manager"])
def test_no_module_has_a_name_that_says_nothing(name: str) -> None:
    assert list(ROOT.rglob(f"{name}.py")) == []
