"""Sweeps of a run: which of its phases are steps of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Run
from storagelab.domain.access import AddressRange, RequestDistribution
from storagelab.domain.workload import BlockSize, Workload

READ = Workload((BlockSize(4096),), 100, 100, threads=1, queue_depth=1)
HOT = RequestDistribution("zipf", 1.2)


def step(make: Factory, run: Run, ordinal: int, depth: int, iops: float, **values: Any) -> None:
    """Add a phase with this number of outstanding I/Os."""
    workload = replace(values.pop("workload", READ), queue_depth=depth)
    state = values.pop("state", "finished")
    phase = make.phase(run, ordinal=ordinal, name=f"Q{depth}", workload=workload.to_json(), state=state)
    load = {"block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0, "threads": 1, "queue_depth": depth}
    make_measurement(make, phase, **{"outstanding_ios": depth, "iops": iops, "latency_mean_ns": 1e5, **load, **values})


def sweeps(client: TestClient, run: Run) -> list[tuple[str, list[float]]]:
    answer = client.get(f"/api/v1/runs/r-{run.number}/derived")
    assert answer.status_code == 200, answer.text
    return [(sweep["label"], [point["iops"] for point in sweep["points"]]) for sweep in answer.json()["sweeps"]]


def test_incomplete_or_bounded_figures_are_not_steps(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    for ordinal, depth in enumerate((1, 2, 4), 1):
        step(make, run, ordinal, depth, 100.0 * depth)
    step(make, run, 4, 8, 9e6, state="cancelled")
    step(make, run, 5, 16, 9e6, state="failed")
    step(make, run, 6, 32, 9e6, value_kind="upper_bound")
    assert sweeps(viewer, run) == [("4K random read", [100.0, 200.0, 400.0])]


def test_steps_below_maximum_load_form_no_depth_sweep(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    for ordinal, (depth, iops) in enumerate(((1, 1e4), (2, 2e4), (4, 4e4), (8, 7e4)), 1):
        step(make, run, ordinal, depth, iops)
    step(make, run, 5, 16, 5000.0, offered_iops=5000.0)
    step(make, run, 6, 32, 6e4, workload=replace(READ, load_percent=90))
    curves = viewer.get(f"/api/v1/runs/r-{run.number}/derived").json()["sweeps"]
    assert [sweep["by"] for sweep in curves] == ["outstanding_ios"]
    assert [point["x"] for point in curves[0]["points"]] == [1, 2, 4, 8]
    assert curves[0]["retrograde"] is False


def test_steps_at_offered_rates_form_a_rate_sweep(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    for ordinal, (depth, rate) in enumerate(((1, 1e4), (2, 2e4), (4, 4e4)), 1):
        step(make, run, ordinal, depth, rate, offered_iops=rate)
    curves = viewer.get(f"/api/v1/runs/r-{run.number}/derived").json()["sweeps"]
    assert [sweep["by"] for sweep in curves] == ["offered_iops"]


def test_each_distinct_workload_forms_its_own_sweep(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    part = AddressRange(size_percent=25)
    loads = (READ, replace(READ, distribution=HOT), replace(READ, address_range=part))
    for place, workload in enumerate(loads):
        for index, depth in enumerate((1, 2, 4)):
            step(make, run, 3 * place + index + 1, depth + 10 * place, 100.0 * depth, workload=workload)
    curves = sweeps(viewer, run)
    assert [iops for _, iops in curves] == [[100.0, 200.0, 400.0]] * 3
    assert [label for label, _ in curves] == [
        "4K random read",
        f"4K random read, {HOT.describe()}",
        "4K random read, the first 25 %",
    ]
