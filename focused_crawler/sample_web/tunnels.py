"""Tunnels: relevant clusters that can be reached through irrelevant pages only.

Nothing links to a tunnel's page but the page before it, and nothing to its cluster but its last
page and the cluster itself; the links out of all of them are ordinary.
"""

from __future__ import annotations

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.drafts import new_draft
from focused_crawler.sample_web.linking import Linker, link_to
from focused_crawler.sample_web.model import Draft, Tunnel
from focused_crawler.sample_web.sites import SITES, TOPIC_SITES
from focused_crawler.sample_web.subjects import OTHERS, TOPICS

LENGTHS = (1, 1, 2, 2, 3)  # of the tunnels of each topic
CLUSTER_SIZE = 5
FIRST_ENTRY = 4  # place of the page on its site that opens a tunnel; the seeds come before it
CORNERS = ("heron", "willow", "lantern", "pebble", "thistle", "acorn", "beacon")
DARK = SITES["pages.oldmill.test"]
LIT = SITES["people.quietlane.example"]


def dig_tunnels(linker: Linker) -> tuple[list[Draft], list[Tunnel]]:
    """New drafts, linked, and the tunnels they form; each entry page gets one link more."""
    drafts: list[Draft] = []
    tunnels: list[Tunnel] = []
    plans = [(topic, at, length) for topic in TOPICS for at, length in enumerate(LENGTHS)]
    for number, (topic, at, length) in enumerate(plans):
        entry = _entry(linker, topic, at)
        passage, cluster = _passage(number, length), _cluster(number, topic)
        _join(linker, entry, passage, cluster)
        drafts += passage + cluster
        path = tuple(draft.url for draft in (entry, *passage, cluster[0]))
        tunnels.append(Tunnel(topic, length, path))
    return drafts, tunnels


def _entry(linker: Linker, topic: str, at: int) -> Draft:
    hosts = [site.host for site in TOPIC_SITES if site.subjects == (topic,)]
    return linker.shelf.by_host[hosts[at % len(hosts)]][FIRST_ENTRY + at]


def _passage(number: int, length: int) -> list[Draft]:
    subject = Dice("passage", number).pick(OTHERS)
    names = [f"/diary/entry-{number + 1}{letter}.html" for letter in "abc"[:length]]
    return [new_draft(DARK, DARK.host + path, path, "tunnel", subject) for path in names]


def _cluster(number: int, topic: str) -> list[Draft]:
    corner = f"/~{CORNERS[number % len(CORNERS)]}{number + 1}"
    paths = [f"{corner}/"] + [f"{corner}/page{at}.html" for at in range(1, CLUSTER_SIZE)]
    return [new_draft(LIT, LIT.host + path, path, "cluster", topic) for path in paths]


def _join(linker: Linker, entry: Draft, passage: list[Draft], cluster: list[Draft]) -> None:
    for draft in (*passage, *cluster):
        linker.link(draft)
    for here, there in zip((entry, *passage), (*passage, cluster[0]), strict=True):
        here.sections[0].in_text.append(link_to(there))
    for at, draft in enumerate(cluster):
        others = cluster[at + 1 :] + cluster[:at]
        draft.sections[0].listed += [link_to(other) for other in others]
