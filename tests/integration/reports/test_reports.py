"""The report of a run over REST: from stored phases, measurements and series to panels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.report_runs import GIB, add_curve, add_phase, add_rounds, falling, level, make_report_run, spans

from storagelab.analysis.bins import compute_bin_value, find_bin_index
from storagelab.analysis.latency_slices import LatencyInterval, fold_intervals, pack_slices
from storagelab.db.models import LatencyOverTime, Run
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.reports.schemas import Report

HISTOGRAM = {100_000 + 1000 * step: 2**step for step in range(20)}


def get(client: TestClient, run: Run) -> dict[str, Any]:
    answer = client.get(f"/api/v1/runs/{run.id}/report")
    assert answer.status_code == 200, answer.text
    Report.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    return body


def panel(report: dict[str, Any], panel_id: str) -> dict[str, Any]:
    chosen: dict[str, Any] = next(panel for panel in report["panels"] if panel["id"] == panel_id)
    return chosen


def parameters_of(report: dict[str, Any]) -> dict[str, Any]:
    (block,) = [section for section in report["header"] if section["title"] == "Test parameters"]
    return {fact["name"]: fact["value"] for fact in block["facts"]}


def writes(iops: float, **more: Any) -> dict[str, ObservedPart]:
    count = sum(HISTOGRAM.values())
    latency = LatencyStatistics(n=count, mean=150_000.0, stddev=10.0, min=90_000.0, max=900_000.0)
    return {"write": ObservedPart(count, count * 4096, iops, iops * 4096, 60.0, latency, **more)}


def test_stored_run_with_a_loop_has_a_report(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "iops")
    add_rounds(make, run, "IOPS")

    report = get(viewer, run)

    matrix = panel(report, "matrix")
    assert (len(matrix["rows"]), len(matrix["columns"])) == (8, 7)
    assert all(value is not None for row in matrix["values"] for value in row)
    assert [block["title"] for block in report["header"]] == [
        "Test platform",
        "Storage platform",
        "Set-up parameters",
        "Test parameters",
        "Steady state",
    ]
    assert viewer.get(f"/api/v1/runs/{run.id}").json()["report"] == "iops"


def test_skipped_round_is_excluded_and_failed_round_missing(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "lat")
    phases = add_rounds(make, run, "LAT")
    last = max(phase.ordinal for phase in phases)
    add_phase(make, run, last + 1, "Round 6: 4 KiB, 0/100", {}, round=6, loop="LAT", state="skipped")
    phases[0].state = "failed"
    make.session.flush()

    report = get(viewer, run)

    assert report["steady"] is True
    cells = panel(report, "cells")["rows"]
    assert cells[0][1] is None
    assert all(row[1] is not None for row in cells[1:])


@pytest.mark.parametrize("state", ["failed", "cancelled", "lost"])
def test_incomplete_phase_has_no_point_and_is_listed(viewer: TestClient, make: Factory, state: str) -> None:
    run = make_report_run(make, "wsat")
    (begin, end), (begin_2, end_2) = spans((200, 20))
    first = add_phase(make, run, 1, "Write saturation", writes(2000.0), t0_ms=begin, t1_ms=end)
    add_curve(make, first, 200, falling(8000, 2000))
    single = writes(900.0, bins=HISTOGRAM, percentiles_of="lat")
    load = {"threads": 1, "queue_depth": 1, "t0_ms": begin_2, "t1_ms": end_2}
    point = add_phase(make, run, 2, "Response times T1Q1", single, **load)
    assert "Cut short, without figures" not in parameters_of(get(viewer, run))
    assert panel(get(viewer, run), "histogram")["bins"]

    point.state = state
    make.session.flush()
    report = get(viewer, run)

    # The second phase had half of its time: neither its average nor its histogram is one of the test.
    assert panel(report, "histogram")["bins"] == []
    assert parameters_of(report)["Cut short, without figures"] == f"2. Response times T1Q1 ({state})"


def test_write_saturation_over_time_bytes_and_fills(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "wsat")
    (begin, end), (begin_2, end_2) = spans((200, 20))
    first = add_phase(make, run, 1, "Write saturation", writes(2000.0), t0_ms=begin, t1_ms=end)
    add_curve(make, first, 200, falling(8000, 2000))
    single = writes(900.0, bins=HISTOGRAM, percentiles_of="lat")
    add_phase(make, run, 2, "Response times T1Q1", single, threads=1, queue_depth=1, t0_ms=begin_2, t1_ms=end_2)

    report = get(viewer, run)

    time = panel(report, "time")["lines"][0]
    assert len(time["y"]) == 200
    assert time["x"][0] == 60
    written = panel(report, "written")["lines"][0]["x"]
    assert written[0] == pytest.approx(time["y"][0] * 60 * 4096, rel=1e-6)
    assert panel(report, "fills")["lines"][0]["x"][-1] == pytest.approx(written[-1] / GIB)
    assert panel(report, "fills-log")["x"]["base"] == 10
    assert [line["name"] for line in panel(report, "response-times")["lines"]] == ["Average", "99 %", "Maximum"]
    histogram = panel(report, "histogram")
    assert histogram["bins"][-1]["percent"] == 100
    assert [mark["label"] for mark in histogram["marks"]] == ["ART", "99.9 %", "99.99 %", "99.999 %", "MRT"]
    assert report["steady"] is True


def test_write_saturation_draws_the_99_999_percentile(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "wsat")
    ((begin, end),) = spans((200,))
    phase = add_phase(make, run, 1, "Write saturation", writes(2000.0), t0_ms=begin, t1_ms=end)
    add_curve(make, phase, 200, falling(8000, 2000))
    fast, slow = (find_bin_index(ns) for ns in (100_000, 9_000_000))
    counted = (np.array([fast, slow]), np.array([2_000_000, 40]))
    minutes = [LatencyInterval(60_000 * number, 60_000, {"write": counted}) for number in range(1, 201)]
    slices = fold_intervals(minutes, 60_000)["write"]
    times, data = pack_slices(slices)
    make.session.add(
        LatencyOverTime(
            run_id=run.id, phase_id=phase.id, direction="write", n=len(slices), ios=int(slices.ios.sum()), times=times,
            data=data,
        )
    )  # fmt: skip
    make.session.flush()

    drawn = panel(get(viewer, run), "response-times")

    far = drawn["lines"][1]
    assert far["name"] == "99.999 %"
    assert len(far["x"]) == 200
    assert far["y"] == [compute_bin_value(slow)] * 200
    assert drawn["note"].startswith("99.999 % is that of parts of 1 min.")


def test_cross_stimulus_recovery_names_the_minute(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "xsr")
    shapes = (level(500.0), falling(9000, 3000), lambda share: 100 + 800 * share)
    for ordinal, ((begin, end), shape) in enumerate(zip(spans((60, 40, 60)), shapes, strict=True), 1):
        size = 8192 if ordinal == 2 else 2**20
        phase = add_phase(make, run, ordinal, f"{ordinal}", writes(1.0), block_bytes=size, t0_ms=begin, t1_ms=end)
        add_curve(make, phase, round((end - begin) / 60_000), shape)

    report = get(viewer, run)

    ((average, after, _),) = panel(report, "recovery")["rows"]
    assert average == pytest.approx(500 * 2**20)
    # 100 + 800 * share reaches 500 half-way: minute 31 is the first whole one above it.
    assert after == 31 * 60
    assert report["steady"] is None
    assert len(panel(report, "throughput")["lines"]) == 3


@pytest.mark.parametrize("rounds", [1, 5])
def test_the_number_of_queries_does_not_grow(
    viewer: TestClient, make: Factory, connection: Connection, rounds: int
) -> None:
    run = make_report_run(make, "iops")
    add_rounds(make, run, "IOPS", rounds=rounds)

    with counted_queries(connection) as queries:
        get(viewer, run)

    assert len(queries) <= 12, "\n".join(queries)


def test_run_without_a_report_is_not_found(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)

    answer = viewer.get(f"/api/v1/runs/{run.id}/report")

    assert answer.status_code == 404
    assert "not a test of the SNIA specification" in answer.json()["detail"]
    assert viewer.get("/api/v1/runs/r-99999/report").status_code == 404


def test_clients_cache_reports_of_ended_runs(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, "xsr")
    moving = make_report_run(make, "xsr", state="running")

    first = viewer.get(f"/api/v1/runs/{run.id}/report")
    again = viewer.get(f"/api/v1/runs/{run.id}/report", headers={"If-None-Match": first.headers["etag"]})

    assert again.status_code == 304
    assert viewer.get(f"/api/v1/runs/{moving.id}/report").headers["cache-control"] == "no-store"
