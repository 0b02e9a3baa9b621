"""Configurations and runs are compared by named factors, and runs of one series key make a history."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration
from tests.unit.domain.configuration_samples import make_array, make_controller, make_snapshot

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Configuration, Job, Run, Server
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.conditions import CONDITIONS_EVENT


def get(client: TestClient, address: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1{address}", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def configuration(make: Factory, name: str, **values: Any) -> Configuration:
    snapshot = make_snapshot(**values)
    del snapshot["name"]
    return make_configuration(make, name, **snapshot)


def measured(make: Factory, run: Run, *, queue_depth: int = 1, ordinal: int = 1) -> None:
    workload = Workload((BlockSize(4096),), 0, 100, queue_depth=queue_depth)
    make.phase(run, ordinal=ordinal, kind="measure", workload=workload.to_json())


def test_single_factor_names_the_difference(viewer: TestClient, make: Factory) -> None:
    one = configuration(make, "RAID 5")
    other = configuration(make, "RAID 6", arrays=[make_array(level="raid6")])
    difference = get(viewer, "/configurations/diff", a=f"c-{one.number}", b=str(other.id))
    assert difference["a"]["configuration"]["name"] == "RAID 5"
    assert (difference["by"], difference["known_count"], difference["unknown_count"]) == ("RAID level", 1, 0)
    assert difference["factors"] == [
        {"key": "array.level", "label": "RAID level", "group": "array", "a": "RAID 5", "b": "RAID 6", "known": True}
    ]
    assert (difference["same_class"], difference["same_instance"], difference["overlay"]) == (False, False, None)


def test_replaced_component_preserves_the_class(viewer: TestClient, make: Factory) -> None:
    one = configuration(make, "one")
    other = configuration(make, "other", controllers=[make_controller(serial="C2")])
    difference = get(viewer, "/configurations/diff", a=f"c-{one.number}", b=f"c-{other.number}")
    assert (difference["factors"], difference["same_class"], difference["same_instance"], difference["by"]) == (
        [],
        True,
        False,
        None,
    )


def test_runs_are_compared_by_profile_workload_and_condition(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "RAID 5")
    runs = [make.run(make.job(), configuration_id=filed.id, state="finished") for _ in range(2)]
    for run in runs:
        measured(make, run)
    measured(make, runs[0], queue_depth=8, ordinal=2)
    seen = {"condition": "rebuilding", "activity": "none", "problem": None}
    phases = {"1": {"arrays": [{"start": seen, "end": seen}], "optimal": False, "drive_states": []}}
    make.event(make.attempt(runs[1]), "conditions", kind=CONDITIONS_EVENT, evidence={"phases": phases})

    difference = get(viewer, "/configurations/diff", a=f"r-{runs[0].number}", b=f"r-{runs[1].number}")
    assert difference["a"]["run"]["number"] == f"r-{runs[0].number}"
    by_label = {factor["label"]: (factor["a"], factor["b"]) for factor in difference["factors"]}
    assert by_label["Array condition"] == ("optimal", "rebuilding")
    assert set(by_label) == {"Array condition", "Profile"}
    assert difference["overlay"] == {"allowed": True, "reason": "1 of 2 workloads are the same; 2 factors differ."}
    itself = get(viewer, "/configurations/diff", a=f"r-{runs[0].number}", b=f"c-{filed.number}")
    assert (itself["factors"], itself["overlay"]) == ([], None)


def test_another_workload_is_not_overlaid(viewer: TestClient, make: Factory) -> None:
    filed = configuration(make, "RAID 5")
    job = make.job()
    runs = [make.run(job, repeat_index=index, configuration_id=filed.id, state="finished") for index in (1, 2)]
    measured(make, runs[0])
    unmeasured = get(viewer, "/configurations/diff", a=str(runs[0].id), b=str(runs[1].id))
    assert unmeasured["overlay"] == {"allowed": False, "reason": "One of the runs has measured nothing yet."}
    measured(make, runs[1], queue_depth=4)
    difference = get(viewer, "/configurations/diff", a=str(runs[0].id), b=str(runs[1].id))
    assert difference["overlay"]["allowed"] is False
    assert difference["overlay"]["reason"].startswith("The workloads differ in queue depth (1 and 4)")


@pytest.mark.parametrize("a", ["c-999999", "r-999999", "nonsense", "00000000-0000-7000-8000-000000000000"])
def test_missing_configuration_cannot_be_compared(viewer: TestClient, make: Factory, a: str) -> None:
    filed = configuration(make, "one")
    answer = viewer.get("/api/v1/configurations/diff", params={"a": a, "b": f"c-{filed.number}"})
    assert answer.status_code == 404


def test_run_without_a_configuration_is_a_conflict(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job())
    answer = viewer.get("/api/v1/configurations/diff", params={"a": f"r-{run.number}", "b": f"r-{run.number}"})
    assert (answer.status_code, f"r-{run.number} has no configuration" in answer.text) == (409, True)


def nights(make: Factory, *configurations: Configuration | None) -> list[Run]:
    """Return one finished run a night of one profile on the same drives."""
    server, profile = make.server(), make.profile(name="nightly")
    runs = []
    for night, filed in enumerate(configurations):
        # The order in which drives are named makes no other role.
        names = ["nvme-a", "nvme-b"] if night % 2 else ["nvme-b", "nvme-a"]
        job = make.job(server, profile_id=profile.id, target={"kind": "devices", "stable_ids": names})
        runs.append(
            make.run(
                job,
                state="finished",
                completeness="complete",
                started_at=LONG_AGO + dt.timedelta(days=night),
                configuration_id=filed.id if filed else None,
            )
        )
    return runs


def test_firmware_update_is_a_marker_in_the_history(viewer: TestClient, make: Factory) -> None:
    before = configuration(make, "old")
    after = configuration(make, "new", controllers=[make_controller(firmware="8.5")])
    runs = nights(make, before, before, None, after, after)
    elsewhere = make.job(make.server(), profile_id=runs[0].profile_id, target={"kind": "devices", "stable_ids": []})
    make.run(elsewhere, state="finished", started_at=LONG_AGO)
    server = make.session.get_one(Server, runs[0].server_id)
    of_another_drive = make.job(
        server, profile_id=runs[0].profile_id, target={"kind": "devices", "stable_ids": ["nvme-c"]}
    )
    make.run(of_another_drive, state="finished", started_at=LONG_AGO)
    same_role = make.session.get_one(Job, runs[0].job_id)
    make.run(same_role, repeat_index=2, state="failed", started_at=LONG_AGO)

    history = get(viewer, "/history", run_id=f"r-{runs[4].number}")
    assert [item["run"]["id"] for item in history["items"]] == [str(run.id) for run in runs]
    assert history["key"] == {
        "scope": f"server {runs[0].server_id}", "role": "devices nvme-a nvme-b", "profile": "nightly", "version": 1,
    }  # fmt: skip
    assert history["complete"] is True
    (marker,) = history["markers"]
    assert marker["run_id"] == str(runs[3].id)
    assert (marker["before"]["name"], marker["after"]["name"]) == ("old", "new")
    assert [factor["label"] for factor in marker["factors"]] == ["Firmware of the controller"]

    newest = get(viewer, "/history", run_id=str(runs[0].id), limit=2)
    assert [item["run"]["id"] for item in newest["items"]] == [str(run.id) for run in runs[3:]]
    assert newest["complete"] is False


def test_new_snapshot_format_is_not_a_system_change(viewer: TestClient, make: Factory) -> None:
    new = make_snapshot(arrays=[], controllers=[], target={"kind": "file", "size_bytes": 5, "drive": None})
    old = {
        key: value
        for key, value in new.items()
        if key not in ("snapshot_version", "controllers", "arrays", "settings", "preparation", "board", "bios")
    }
    del new["name"], old["name"]
    first, second = make_configuration(make, "before", **old), make_configuration(make, "after", **new)
    assert first.class_hash != second.class_hash
    runs = nights(make, first, second)
    assert get(viewer, "/history", run_id=str(runs[0].id))["markers"] == []


def test_published_run_has_a_class_history(viewer: TestClient, make: Factory) -> None:
    filed = make_configuration(make, "printed", source="a review", array={"level": "raid5"})
    runs = [
        Run(
            id=generate_uuid7(), title=title, origin="published", state="finished", configuration_id=filed.id,
            started_at=LONG_AGO + dt.timedelta(days=day),
        )
        for day, title in enumerate(["4K", "4K", "8K"])
    ]  # fmt: skip
    make.session.add_all(runs)
    make.session.flush()
    history = get(viewer, "/history", run_id=str(runs[0].id))
    assert [item["run"]["id"] for item in history["items"]] == [str(run.id) for run in runs[:2]]
    assert history["key"]["scope"] == f"class {filed.class_hash}"


@pytest.mark.parametrize("count", [1, 12])
def test_history_needs_constant_queries(viewer: TestClient, make: Factory, connection: Connection, count: int) -> None:
    filed = [configuration(make, str(number), kernel=str(number)) for number in range(count)]
    runs = nights(make, *filed)
    with counted_queries(connection) as queries:
        history = get(viewer, "/history", run_id=str(runs[0].id))
    assert len(history["markers"]) == count - 1
    assert len(queries) <= 14


def test_conditions_are_shown_by_phase(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    assert get(viewer, f"/runs/r-{run.number}/conditions") == {"run_id": str(run.id), "phases": []}
    moment = {"condition": "optimal", "activity": "none", "problem": None}
    array = {
        "device": "md-uuid-1", "kernel_name": "md0", "name": "fast", "start": moment, "end": None,
        "window": {"t0_ms": 0, "t1_ms": 10, "whole": None}, "condition": None, "activity": None, "optimal": None,
        "reason": None,
    }  # fmt: skip
    drive = {
        "stable_id": "nvme-a", "model": None, "state": "purged", "workload": None, "written_since_bytes": 0,
        "reason": "discard",
    }  # fmt: skip
    phases = {"2": {"arrays": [array], "optimal": None, "drive_states": [drive]}}
    make.event(make.attempt(run), "seen", kind=CONDITIONS_EVENT, evidence={"phases": phases})
    (shown,) = get(viewer, f"/runs/r-{run.number}/conditions")["phases"]
    assert shown == {"ordinal": 2, "optimal": None, "measured": None, "arrays": [array], "drive_states": [drive]}
