"""Best-N-first (003 §2, after Pant): the N best links are fetched together, then all are ranked.

N tempers greed: a batch holds some links that are not quite the best. A live crawl has as many
pages out as CONCURRENT_REQUESTS allows; the laboratory has `batch` of them.
"""

from __future__ import annotations

from focused_crawler.strategy.best_first import BestFirst

N = 16


class BestNFirst(BestFirst):
    """Best-first in batches."""

    batch = N
