"""How the story of a URL reads in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from focused_crawler.reports.figures import count
from focused_crawler.reports.parts_text import RECRAWL, parts_in_words
from focused_crawler.reports.terminal import Styled, Terminal, bar, shortened

if TYPE_CHECKING:
    from focused_crawler.items import BlockRecord, LinkRecord, PageItem
    from focused_crawler.reports.story import Story
    from focused_crawler.store import Failure, Referrer

BEST_BLOCKS = 5
WORDS = 60  # characters of a title, heading or anchor
BAR_AND_VALUE = 20  # characters before the name of a block
LINK_INDENT = " " * 9
STEP_INDENT = " " * 6
FETCHED = "  –  "  # in place of a score: it had been fetched by then
NO_HEADING = "(before the first heading)"


def write_story(story: Story, terminal: Terminal) -> None:
    """Tell the story of a URL that is known."""
    if story.page is None:
        _write_unfetched(story, terminal)
    else:
        _write_verdict(story.page, terminal)
        _write_path(story, terminal)
        _write_weighed(story, terminal)
        _write_blocks(story.blocks, terminal)
        _write_forms(story, terminal)
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
    terminal.paragraph(Styled(page.title or "(no title)", "bold"))
    terminal.line(page.url)
    verdict = Styled("relevant", "good") if page.is_relevant else Styled("not relevant", "dim")
    terminal.line(bar(page.relevance), f" {page.relevance:.3f}  ", verdict)
    terminal.paragraph(f"Why: {page.reason or 'no topic word was found'}")
    terminal.paragraph(Styled(_circumstances(page), "dim"))
    if page.near_duplicate_of:
        terminal.line(f"Nearly the same text as {page.near_duplicate_of}")


def _circumstances(page: PageItem) -> str:
    facts = [f"page {page.clock + 1} of the crawl", f"status {page.status}"]
    if page.fetched_at:
        facts.append(f"fetched {_time(page.fetched_at)}")
    if page.language:
        facts.append(f"language {page.language}")
    return ", ".join(facts)


def _write_path(story: Story, terminal: Terminal) -> None:
    _head(terminal, "How it was reached", "● relevant, ○ not relevant")
    for number, step in enumerate(story.path, 1):
        if step.parent is not None:
            _write_step(step, terminal, is_first=number == 1)
        terminal.line(f"{number:3} ", _mark(step.is_relevant), f" {step.relevance:.3f}  {step.url}")
        if step.parent is None:
            terminal.line(Styled(f"{STEP_INDENT}a seed", "dim"))
    if story.tunnel:
        passed = f"{story.tunnel.length} irrelevant page{'s' if story.tunnel.length > 1 else ''}"
        terminal.line(f"{STEP_INDENT}at the end of a tunnel of {passed}")


def _write_step(step: PageItem, terminal: Terminal, *, is_first: bool) -> None:
    if is_first:
        terminal.line(f"{STEP_INDENT}from {step.parent}, of which nothing was kept")
    found, indent = _link_text(step.anchor, step.heading), f"{STEP_INDENT}  "
    terminal.paragraph(Styled(found, "dim"), indent=indent, first=f"{STEP_INDENT}↓ ")
    score = f"score {step.score:.3f}{_after_score(step.parts, step.level)}"
    terminal.paragraph(Styled(score, "dim"), indent=indent)


def _write_weighed(story: Story, terminal: Terminal) -> None:
    if story.page is None or story.lessons is None:
        return
    _head(terminal, "What its link was worth", "log-odds, the largest first")
    for value, meaning in parts_in_words(story.page.parts, story.lessons):
        terminal.paragraph(meaning, indent=LINK_INDENT, first=f"  {value:+.2f}  ")
    terminal.line(f"  together a chance of {story.page.score:.3f}")
    if RECRAWL in story.page.parts:
        known = story.page.parts[RECRAWL]
        terminal.line(f"  fetched again: it was read before, with a relevance of {known:.3f}")


def _write_blocks(blocks: list[BlockRecord], terminal: Terminal) -> None:
    if blocks:
        _head(terminal, "Its best blocks", f"of {len(blocks)}")
    for block in blocks[:BEST_BLOCKS]:
        name = shortened(_block_name(block), terminal.width - BAR_AND_VALUE)
        terminal.line(f"  {bar(block.relevance)} {block.relevance:.3f}  {name}")


def _block_name(block: BlockRecord) -> str:
    label = NO_HEADING if block.kind == "lead" else f"({block.kind})"
    return block.heading.strip() or f"{label} {block.text}"


def _write_forms(story: Story, terminal: Terminal) -> None:
    if story.forms:
        _head(terminal, "Its forms", "● searchable and on the topic")
    for form in (row.form for row in story.forms):
        told = f" {form.kind} {form.probability:.2f}, relevance {form.relevance:.3f}  "
        terminal.line("  ", _mark(form.is_wanted), told, f"{form.method.upper()} {form.action}")


def _write_links(story: Story, terminal: Terminal) -> None:
    if story.links:
        _head(terminal, "Where it leads", f"the best of {count(story.link_count, 'link')}")
    headings = {block.index: block.heading for block in story.blocks}
    for link in story.links:
        terminal.line(f"  {link.score:.3f}  {link.url}")
        _write_found(link, headings.get(link.block, ""), terminal)


def _write_referrers(story: Story, terminal: Terminal) -> None:
    parent = story.page.parent if story.page else None
    others = [referrer for referrer in story.referrers if referrer.url != parent]
    if others:
        title = "Other pages that link to it" if parent else "Pages that link to it"
        _head(terminal, title, "with its score when they were read")
    for referrer in others:
        _write_referrer(referrer, terminal)


def _write_referrer(referrer: Referrer, terminal: Terminal) -> None:
    is_scored = referrer.link.score or referrer.link.parts
    score = f"{referrer.link.score:.3f}" if is_scored else FETCHED
    terminal.line(f"  {score}  ", _mark(referrer.is_relevant), f" {referrer.url}")
    _write_found(referrer.link, referrer.heading, terminal)


def _write_found(link: LinkRecord, heading: str, terminal: Terminal) -> None:
    text = _link_text(link.anchor, heading) + _after_score(link.parts, link.level)
    terminal.paragraph(Styled(text, "dim"), indent=LINK_INDENT)


def _write_unfetched(story: Story, terminal: Terminal) -> None:
    terminal.line(story.url)
    terminal.paragraph(_no_page(story.failure) if story.failure else "Not fetched: seen as a link.")


def _no_page(failure: Failure) -> str:
    reason = failure.reason.removeprefix(f"{failure.url}: ")
    if failure.status:
        reason = f"the server answered with status {failure.status}"
    return f"Gave no page: {reason} ({_time(failure.time)})"


def _time(iso: str) -> str:
    return f"{iso[:19].replace('T', ' ')} UTC"


def _mark(is_relevant: bool) -> Styled:
    return Styled("●", "good") if is_relevant else Styled("○", "dim")


def _head(terminal: Terminal, title: str, note: str) -> None:
    terminal.line()
    terminal.line(Styled(title, "bold"), Styled(f" ({note})", "dim"))


def _link_text(anchor: str, heading: str) -> str:
    named = f'link "{shortened(anchor, WORDS)}"' if anchor.strip() else "a link without text"
    return f'{named} under "{shortened(heading, WORDS)}"' if heading.strip() else named


def _after_score(parts: Mapping[str, float], level: int) -> str:
    told = f" ({parts_text(parts)})" if parts else ""
    return f"{told}, tunnel level {level}" if level else told
