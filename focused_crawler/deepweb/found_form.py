"""A form as a crawl finds it: what it asks for, what it is for, and later whether it is on topic.

A form is wanted when it is searchable and its relevance (see forms.relevance) reaches the
threshold from which pages count as relevant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from focused_crawler.forms import Form, Verdict, classify, find_forms, form_relevance


@dataclass(frozen=True, slots=True)
class FoundForm:
    """A form and what the classifier says of it."""

    form: Form
    verdict: Verdict

    @property
    def is_searchable(self) -> bool:
        return self.verdict.is_searchable

    def relevance(self, relevance_of: Callable[[str], float], *, page: float) -> float:
        """How much it is on the topic, 0 to 1; `page` is the relevance of its page."""
        return form_relevance(self.form, relevance_of, page=page)


def found_forms(url: str, body: bytes, encoding: str | None = None) -> tuple[FoundForm, ...]:
    """The forms of a page, each with its verdict, in document order."""
    return tuple(FoundForm(form, classify(form)) for form in find_forms(url, body, encoding))
