"""Measurements as columns: one row per phase, units and directions named, unknown null."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.demo.load import ensure_demo_data
from storagelab.domain.metrics import METRICS
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.series.schemas import MeasurementColumns

ADDRESS = "/api/v1/measurements"


def get(client: TestClient, *runs: Any, **query: Any) -> dict[str, Any]:
    answer = client.get(ADDRESS, params={"run_id": [str(run.id) for run in runs], **query})
    assert answer.status_code == 200, answer.text
    MeasurementColumns.model_validate_json(answer.content)
    body: dict[str, Any] = answer.json()
    assert list(body["source"]) == [dimension["name"] for dimension in body["dimensions"]]
    assert len({len(column) for column in body["source"].values()}) == 1
    return body


def make_sweep(make: Factory, depths: tuple[int, ...] = (1, 4), **values: Any) -> Any:
    """Return a run with a fill and one measured phase per depth."""
    run = make.run(make.job(), state="finished", **values)
    fill = make.phase(run, ordinal=1, kind="fill", name="fill")
    make_measurement(make, fill, iops=99.0)
    for ordinal, depth in enumerate(depths, start=2):
        phase = make.phase(run, ordinal=ordinal, name=f"depth {depth}")
        make_measurement(
            make, phase, iops=1000.0 * depth, bandwidth_bytes_per_s=4.096e6 * depth, latency_mean_ns=1e6,
            block_bytes=4096, read_percent=100.0, random_percent=100.0, threads=1, queue_depth=depth,
            outstanding_ios=depth,
        )  # fmt: skip
    return run


def test_one_row_per_measured_phase(viewer: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "RAID 5", array={"level": "raid5"})
    run = make_sweep(make, configuration_id=configuration.id)

    source = get(viewer, run)["source"]

    assert source["run_number"] == [f"r-{run.number}"] * 2
    assert source["configuration"] == ["RAID 5"] * 2
    assert source["phase_ordinal"] == [2, 3]
    assert source["outstanding_ios"] == [1, 4]
    assert source["iops"] == [1000.0, 4000.0]
    assert source["offered_iops"] == source["latency_p99_ns"] == [None, None]
    assert source["value_kind"] == ["exact", "exact"]


def test_loop_point_is_one_row_over_window_rounds(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    first = make.phase(run, ordinal=1, name="Before")
    make_measurement(make, first, iops=5.0)
    for ordinal, counts in enumerate((False, True, True), start=1):
        for cell, name in enumerate(("4K", "64K")):
            phase = make.phase(
                run, ordinal=2 * ordinal + cell, name=f"Round {ordinal}: {name}", loop="IOPS", round=ordinal,
                in_measurement_window=counts,
            )  # fmt: skip
            make_measurement(make, phase, iops=100.0 * ordinal + cell, latency_max_ns=ordinal, latency_p99_ns=1.0)
    unjudged = make.phase(run, ordinal=20, name="Round 1: 8K", loop="Later", round=1)
    make_measurement(make, unjudged, iops=1.0)

    source = get(viewer, run)["source"]
    assert source["phase_name"] == ["Before", "4K", "64K"]
    assert source["iops"] == [5.0, 250.0, 251.0]
    assert source["latency_max_ns"] == [None, 3, 3]
    assert source["latency_p99_ns"] == [None, None, None]
    assert (source["loop"], source["round"]) == ([None, "IOPS", "IOPS"], [None, None, None])

    every = get(viewer, run, rounds="all")["source"]
    assert every["iops"] == [5.0, 100.0, 101.0, 200.0, 201.0, 300.0, 301.0, 1.0]
    assert every["in_window"] == [None, 0, 0, 1, 1, 1, 1, None]
    assert every["round"] == [None, 1, 1, 2, 2, 3, 3, 1]


def test_load_curve_has_requested_and_achieved_load(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    for ordinal, (percent, offered) in enumerate([(None, None), (80.0, 800.0), (120.0, 1200.0)], start=1):
        workload = {} if percent is None else {"workload": {"load_percent": percent}}
        phase = make.phase(run, ordinal=ordinal, group="4K", **workload)
        make_measurement(make, phase, iops=1000.0, offered_iops=offered)

    body = get(viewer, run)

    assert body["source"]["load_percent"] == [None, 80.0, 120.0]
    assert body["source"]["offered_iops"] == [None, 800.0, 1200.0]
    assert body["source"]["group"] == ["4K"] * 3
    units = {item["name"]: item["unit"] for item in body["dimensions"]}
    assert (units["load_percent"], units["offered_iops"], units["group"]) == ("%", "1/s", None)


def test_workload_has_its_range_and_other_attributes(viewer: TestClient, make: Factory) -> None:
    plan = {"target_bytes": 1_000_000_000}
    run = make.run(make.job(plan=plan), state="finished")
    sizes = [{"bytes": 4096, "percent": 60.0}, {"bytes": 65536, "percent": 40.0}]
    workloads: list[dict[str, Any]] = [
        {"range": {"offset_bytes": 0, "size_bytes": None}},
        {"range": {"offset_bytes": 0, "size_bytes": None, "offset_percent": 50.0, "size_percent": 1.0}, "streams": 2},
        {"range": {"offset_bytes": 4096, "size_bytes": 8192}, "block_sizes": sizes, "compress_percent": 50},
        {"range": None, "block_sizes": None},
    ]
    for ordinal, workload in enumerate(workloads, start=1):
        state = "cancelled" if ordinal == 4 else "finished"
        values = {"block_sizes": [{"bytes": 4096, "percent": 100.0}]} | workload
        make_measurement(make, make.phase(run, ordinal=ordinal, workload=values, state=state), iops=1.0)

    source = get(viewer, run)["source"]

    assert source["streams"] == [1, 2, 1, None]
    assert source["range_offset_bytes"] == [0, 499_998_720, 4096, None]
    assert source["range_size_bytes"] == [1_000_000_000, 9_998_336, 8192, None]
    assert source["range_offset_percent"] == [0.0, 50.0, None, None]
    assert source["range_size_percent"] == [100.0, 1.0, None, None]
    assert source["block_mix"] == [None, None, "4K/60 64K/40", None]
    assert source["particulars"] == [None, None, "data compressible by 50 %", None]
    assert source["phase_state"] == ["finished", "finished", "finished", "cancelled"]


def test_addresses_on_target_of_unknown_size_are_percentages(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(plan={}, target={"kind": "devices", "stable_ids": ["wwn-0x5"]}), state="finished")
    region = {"offset_bytes": 0, "size_bytes": None, "offset_percent": 50.0, "size_percent": 1.0}
    make_measurement(make, make.phase(run, workload={"range": region}), iops=1.0)

    source = get(viewer, run)["source"]

    assert (source["range_offset_bytes"], source["range_size_bytes"]) == ([None], [None])
    assert (source["range_offset_percent"], source["range_size_percent"]) == ([50.0], [1.0])


def test_dimensions_come_from_the_metric_table(viewer: TestClient, make: Factory) -> None:
    dimensions = {item["name"]: item for item in get(viewer, make_sweep(make))["dimensions"]}

    for key, metric in METRICS.items():
        dimension = dimensions[get_rest_metric_name(key)]
        assert (dimension["unit"], dimension["better"]) == (metric.unit, metric.better)
    assert dimensions["queue_depth"]["better"] is None


def test_runs_keep_the_requested_order(viewer: TestClient, make: Factory) -> None:
    first, second = make_sweep(make, (1,)), make_sweep(make, (2,))

    assert get(viewer, second, first, second)["source"]["outstanding_ios"] == [2, 1]


def test_other_phase_kinds_are_selected_by_name(viewer: TestClient, make: Factory) -> None:
    run = make_sweep(make)

    assert get(viewer, run, kind="fill")["source"]["iops"] == [99.0]
    assert get(viewer, run, kind="precondition")["source"]["iops"] == []


@pytest.mark.in_turn
def test_published_figures_have_their_value_kind(viewer: TestClient, make: Factory) -> None:
    ensure_demo_data(make.session)
    listed = viewer.get("/api/v1/runs", params={"q": "direct drives jbod", "origin": "published"}).json()["items"]

    answer = viewer.get(ADDRESS, params={"run_id": [run["number"] for run in listed]})

    source = answer.json()["source"]
    assert len(listed) == 1
    assert set(source["kind"]) == {"published"}
    assert set(source["value_kind"]) == {"exact", "approximate"}
    assert set(source["queue_depth"]) == {None}


def test_clients_cache_ended_runs(viewer: TestClient, make: Factory) -> None:
    ended, moving = make_sweep(make), make_sweep(make)
    moving.state = "running"
    make.session.flush()

    first = viewer.get(ADDRESS, params={"run_id": str(ended.id)})
    again = viewer.get(ADDRESS, params={"run_id": str(ended.id)}, headers={"If-None-Match": first.headers["etag"]})
    both = viewer.get(ADDRESS, params={"run_id": [str(ended.id), str(moving.id)]})

    assert again.status_code == 304
    assert both.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("run_count", [1, 8])
def test_the_number_of_queries_does_not_grow(
    viewer: TestClient, make: Factory, connection: Connection, run_count: int
) -> None:
    runs = [make_sweep(make) for _ in range(run_count)]

    with counted_queries(connection) as queries:
        get(viewer, *runs)

    assert len(queries) <= 5, "\n".join(queries)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 422),
        ({"run_id": ["r-1"] * 61}, 422),
        ({"run_id": ["r-999999"]}, 404),
        ({"run_id": ["nonsense"]}, 404),
        ({"run_id": ["r-1"], "kind": "dinner"}, 422),
    ],
)
def test_a_wrong_request_is_a_problem(viewer: TestClient, query: dict[str, Any], status: int) -> None:
    answer = viewer.get(ADDRESS, params=query)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
