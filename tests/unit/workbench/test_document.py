"""The document of a workbench: what is written is read again, and each fault has its place."""

from __future__ import annotations

import datetime as dt
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.errors import InvalidInput, InvalidQuery
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.http.schemas import clean_line
from storagelab.workbench.document import (
    PANEL_METRICS,
    ChartKind,
    QueryEntries,
    SweepAxis,
    WorkbenchDocument,
    read_entries_query,
)

NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
PANEL = {"id": "p1", "chart": "bars", "metric": "iops", "x": 0, "y": 0, "w": 6, "h": 10}
DOCUMENT: dict[str, Any] = {"version": 1, "entries": {"runs": ["r-1", "r-2"]}, "panels": [PANEL]}

lines = st.text(min_size=1, max_size=12).filter(lambda text: _is_line(text))
run_numbers = st.integers(1, 10**12).map(lambda number: f"r-{number}")
entries = st.one_of(
    st.fixed_dictionaries({"runs": st.lists(run_numbers, unique=True, max_size=5)}),
    st.fixed_dictionaries({"query": st.just("") | lines, "newest": st.integers(1, 48), "time_zone": st.just("UTC")}),
)
spans = st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 10**6)).map(
    lambda pair: {"from": pair[0], "to": sum(pair)}
)


def _is_line(text: str) -> bool:
    try:
        return clean_line(text) == text
    except ValueError:
        return False


@st.composite
def panels(draw: st.DrawFn, number: int) -> dict[str, Any]:
    chart = draw(st.sampled_from(get_args(ChartKind)))
    over_time = chart in ("over_time", "multiples")
    results = [get_rest_metric_name(key) for key in METRICS]
    width = draw(st.integers(1, 12))
    return {
        "id": f"p{number}",
        "chart": chart,
        "metric": draw(st.sampled_from(PANEL_METRICS if over_time else results)),
        "workload": draw(st.none() | lines),
        "phase": draw(st.none() | lines) if over_time else None,
        "factors": draw(st.lists(lines, unique=True, max_size=2)) if chart == "heat_map" else [],
        "axis": draw(st.none() | st.sampled_from(get_args(SweepAxis))) if chart == "sweep" else None,
        "options": {
            name: draw(st.booleans()) for name in ("interval", "knee", "link_limit", "end_value", "log", "ratio")
        },
        "x": draw(st.integers(0, 12 - width)),
        "y": draw(st.integers(0, 100)),
        "w": width,
        "h": draw(st.integers(1, 24)),
    }


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(st.integers(0, 4))
    return {
        "version": 1,
        "entries": draw(entries),
        "baseline": draw(st.none() | run_numbers),
        "hidden": draw(st.lists(run_numbers, unique=True, max_size=3)),
        "colours": draw(st.dictionaries(run_numbers, st.integers(0, 47), max_size=3)),
        "grouped_by": draw(st.none() | lines),
        "group_colours": draw(st.booleans()),
        "pooled": draw(st.booleans()),
        "numbers": draw(st.sampled_from(["absolute", "relative", "ratio"])),
        "linked": draw(st.booleans()),
        "align": draw(st.sampled_from(["start", "phase", "steady"])),
        "range": draw(st.none() | spans),
        "panels": [draw(panels(number)) for number in range(count)],
    }


@given(documents())
def test_document_survives_a_json_round_trip(document: dict[str, Any]) -> None:
    read = WorkbenchDocument.model_validate(document)
    assert read.to_json() == read.model_dump(mode="json") == document
    assert WorkbenchDocument.model_validate_json(read.model_dump_json()) == read


def test_absent_fields_have_defaults() -> None:
    read = WorkbenchDocument.model_validate({"version": 1, "entries": {"query": "fio"}})
    assert read.to_json() == {
        "version": 1, "entries": {"query": "fio", "newest": 20, "time_zone": "UTC"}, "baseline": None, "hidden": [],
        "colours": {}, "grouped_by": None, "group_colours": False, "pooled": True, "numbers": "absolute",
        "linked": True, "align": "start", "range": None, "panels": [],
    }  # fmt: skip


def test_panel_metrics_cover_results_and_telemetry() -> None:
    names = {get_rest_metric_name(key) for key in (*METRICS, *TELEMETRY_METRICS)}
    assert set(PANEL_METRICS) == names


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": 2}, "version"),
        ({"colour": 1}, "colour"),
        ({"colours": {"r-1": 48}}, "colours.r-1"),
        ({"entries": {}}, "entries"),
        ({"entries": None}, "entries"),
        ({"entries": {"runs": ["r-1"], "query": "x"}}, "entries.of_query.runs"),
        ({"entries": {"runs": ["r-01"]}}, "entries.fixed.runs.0"),
        ({"entries": {"runs": ["r-1", "r-1"]}}, "entries.fixed.runs.1"),
        ({"entries": {"runs": [f"r-{number}" for number in range(1, 50)]}}, "entries.fixed.runs"),
        ({"entries": {"query": "x", "newest": 49}}, "entries.of_query.newest"),
        ({"entries": {"query": "x" * 2001}}, "entries.of_query.query"),
        ({"baseline": "j-1"}, "baseline"),
        ({"numbers": "percent"}, "numbers"),
        ({"range": {"from": 5, "to": 5}}, "range.to"),
        ({"range": {"from": -(2**53), "to": 5}}, "range.from"),
        ({"align": "end"}, "align"),
        ({"pooled": 1}, "pooled"),
        ({"grouped_by": ""}, "grouped_by"),
        ({"panels": [PANEL, PANEL]}, "panels.1.id"),
        ({"panels": [PANEL | {"id": f"p{number}"} for number in range(25)]}, "panels"),
        ({"panels": [PANEL | {"id": "P1"}]}, "panels.0.id"),
        ({"panels": [PANEL | {"colour": 1}]}, "panels.0.colour"),
        ({"panels": [PANEL | {"chart": "pie"}]}, "panels.0.chart"),
        ({"panels": [PANEL | {"metric": "lat_p99"}]}, "panels.0.metric"),
        ({"panels": [PANEL | {"metric": "temperature"}]}, "panels.0.metric"),
        ({"panels": [PANEL | {"factors": ["array.level"]}]}, "panels.0.factors"),
        ({"panels": [PANEL | {"phase": "precondition"}]}, "panels.0.phase"),
        ({"panels": [PANEL | {"x": 7}]}, "panels.0.w"),
        ({"panels": [PANEL | {"h": 25}]}, "panels.0.h"),
        ({"panels": [PANEL | {"options": {"legend": True}}]}, "panels.0.options.legend"),
    ],
)
def test_a_fault_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(ValidationError) as caught:
        WorkbenchDocument.model_validate(DOCUMENT | change)
    assert [".".join(map(str, fault["loc"])) for fault in caught.value.errors()] == [place]


def test_wrong_query_is_refused_with_its_position() -> None:
    with pytest.raises(InvalidQuery) as caught:
        read_entries_query(QueryEntries(query="fio modle:x"), NOW, path="entries")
    fault = caught.value
    assert (fault.path, fault.start, fault.end, fault.suggestion) == ("entries.query", 4, 9, "model")
    with pytest.raises(InvalidInput) as wrong_zone:
        read_entries_query(QueryEntries(query="", time_zone="Moon"), NOW, path="entries")
    assert wrong_zone.value.path == "entries.time_zone"


def test_query_dates_use_its_time_zone() -> None:
    there, here = (
        read_entries_query(QueryEntries(query="started:today", time_zone=zone), NOW, path="")
        for zone in ("Asia/Tokyo", "UTC")
    )
    assert there != here
