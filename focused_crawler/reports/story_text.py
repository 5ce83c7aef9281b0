"""How the story of a URL reads in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from focused_crawler.reports.terminal import Styled, Terminal, bar, shortened

if TYPE_CHECKING:
    from focused_crawler.items import BlockRecord, LinkRecord, PageItem
    from focused_crawler.reports.story import Story
    from focused_crawler.store import Referrer

BEST_BLOCKS = 6
WORDS = 60  # characters of a title, heading or anchor
NO_HEADING = "(before the first heading)"


def write_story(story: Story, terminal: Terminal) -> None:
    """Tell the story of a URL that is known."""
    if story.page is None:
        _write_unfetched(story, terminal)
    else:
        _write_verdict(story.page, terminal)
        _write_path(story.path, terminal)
        _write_blocks(story.blocks, terminal)
        _write_links(story, terminal)
    _write_referrers(story, terminal)


def parts_text(parts: Mapping[str, float]) -> str:
    """The parts of a score, the greatest first.

    >>> parts_text({"anchor": 0.1, "block": 0.25})
    'block 0.250, anchor 0.100'
    """
    ordered = sorted(parts.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {value:.3f}" for name, value in ordered)


def _write_verdict(page: PageItem, terminal: Terminal) -> None:
    terminal.line(Styled(shortened(page.title or "(no title)", terminal.width), "bold"))
    terminal.line(page.url)
    verdict = Styled("relevant", "good") if page.is_relevant else Styled("not relevant", "dim")
    terminal.line(bar(page.relevance), f" {page.relevance:.3f}  ", verdict)
    terminal.paragraph(f"Why: {page.reason or 'no topic word was found'}")
    terminal.line(Styled(_circumstances(page), "dim"))
    if page.near_duplicate_of:
        terminal.line(f"Nearly the same text as {page.near_duplicate_of}")


def _circumstances(page: PageItem) -> str:
    facts = [f"page {page.clock + 1} of the crawl", f"status {page.status}"]
    if page.fetched_at:
        facts.append(f"fetched {page.fetched_at[:19].replace('T', ' ')} UTC")
    if page.language:
        facts.append(f"language {page.language}")
    return ", ".join(facts)


def _write_path(path: list[PageItem], terminal: Terminal) -> None:
    _head(terminal, "How it was reached")
    for number, step in enumerate(path, 1):
        if step.parent is not None:
            _write_step(step, terminal, is_first=number == 1)
        mark = Styled("●", "good") if step.is_relevant else Styled("○", "dim")
        terminal.line(f"{number:3} ", mark, f" {step.relevance:.3f}  {step.url}")
        if step.parent is None:
            terminal.line("      a seed")


def _write_step(step: PageItem, terminal: Terminal, *, is_first: bool) -> None:
    if is_first:
        terminal.line(f"      from {step.parent}, of which nothing was kept")
    terminal.line(Styled(f"      ↓ {_link_text(step.anchor, step.heading)}", "dim"))
    terminal.line(Styled(f"        {_score_text(step)}", "dim"))


def _write_blocks(blocks: list[BlockRecord], terminal: Terminal) -> None:
    if blocks:
        _head(terminal, "Its best blocks")
    for block in blocks[:BEST_BLOCKS]:
        name = shortened(block.heading, WORDS) or _unnamed(block, terminal)
        terminal.line(f"  {bar(block.relevance)} {block.relevance:.3f}  {name}")


def _unnamed(block: BlockRecord, terminal: Terminal) -> str:
    label = NO_HEADING if block.kind == "lead" else f"({block.kind})"
    return f"{label} {shortened(block.text, max(0, terminal.width - len(label) - 24))}"


def _write_links(story: Story, terminal: Terminal) -> None:
    if story.links:
        _head(terminal, "Where it leads")
    headings = {block.index: block.heading for block in story.blocks}
    for link in story.links:
        terminal.line(f"  {link.score:.3f}  {link.url}")
        text = _link_text(link.anchor, headings.get(link.block, ""))
        terminal.line(Styled(f"         {text}{_parts_after(link)}", "dim"))


def _write_referrers(story: Story, terminal: Terminal) -> None:
    parent = story.page.parent if story.page else None
    others = [referrer for referrer in story.referrers if referrer.url != parent]
    if others:
        _head(terminal, "Other pages that link to it" if parent else "Pages that link to it")
    for referrer in others:
        _write_referrer(referrer, terminal)


def _write_referrer(referrer: Referrer, terminal: Terminal) -> None:
    mark = Styled("●", "good") if referrer.is_relevant else Styled("○", "dim")
    terminal.line("  ", mark, f" {referrer.url}")
    text = _link_text(referrer.link.anchor, referrer.heading)
    score = f"score {referrer.link.score:.3f}, level {referrer.link.level}"
    terminal.line(Styled(f"    {text}: {score}{_parts_after(referrer.link)}", "dim"))


def _write_unfetched(story: Story, terminal: Terminal) -> None:
    terminal.line(story.url)
    if story.failure is None:
        terminal.line("Not fetched: it was only seen as a link. The score is the one it had then.")
        return
    failure = story.failure
    status = f" (status {failure.status})" if failure.status else ""
    terminal.line(f"Gave no page: {failure.reason}{status}, {failure.time[:19]} UTC")


def _head(terminal: Terminal, title: str) -> None:
    terminal.line()
    terminal.line(Styled(title, "bold"))


def _link_text(anchor: str, heading: str) -> str:
    named = f'link "{shortened(anchor, WORDS)}"' if anchor.strip() else "a link without text"
    return f'{named} under "{shortened(heading, WORDS)}"' if heading.strip() else named


def _score_text(page: PageItem) -> str:
    parts = f" ({parts_text(page.parts)})" if page.parts else ""
    return f"score {page.score:.3f}{parts}, level {page.level}"


def _parts_after(link: LinkRecord) -> str:
    return f" ({parts_text(link.parts)})" if link.parts else ""
