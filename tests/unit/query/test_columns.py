"""Columns of a table: printing and parsing are inverse, errors point at characters."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.errors import InvalidQuery
from storagelab.query.columns import (
    MAX_COLUMNS,
    Baseline,
    MatchedWorkload,
    NamedWorkload,
    Sort,
    TableColumn,
    parse_columns,
    parse_group,
    parse_sort,
    parse_sorts,
)
from storagelab.query.grammar import parse_query
from storagelab.query.resolving import resolve_query
from storagelab.query.run_fields import RUN_FIELDS

LABEL = RUN_FIELDS.by_name["label"]
NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(str.strip).filter(bool)
queries = ["bs:4k read:100% qd:32", 'workload:"a, (b)" OR -threads>4', "NOT (read:0..50 random:*)"]


def matched(text: str) -> MatchedWorkload:
    query = parse_query(text)
    assert query is not None
    return MatchedWorkload(query, resolve_query(query, RUN_FIELDS, NOW))


fields = st.sampled_from([field for field in RUN_FIELDS.fields if field.type != "label"]).map(TableColumn)
labels = texts.map(str.lower).map(lambda key: TableColumn(LABEL, label_key=key))
workloads = texts.map(NamedWorkload) | st.sampled_from(queries).map(matched)
figures = st.builds(
    lambda field, workload: TableColumn(field, workload=workload),
    st.sampled_from([field for field in RUN_FIELDS.fields if field.group == "figure"]),
    workloads,
)
keys = fields | labels | figures
differences = st.builds(
    lambda column, number: replace(column, baseline=Baseline(number)), figures, st.integers(0, 999_999_999)
)
columns = keys | differences


@given(st.lists(columns, max_size=5, unique=True))
def test_printed_columns_parse_to_themselves(given_columns: list[TableColumn]) -> None:
    text = " , ".join(column.expression for column in given_columns)
    assert parse_columns(text, RUN_FIELDS) == tuple(given_columns)


@given(keys, st.booleans())
def test_sort_expression_parses_to_the_same_sort(column: TableColumn, is_descending: bool) -> None:
    sort = Sort(column, is_descending)
    assert parse_sort(sort.expression, RUN_FIELDS) == sort


@given(st.dictionaries(keys, st.booleans(), min_size=1, max_size=5))
def test_printed_orders_parse_to_themselves(given_orders: dict[TableColumn, bool]) -> None:
    sorts = tuple(Sort(column, is_descending) for column, is_descending in given_orders.items())
    assert parse_sorts(" , ".join(sort.expression for sort in sorts), RUN_FIELDS) == sorts


@given(st.text(max_size=40) | st.text('iopslabel.@,"() \\-:4kbs', max_size=40))
def test_any_text_gives_columns_or_located_error(text: str) -> None:
    error = None
    try:
        parsed = parse_columns(text, RUN_FIELDS)
    except InvalidQuery as caught:
        error = caught
    if error is not None:
        assert error.parameter == "columns"
        assert 0 <= error.start <= error.end <= len(text)
    else:
        assert parse_columns(",".join(column.expression for column in parsed), RUN_FIELDS) == parsed


@pytest.mark.parametrize(
    ("text", "marked", "part_of_message"),
    [
        ("iops,iop", "iop", "Did you mean iops?"),
        ("iops,,model", "", "A column is missing"),
        ("model, iops ,model", "model", "listed twice"),
        ('iops,p99@"4K', '"4K', "no closing one"),
        ("p99@(bs:4k", "(bs:4k", "not closed"),
        ("iops,p99@(bs:4k blo:3)", "blo", "The field blo is unknown"),
        ("p99@(bs:4x)", "4x", "unknown unit"),
        ("p99@(iops>5k)", "iops>5k", "Only conditions on the workload"),
        ("p99@(fio)", "fio", "Only conditions on the workload"),
        ("p99@()", "", "is empty"),
        ("iops,p99@", "p99", "quotation marks, or a query"),
        ("p99@4k", "4k", "quotation marks, or a query"),
        ('model@"4K"', "model", "is not a figure"),
        ('p99"4K"', '"4K"', "sign @ is missing"),
        ("label.", "", "has no key"),
        ('label."a"b', '"a"b', "in quotation marks"),
        ("iops,vs(iops)", "iops", "the number of a run"),
        ("vs(iops, r-x)", "r-x", "the number of a run"),
        ("vs(model, r-4)", "model", "Differences are possible for figures"),
        ("vs(vs(iops, r-4), r-5)", "vs(iops, r-4)", "Differences are possible for figures"),
        ("curve,iops", "curve", "is a picture"),
    ],
)
def test_errors_point_at_the_characters(text: str, marked: str, part_of_message: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        parse_columns(text, RUN_FIELDS)
    assert part_of_message in caught.value.message
    assert text[caught.value.start : caught.value.end] == marked


def test_sort_and_group_require_one_sortable_value() -> None:
    for parse, text, message in (
        (parse_sort, "-label", "Name the key of the label"),
        (parse_sort, "iops,p99", "Only one column"),
        (parse_sort, "-vs(iops, r-4)", "Order them by iops"),
        (parse_group, "iops", "is a figure"),
        (parse_group, "label", "Name the key of the label"),
    ):
        with pytest.raises(InvalidQuery, match=message) as caught:
            parse(text, RUN_FIELDS)
        assert caught.value.parameter == ("sort" if parse is parse_sort else "group")


def test_the_number_of_columns_has_a_limit() -> None:
    names = ",".join(f"label.k{number}" for number in range(MAX_COLUMNS + 1))
    with pytest.raises(InvalidQuery, match=f"At most {MAX_COLUMNS}"):
        parse_columns(names, RUN_FIELDS)


def test_headings_of_files_end_with_the_unit() -> None:
    text = 'p99@"4K",throughput@(bs:4k),bs,drive_size,started,iops,label.release,model,duration,vs(p99, r-7)'
    assert [column.heading for column in parse_columns(text, RUN_FIELDS)] == [
        'latency_p99_ns@"4K"', "throughput_bytes_per_s@(bs:4k)", "block_bytes", "drive_size_bytes", "started_at",
        "iops", "label.release", "model", "duration_seconds", "p99_vs_r-7_percent",
    ]  # fmt: skip
