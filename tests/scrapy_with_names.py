"""`scrapy` where *.example is this machine and no other name exists.

Arguments are those of `scrapy`. At the end the largest memory the process had is printed.
"""

from __future__ import annotations

import resource
import socket
import sys
from typing import Any

KNOWN = (".example", "127.0.0.1", "localhost")
_real = socket.getaddrinfo


def getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
    name = host.decode() if isinstance(host, bytes) else host
    if name is not None and not name.endswith(KNOWN):
        raise socket.gaierror(socket.EAI_NONAME, f"no such name: {name}")
    return _real("127.0.0.1" if name else name, *arguments, **options)


def main() -> None:
    socket.getaddrinfo = getaddrinfo
    from scrapy.cmdline import execute

    try:
        execute(["scrapy", *sys.argv[1:]])
    finally:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"peak memory {peak // 1024} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
