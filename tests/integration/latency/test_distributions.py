"""Latency distributions over REST: phases, cells of loops, directions and unknown values."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.report_runs import add_phase, make_report_run
from tests.result_factories import make_measurement

from storagelab.analysis.bins import compute_bin_value, find_bin_index
from storagelab.db.models import Run
from storagelab.demo.load import ensure_demo_data
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.latency.schemas import RunLatency

FAST, SLOW, WORST = (compute_bin_value(find_bin_index(ns)) for ns in (100_000, 1_000_000, 9_000_000))


def get(client: TestClient, run: Run, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1/runs/{run.id}/latency", params=query)
    assert answer.status_code == 200, answer.text
    RunLatency.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    return body


def part(bins: dict[int, int] | None, of: Any = "lat", n: int | None = None) -> ObservedPart:
    count = sum(bins.values()) if bins else n
    return ObservedPart(
        ios=count, iops=1.0, latency=LatencyStatistics(n=count, mean=1.0), percentiles_of=of, bins=bins
    )  # fmt: skip


def by_direction(item: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {distribution["direction"]: distribution for distribution in item["distributions"]}


def value_at(distribution: dict[str, Any], answer: dict[str, Any], percent: float) -> float | None:
    value: float | None = distribution["percentiles_ns"][answer["percents"].index(percent)]
    return value


def test_reads_and_writes_are_separate_and_merged(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_phase(make, run, 1, "mixed", {"read": part({FAST: 700, SLOW: 300}), "write": part({SLOW: 990, WORST: 10})})

    answer = get(viewer, run)

    (item,) = answer["items"]
    assert (item["phase_ordinal"], item["name"], item["rounds"], item["loop"]) == (1, "mixed", [], None)
    assert item["outstanding_ios"] == 32
    distributions = by_direction(item)
    assert list(distributions) == ["total", "read", "write"]
    assert {distribution["of"] for distribution in distributions.values()} == {"lat"}
    assert [distribution["n"] for distribution in distributions.values()] == [2000, 1000, 1000]
    assert value_at(distributions["read"], answer, 50) == FAST
    assert value_at(distributions["write"], answer, 50) == SLOW
    # 50 % of both together: merged bins, no mean of 0.1 and 1 ms.
    assert value_at(distributions["total"], answer, 50) == SLOW
    assert value_at(distributions["total"], answer, 0) == FAST
    assert value_at(distributions["total"], answer, 99.5) == SLOW
    assert value_at(distributions["total"], answer, 99.9) is None
    assert answer["min_beyond"] == 10
    cdf = distributions["total"]["cdf"]
    assert (cdf["value_ns"], cdf["percent"]) == ([FAST, SLOW, WORST], [35.0, 99.5, 100.0])
    assert all(upper > value for upper, value in zip(cdf["upper_ns"], cdf["value_ns"], strict=True))


def test_loop_cell_merges_counted_rounds(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    for number, bins in enumerate(({WORST: 5000}, {FAST: 900}, {SLOW: 100}), start=1):
        add_phase(
            make, run, number, f"Round {number}: 4K", {"write": part(bins)}, loop="IOPS", round=number,
            in_measurement_window=number > 1,
        )  # fmt: skip
    add_phase(make, run, 9, "Round 1: 8K", {"write": part({FAST: 100})}, loop="Later", round=1)

    answer = get(viewer, run)

    (cell,) = answer["items"]
    assert (cell["name"], cell["loop"], cell["rounds"], cell["phase_ordinal"]) == ("4K", "IOPS", [2, 3], 3)
    total = by_direction(cell)["total"]
    assert total["n"] == 1000
    assert (value_at(total, answer, 90), value_at(total, answer, 95)) == (FAST, SLOW)


def test_round_without_bins_leaves_the_cell_unknown(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    bins = ({FAST: 900}, None)
    for number, round_bins in enumerate(bins, start=1):
        add_phase(
            make, run, number, f"Round {number}: 4K", {"write": part(round_bins, n=900)}, loop="IOPS", round=number,
            in_measurement_window=True,
        )  # fmt: skip
    add_phase(make, run, 3, "two clocks", {"read": part({FAST: 900}), "write": part({FAST: 900}, of="clat")})
    add_phase(make, run, 4, "half known", {"read": part({FAST: 900}), "write": part(None, n=900)})
    add_phase(make, run, 5, "idle writes", {"read": part({FAST: 900}), "write": part(None, n=0)})

    directions = {item["name"]: sorted(by_direction(item)) for item in get(viewer, run)["items"]}

    assert directions == {
        "4K": [],
        "two clocks": ["read", "write"],
        "half known": ["read"],
        "idle writes": ["read", "total"],
    }


def test_printed_percentiles_are_marked(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    phase = make.phase(run, ordinal=1, name="imported")
    make_measurement(
        make, phase, latency_p50_ns=200.0, latency_p99_ns=900.0, percentiles_of="clat",
        badges=[{"code": "estimated_percentiles", "label": "", "level": "info", "detail": None}],
    )  # fmt: skip
    make_measurement(make, make.phase(run, ordinal=2, name="mean alone"), latency_mean_ns=5.0)

    answer = get(viewer, run)

    (printed,) = answer["items"][0]["distributions"]
    assert (printed["source"], printed["of"], printed["estimated"], printed["n"]) == ("printed", "clat", True, None)
    assert (value_at(printed, answer, 50), value_at(printed, answer, 99)) == (200.0, 900.0)
    assert (value_at(printed, answer, 95), printed["cdf"]) == (None, None)
    assert answer["items"][1]["distributions"] == []


@pytest.mark.in_turn
def test_published_figures_have_no_distribution(viewer: TestClient, make: Factory) -> None:
    ensure_demo_data(make.session)
    run = viewer.get("/api/v1/runs", params={"origin": "published"}).json()["items"][0]

    answer = viewer.get(f"/api/v1/runs/{run['number']}/latency").json()

    assert answer["items"]
    assert all(not item["distributions"] or item["distributions"][0]["source"] == "printed" for item in answer["items"])


def test_phases_are_selected_and_cdf_is_optional(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    for ordinal in (1, 2, 3):
        add_phase(make, run, ordinal, f"phase {ordinal}", {"read": part({FAST: 100})})
    fill = make.phase(run, ordinal=4, kind="fill")
    make_measurement(make, fill, iops=1.0)

    assert [item["phase_ordinal"] for item in get(viewer, run)["items"]] == [1, 2, 3]
    chosen = get(viewer, run, phase=[3, 1], cdf=False)["items"]
    assert [item["phase_ordinal"] for item in chosen] == [1, 3]
    assert all(distribution["cdf"] is None for item in chosen for distribution in item["distributions"])
    missing = viewer.get(f"/api/v1/runs/{run.id}/latency", params={"phase": 4})
    assert missing.status_code == 404
    assert "no result of phase 4" in missing.json()["detail"]


@pytest.mark.parametrize("query", [{"phase": "x"}, {"phase": 0}, {"cdf": "perhaps"}, {"phase": list(range(1, 62))}])
def test_other_questions_are_refused(viewer: TestClient, make: Factory, query: dict[str, Any]) -> None:
    run = make_report_run(make, None)

    assert viewer.get(f"/api/v1/runs/{run.id}/latency", params=query).status_code == 422
    assert viewer.get("/api/v1/runs/r-99999/latency").status_code == 404


def test_clients_cache_finished_runs(viewer: TestClient, make: Factory) -> None:
    run = make_report_run(make, None)
    add_phase(make, run, 1, "reads", {"read": part({FAST: 100})})
    address = f"/api/v1/runs/{run.id}/latency"

    first = viewer.get(address)
    again = viewer.get(address, headers={"If-None-Match": first.headers["etag"]})
    run.state = "running"
    make.session.flush()

    assert again.status_code == 304
    assert viewer.get(address).headers["cache-control"] == "no-store"


def test_the_number_of_queries_does_not_grow(viewer: TestClient, make: Factory, connection: Connection) -> None:
    small, large = make_report_run(make, None), make_report_run(make, None)
    for run, phases in ((small, 1), (large, 12)):
        for ordinal in range(1, phases + 1):
            add_phase(make, run, ordinal, f"phase {ordinal}", {"read": part({FAST: 100}), "write": part({SLOW: 9})})
    counts = []
    for run in (small, large):
        make.session.expire_all()
        with counted_queries(connection) as queries:
            get(viewer, run)
        counts.append(len(queries))
    assert counts[0] == counts[1]
