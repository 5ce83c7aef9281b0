"""Starts Splash 3.5 on loopback, on a Python and libraries younger than it: `make splash`.

To be run by Debian's own Python with its PyQt5 (see `make renderers`). Three of its assumptions no
longer hold and are met here: that Lua is Lua 5.2, that Qt's timers take floats, and that
`json.loads` takes an encoding.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import lupa.lua52
from PyQt5.QtCore import QTimer

PORT = "8050"


def whole(method: Any) -> Any:
    """The method with its numbers made whole."""

    def called(timer: Any, *arguments: Any) -> Any:
        return method(timer, *(int(a) if isinstance(a, float) else a for a in arguments))

    return called


def without_encoding(loads: Any) -> Any:
    def called(text: Any, *arguments: Any, **options: Any) -> Any:
        options.pop("encoding", None)
        return loads(text, *arguments, **options)

    return called


def main() -> None:
    if os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    sys.modules["lupa"] = lupa.lua52
    QTimer.start, QTimer.setInterval = whole(QTimer.start), whole(QTimer.setInterval)
    json.loads = without_encoding(json.loads)
    from splash.server import main as serve

    port = sys.argv[1] if len(sys.argv) > 1 else PORT
    options = ["--ip", "127.0.0.1", "--port", port, "--browser-engines", "webkit"]
    sys.argv = [sys.argv[0], *options, "--disable-browser-caches"]
    serve()


if __name__ == "__main__":
    main()
