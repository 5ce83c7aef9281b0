"""A small web with known truth, served over HTTP on loopback: no network is needed to crawl it."""

from __future__ import annotations

from focused_crawler.sample_web.model import Response, SamplePage, Tunnel
from focused_crawler.sample_web.server import Served, serve, wait_for_interrupt
from focused_crawler.sample_web.web import SampleWeb, build_sample_web

__all__ = [
    "Response",
    "SamplePage",
    "SampleWeb",
    "Served",
    "Tunnel",
    "build_sample_web",
    "serve",
    "wait_for_interrupt",
]
