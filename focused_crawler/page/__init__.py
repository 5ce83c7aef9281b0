"""What a page contains: blocks of text in document order, with the links that stand in them."""

from __future__ import annotations

from focused_crawler.page.model import Block, Link, Page, Terms
from focused_crawler.page.parse import SEGMENTERS, parse_page

__all__ = ["SEGMENTERS", "Block", "Link", "Page", "Terms", "parse_page"]
