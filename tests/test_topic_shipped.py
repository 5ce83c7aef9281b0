"""What ships is found in the repository and inside a zipped package."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from focused_crawler.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent
CODE = """
from focused_crawler import shipped
from focused_crawler.topic.background import load_background
from focused_crawler.topic.library import list_topics, load_topic
assert ".egg" in shipped.__file__, shipped.__file__
shipped_ones = {"computer-books", "genetic-dna", "iron-ore", "stock-market"}
print(shipped_ones <= set(list_topics()), load_topic("iron-ore").weights["iron"],
    len(load_background()) > 50000)
"""


def test_repository_folder_is_used_where_the_package_has_none() -> None:
    assert shipped("topics/iron-ore/topic.toml").is_file()
    assert not shipped("topics/none").is_dir()


def test_zipped_package_carries_topics_and_background(tmp_path: Path) -> None:
    egg = tmp_path / "crawler.egg"
    with zipfile.ZipFile(egg, "w") as archive:
        for file in (ROOT / "focused_crawler").rglob("*.py"):
            archive.write(file, file.relative_to(ROOT))
        for file in (ROOT / "data").rglob("*"):
            archive.write(file, Path("focused_crawler") / file.relative_to(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=tmp_path, env={"PYTHONPATH": str(egg)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "True 1.0 True\n", done.stderr
