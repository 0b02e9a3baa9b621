"""Differences of figures from a baseline run: of one workload and load generator, of valid runs."""

from __future__ import annotations

import csv
import datetime as dt
import io
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_measurement

from storagelab.db.models import Run
from storagelab.results.search_filing import file_due

ADDRESS = "/api/v1/runs"
NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)


def workload(depth: int, **more: Any) -> dict[str, Any]:
    sizes = {"block_sizes": {"4096": 100.0}, "read_percent": 100.0, "random_percent": 100.0}
    return {**sizes, "threads": 1, "queue_depth": depth, "outstanding_ios": depth, **more}


def measured(make: Factory, iops: dict[int, float], *, load: dict[str, Any] | None = None, **values: Any) -> Run:
    """Return a finished run with one result for each queue depth."""
    run = make.run(make.job(), **{"state": "finished", "engine": "fio", **values})
    for ordinal, (depth, value) in enumerate(iops.items(), start=1):
        phase = make.phase(
            run, ordinal=ordinal, name=f"4K read QD{depth}", state="finished", workload=workload(depth, **load or {})
        )
        make_measurement(
            make, phase, iops=value, latency_p99_ns=1e9 / value, block_bytes=4096, read_percent=100.0,
            random_percent=100.0, threads=1, queue_depth=depth, outstanding_ios=depth,
        )  # fmt: skip
    return run


def file_all(session: Session) -> None:
    while file_due(session):
        pass


def read_rows(viewer: TestClient, columns: str, *runs: Run) -> list[dict[str, Any]]:
    query = " OR ".join(f"number:{run.number}" for run in runs)
    answer = viewer.get(ADDRESS, params={"columns": columns, "q": query, "sort": "number"})
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["items"]
    return rows


def test_differences_are_of_the_same_workload(viewer: TestClient, make: Factory, session: Session) -> None:
    base = measured(make, {1: 100.0, 32: 1000.0})
    # Its main result is at a depth at which the baseline is slower than at its best.
    shallow, faster = measured(make, {1: 150.0}), measured(make, {32: 2000.0})
    file_all(session)
    columns = f'vs(iops, r-{base.number}),vs(p99@"4k read qd1", R-{base.number}),iops'
    rows = read_rows(viewer, columns, base, shallow, faster)
    assert [row["values"] for row in rows] == [
        [0, 0, 1000],
        [pytest.approx(50), pytest.approx(-100 / 3), 150],
        [pytest.approx(100), None, 2000],
    ]
    assert [row["not_comparable"] for row in rows] == [{}, {}, {}]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"load": {"compress_percent": 50}}, "The workloads differ in compressible share of the data."),
        ({"engine": "vdbench"}, "The load generators differ: fio and vdbench."),
        ({"engine": None}, "The load generator of {number} is unknown."),
        ({"invalid_at": NOW, "invalid_reason": "Hot."}, "{number} is marked invalid."),
        ({"iops": {64: 5.0}}, "The workloads differ in queue depth (32 and 64)"),
    ],
)
def test_incomparable_figures_have_a_reason(
    viewer: TestClient, make: Factory, session: Session, values: dict[str, Any], reason: str
) -> None:
    base = measured(make, {32: 1000.0})
    other = measured(make, values.pop("iops", {32: 2000.0}), **values)
    file_all(session)
    (row,) = read_rows(viewer, f"iops,vs(iops, r-{base.number})", other)
    assert row["values"][1] is None
    assert row["not_comparable"]["1"].startswith(reason.format(number=f"r-{other.number}"))


def test_files_have_differences_in_percent(viewer: TestClient, make: Factory, session: Session) -> None:
    base, other = measured(make, {32: 1000.0}), measured(make, {32: 1500.0})
    file_all(session)
    answer = viewer.get(
        ADDRESS,
        params={"columns": f"vs(iops, r-{base.number})", "sort": "number", "q": "state:finished"},
        headers={"Accept": "text/csv"},
    )
    head, *lines = csv.reader(io.StringIO(answer.text))
    assert head[2] == f"iops_vs_r-{base.number}_percent"
    assert {line[0]: line[2] for line in lines} == {f"r-{base.number}": "0", f"r-{other.number}": "50"}


def test_unknown_baseline_is_refused_with_its_position(viewer: TestClient) -> None:
    answer = viewer.get(ADDRESS, params={"columns": "iops,vs(iops, r-999999)"})
    body = answer.json()
    assert (answer.status_code, body["detail"]) == (422, "There is no run r-999999.")
    assert (body["start"], body["end"], body["parameter"]) == (14, 22, "columns")


def test_the_number_of_queries_does_not_grow(
    viewer: TestClient, make: Factory, session: Session, connection: Connection
) -> None:
    base = measured(make, {32: 1000.0})
    others = [measured(make, {32: 1500.0 + number}) for number in range(3)]
    file_all(session)
    counts = []
    for runs in (others[:1], others):
        with counted_queries(connection) as queries:
            read_rows(viewer, f"vs(iops, r-{base.number})", *runs)
        counts.append(len(queries))
    assert counts[0] == counts[1]
