"""Plain words, one spelling and one unit of metrics, durations and ends in REST, events and exports."""

from __future__ import annotations

import ast
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.http.field_spellings import find_faults, find_name_faults, find_text_faults, read_document
from tests.unit.shares.page.documents import a_document, page_of

from storagelab.campaigns.campaign_schemas import CampaignResults
from storagelab.campaigns.results import format_results_csv
from storagelab.evaluate.columns import list_dimensions
from storagelab.http.rest_names import get_rest_field_name
from storagelab.inventory import transfer_reading
from storagelab.live import rows as live
from storagelab.runs.progress_schemas import RunProgress
from storagelab.series.schemas import SeriesData
from storagelab.shares.page.model import PageColumn

CHECKOUT = Path(__file__).parents[3]
#: A name that breaks a rule: why it has to.
EXCEPTIONS = {
    "at_least_times": "relation of a finding, in tables of findings that other programs write",
    "average": "value of `rounds` of GET /measurements, which other programs send",
    "ends_at": "end of a window that a person set, before and after it is over",
    "lat": "fio's name of what percentiles are of, and the SNIA test of that name",
    "latency_above_ms": "limit of a profile, in the unit of the profile",
    "latency_n": "number of I/Os",
    "remaining_days": "of the endurance of a drive; `remaining_seconds` is of a run",
    "remaining_seconds": "of a run; `remaining_days` is of the endurance of a drive",
    "slope_per_round": "in the unit of the metric",
}
#: What documents of engines hold that are generated for benchmarks, and columns that files of the lab are read by.
FOREIGN_MODULES = frozenset({"generated_documents.py", "generated_inventory.py", "generated_logs.py"})
#: Columns of the database that commands write.
COLUMNS = frozenset({"error_kept"})


def openapi() -> dict[str, Any]:
    """Return the description that clients are generated from."""
    document: dict[str, Any] = json.loads((CHECKOUT / "frontend/openapi.json").read_bytes())
    return document


def schema(name: str, kind: dict[str, Any]) -> dict[str, Any]:
    """Return a document with one field."""
    return {"components": {"schemas": {"Planted": {"properties": {name: kind}}}}}


NUMBER, WHOLE, MOMENT = {"type": "number"}, {"type": "integer"}, {"type": "string", "format": "date-time"}
TEXT, FLAG = {"type": "string"}, {"type": "boolean"}


def test_rest_has_one_spelling() -> None:
    spellings = read_document(openapi())
    assert find_faults(spellings, EXCEPTIONS) == []
    # The walk reaches bodies, answers, parameters, values and paths.
    assert {"throughput_bytes_per_s", "latency_p99_ns", "max_points"} <= spellings.numbers.keys()
    assert {"finished_at", "estimated_finish_at"} <= spellings.moments.keys()
    assert {"latency_p9999_ns", "throughput_bytes_per_s"} <= spellings.values.keys()
    assert {"latency-over-time", "ref", "target-probes"} <= spellings.segments.keys()


def test_every_exception_is_still_needed() -> None:
    faulty = {fault.partition(":")[0] for fault in find_faults(read_document(openapi()))}
    assert EXCEPTIONS.keys() <= faulty


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lat_mean_ns", NUMBER), ("latency_mean", NUMBER), ("latency_average_ns", NUMBER), ("latency_p99_us", NUMBER),
        ("latency_us", NUMBER), ("latency_p99_9_ns", NUMBER), ("bandwidth_bytes_per_s", NUMBER),
        ("bytes_per_s", NUMBER), ("throughput", NUMBER), ("throughput_mb_per_s", NUMBER), ("cov_percent", NUMBER),
        ("range_pct", NUMBER), ("range_limit", NUMBER), ("slope_limit", NUMBER), ("used_percentage", NUMBER),
        ("maximum_seconds", NUMBER), ("minimum", WHOLE), ("least", WHOLE), ("most", WHOLE), ("duration_s", NUMBER),
        ("duration", NUMBER), ("elapsed_sec", NUMBER), ("wait_usec", WHOLE), ("look_back_day", WHOLE),
        ("runtime", WHOLE), ("ended_at", MOMENT), ("finish_at", MOMENT), ("eta_at", MOMENT), ("stopped_at", MOMENT),
        ("finished", MOMENT), ("asked_at", MOMENT), ("took_seconds", NUMBER), ("bytes_read", WHOLE),
        ("capacity_bytes_here", WHOLE), ("seconds_left", NUMBER), ("percent_used", NUMBER), ("kept", WHOLE),
        ("kept", TEXT), ("who", TEXT), ("why_not", TEXT), ("what", TEXT), ("stands", FLAG), ("run_standing", TEXT),
        ("toldBy", TEXT), ("second_place", TEXT), ("so_many_runs", WHOLE),
    ],
)  # fmt: skip
def test_a_planted_spelling_is_found(name: str, kind: dict[str, Any]) -> None:
    for variant in (kind, {"anyOf": [kind, {"type": "null"}]}, {"type": "array", "items": kind}):
        faults = find_faults(read_document(schema(name, variant)))
        assert faults, name
        assert all(fault.startswith(f"{name}: ") and "(Planted)" in fault for fault in faults)


@pytest.mark.parametrize("value", ["lat_p99", "bandwidth", "latency_mean", "bytes_per_s", "who", "asked", "not_kept"])
def test_planted_value_and_parameter_are_found(value: str) -> None:
    values = {"type": "string", "enum": ["iops", value]}
    parameter = {"name": value, "schema": {"type": "number"}}
    assert find_faults(read_document(schema("metric", values)))
    assert find_faults(read_document({"paths": {"/x": {"get": {"parameters": [parameter]}}}}))


@pytest.mark.parametrize("path", ["/shares/{ref}/asked", "/told-runs", "/runs/{who}", "/jobs/avg-latency/{ref}"])
def test_planted_path_segment_is_found(path: str) -> None:
    [fault] = find_faults(read_document({"paths": {"/jobs/{ref}/probe-results": {}, path: {}}}))
    assert path in fault


def test_two_units_of_one_duration_are_found() -> None:
    both = {"properties": {"round_seconds": NUMBER, "round_ms": WHOLE, "pause_ms": WHOLE}}
    faults = find_faults(read_document({"components": {"schemas": {"Planted": both}}}))
    assert [fault.partition(":")[0] for fault in faults] == ["round_ms", "round_seconds"]


def test_measurements_and_series_use_rest_names() -> None:
    columns = [get_rest_field_name(name) for name, *_ in list_dimensions()]
    assert find_name_faults([*columns, *SeriesData.model_fields]) == []
    assert {"throughput_bytes_per_s", "latency_p9999_ns"} <= set(columns)


def test_events_have_the_names_of_rest() -> None:
    latency = {"n": 1, "mean": 1.0, "stddev": 0.0, "min": 1, "max": 1}
    sample = {"t_ms": 1000, "dt_ms": 1000, "ios": 1, "bytes": 4096, "latency": latency, "p99_ns": 1.0}
    (point,) = live.iterate_live_points([sample], t0_ms=0)
    progress = RunProgress.model_json_schema(mode="serialization")
    assert find_name_faults(point) == []
    assert find_faults(read_document({"components": {"schemas": {"Progress": progress}}}), EXCEPTIONS) == []
    assert find_name_faults(keys_of(Path(live.__file__))) == []
    assert {"throughput_bytes_per_s", "latency_mean_ns", "latency_p99_ns"} <= set(point)


def test_export_tables_use_rest_names() -> None:
    results = CampaignResults(number="m-1", name="x", states=["optimal", "rebuilding"], lines=[])
    heads = format_results_csv(results).strip().split(",")
    assert "rebuilding_throughput_bytes_per_s" in heads
    facts = [name for names in transfer_reading.FACT_COLUMNS.values() for name in names]
    lists = [*transfer_reading.PIECE_COLUMNS, *transfer_reading.MODEL_COLUMNS, *transfer_reading.PUBLISHED_COLUMNS]
    assert find_name_faults([*heads, *facts, *lists]) == []
    assert find_name_faults(["optimal_bytes_per_s", "run_lat_mean"]) != []


def test_workbook_headings_use_field_terms() -> None:
    heads = [column.title for column in columns_of(page_of(a_document()))]
    assert len(heads) > 5
    assert find_text_faults(heads) == []
    assert find_text_faults(["Bandwidth", "Avg latency", "Lat p99", "Time (sec)"]) != []


def test_command_line_uses_rest_names() -> None:
    modules = [path for folder in ("cli", "bench", "backup") for path in modules_of(folder)]
    keys = {key for path in modules for key in keys_of(path)}
    # `parse` prints what it promises to other programs, in the words of engines.
    assert find_name_faults(keys - COLUMNS) == []
    heads = [head for path in modules_of("cli") for head in heads_of(path)]
    assert {"Mean latency", "p99 latency"} <= set(heads)
    assert find_text_faults(heads) == []


def modules_of(package: str) -> list[Path]:
    """Return the modules of a package of the product whose names are its own."""
    paths = sorted((CHECKOUT / "backend/storagelab" / package).glob("*.py"))
    return [path for path in paths if path.name not in FOREIGN_MODULES]


def keys_of(path: Path) -> Iterator[str]:
    """Yield the keys of the objects that a module writes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            yield from (key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def heads_of(path: Path) -> Iterator[str]:
    """Yield the heads of the tables that a module prints: texts of its tuples."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Tuple):
            yield from (
                element.value
                for element in node.elts
                if isinstance(element, ast.Constant) and isinstance(element.value, str)
            )


def columns_of(value: Any) -> Iterator[PageColumn]:
    """Yield the columns of every table within a page."""
    if isinstance(value, PageColumn):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for member in dataclasses.fields(value):
            yield from columns_of(getattr(value, member.name))
    elif isinstance(value, tuple | list):
        for member in value:
            yield from columns_of(member)
