"""Response times over time over REST: slices, cells, spans, and runs that have none."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.report_runs import add_phase, make_report_run
from tests.result_factories import add_chunk, make_run_with_series

from storagelab.analysis.bins import Bins, compute_bin_value, find_bin_index, merge_bins
from storagelab.analysis.latency_slices import pack_histograms
from storagelab.db import models
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.latency.over_time_schemas import LatencyOverTimeOut
from storagelab.results.compaction import fold_phase
from storagelab.results.latency_over_time import store_over_time

FAST, SLOW, WORST = (compute_bin_value(find_bin_index(ns)) for ns in (100_000, 1_000_000, 9_000_000))

Moment = dict[str, Bins | None]


def add_timed_phase(make: Factory, run: models.Run, ordinal: int, moments: list[Moment], **values: Any) -> models.Phase:
    """Add a folded phase with one second for each moment.

    A direction without bins was timed, but its latencies are unknown.
    """
    bins_by_direction = {
        direction: merge_bins(moment[direction] or {} for moment in moments if direction in moment)
        for direction in ("read", "write")
    }
    parts = {
        direction: ObservedPart(
            ios=sum(bins.values()), iops=1.0, latency=LatencyStatistics(n=sum(bins.values()), mean=1.0),
            percentiles_of="lat", bins=bins,
        )
        for direction, bins in bins_by_direction.items()
        if bins
    }  # fmt: skip
    phase = add_phase(make, run, ordinal, f"phase {ordinal}", parts, **values)
    attempt = make.attempt(run, state="succeeded", ordinal=ordinal, started_at=LONG_AGO)
    for number, moment in enumerate(moments, start=1):
        samples = [sample(number * 1000, direction, bins) for direction, bins in moment.items()]
        chunk = add_chunk(make, attempt, phase, samples)
        chunk.histograms = pack_histograms(list(moment.values()))
    make.session.flush()
    fold_phase(make.session, phase=phase, attempt_id=attempt.id, now=LONG_AGO)
    make.session.flush()
    return phase


def sample(t_ms: int, direction: str, bins: Bins | None) -> dict[str, Any]:
    n = 5 if bins is None else sum(bins.values())
    latency = {"n": n, "mean": 1.0 if n else None, "stddev": None, "min": None, "max": None}
    return {
        "t_ms": t_ms, "dt_ms": 1000, "direction": direction, "ios": n, "bytes": n * 4096, "latency": latency,
        "p99_ns": None, "p999_ns": None,
    }  # fmt: skip


def fetch(client: TestClient, path: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1/runs/{path}", params=query)
    assert answer.status_code == 200, answer.text
    LatencyOverTimeOut.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    return body


def histograms(client: TestClient, path: str, **query: Any) -> dict[str, Any]:
    answer: dict[str, Any] = fetch(client, path, phase=1, **query)["histograms"]
    return answer


def test_every_slice_has_its_own_percentiles(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_timed_phase(make, run, 1, [{"write": {FAST: 990, SLOW: 10}}, {"write": {FAST: 9_000, WORST: 1_000}}])

    answer = histograms(viewer, f"r-{run.number}/latency-over-time")

    assert (answer["direction"], answer["of"], answer["result_ios"]) == ("total", "lat", 11_000)
    slices = answer["slices"]
    assert (slices["t0_ms"], slices["t1_ms"], slices["ios"]) == ([0, 1000], [1000, 2000], [1000, 10_000])
    by_percent = dict(zip(answer["percents"], slices["percentiles_ns"], strict=True))
    assert by_percent == {
        50.0: [FAST, FAST],
        99.0: [FAST, WORST],
        # Of a thousand I/Os one is slower, and ten have to be.
        99.9: [None, WORST],
        99.99: [None, None],
        99.999: [None, None],
    }
    cells = answer["cells"]
    assert (cells["slice"], cells["ios"]) == ([0, 0, 1, 1], [990, 10, 9_000, 1_000])
    for row, value in zip(cells["row"], (FAST, SLOW, FAST, WORST), strict=True):
        assert cells["low_ns"][row] <= value < cells["high_ns"][row]


def test_directions_are_separate_and_merged(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_timed_phase(make, run, 1, [{"read": {FAST: 70}, "write": {SLOW: 30}}, {"read": {FAST: 5}}])

    (item,) = fetch(viewer, f"{run.id}/latency-over-time")["phases"]
    assert (item["directions"], item["slices"], item["ios"]) == (["total", "read", "write"], 2, 105)
    totals = {
        direction: histograms(viewer, f"{run.id}/latency-over-time", direction=direction)["slices"]["ios"]
        for direction in item["directions"]
    }
    assert totals == {"total": [100, 5], "read": [70, 5], "write": [30, 0]}
    answer = viewer.get(f"/api/v1/runs/{run.id}/latency-over-time", params={"phase": 1, "direction": "trim"})
    assert answer.status_code == 404
    assert "trim" in answer.json()["detail"]


def test_gap_has_no_slice_unlike_a_stall(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_timed_phase(make, run, 1, [{"write": {FAST: 9}}, {"write": None}, {"write": {}}, {"write": {FAST: 20}}])

    answer = histograms(viewer, f"{run.id}/latency-over-time")

    slices = answer["slices"]
    assert (slices["t0_ms"], slices["t1_ms"], slices["ios"]) == ([0, 2000, 3000], [1000, 3000, 4000], [9, 0, 20])
    assert slices["percentiles_ns"][0] == [None, None, FAST]
    assert answer["result_ios"] == 29


def test_span_merges_the_histograms_of_its_slices(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    moments: list[Moment] = [{"write": {FAST: 1000}}, {"write": {SLOW: 900}}, {"write": {SLOW: 50, WORST: 50}}]
    add_timed_phase(make, run, 1, moments)
    path = f"{run.id}/latency-over-time"

    whole = histograms(viewer, path)["span"]
    (result,) = viewer.get(f"/api/v1/runs/{run.id}/latency").json()["items"]
    total = next(distribution for distribution in result["distributions"] if distribution["direction"] == "total")
    assert whole["distribution"] == total
    assert (whole["from_ms"], whole["to_ms"]) == (0, 3000)
    assert histograms(viewer, path, from_ms=0, to_ms=3000) == histograms(viewer, path)

    answer = histograms(viewer, path, from_ms=1400, to_ms=2600)
    part = answer["span"]
    assert (part["from_ms"], part["to_ms"]) == (1000, 3000)
    assert answer["slices"]["t0_ms"] == [1000, 2000]
    assert list(zip(answer["cells"]["slice"], answer["cells"]["ios"], strict=True)) == [(0, 900), (1, 50), (1, 50)]
    assert histograms(viewer, path, from_ms=1400) == answer
    assert part["distribution"]["n"] == 1000
    assert part["distribution"]["percentiles_ns"][part["percents"].index(99)] == WORST
    assert part["distribution"]["percentiles_ns"][part["percents"].index(99.9)] is None

    none = histograms(viewer, path, from_ms=1600, to_ms=2400)
    assert (none["span"], none["slices"]["t0_ms"], none["cells"]["ios"]) == (None, [], [])
    assert len(none["slices"]["percentiles_ns"]) == len(none["percents"])
    assert viewer.get(f"/api/v1/runs/{path}", params={"from_ms": 5, "to_ms": 5}).status_code == 422


def test_run_without_timed_histograms_lists_no_phases(viewer: TestClient, make: Factory) -> None:
    run = make_run_with_series(make).run
    assert fetch(viewer, f"{run.id}/latency-over-time")["phases"] == []
    answer = viewer.get(f"/api/v1/runs/{run.id}/latency-over-time", params={"phase": 1})
    assert answer.status_code == 404
    assert "over time of phase 1" in answer.json()["detail"]
    assert viewer.get("/api/v1/runs/r-999999/latency-over-time").status_code == 404
    assert viewer.get(f"/api/v1/runs/{run.id}/latency-over-time", params={"phase": 0}).status_code == 422


@pytest.mark.parametrize("phases", [1, 6])
def test_phase_list_needs_constant_queries(
    viewer: TestClient, make: Factory, connection: Connection, phases: int
) -> None:
    run = make_report_run(make, None)
    for ordinal in range(1, phases + 1):
        add_timed_phase(make, run, ordinal, [{"read": {FAST: 20}, "write": {SLOW: 30}}])
    with counted_queries(connection) as queries:
        assert len(fetch(viewer, f"{run.id}/latency-over-time")["phases"]) == phases
    assert len(queries) <= 6


def test_ended_run_is_revalidated_by_its_version(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_timed_phase(make, run, 1, [{"write": {FAST: 20}}])
    path = f"/api/v1/runs/{run.id}/latency-over-time?phase=1"
    tag = viewer.get(path).headers["etag"]
    assert viewer.get(path, headers={"If-None-Match": tag}).status_code == 304
    run.state = "running"
    make.session.flush()
    assert viewer.get(path).headers["cache-control"] == "no-store"


def test_storing_histograms_twice_is_idempotent(make: Factory) -> None:
    run = make_report_run(make, None)
    phase = add_phase(make, run, 1, "writes", {})
    chunk = add_chunk(make, make.attempt(run, state="running"), phase, [sample(1000, "write", {FAST: 3})])
    chunk.histograms = pack_histograms([{FAST: 3}])
    make.session.flush()
    table = models.LatencyOverTime
    rows = select(table.direction, table.ios, table.data).where(table.phase_id == phase.id)
    stored = []
    for _ in range(2):
        store_over_time(make.session, phase=phase, chunks=[chunk])
        make.session.flush()
        stored.append(make.session.execute(rows).all())
    assert stored[0] == stored[1]
    assert [(row.direction, row.ios) for row in stored[0]] == [("write", 3)]
