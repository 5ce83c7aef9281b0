"""What the documents say is so: names exist, numbers agree, and the examples run as shown."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawling import ROOT, environment

from focused_crawler import settings
from focused_crawler.sample_web import build_sample_web, serve
from focused_crawler.strategy import STRATEGIES

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
SCRAPYS_OWN = {"crawl", "list"}

# A block of code, and the file it belongs to where a line before the block names one.
BLOCK = re.compile(r"(?:^`([^`\n]+)`\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETTING = re.compile(r"^\| `([A-Z_]+)` +\| (.*?) +\|", re.MULTILINE)
METHOD = re.compile(r"^\| `([a-z-]+)` +\|", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[\w-]+)?\)")


def files_in(folder: str) -> list[str]:
    found = (ROOT / "focused_crawler" / folder).glob("*.py")
    return sorted(file.stem for file in found if file.stem != "__init__")


def section(title: str) -> str:
    """A section of CONTRIBUTING.md."""
    return CONTRIBUTING.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def is_command(name: str) -> bool:
    text = (ROOT / "focused_crawler" / "commands" / f"{name}.py").read_text(encoding="utf-8")
    return "class Command(" in text


@pytest.mark.parametrize("name", [name for name in files_in("commands") if is_command(name)])
def test_every_command_is_in_the_readme(name: str) -> None:
    assert f"scrapy {name}" in README


@pytest.mark.parametrize("name", files_in("spiders"))
def test_every_spider_is_in_the_readme(name: str) -> None:
    assert f"scrapy crawl {name}" in README


def test_every_make_target_is_in_the_readme() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)) - {"help"}
    named = README.partition("## Make targets")[2]
    assert {target for target in targets if f"`{target}`" not in named} == set()
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE)) <= targets


def test_every_method_is_in_the_readme_and_no_other() -> None:
    assert set(METHOD.findall(README)) == set(STRATEGIES)


@pytest.mark.parametrize(("name", "shown"), SETTING.findall(README))
def test_setting_in_the_readme_has_the_default_it_says(name: str, shown: str) -> None:
    if name == "JOBDIR":  # Scrapy's, and without a default
        return
    assert str(getattr(settings, name)) == shown


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_that_are_shown_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    shown = set(re.findall(r"(?:^|`)scrapy ([a-z]+)", text, re.MULTILINE))
    assert shown <= {*files_in("commands"), *SCRAPYS_OWN}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files(document: str) -> None:
    links = LINK.findall((ROOT / document).read_text(encoding="utf-8"))
    files = [link for link in links if not link.startswith("http")]
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_size_of_the_sample_web_is_told_truly() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"{len(build_sample_web().pages):,} generated pages" in changelog


class Project:
    """A copy of the project in which an example is followed word by word."""

    def __init__(self, folder: Path, proxy: str) -> None:
        self.folder, self.proxy = folder, proxy
        for name in ("focused_crawler", "data"):
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(ROOT / "scrapy.cfg", folder)

    def follow(self, text: str) -> list[str]:
        """Write the files, apply the changes and run the commands, in order; what they said."""
        said, latest = [], ""
        for name, language, code in BLOCK.findall(text):
            latest = name or latest
            if language == "sh":
                said += [self.run(line) for line in code.splitlines()]
            elif language == "diff":
                self._change(latest, code)
            else:
                self._write(name, code)
        return said

    def run(self, line: str) -> str:
        program, *arguments = line.split()
        assert program == "scrapy"
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", *arguments, "-s", "DOWNLOAD_DELAY=0",
             "-s", "AUTOTHROTTLE_ENABLED=0"],
            cwd=self.folder, env=environment(self.proxy) | {"PYTHONPATH": str(self.folder)},
            capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}: {done.stderr}"
        return done.stdout + done.stderr

    def _write(self, name: str, code: str) -> None:
        if name.endswith(".py"):
            ast.parse(code)
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        assert not (self.folder / name).exists()
        (self.folder / name).write_text(code, encoding="utf-8")

    def _change(self, name: str, diff: str) -> None:
        file = self.folder / name
        before = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[0] == " ")
        after = "".join(f"{line[1:]}\n" for line in diff.splitlines() if line[0] != "-")
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name} has no such place: {before}"
        file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with serve(build_sample_web(), delays=False) as served:
        yield Project(tmp_path, served.proxy)


def relevant_pages(summary: str) -> int:
    found = re.search(r"^ +relevant +(\d+), harvest rate", summary, re.MULTILINE)
    assert found, summary
    return int(found[1])


def test_topic_is_added_as_shown(project: Project) -> None:
    shown, crawled = project.follow(section("A topic"))
    assert "Beekeeping" in shown
    assert "4 seeds" in shown
    assert "Crawl of beekeeping by adaptive" in crawled
    assert relevant_pages(crawled) >= 10


def test_spider_is_added_as_shown(project: Project) -> None:
    topic = section("A topic")
    project.follow(topic[: topic.index("```sh")])
    (crawled,) = project.follow(section("A spider"))
    assert relevant_pages(crawled) >= 10
    explained = project.run("scrapy search bees --json")
    url = re.search(r'"url": "([^"]+)"', explained)
    assert url
    assert "How it was reached" in project.run(f"scrapy explain {url[1]}")


def test_method_is_added_as_shown(project: Project) -> None:
    (crawled,) = project.follow(section("A method"))
    assert "Crawl of iron-ore by short-ways" in crawled
    assert "in truth" in crawled
