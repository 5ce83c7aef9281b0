"""One process at a time: a lock file that the operating system frees when its holder dies."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from focused_crawler.frontier.base import FrontierError


class Lock:
    """Holds the frontier at `path` for this process until `release`, or until it is gone."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, b"%d\n" % os.getpid(), 0)
        except BlockingIOError:
            holder = os.read(self._fd, 20).decode("ascii", "replace").strip()
            self.release()
            raise FrontierError(
                f"{path} is in use by process {holder or '(unknown)'}; "
                "wait until it ends, stop it, or choose another folder for this crawl"
            ) from None
        except OSError:
            self.release()
            raise

    def release(self) -> None:
        # The file stays: were it removed, two later processes could lock two different files.
        os.close(self._fd)
