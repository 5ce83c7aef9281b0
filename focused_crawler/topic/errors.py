"""The one error of the topic package: a topic, seed list or weight table that cannot be used."""

from __future__ import annotations


class TopicError(ValueError):
    """One line that names the file and place, what was wrong and what would be right."""
