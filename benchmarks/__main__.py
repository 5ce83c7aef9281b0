"""All benchmarks in one table, in minutes: `python -m benchmarks` (or `make bench`).

Ratios are taken within one run, so they hold on any machine; other programs that run at the same
time blur them.
"""

from __future__ import annotations

import subprocess
import sys

ORDER = ("page_analysis", "seen_urls", "tunneling", "store", "frontier", "throughput")


def main() -> None:
    for name in ORDER:
        # A process each: what one leaves in memory must not slow down the next.
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=True)


if __name__ == "__main__":
    main()
