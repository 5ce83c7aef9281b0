"""What holds for every test: no network but loopback, and laws checked without a stopwatch."""

from __future__ import annotations

import pytest
from hypothesis import settings

# The machine that runs the tests may be busy: an example is never "too slow". Every run takes the
# same examples, so that a change fails by its own fault only; `make fuzz` looks for new ones.
settings.register_profile("focused-crawler", deadline=None, max_examples=50, derandomize=True)
settings.load_profile("focused-crawler")

PROXIES = ("http_proxy", "https_proxy", "no_proxy", "all_proxy")


@pytest.fixture(autouse=True)
def no_proxy_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
