"""What forms are for: examples of every class in several languages, and laws of the verdict."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.forms import (
    CLASSES,
    Field,
    Form,
    FormModel,
    classify,
    find_forms,
    form_relevance,
)
from focused_crawler.forms.features import features
from focused_crawler.forms.lexicon import kinds_named

# One string for each form: markup of our own making.
EXAMPLES = {
    "searchable": [
        '<form action="/search"><input type=search name=q><button>Search</button></form>',
        '<form action="/suche" method=post><input name=wort><button>Suchen</button></form>',
        "<form action=/katalog>Slovo <input name=slovo><button>Hledat</button></form>",
        """<form action="/flats"><label>City <select name=city><option>Ulm</select></label>
           <label>Rooms <select name=rooms><option>1<option>2</select></label>
           <input type=submit value="Find flats"></form>""",
        '<form action="/p"><input name=s placeholder="検索"><button>検索</button></form>',
    ],
    "login": [
        """<form action="/login" method=post>User <input name=user> Password
           <input type=password name=pass><input type=submit value="Log in"></form>""",
        """<form action="/anmelden" method=post><label>Benutzername <input name=nutzer></label>
           <label>Passwort <input type=password name=pw></label><button>Anmelden</button></form>""",
    ],
    "registration": [
        """<form action="/register" method=post>Name <input name=name>
           E-mail <input type=email name=email> Password <input type=password name=p1>
           Repeat password <input type=password name=p2><input type=checkbox name=terms>
           I agree to the terms <input type=submit value="Create account"></form>""",
    ],
    "recovery": [
        """<form action="/password/forgot" method=post><h2>Forgot your password?</h2>
           E-mail <input type=email name=email><button>Reset password</button></form>""",
    ],
    "mailing list": [
        """<form action="/newsletter/subscribe" method=post>Our newsletter
           <input type=email name=email placeholder="E-mail"><button>Subscribe</button></form>""",
    ],
    "contact": [
        """<form action="/contact" method=post>Name <input name=name> E-mail <input name=email>
           Subject <input name=subject> Message <textarea name=message></textarea>
           <button>Send message</button></form>""",
    ],
    "order": [
        """<form action="/cart/add" method=post><input type=hidden name=product value=7>
           Quantity <input name=qty value=1><button>Add to cart</button></form>""",
    ],
}


def read(markup: str) -> Form:
    return find_forms("http://quarry.example/", markup.encode(), "utf-8")[0]


@pytest.mark.parametrize(("name", "markup"), [(n, m) for n, ms in EXAMPLES.items() for m in ms])
def test_plain_example_gets_its_class(name: str, markup: str) -> None:
    assert classify(read(markup)).name == name


def test_loose_search_box_is_searchable() -> None:
    box = read('<div role="search"><input name="q" placeholder="Search"><button>Go</button></div>')
    assert not box.is_form
    assert classify(box).is_searchable


def test_host_and_page_address_do_not_matter() -> None:
    markup = EXAMPLES["searchable"][0].encode()
    verdicts = [
        classify(find_forms(url, markup)[0]).probability
        for url in ("http://login.example/register", "file:///tmp/a.html", "http://a.example/")
    ]
    assert len(set(verdicts)) == 1


def test_model_is_the_formula_of_its_docstring() -> None:
    flat = [0.0] * (len(CLASSES) - 2)
    model = FormModel([0.0, 0.0, *flat], {"method=get": [1.0986122886681098, 0.0, *flat]})
    verdict = model.classify(Form("http://a.example/", "http://a.example/s", "get"))
    assert verdict.probability == pytest.approx(0.75)  # sigmoid(ln 3)
    assert verdict.probabilities["login"] == pytest.approx(0.25 / 7)


def test_model_survives_its_json() -> None:
    model = FormModel([0.5] * len(CLASSES), {'odd "name" ü': [1.0] * len(CLASSES)})
    assert FormModel.from_json(model.to_json()) == model


def test_model_of_other_classes_is_refused() -> None:
    with pytest.raises(ValueError, match="classes"):
        FormModel.from_json(json.dumps({"classes": ["a"], "intercepts": [0], "weights": {}}))


texts = st.text(max_size=20)
fields = st.builds(
    Field, kind=st.sampled_from(["text", "password", "select", "hidden", "odd"]), name=texts,
    label=texts, hint=texts, identity=texts, options=st.lists(texts, max_size=3).map(tuple),
)  # fmt: skip


@given(st.lists(fields, max_size=5), st.lists(texts, max_size=2), st.sampled_from(["get", "post"]))
@settings(max_examples=100, deadline=None)
def test_probabilities_sum_to_one_for_any_form(
    found: list[Field], buttons: list[str], method: str
) -> None:
    page = "http://a.example/"
    verdict = classify(Form(page, page, method, tuple(found), tuple(buttons)))
    assert sum(verdict.probabilities.values()) == pytest.approx(1)
    assert verdict.is_searchable == (verdict.probabilities["searchable"] >= 0.5)
    assert verdict.name in CLASSES


def test_glued_names_are_seen_through() -> None:
    found = features(read("<form><input name=txtSearchBox></form>"))
    assert {"name:search", "name search", "any:search", "one box"} <= set(found)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("sign in", "login"), ("signin", "login"), ("пошук", "search"), ("đăng nhập", "login"),
     ("passwort vergessen", "recovery"), ("warenkorb", "order")],
)  # fmt: skip
def test_purposes_are_named_in_many_languages(text: str, kind: str) -> None:
    assert kind in kinds_named(text)


def test_short_stem_must_be_a_word() -> None:
    assert "search" in kinds_named("q")
    assert kinds_named("aqua") == set()


def test_bare_box_inherits_its_page_and_a_speaking_form_does_not_need_it() -> None:
    def grade(text: str) -> float:
        return 0.8 if "granite" in text else 0.0

    bare, speaking = read("<form><input name=q></form>"), read("<form>granite<input></form>")
    assert form_relevance(bare, grade, page=0.6) == 0.6
    assert form_relevance(speaking, grade, page=0.1) == 0.8
