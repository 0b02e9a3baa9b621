"""The grammar of queries: printing and parsing are inverse, errors point at characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.errors import InvalidQuery
from storagelab.query.grammar import MAX_CHARACTERS, MAX_NESTING, MAX_PARTS, parse_query
from storagelab.query.printing import print_query
from storagelab.query.tree import And, Condition, Not, Or, Query, Value, ValueRange, Word

EXAMPLE = 'model:"PM9A3" raid:10 iops>500k p99<1ms started>-7d label:release=24.1 -state:failed'

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
bare = st.text("abZ019.-/=%:<>*_µé", min_size=1, max_size=8).filter(lambda text: ".." not in text)
names = st.from_regex(r"[a-zA-Z][a-z0-9_.]{0,8}", fullmatch=True)
words = st.builds(Word, any_text | bare | st.sampled_from(["AND", "OR", "NOT", "-a", "a:b", ">5"]))
single = st.builds(Value, bare) | st.builds(Value, any_text, st.just(True))
no_dots = st.text("abc019-%", min_size=1, max_size=6)
ranges = st.builds(ValueRange, st.none() | st.builds(Value, no_dots), st.none() | st.builds(Value, no_dots))
conditions = st.one_of(
    st.builds(
        Condition,
        names,
        st.sampled_from([">", ">=", "<", "<="]),
        # Behind > it would belong to the operator.
        single.filter(lambda value: value.is_quoted or not value.text.startswith("=")),
    ),
    st.builds(Condition, names, st.just(":"), single | ranges),
)
queries: st.SearchStrategy[Query] = st.recursive(
    words | conditions,
    lambda below: st.one_of(
        st.lists(below, min_size=2, max_size=4).map(lambda items: And(tuple(items))),
        st.lists(below, min_size=2, max_size=4).map(lambda items: Or(tuple(items))),
        below.map(Not),
    ),
    max_leaves=12,
)


@given(queries)
def test_printed_query_parses_to_the_same_query(query: Query) -> None:
    assert parse_query(print_query(query)) == query


@given(st.text(max_size=60) | st.text('ab:<>=-"() \\.*ORNT1', max_size=60))
def test_any_text_gives_query_or_located_error(text: str) -> None:
    error = None
    try:
        query = parse_query(text)
    except InvalidQuery as caught:
        error = caught
    if error is None:
        assert parse_query(print_query(query)) == query
    else:
        assert 0 <= error.start <= error.end <= len(text)


def test_parsed_terms_have_their_text_positions() -> None:
    text = f"{EXAMPLE} (fio OR NOT iops:100k..500k)"
    leaves: list[Word | Condition] = []

    def collect(query: Query) -> None:
        if isinstance(query, And | Or):
            for item in query.items:
                collect(item)
        elif isinstance(query, Not):
            collect(query.item)
        else:
            leaves.append(query)

    parsed = parse_query(text)
    assert parsed is not None
    collect(parsed)

    assert [text[leaf.start : leaf.end] for leaf in leaves] == [
        *('model:"PM9A3"', "raid:10", "iops>500k", "p99<1ms", "started>-7d", "label:release=24.1", "state:failed"),
        *("fio", "iops:100k..500k"),
    ]
    named = [leaf for leaf in leaves if isinstance(leaf, Condition)]
    assert [text[leaf.start : leaf.name_end] for leaf in named[:3]] == ["model", "raid", "iops"]
    assert text[named[0].value.start : named[0].value.end] == '"PM9A3"'


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a or b", "a or b"),
        ("a AND b", "a b"),
        ("a b OR c", "a b OR c"),
        ("a (b OR c)", "a (b OR c)"),
        ("NOT a", "-a"),
        ("NOT (a b)", "-(a b)"),
        ("iops >= 500k", "iops>=500k"),
        ("((a))", "a"),
        ("", ""),
        ("  ", ""),
        ("release=24.1 12:30 r-12", "release=24.1 12:30 r-12"),
    ],
)
def test_queries_have_one_writing(text: str, printed: str) -> None:
    assert print_query(parse_query(text)) == printed


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("(a", (0, 2), "A parenthesis is not closed."),
        ("a)", (1, 2), "The closing parenthesis has no opening one."),
        ("()", (1, 2), "A word or a condition is missing before the parenthesis."),
        ('a "b', (2, 4), "The quotation mark has no closing one."),
        ("a OR", (3, 4), "A word or a condition is missing at the end."),
        ("OR a", (0, 2), "A word or a condition is missing before OR."),
        ("iops>", (0, 5), "The value is missing behind the operator."),
        ("iops>)", (5, 6), "The value is missing behind the operator."),
    ],
)
def test_errors_point_at_their_characters(text: str, place: tuple[int, int], sentence: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        parse_query(text)
    assert ((caught.value.start, caught.value.end), caught.value.message) == (place, sentence)


@pytest.mark.parametrize(
    "text",
    [
        "a" * (MAX_CHARACTERS + 1),
        "-" * (MAX_NESTING + 1) + "a",
        "-(" * (MAX_NESTING + 1) + "a" + ")" * (MAX_NESTING + 1),
        "a " * (MAX_PARTS + 1),
    ],
    ids=["long", "dashes", "nested", "parts"],
)
def test_large_queries_are_refused(text: str) -> None:
    with pytest.raises(InvalidQuery, match="At most"):
        parse_query(text)


def test_parentheses_alone_add_no_depth() -> None:
    assert parse_query("(" * 500 + "a" + ")" * 500) == Word("a")
