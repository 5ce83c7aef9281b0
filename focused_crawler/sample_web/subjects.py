"""All subjects of the sample web, by name: the four shipped topics and twelve others."""

from __future__ import annotations

from focused_crawler.sample_web.everyday_subjects import EVERYDAY_SUBJECTS
from focused_crawler.sample_web.leisure_subjects import LEISURE_SUBJECTS
from focused_crawler.sample_web.topic_subjects import TOPIC_SUBJECTS

SUBJECTS = {s.name: s for s in (*TOPIC_SUBJECTS, *EVERYDAY_SUBJECTS, *LEISURE_SUBJECTS)}
TOPICS = tuple(subject.name for subject in TOPIC_SUBJECTS)
OTHERS = tuple(name for name in SUBJECTS if name not in TOPICS)
