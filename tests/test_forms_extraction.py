"""Forms as pages write them: labels, buttons, tables, loose search boxes, and broken markup."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.forms import Form, find_forms

PAGE = "http://quarry.example/stones/index.html"


def forms(markup: str) -> tuple[Form, ...]:
    return find_forms(PAGE, f"<html><body>{markup}</body></html>".encode(), "utf-8")


def only(markup: str) -> Form:
    (form,) = forms(markup)
    return form


def test_form_keeps_action_method_fields_and_button() -> None:
    form = only(
        '<h2>Stones</h2><form action="find?x=1" method="POST" id="f" class="big">'
        '<input name="stone" placeholder="granite"><select name="sort"><option>Age<option>Size'
        "</select><textarea name=note required></textarea><input type=hidden name=t>"
        "<button>Look up</button></form>"
    )
    assert (form.action, form.method) == ("http://quarry.example/stones/find?x=1", "post")
    assert [field.kind for field in form.fields] == ["text", "select", "textarea", "hidden"]
    assert [field.name for field in form.visible] == ["stone", "sort", "note"]
    assert form.fields[0].hint == "granite"
    assert form.fields[1].options == ("Age", "Size")
    assert form.fields[2].is_required
    assert form.buttons == ("Look up",)
    assert form.heading == "Stones"
    assert form.identity == "f big"


def test_base_element_moves_relative_actions() -> None:
    form = only('<base href="http://other.example/a/"><form action=go></form>')
    assert form.action == "http://other.example/a/go"


def test_action_that_is_no_page_is_the_page_itself() -> None:
    assert [f.action for f in forms('<form action="javascript:x()"></form><form></form>')] == [
        PAGE,
        PAGE,
    ]


def test_unreadable_action_does_not_stop_the_page() -> None:
    assert only('<form action="http://["><input name=a></form>').action == PAGE


def test_label_is_found_wherever_a_person_reads_it() -> None:
    form = only(
        "<form><label for=a>By id</label><input id=a><label>Around <input></label>"
        '<input aria-label="For readers"><span id=s>Elsewhere</span><input aria-labelledby=s>'
        "<table><tr><td>In a cell</td><td><input></td></tr></table>"
        "<p><input type=checkbox> After the box</p></form>"
    )
    assert [field.label for field in form.fields] == [
        "By id", "Around", "For readers", "Elsewhere", "In a cell", "After the box",
    ]  # fmt: skip


def test_paragraph_and_script_before_a_field_are_no_label() -> None:
    prose = "word " * 40
    assert only(f"<form><p>{prose}</p><input></form>").fields[0].label == ""
    assert only("<form><script>var a = 1</script><input></form>").fields[0].label == ""


def test_form_that_starts_inside_a_table_keeps_its_fields() -> None:
    form = only(
        "<table><form action=/s><tr><td><input name=q></td><td><input type=submit value=Go></td>"
        "</tr></form></table>"
    )
    assert [field.name for field in form.fields] == ["q"]
    assert form.buttons == ("Go",)


def test_control_outside_joins_the_form_it_names() -> None:
    form = only("<form id=f action=/s></form><input form=f name=q><button form=f>Go</button>")
    assert [field.name for field in form.fields] == ["q"]
    assert form.buttons == ("Go",)


def test_loose_search_box_comes_after_the_forms() -> None:
    found = forms(
        '<div role=search><input name=stone><button>Go</button></div><input name="city">'
        "<form action=/login><input type=password></form>"
    )
    assert [form.is_form for form in found] == [True, False]
    assert found[1].fields[0].name == "stone"
    assert found[1].buttons == ("Go",)


def test_image_button_speaks_through_its_alternative_text() -> None:
    assert only('<form><input type=image src=x alt="Find"></form>').buttons == ("Find",)


def test_declared_encoding_is_used() -> None:
    body = "<form><input type=submit value='поиск'></form>".encode("cp1251")
    assert find_forms(PAGE, body, "windows-1251")[0].buttons == ("поиск",)


def test_same_form_on_two_pages_has_one_key() -> None:
    body = b"<form action=/search?from=1><input name=q><input type=hidden name=t></form>"
    here, there = (find_forms(f"http://quarry.example/{n}", body)[0] for n in "ab")
    assert here.key == there.key == "get quarry.example/search q"


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_no_bytes_break_the_reader(body: bytes) -> None:
    assert isinstance(find_forms(PAGE, b"<form>" + body), tuple)


PIECES = [
    "<form>", "</form>", "<table>", "<tr><td>", "</table>", "<input name=q>", "<label>", "<select>",
    "<option>", "<div>", "</div>", "<textarea>", "text", "<input form=a>", "<form id=a>",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30))
@settings(max_examples=100, deadline=None)
def test_there_are_never_more_forms_than_form_elements(pieces: list[str]) -> None:
    found = forms("".join(pieces))
    written = sum(piece.startswith("<form") for piece in pieces)
    assert sum(form.is_form for form in found) <= written
