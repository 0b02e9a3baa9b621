"""The list of configurations: hardware in a few words, where it is, and the results of one workload."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Configuration, InventoryChange, Server
from storagelab.results.search_filing import file_due

WRITES: dict[str, Any] = {"block_bytes": 4096, "read_percent": 0.0, "random_percent": 100.0}
READS: dict[str, Any] = {"block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0}
DAY = dt.timedelta(days=1)
RAID: dict[str, Any] = {
    "controllers": [{"model": "PERC 12 H965i", "firmware": "8.8.1.0"}],
    "array": {"level": "raid10", "strip_bytes": 65536, "policies": {"write": "write_through"}},
    "drives": [{"model": "P5520", "size_bytes": 3_840_000_000_000, "firmware": "1.4.0", "count": 16}],
}


def results(client: TestClient, **query: Any) -> dict[str, Any]:
    answer = client.get("/api/v1/configurations/results", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def measure(
    make: Factory, configuration: Configuration, iops: float, *, server: Server | None = None, day: int = 0,
    workload: dict[str, Any] = WRITES, drives: str = "sda", kind: str = "measure", **values: Any,
) -> None:  # fmt: skip
    """File a finished run with one result under a configuration."""
    job = make.job(server, target={"kind": "devices", "stable_ids": [drives]})
    defaults = {"state": "finished", "started_at": LONG_AGO + day * DAY, "configuration_id": configuration.id}
    run = make.run(job, **(defaults | values))
    phase = make.phase(run, kind=kind, state="finished")
    make_measurement(make, phase, iops=iops, **workload)
    file_due(make.session)


def test_hardware_is_described_in_a_few_words(viewer: TestClient, make: Factory) -> None:
    make_configuration(make, "RAID 10", **RAID)

    (row,) = results(viewer)["items"]

    assert (row["controller"], row["level"]) == ("PERC 12 H965i", "RAID 10")
    assert row["drives"] == "16 x P5520 3.84 TB"
    assert (row["strip"], row["write_policy"]) == ("64 KiB", "write through")
    assert (row["firmware"], row["firmware_of"]) == ("8.8.1.0", "controller")
    assert row["unknown_count"] > 0
    assert (row["server"], row["last_run_at"], row["is_in_place"], row["result"]) == (None, None, False, None)


def test_firmware_falls_back_to_the_drives(viewer: TestClient, make: Factory) -> None:
    make_configuration(make, "md", **RAID | {"controllers": []})

    (row,) = results(viewer)["items"]

    assert (row["controller"], row["firmware"], row["firmware_of"]) == (None, "1.4.0", "drives")


def test_results_of_one_workload_follow_run_order(viewer: TestClient, make: Factory) -> None:
    raid = make_configuration(make, "RAID 10", **RAID)
    for day, iops in ((3, 140.0), (1, 100.0), (2, 120.0)):
        measure(make, raid, iops, day=day)
    measure(make, raid, 900.0, day=4, workload=READS)

    newest = viewer.get("/api/v1/runs", params={"sort": "created_at"}).json()["items"][0]["number"]
    writes = results(viewer, workload="4096:0:100")
    reads = results(viewer, workload="4096:100:100")

    assert writes["workload"] == WRITES
    assert writes["items"][0]["result"] == {
        "run": newest,
        "median": 120.0,
        "low": 100.0,
        "high": 140.0,
        "values": [100.0, 120.0, 140.0],
    }
    assert reads["items"][0]["result"]["values"] == [900.0]
    assert writes["items"][0]["run_count"] == 4


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "values",
    [
        {"invalid_at": LONG_AGO, "invalid_reason": "warm"},
        {"trashed_at": LONG_AGO},
        {"state": "failed"},
        {"scale": "smoke"},
        {"kind": "precondition"},
    ],
    ids=["invalid", "in the trash", "failed", "short test", "preparation"],
)
def test_excluded_runs_have_no_result(viewer: TestClient, make: Factory, values: dict[str, Any]) -> None:
    measure(make, make_configuration(make, "RAID 10", **RAID), 100.0, **values)

    page = results(viewer)

    assert (page["workload"], page["items"][0]["result"]) == (None, None)


def test_default_workload_is_the_commonest_one(viewer: TestClient, make: Factory) -> None:
    for index in (1, 2):
        measure(make, make_configuration(make, f"RAID {index}", **RAID, index=index), 100.0, workload=READS)
    often = make_configuration(make, "measured often", **RAID, index=3)
    for day in range(3):
        measure(make, often, 100.0, day=day)

    workloads = viewer.get("/api/v1/configurations/workloads").json()["items"]

    assert workloads == [READS | {"configuration_count": 2}, WRITES | {"configuration_count": 1}]
    assert results(viewer)["workload"] == READS


def test_configuration_in_place_ends_with_inventory_change(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    old = make_configuration(make, "old", **RAID, round=1)
    new = make_configuration(make, "new", **RAID, round=2)
    beside = make_configuration(make, "beside", **RAID, round=3)
    measure(make, old, 1.0, server=server, day=1)
    measure(make, beside, 1.0, server=server, day=1, drives="sdb")
    measure(make, new, 1.0, server=server, day=2)

    def in_place() -> dict[str, bool]:
        return {row["name"]: row["is_in_place"] for row in results(viewer)["items"]}

    assert in_place() == {"old": False, "new": True, "beside": True}
    make.session.add(
        InventoryChange(
            at=LONG_AGO + 1.5 * DAY, server_id=server.id, component="server", piece_id=server.id, kind="changed",
            source="discovery",
        )
    )  # fmt: skip
    make.session.flush()
    assert in_place() == {"old": False, "new": True, "beside": False}
    assert {row["server"]["name"] for row in results(viewer)["items"]} == {server.name}


def test_configuration_under_measurement_is_marked(viewer: TestClient, make: Factory) -> None:
    measure(make, make_configuration(make, "RAID 10", **RAID), 1.0, state="running")

    assert results(viewer)["items"][0]["is_measuring"] is True


@pytest.mark.parametrize("count", [1, 20])
def test_configuration_list_needs_constant_queries(
    viewer: TestClient, make: Factory, connection: Connection, count: int
) -> None:
    for index in range(count):
        measure(make, make_configuration(make, f"configuration {index}", **RAID, index=index), 1.0, day=index)

    with counted_queries(connection) as queries:
        page = results(viewer)

    assert len(page["items"]) == count
    assert len(queries) <= 8, "\n".join(queries)


def test_pages_hold_each_configuration_once(viewer: TestClient, make: Factory) -> None:
    for index in range(3):
        make_configuration(make, f"configuration {index}", index=index)

    first = results(viewer, limit=2)
    second = results(viewer, limit=2, cursor=first["next_cursor"])

    names = {row["name"] for row in first["items"] + second["items"]}
    assert (len(first["items"]), len(names), second["next_cursor"]) == (2, 3, None)


@pytest.mark.parametrize("workload", ["", "4K", "4096:0", "4096:0:100:1", "0:0:100", "4096:-1:100"])
def test_a_workload_of_another_form_is_refused(viewer: TestClient, workload: str) -> None:
    answer = viewer.get("/api/v1/configurations/results", params={"workload": workload})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "workload"
