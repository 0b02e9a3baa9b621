"""Curves of several runs in one answer: each is the series of its run, with its own phase and window."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_run_with_series

from storagelab.series.schemas import Curves

ADDRESS = "/api/v1/curves"


def get(client: TestClient, runs: list[Any], metric: str = "iops", **query: Any) -> list[dict[str, Any]]:
    """Return the curves of runs, checked against the documented form."""
    answer = client.get(ADDRESS, params={"run_id": [str(run.id) for run in runs], "metric": metric, **query})
    assert answer.status_code == 200, answer.text
    Curves.model_validate_json(answer.content)
    curves: list[dict[str, Any]] = answer.json()["curves"]
    return curves


def make_run(make: Factory, *points: int, **values: Any) -> Any:
    return make_run_with_series(make, points=points, kinds=("measure",) * len(points), **values).run


def series(client: TestClient, run: Any, metric: str = "iops", **query: Any) -> dict[str, Any]:
    body: dict[str, Any] = client.get(
        "/api/v1/series", params={"run_id": str(run.id), "metric": metric, **query}
    ).json()
    return body


@pytest.mark.parametrize("metric", ["iops", "latency_mean_ns", "latency_max_ns"])
@pytest.mark.parametrize("resolution", ["buckets", "stored"])
def test_each_curve_equals_the_series_of_its_run(
    viewer: TestClient, make: Factory, metric: str, resolution: str
) -> None:
    runs = [make_run(make, *points) for points in ((90,), (700, 400), (300, 20))]
    view = {"max_points": 100, "resolution": resolution}

    curves = get(viewer, [*runs, runs[0]], metric, **view)

    assert curves == [series(viewer, run, metric, **view) for run in [*runs, runs[0]]]


def test_each_run_has_its_own_phase_and_window(viewer: TestClient, make: Factory) -> None:
    first, second = (make_run(make, 300, 200) for _ in range(2))

    curves = get(
        viewer, [first, second, second], phase=["2", "all", "1"], from_ms=[350_000, 0, 10_000], to_ms=[400_000]
    )

    assert curves == [
        series(viewer, first, phase="2", from_ms=350_000, to_ms=400_000),
        series(viewer, second, phase="all", from_ms=0, to_ms=400_000),
        series(viewer, second, phase="1", from_ms=10_000, to_ms=400_000),
    ]


def test_running_phase_is_drawn_beside_stored_ones(viewer: TestClient, make: Factory) -> None:
    stored = make_run_with_series(make, points=(60,)).run
    living = make_run(make, 30, 30, folded=False, state="running")

    curves = get(viewer, [stored, living])

    assert [curve["points"] for curve in curves] == [60, 60]
    assert [curve["complete"] for curve in curves] == [True, False]


def test_more_runs_take_no_more_queries(viewer: TestClient, make: Factory, connection: Connection) -> None:
    runs = [make_run_with_series(make, points=(60,)).run for _ in range(6)]
    with counted_queries(connection) as few:
        get(viewer, runs[:2])
    with counted_queries(connection) as many:
        get(viewer, runs)

    assert len(many) == len(few)


def test_an_unchanged_answer_is_not_sent_twice(viewer: TestClient, make: Factory) -> None:
    runs = [make_run_with_series(make, points=(60,)).run for _ in range(2)]
    query = {"run_id": [str(run.id) for run in runs], "metric": "iops"}
    etag = viewer.get(ADDRESS, params=query).headers["ETag"]

    assert viewer.get(ADDRESS, params=query, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"phase": ["0", "0", "0"]}, "phase"),
        ({"from_ms": [1, 2, 3]}, "from_ms"),
        ({"from_ms": [5], "to_ms": [5]}, "to_ms"),
        ({"run_id": []}, "run_id"),
        ({"metric": "utilisation"}, "metric"),
        ({"metric": "latency_p99_ns", "source": "telemetry"}, "metric"),
    ],
)
def test_values_unsuitable_for_the_runs_are_refused(
    viewer: TestClient, make: Factory, query: dict[str, Any], path: str
) -> None:
    runs = [make_run_with_series(make, points=(60,)).run for _ in range(2)]

    answer = viewer.get(ADDRESS, params={"run_id": [str(run.id) for run in runs], "metric": "iops", **query})

    assert answer.status_code == 422
    assert path in answer.text


def test_unknown_run_or_phase_is_not_found(viewer: TestClient, make: Factory) -> None:
    run = make_run_with_series(make, points=(60,)).run

    unknown_run = viewer.get(ADDRESS, params={"run_id": [str(run.id), "r-99999"], "metric": "iops"})
    unknown_phase = viewer.get(ADDRESS, params={"run_id": str(run.id), "metric": "iops", "phase": "7"})

    assert (unknown_run.status_code, unknown_phase.status_code) == (404, 404)
