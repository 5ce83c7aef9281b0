"""The URL that a searchable form leads to when a person types some words into it and submits it.

Only GET forms: what they send stands in the URL, so asking them changes nothing on the server.
The words go into the first box for text that is not required to be something else; all other
controls keep what they hold. A form that wants a second box filled is left alone.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit, urlunsplit

from focused_crawler.forms.model import Field, Form

BOXES = frozenset({"text", "search", "textarea"})


def filled(form: Form, words: str) -> str | None:
    """The URL of the form's answer to the words; None for a form that cannot be asked."""
    box = _box(form)
    if box is None or form.method != "get" or not form.is_form:
        return None
    sent = [
        (field.name, words if field is box else field.value)
        for field in form.fields
        if field.name and (field is box or field.value is not None)
    ]
    target = urlsplit(form.action)
    # As browsers do it: what the form sends takes the place of the action's own query.
    return urlunsplit(target._replace(query=urlencode(sent), fragment=""))


def _box(form: Form) -> Field | None:
    boxes = [field for field in form.visible if field.kind in BOXES and field.name]
    if not boxes or any(field.is_required for field in boxes[1:]):
        return None
    return boxes[0]
