"""The forms of a page: what they ask for, what they are for, whether they are on the topic.

from focused_crawler.forms import classify, find_forms

for form in find_forms(url, body):      # body: bytes
    verdict = classify(form)
    print(form.action, verdict.name, verdict.probability)
"""

from focused_crawler.forms.classifier import CLASSES, SEARCHABLE, FormModel, Verdict, classify
from focused_crawler.forms.extraction import find_forms
from focused_crawler.forms.model import Field, Form
from focused_crawler.forms.relevance import form_relevance

__all__ = [
    "CLASSES",
    "SEARCHABLE",
    "Field",
    "Form",
    "FormModel",
    "Verdict",
    "classify",
    "find_forms",
    "form_relevance",
]
