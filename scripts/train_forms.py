"""Train the form classifier: data/models/forms.json from pages whose forms people have labelled.

    python scripts/train_forms.py FOLDER [--dry-run]

FOLDER holds `*.jsonl.gz` files, one page a line: url, html, and forms, the labels of its form
elements in document order. First the method is measured by five-fold cross-validation over sites
(the forms of one site, www. and other sub-domains included, are never on both sides), then it is
trained on all of them.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import classification_report, precision_recall_fscore_support
from sklearn.model_selection import GroupKFold

from focused_crawler.forms.classifier import CLASSES, SEARCHABLE, FormModel
from focused_crawler.forms.extraction import find_forms
from focused_crawler.forms.features import features
from focused_crawler.forms.model import Form

TARGET = Path(__file__).resolve().parent.parent / "data" / "models" / "forms.json"
LABELS = {
    "search": "searchable",
    "login": "login",
    "registration": "registration",
    "password/login recovery": "recovery",
    "join mailing list": "mailing list",
    "contact/comment": "contact",
    "order/add to cart": "order",
}
UNLABELLED = {"NOT ANNOTATED", "SKIP THIS FORM"}
FOLDS = 5
REPEATS = 5  # shuffles of the folds; the spread over them is printed
STRENGTH = 1.0  # C: 0.3 to 3 measure the same within the spread
FEWEST_SITES = 3  # a feature that fewer sites share says more about them than about forms
LEAST_WEIGHT = 0.01
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled form."""

    form: Form
    label: str
    site: str


def examples(folder: Path) -> Iterator[Example]:
    """The labelled forms of all pages but those with more or fewer forms than labels."""
    for file in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from page_examples(json.loads(line))


def page_examples(page: dict[str, object]) -> Iterator[Example]:
    url, labels = str(page["url"]), page["forms"]
    assert isinstance(labels, list)
    body = str(page["html"]).encode("utf-8", "replace")
    forms = [form for form in find_forms(url, body, "utf-8") if form.is_form]
    if len(forms) != len(labels):
        return
    for form, label in zip(forms, labels, strict=True):
        if label not in UNLABELLED:
            yield Example(form, LABELS.get(label, "other"), site_of(url))


def site_of(url: str) -> str:
    """The registered name in a URL, nearly: two labels, three where the second is short (co.uk)."""
    parts = (urlsplit(url).hostname or "").split(".")
    return ".".join(parts[-3:] if len(parts) > 2 and len(parts[-2]) <= 3 else parts[-2:])


def train(forms: Sequence[Example]) -> FormModel:
    """A model learnt from some examples."""
    shared = shared_features(forms)
    found = [{k: v for k, v in features(e.form).items() if k in shared} for e in forms]
    vectorizer = DictVectorizer(sparse=False)
    table = vectorizer.fit_transform(found)
    fits = [fit_one(table, [e.label == name for e in forms]) for name in CLASSES]
    weights = np.round(np.vstack([fit.coef_[0] for fit in fits]).T, DIGITS)
    return FormModel(
        [round(float(fit.intercept_[0]), DIGITS) for fit in fits],
        {
            name: row.tolist()
            for name, row in zip(vectorizer.feature_names_, weights, strict=True)
            if abs(row).max() >= LEAST_WEIGHT
        },
    )


def fit_one(table: np.ndarray, is_class: list[bool]) -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, solver="liblinear").fit(table, is_class)


def shared_features(forms: Sequence[Example]) -> set[str]:
    sites: dict[str, set[str]] = defaultdict(set)
    for example in forms:
        for name in features(example.form):
            sites[name].add(example.site)
    return {name for name, seen in sites.items() if len(seen) >= FEWEST_SITES}


def cross_validated(forms: Sequence[Example], seed: int) -> list[str]:
    """The class each form gets from a model that never saw its site."""
    predicted = [""] * len(forms)
    folds = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for known, unknown in folds.split(forms, groups=[e.site for e in forms]):
        model = train([forms[i] for i in known])
        for i in unknown:
            predicted[i] = model.classify(forms[i].form).name
    return predicted


def measure(forms: Sequence[Example]) -> None:
    """Print precision, recall and F1, for searchable over several shuffles and for every class."""
    labels = [e.label for e in forms]
    runs = [cross_validated(forms, seed) for seed in range(REPEATS)]
    rows = [
        precision_recall_fscore_support(labels, run, labels=[SEARCHABLE], average="macro")[:3]
        for run in runs
    ]
    for name, mean, spread in zip(
        ("precision", "recall", "F1"), np.mean(rows, 0), np.std(rows, 0), strict=True
    ):
        print(f"{SEARCHABLE} {name:<9} {mean:.3f} +- {spread:.3f}")
    print(classification_report(labels, runs[0], labels=CLASSES, digits=3))


def main() -> None:
    """Measure, train, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="measure only")
    arguments = parser.parse_args()
    forms = list(examples(arguments.folder))
    if not forms:
        parser.error(f"{arguments.folder} has no *.jsonl.gz file with labelled forms")
    print(f"{len(forms)} forms of {len({e.site for e in forms})} sites, {FOLDS} folds")
    measure(forms)
    if not arguments.dry_run:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(train(forms).to_json(), encoding="utf-8")
        print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
