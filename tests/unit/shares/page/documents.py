"""Frozen documents as docs/share-document.md describes them, small and whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from tests.unit.shares.completed import complete

from storagelab.shares.document.share import DOCUMENTS, ShareDocument
from storagelab.shares.page import build
from storagelab.shares.page.model import PageCell, PageTable, SharePageModel

Document = dict[str, Any]

WORKLOAD = {"description": "4K random read, 16T/16Q", "read_percent": 100.0, "outstanding_ios": 256}
JOB = "[global]\nioengine=libaio\ndirect=1\n\n[phase]\nrw=randread\nbs=4096\n"


def a_measurement(**changes: Any) -> Document:
    """Return the measurement of one phase."""
    names = ("latency_stddev_ns", "latency_min_ns", "latency_p50_ns", "latency_p90_ns", "latency_p9999_ns")
    measurement: Document = dict.fromkeys(names)
    return (
        measurement
        | {
            "iops": 231_456.4,
            "bandwidth_bytes_per_s": 948_045_414.4,
            "latency_n": 1_000_000,
            "latency_mean_ns": 1_104_000.0,
            "latency_p99_ns": 2_310_000.0,
            "latency_p999_ns": 4_400_000.0,
            "latency_max_ns": 18_000_000.0,
            "percentiles_of": "lat",
            "outstanding_ios": 256,
            "little_ratio": 0.998,
            "estimated": False,
            "value_kind": "exact",
            "badges": [],
            "parts": [],
        }
        | changes
    )


def a_phase(ordinal: int, **changes: Any) -> Document:
    """Return a phase of a minute that finished."""
    return {
        "ordinal": ordinal,
        "name": f"4K read {ordinal}",
        "kind": "measure",
        "group": None,
        "loop": None,
        "round": None,
        "in_window": None,
        "state": "finished",
        "workload": WORKLOAD,
        "planned_seconds": 60.0,
        "t0_ms": (ordinal - 1) * 60_000,
        "t1_ms": ordinal * 60_000,
        "stop": None,
        "stop_reason": None,
        "message": None,
        "measurement": a_measurement(),
    } | changes


def a_verdict(**changes: Any) -> Document:
    """Build a verdict that is steady within five rounds."""
    return {
        "status": "steady",
        "metric": "iops",
        "round_seconds": 60.0,
        "window": [3, 7],
        "first_steady_round": 3,
        "average": 95_012.5,
        "range_pct": 6.2,
        "slope_pct": -1.1,
        "range_limit_pct": 20.0,
        "slope_limit_pct": 10.0,
        "rounds": [99e3, 97e3, 95e3, 95.2e3, 94.9e3, 95.1e3, 94.8e3],
        "sentence": "Steady from round 3 on",
        "loops": None,
    } | changes


def a_run(number: str = "r-7", **changes: Any) -> Document:
    """Return a run of one phase after a fill."""
    return {
        "number": number,
        "title": f"Random read {number}",
        "origin": "measured",
        "state": "finished",
        "data": "complete",
        "scale": "full",
        "engine": "fio",
        "engine_version": "fio-3.36",
        "profile": {"name": "quick-4k", "version": 2, "title": "Quick 4K"},
        "started_at": "2026-11-20T12:00:00+00:00",
        "finished_at": "2026-11-20T12:02:00+00:00",
        "duration_s": 120.0,
        "verdict": a_verdict(),
        "headline": [],
        "badges": [],
        "failure": None,
        "source": None,
        "invalid": None,
        "configuration": "c1",
        "method": [{"label": "Profile", "value": "quick-4k, version 2"}, {"label": "Engine", "value": "fio-3.36"}],
        "job_files": [{"ordinal": 2, "name": "4K read", "text": JOB}],
        "artifacts": [
            {"name": "phase-2.json", "size_bytes": 20_480, "sha256": "ab" * 32, "part": None, "redacted_sha256": None}
        ],
        "series": [{"phase_ordinal": 2, "points": 60, "part": "series"}],
        "bins": [],
        "phases": [a_phase(1, name="Fill", kind="fill", measurement=None), a_phase(2)],
    } | changes


def a_chart(**changes: Any) -> Document:
    """Return a chart with all values that are read from it when it is frozen."""
    return {
        "kind": "rounds",
        "title": "Steady state",
        "caption": "Each round, the measurement window, its average, best fit and allowed range.",
        "settings": {},
        "data": "chart-rounds",
        "runs": ["r-7"],
        "sentence": "Steady from round 3 on. The vertical axis does not begin at zero.",
        "heights": [412, 430],
        "table": "chart-rounds-table",
    } | changes


def the_parts() -> dict[str, Any]:
    """Return the parts of these documents by name."""
    rows = [
        [index, value, "inside" if 3 <= index <= 7 else "outside"]
        for index, value in enumerate(a_verdict()["rounds"], 1)
    ]
    columns = [{"title": "Round", "unit": None}, {"title": "IOPS", "unit": "1/s"}, {"title": "Window", "unit": None}]
    return {
        "chart-rounds": a_verdict(),
        "chart-rounds-table": {"caption": "Value of each round", "columns": columns, "rows": rows},
    }


def a_document(kind: str = "run", **changes: Any) -> Document:
    """Return a document of one run with one chart between two texts."""
    configuration = {
        "key": "c1",
        "name": "PERC H965i, 8 drives, RAID 5",
        "class_hash": "1" * 64,
        "instance_hash": "2" * 64,
        "rows": [{"label": "Controller", "value": "PERC H965i"}, {"label": "Kernel", "value": "6.1.0"}],
        "measured_with": ["r-7"],
    }
    return {
        "schema": "storagelab.share/2",
        "share": {
            "kind": kind,
            "title": "Random reads of RAID 5",
            "author": "A. Author",
            "licence": "CC BY 4.0",
            "contact": "lab@example.org",
            "embargo_until": None,
            "lineage_id": "0198",
            "version": 2,
            "frozen_at": "2026-11-20T14:02:00+00:00",
            "redaction": {"serials": False, "names": False, "aliases": False},
        },
        "product": {"name": "Storage Lab", "version": "0.1.0"},
        "configurations": [configuration],
        "runs": [a_run()],
        "view": None if kind == "run" else {},
        "counted": [],
        "headline": [
            {"label": "IOPS at steady state", "value": 95_012.5, "unit": "1/s", "better": "higher",
             "configuration": "c1", "relative_percent": None, "baseline": False}
        ],
        "caveats": [{"code": "few_repeats", "label": "One run only", "detail": "nothing is known of its spread"}],
        "body": [{"text": "# Before\n\nWhat **we** saw."}, {"chart": "rounds"}, {"text": "After."}],
        "charts": {"rounds": a_chart()},
        "recipe": None,
        "parts": {name: {"sha256": _sha256(value), "size_bytes": 1, "media_type": "application/json"}
                  for name, value in the_parts().items()},
    } | changes  # fmt: skip


def document_of(document: Document) -> ShareDocument:
    """Return a document as its types."""
    return complete(DOCUMENTS[document["share"]["kind"]], document)


def page_of(document: Document, parts: Callable[[str], bytes] | None = None) -> SharePageModel:
    """Return the page of a document."""
    return build.page_of(document_of(document), parts or reader())


def reader(parts: dict[str, Any] | None = None) -> Callable[[str], bytes]:
    """Return a function that gives the bytes of a part by its name."""
    held = the_parts() if parts is None else parts
    return lambda name: json.dumps(held[name]).encode()


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()


def find_table(document: Document, section_id: str) -> PageTable | None:
    """Return the table of a section of one block; None without the section."""
    sections = {section.id: section for section in page_of(document).sections}
    if section_id not in sections:
        return None
    (block,) = sections[section_id].blocks
    assert isinstance(block, PageTable)
    return block


def read_rows(table: PageTable) -> list[dict[str, PageCell]]:
    """Return the cells of each row by the titles of their columns."""
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]
