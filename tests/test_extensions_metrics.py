"""Metrics of a real crawl, asked for while it runs."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from crawling import ROOT, SmallWeb, command, environment
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from focused_crawler.crawl import CrawlError
from focused_crawler.extensions.metrics import MetricsEndpoint
from focused_crawler.sample_web.server import serve

SLOW = ("-s", "DOWNLOAD_DELAY=0.2", "-s", "AUTOTHROTTLE_ENABLED=0")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def ask(port: int, path: str = "/metrics") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
        return str(answer.read().decode())


def value(text: str, name: str) -> float:
    found = re.search(rf'^focused_crawler_{name}{{topic="bridges"[^}}]*}} (\S+)$', text, re.M)
    assert found, text
    return float(found[1])


def waited_for(port: int, crawl: subprocess.Popen[str]) -> str:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and crawl.poll() is None:
        try:
            text = ask(port)
        except urllib.error.URLError:
            text = ""
        if text and value(text, "pages_total") >= 5:
            return text
        time.sleep(0.1)
    raise AssertionError("no metrics came")


def test_running_crawl_tells_how_it_stands(tmp_path: Path) -> None:
    web, port = SmallWeb(), free_port()
    with serve(web) as served:  # type: ignore[arg-type]
        crawl = subprocess.Popen(
            command("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *SLOW,
                    "-s", "JOBDIR=job", "-s", f"METRICS_PORT={port}"),
            cwd=tmp_path, env=environment(served.proxy), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            text = waited_for(port, crawl)
            assert ask(port, "/metrics?of=this+crawl").startswith("# HELP")
            with pytest.raises(urllib.error.HTTPError, match="404"):
                ask(port, "/")
        finally:
            crawl.terminate()
            crawl.communicate(timeout=30)
    assert value(text, "frontier_waiting") + value(text, "frontier_leased") > 0
    assert value(text, "harvest_ratio") == pytest.approx(
        value(text, "relevant_total") / value(text, "pages_total")
    )
    assert value(text, "responses_total") > 0
    assert 'response_seconds_bucket{topic="bridges",group="example",le="+Inf"}' in text


def test_port_that_is_taken_costs_the_metrics_alone(tmp_path: Path) -> None:
    web = SmallWeb(pages=5)
    with serve(web) as served, socket.socket() as taken:  # type: ignore[arg-type]
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            command("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}",
                    "-s", "DOWNLOAD_DELAY=0", "-s", "JOBDIR=job", "-s", f"METRICS_PORT={port}"),
            cwd=tmp_path, env=environment(served.proxy), capture_output=True, text=True, timeout=60,
            check=False,
        )  # fmt: skip
    assert done.returncode == 0
    assert f"METRICS_PORT = {port} on 127.0.0.1 cannot be used" in done.stderr


def test_without_a_port_there_are_none() -> None:
    with pytest.raises(NotConfigured):
        MetricsEndpoint.from_crawler(get_crawler(settings_dict={"METRICS_PORT": 0}))


def test_number_that_is_no_port_is_refused() -> None:
    with pytest.raises(CrawlError, match="METRICS_PORT = 99999 is no port; name one up to 65535"):
        MetricsEndpoint.from_crawler(get_crawler(settings_dict={"METRICS_PORT": 99999}))


def test_dashboard_asks_only_for_metrics_that_exist() -> None:
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"focused_crawler_(\w+)", target["expr"])
    }
    code = "".join(
        (ROOT / "focused_crawler" / file).read_text(encoding="utf-8")
        for file in ("extensions/metrics.py", "exposition.py")
    )
    known = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked}
    assert {name for name in known if f'"{name}"' not in code} == set()
    assert len(dashboard["panels"]) >= 8
