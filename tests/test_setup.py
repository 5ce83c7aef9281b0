"""What is installed and deployed: pinned versions, and a package that carries its data."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from crawling import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OLDEST_SETUPTOOLS = 77  # as pyproject.toml says
TOO_LARGE = ("semantic",)  # gigabytes; pinned where it is asked for, in pyproject.toml
NAME = re.compile(r"[A-Za-z0-9_.-]+")


def requirements() -> list[str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def name_of(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found
    return found[0].lower()


@pytest.mark.parametrize("line", requirements())
def test_requirement_is_pinned(line: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.-]+(\[\w+\])?==[0-9][0-9A-Za-z.]*(; .+)?", line)


def test_everything_the_package_needs_is_pinned() -> None:
    extras = PROJECT["optional-dependencies"]
    chosen = [extras[name] for name in extras if name not in TOO_LARGE]
    needed = [*PROJECT["dependencies"], *(line for extra in chosen for line in extra)]
    assert {name_of(line) for line in needed} <= {name_of(line) for line in requirements()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the project, built as `pip install .` builds it, but from what is installed."""
    if int(version("setuptools").partition(".")[0]) < OLDEST_SETUPTOOLS:
        pytest.skip(f"a wheel is built by setuptools {OLDEST_SETUPTOOLS} or newer")
    source = tmp_path_factory.mktemp("source")
    for name in ("focused_crawler", "data"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in", "scrapy.cfg"):
        shutil.copy(ROOT / name, source)
    build = "import setuptools.build_meta as b; print(b.build_wheel('.'))"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return source / done.stdout.splitlines()[-1]


def test_wheel_holds_every_module_and_every_topic(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    modules = {str(file.relative_to(ROOT)) for file in (ROOT / "focused_crawler").rglob("*.py")}
    data = {
        f"focused_crawler/{file.relative_to(ROOT)}"
        for file in (ROOT / "data").rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    assert (modules | data | {"focused_crawler/py.typed"}) - held == set()


def test_installed_package_works_far_from_the_project(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    settings = {"SCRAPY_SETTINGS_MODULE": "focused_crawler.settings"}
    environment = os.environ | settings | {"PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "topic", "show", "iron-ore"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "installed") in done.stdout


def test_make_alone_lists_its_targets() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make on this machine")
    done = subprocess.run([make, "-C", ROOT], capture_output=True, text=True, check=True)
    for target in ("setup", "crawl", "test", "check"):
        assert f"make {target} " in done.stdout


def test_continuous_integration_runs_tests_lint_and_types() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text(encoding="utf-8")
    assert [target for target in ("test", "lint", "types") if f"make {target}\n" not in text] == []
