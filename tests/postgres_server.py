"""A real PostgreSQL for the tests, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

PLACES = "/usr/lib/postgresql"
OWNERS = ("postgres", "nobody")  # it refuses to run as root


class PostgresServer:
    """A server of one's own on a free port, with an empty database."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self._user = _owner() if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self._run("initdb", "-A", "trust", "-U", "crawler", "-E", "UTF8", "--locale=C")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    @property
    def url(self) -> str:
        return f"postgresql://crawler:secret@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        path = postgres_program(program)
        assert path
        subprocess.run(
            [path, "-D", str(self.folder / "data"), *arguments], check=True, user=self._user,
            cwd=self.folder, stdout=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip


def postgres_program(name: str) -> str | None:
    """The path of a program of PostgreSQL, if it is installed."""
    versions = sorted(Path(PLACES).glob("*/bin"), reverse=True)
    return shutil.which(name, path=os.pathsep.join([*map(str, versions), os.environ["PATH"]]))


def _owner() -> str | None:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in OWNERS if name in known), None)
