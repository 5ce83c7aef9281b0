"""Static weights: w = tf * df over the largest, by hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.static import static_weights
from focused_crawler.topic.terms import count_terms

DOCUMENTS = st.lists(
    st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.integers(1, 50)), max_size=6
)


def test_worked_example() -> None:
    documents = [
        count_terms("Iron ore is mined. Iron ore holds iron."),
        count_terms("The mine sells ore for the metal."),
        count_terms("Iron is a metal."),
    ]
    # tf: iron 4, ore 3, mine 2, metal 2, hold 1, sell 1; df: iron 2, ore 2, mine 2, metal 2, 1, 1
    expected = {
        "iron": 1.0, "ore": 6 / 8, "mine": 4 / 8, "metal": 4 / 8, "hold": 1 / 8, "sell": 1 / 8
    }  # fmt: skip
    assert dict(static_weights(documents).items()) == expected


def test_best_terms_are_kept_and_fewer_than_fifty() -> None:
    document = {f"term{n:02}": n for n in range(1, 100)}
    assert static_weights([document], size=2).top(9) == [("term99", 1.0), ("term98", 98 / 99)]
    assert len(static_weights([document])) == 49


def test_no_documents_give_an_empty_table() -> None:
    assert len(static_weights([])) == 0


@settings(max_examples=100, deadline=None)
@given(DOCUMENTS)
def test_largest_weight_is_one_and_order_of_documents_does_not_matter(
    documents: list[dict[str, int]],
) -> None:
    table = static_weights(documents)
    assert table == static_weights(documents[::-1])
    assert not table or max(weight for _, weight in table.items()) == 1.0
