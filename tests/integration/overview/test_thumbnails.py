"""The key charts of runs in small, for lists."""

from __future__ import annotations

from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_measurement, make_run_with_series

ADDRESS = "/api/v1/thumbnails"


def test_thumbnails_follow_the_request_order(viewer: TestClient, make: Factory, connection: Connection) -> None:
    curve = make_run_with_series(make, points=(30,), kinds=("measure",)).run
    bars = make.run(make.job())
    make_measurement(make, make.phase(bars, state="finished"), iops=150_000.0)
    empty = make.run(make.job())
    numbers = [f"r-{run.number}" for run in (empty, bars, curve)]

    with counted_queries(connection) as queries:
        answer = viewer.get(ADDRESS, params={"run_id": numbers})

    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert [item["number"] for item in items] == numbers
    assert items[0]["thumbnail"] is None
    assert items[1]["thumbnail"] == {"kind": "bars", "lines": [[150_000.0]], "window": None}
    assert items[2]["thumbnail"]["kind"] == "time"
    with counted_queries(connection) as of_one:
        viewer.get(ADDRESS, params={"run_id": numbers[2:]})
    assert len(of_one) == len(queries)


def test_an_unknown_run_has_no_picture(viewer: TestClient) -> None:
    answer = viewer.get(ADDRESS, params={"run_id": "r-9999999"})
    assert (answer.status_code, answer.json()["detail"]) == (404, "There is no run r-9999999.")
    assert viewer.get(ADDRESS, params={"run_id": ["r-1"] * 49}).status_code == 422
