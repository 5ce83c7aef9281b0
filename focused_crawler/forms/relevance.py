"""Is a form on the topic?

Two witnesses: the words of the form itself and the page it stands on. A bare search box says
nothing of its own and inherits the topic of its page; a form on a directory page may speak for
itself. Each relevance is calibrated by the same judge, so the stronger witness counts:

    R(t, form) = max(R(t, words of the form), R(t, page))
"""

from __future__ import annotations

from collections.abc import Callable

from focused_crawler.forms.model import Form


def form_relevance(form: Form, relevance_of: Callable[[str], float], *, page: float) -> float:
    """Relevance of a form, 0 to 1; `relevance_of` grades a text, `page` is its page's relevance."""
    return max(page, relevance_of(" ".join(form.words())))
