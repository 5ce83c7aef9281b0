"""Which page links to which, and from what section: topical locality with much noise around it.

A page on a subject links to pages on that subject where it writes about it, and elsewhere on the
page (a section on something else, an aside, the footer) to the rest of the web. A few links stray
in either direction, as they do on the real web.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.model import Draft, LinkTo, Section
from focused_crawler.sample_web.phrases import VAGUE_ANCHORS
from focused_crawler.sample_web.subjects import SUBJECTS

SAME_SITE_SHARE = 0.7  # of the on-topic links stay on the site
STRAY_SHARE = 0.1  # of the links in a section lead to another subject
VAGUE_SHARE = 0.15  # of the anchors in running text say nothing
NOFOLLOW_SHARE = 0.06  # of the links in an aside
ALL = tuple(SUBJECTS)


class Shelf:
    """The ordinary pages that others may link to, by subject and by site."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        self.by_subject: dict[str, list[Draft]] = defaultdict(list)
        self.by_host: dict[str, list[Draft]] = defaultdict(list)
        self.hubs: list[Draft] = []
        for draft in drafts:
            self.by_host[draft.site.host].append(draft)
            if draft.kind in ("hub", "portal"):
                self.hubs.append(draft)
            for subject in draft.subjects:
                self.by_subject[subject].append(draft)
        self.homes = [drafts[0] for drafts in self.by_host.values()]

    def on(self, subject: str, host: str) -> list[Draft]:
        """The pages of one host on one subject, in their order there."""
        return [draft for draft in self.by_host[host] if subject in draft.subjects]


class Linker:
    """Lays the links of one page after another; the shelf does not change meanwhile."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def link(self, draft: Draft) -> None:
        """Fills a draft's sections, menu, aside and footer by its kind."""
        dice = Dice("links", draft.key)
        PLANS.get(draft.kind, Linker.outlying)(self, draft, dice)
        self.surround(draft, dice)

    def advertise(self, link: LinkTo, subject: str, *, places: int) -> None:
        """Puts a link among the links of some articles on a subject."""
        articles = [page for page in self.shelf.by_subject[subject] if page.kind == "article"]
        for page in Dice("advert", link.url).sample(articles, places):
            page.sections[0].listed.append(link)

    def surround(self, draft: Draft, dice: Dice) -> None:
        """Menu, aside and footer."""
        own = self.shelf.by_host[draft.site.host]
        draft.menu = [
            link_to(own[0], "Home"),
            link_to(own[-2], "About"),
            link_to(own[-1], "Contact"),
        ]
        draft.menu += [link_to(page) for page in Dice("menu", draft.site.host).sample(own[1:-2], 2)]
        draft.aside = [
            self._anchored(self._any(dice), dice, nofollow=dice.chance(NOFOLLOW_SHARE))
            for _ in range(dice.between(7, 10))
        ]
        network = Dice("footer", draft.site.host).sample(self.shelf.homes, 9)
        draft.footer = [link_to(page) for page in network if page.site != draft.site]
        if dice.chance(0.3):
            draft.footer.append(link_to(dice.pick(self.shelf.hubs)))

    def article(self, draft: Draft, dice: Dice) -> None:
        self.essay(draft, dice)
        draft.sections[-1].listed += self._along(draft, draft.subjects[0])
        self.noise(draft, dice, sections=2)

    def outlying(self, draft: Draft, dice: Dice) -> None:
        """An article that no ordinary page links to."""
        self.essay(draft, dice)
        self.noise(draft, dice, sections=1)

    def essay(self, draft: Draft, dice: Dice) -> None:
        """Two to four sections on the page's one subject."""
        for level in _levels(dice, dice.between(2, 4)):
            self.on_topic(draft, draft.subjects[0], dice, level=level)
        draft.sections[0].paragraphs = 2

    def home(self, draft: Draft, dice: Dice) -> None:
        """A few words of welcome, then a choice of the site's own pages."""
        subject = draft.theme or dice.pick(ALL)
        welcome = Section(subject, draft.site.name, level=1, paragraphs=2)
        own = self.shelf.by_host[draft.site.host][1:-2]
        welcome.listed = [link_to(page) for page in dice.sample(own, 10)]
        draft.sections.append(welcome)
        self.noise(draft, dice, sections=3)

    def magazine(self, draft: Draft, dice: Dice) -> None:
        for subject in draft.subjects:
            self.on_topic(draft, subject, dice, level=2)
            draft.sections[-1].paragraphs = 3

    def portal(self, draft: Draft, dice: Dice) -> None:
        """A section for each of seven to nine subjects, so that none fills a third of the page."""
        for subject in dice.sample(ALL, dice.between(7, 9)):
            section = _section(subject, dice, level=dice.pick((2, 2, 3)))
            section.listed = self._choose(draft, subject, dice, dice.between(3, 4))
            draft.sections.append(section)

    def hub(self, draft: Draft, dice: Dice) -> None:
        """A long list for one subject, or short lists for many."""
        if draft.theme:
            section = _section(draft.theme, dice, level=2)
            section.listed = self._choose(draft, draft.theme, dice, dice.between(24, 34))
            draft.sections.append(section)
            return
        for subject in dice.sample(ALL, dice.between(5, 8)):
            section = Section(subject, SUBJECTS[subject].short, level=3, paragraphs=0)
            section.listed = self._choose(draft, subject, dice, dice.between(3, 5))
            draft.sections.append(section)

    def plain(self, draft: Draft, dice: Dice) -> None:
        """An about or contact page: some words on whatever the site writes about."""
        subject = draft.theme or dice.pick(draft.site.subjects)
        draft.sections.append(_section(subject, dice, level=2))

    def on_topic(self, draft: Draft, subject: str, dice: Dice, *, level: int) -> None:
        """A section on the page's own subject."""
        section = _section(subject, dice, level=level)
        section.in_text = [
            self._anchored(page, dice)
            for page in self._targets(draft, subject, dice, dice.between(1, 2))
        ]
        section.listed = self._choose(draft, subject, dice, dice.between(0, 1))
        draft.sections.append(section)

    def noise(self, draft: Draft, dice: Dice, *, sections: int) -> None:
        """Sections on other subjects: what else the site, or its owner, cares for."""
        side = Dice("side", draft.site.host).sample([s for s in ALL if s not in draft.subjects], 6)
        for subject in dice.sample(side, sections):
            section = _section(subject, dice, level=2)
            section.paragraphs = 1
            section.listed = self._choose(draft, subject, dice, dice.between(5, 7))
            draft.sections.append(section)

    def _choose(self, draft: Draft, subject: str, dice: Dice, count: int) -> list[LinkTo]:
        return [link_to(page) for page in self._targets(draft, subject, dice, count)]

    def _targets(self, draft: Draft, subject: str, dice: Dice, count: int) -> list[Draft]:
        everywhere = self.shelf.by_subject[subject]
        here = self.shelf.on(subject, draft.site.host) or everywhere
        chosen = {}
        for _ in range(count):
            pool = here if dice.chance(SAME_SITE_SHARE) else everywhere
            page = self._any(dice) if dice.chance(STRAY_SHARE) else dice.pick(pool)
            chosen[page.url] = page
        chosen.pop(draft.url, None)
        return list(chosen.values())

    def _along(self, draft: Draft, subject: str) -> list[LinkTo]:
        """The next page of the site on the subject: no page is left without a way to it."""
        pages = self.shelf.on(subject, draft.site.host)
        following = pages[(pages.index(draft) + 1) % len(pages)]
        return [] if following is draft else [link_to(following)]

    def _any(self, dice: Dice) -> Draft:
        return dice.pick(self.shelf.by_subject[dice.pick(ALL)])

    def _anchored(self, page: Draft, dice: Dice, *, nofollow: bool = False) -> LinkTo:
        text = dice.pick(VAGUE_ANCHORS) if dice.chance(VAGUE_SHARE) else page.title
        return LinkTo(page.url, text, page.theme, nofollow)


def _section(subject: str, dice: Dice, *, level: int) -> Section:
    return Section(subject, level=level, paragraphs=dice.between(1, 2))


def link_to(page: Draft, text: str = "") -> LinkTo:
    """A link under the page's title, unless another text is given."""
    return LinkTo(page.url, text or page.title, page.theme)


def _levels(dice: Dice, count: int) -> Sequence[int]:
    """Heading levels of an article: h2 first, then any of h2 to h4 that does not skip one."""
    levels = [2]
    while len(levels) < count:
        levels.append(dice.pick((2, 3, min(levels[-1] + 1, 4))))
    return levels


PLANS = {
    "article": Linker.article,
    "home": Linker.home,
    "magazine": Linker.magazine,
    "portal": Linker.portal,
    "hub": Linker.hub,
    "about": Linker.plain,
    "contact": Linker.plain,
}
