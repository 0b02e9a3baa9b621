"""CSV of a permalink, which states for every figure whether it counts."""

from __future__ import annotations

import csv
import io
from typing import Any

from tests.unit.shares.completed import complete

from storagelab.shares.document.share import RunDocument
from storagelab.shares.measurements_csv import format_measurements_csv


def _rows(document: dict[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(format_measurements_csv(complete(RunDocument, document)))))


def test_row_has_validity_and_estimation_of_its_figure() -> None:
    measurement = {"iops": 1000.4, "latency_p99_ns": 5.5, "value_kind": "exact", "estimated": True}
    phase = {"ordinal": 1, "name": "4k", "kind": "measure", "workload": {}, "measurement": measurement,
             "state": "finished", "loop": "wsat", "round": 3, "in_window": False}  # fmt: skip
    run = {"number": "r-1", "configuration": None, "phases": [phase], "origin": "imported", "scale": "smoke",
           "state": "failed", "data": "partial", "invalid": {"at": "2026-11-22T09:30Z", "reason": "Hot"}}  # fmt: skip
    (row,) = _rows({"runs": [run], "configurations": []})
    assert (row["iops"], row["state"], row["loop"], row["round"]) == ("1000.4", "finished", "wsat", "3")
    assert (row["in_window"], row["estimated"]) == ("False", "True")
    assert [row[f"run_{name}"] for name in ("origin", "scale", "state", "data", "invalid")] == [
        *("imported", "smoke", "failed", "partial", "Hot"),
    ]  # fmt: skip
