"""`python -m focused_crawler.sample_web`: serves the sample web until it is interrupted."""

from __future__ import annotations

import argparse
import sys

from focused_crawler.sample_web.server import serve, wait_for_interrupt
from focused_crawler.sample_web.subjects import TOPICS
from focused_crawler.sample_web.web import build_sample_web


def main(arguments: list[str] | None = None) -> int:
    """Prints seeds, writes a frozen web, or serves."""
    options = _parser().parse_args(arguments)
    web = build_sample_web()
    if options.seeds:
        print("\n".join(web.seeds(options.seeds)))
        return 0
    try:
        if options.dump:
            print(f"{web.dump(options.dump)} pages written to {options.dump}")
            return 0
        return _serve(options)
    except OSError as error:
        print(f"sample web: {error.strerror}: choose another --port or file", file=sys.stderr)
        return 1


def _serve(options: argparse.Namespace) -> int:
    web = build_sample_web()
    with serve(web, options.log, delays=not options.no_delays, port=options.port) as served:
        wait_for_interrupt(served)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m focused_crawler.sample_web", description=__doc__
    )
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes any free port")
    parser.add_argument("--log", help="write one JSON object a request to this file")
    parser.add_argument("--no-delays", action="store_true", help="slow hosts answer at once")
    parser.add_argument("--seeds", choices=TOPICS, help="print the seeds of a topic and stop")
    parser.add_argument("--dump", help="write the pages as a frozen web (.jsonl.gz) and stop")
    return parser


if __name__ == "__main__":
    sys.exit(main())
