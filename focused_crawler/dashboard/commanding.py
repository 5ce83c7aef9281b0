"""Running a `scrapy` command of this project and hearing what it says."""

from __future__ import annotations

import subprocess
import sys


class CommandError(Exception):
    """The command failed; the message is what it said."""


def run_scrapy(*arguments: str, seconds: float) -> str:
    """What the command writes to its standard output."""
    command = [sys.executable, "-m", "scrapy", *arguments]
    try:
        ended = subprocess.run(  # noqa: S603 - a list, no shell; values never begin with a dash
            command, capture_output=True, text=True, errors="replace", timeout=seconds,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise CommandError(f"there was no answer within {seconds:.0f} seconds") from None
    if ended.returncode:
        raise CommandError(_said(ended.stderr) or f"scrapy {arguments[0]} failed")
    return ended.stdout


def _said(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    own = [line for line in lines if line.startswith("focused-crawler:")]
    return (own or lines or [""])[-1].removeprefix("focused-crawler:").strip().rstrip(".")
