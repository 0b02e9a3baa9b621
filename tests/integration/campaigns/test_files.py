"""Campaigns over files: copy targets, repeats until they agree, and results of phases with one name."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import ADDRESS, READ, jbod, matrix, submit
from tests.integration.campaigns.machine import Machine
from tests.result_factories import make_measurement

from storagelab.campaigns.result_assignment import compute_headline
from storagelab.campaigns.results import read_results
from storagelab.campaigns.table import build_cell_job, parse_layout
from storagelab.db.models import Campaign, Drive, Job, Phase, Run
from storagelab.domain.units import GIB, MIB

ACROSS: dict[str, Any] = {"profile": {"name": "fc-test-across"}, "label": "across"}
WITHIN: dict[str, Any] = {"profile": {"name": "fc-test"}, "label": "within"}
QUICK: dict[str, Any] = {"profile": {"name": "quick-4k"}, "label": "quick"}


def files(server_id: uuid.UUID, /, **change: Any) -> dict[str, Any]:
    file = {"layout": "file", "size_bytes": 16 * MIB}
    usual = {"name": "files", "server_id": str(server_id), "configurations": [file], "workloads": [QUICK]}
    return usual | change


def plan(operator: TestClient, request: dict[str, Any]) -> dict[str, Any]:
    answer = operator.post(f"{ADDRESS}?dry_run=true", json=request)
    assert answer.status_code == 200, answer.text
    campaign_plan: dict[str, Any] = answer.json()["plan"]
    return campaign_plan


def test_only_copies_across_use_the_copy_target(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server(facts={"engines": {"files": {"version": "files 0.2.0"}}})
    place = {"layout": "file", "size_bytes": 4 * GIB, "copy_to": "/mnt/other/lab.dat"}
    request = files(server.id, engine="files", configurations=[place], workloads=[ACROSS, WITHIN])
    without = files(server.id, engine="files", configurations=[{**place, "copy_to": None}], workloads=[ACROSS, WITHIN])
    assert [cell["state"] for cell in plan(operator, without)["matrix"]["cells"]] == ["impossible", "planned"]
    stored = session.get_one(Campaign, uuid.UUID(submit(operator, request)["id"]))
    assert operator.get(f"{ADDRESS}/{stored.id}/matrix").json()["rows"][0]["copy_to"] == "/mnt/other/lab.dat"
    targets = [
        build_cell_job(
            stored, parse_layout(stored.rows[0]), column, stable_ids=[], preparation=[], confirm_serials=[], repeats=1
        )
        for column in stored.columns
    ]
    assert [job.target.copy_to for job in targets if job.target.kind == "file"] == ["/mnt/other/lab.dat", None]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"copy_to": "relative.dat"}, "configurations.0.copy_to"),
        ({"copy_to": "/etc/passwd"}, "configurations.0.copy_to"),
        ({"layout": "jbod", "size_bytes": None, "copy_to": "/mnt/other/lab.dat"}, "configurations.0"),
    ],
)
def test_impossible_copy_target_is_refused(
    operator: TestClient, make: Factory, change: dict[str, Any], path: str
) -> None:
    file = {"layout": "file", "size_bytes": 16 * MIB} | change
    answer = operator.post(ADDRESS, json=files(make.server().id, configurations=[file], drives={"any": 1}))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)


def test_cells_can_repeat_until_their_runs_agree(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    until = {"cv_percent": 3.0, "at_least": 4}
    three = plan(operator, files(server.id, repeats=4))
    likely = plan(operator, files(server.id, repeats=20, repeat_until=until))
    # The typical estimate is the fewest runs that can agree; the limit is not an expectation.
    assert likely["estimated_seconds"] == three["estimated_seconds"]
    assert likely["sample_count"] == three["sample_count"]
    stored = session.get_one(
        Campaign, uuid.UUID(submit(operator, files(server.id, repeats=20, repeat_until=until))["id"])
    )
    row = parse_layout(stored.rows[0])
    job = build_cell_job(
        stored, row, stored.columns[0], stable_ids=[], preparation=[], confirm_serials=[], repeats=stored.repeats
    )
    assert job.repeat_until is not None
    assert (job.repeats, job.repeat_until.model_dump()) == (20, until)
    answer = operator.post(ADDRESS, json=files(server.id, repeats=3, repeat_until=until))
    assert (answer.status_code, "repeats is the limit" in answer.json()["detail"]) == (422, True)


def test_past_deadline_is_a_warning_in_dry_run(operator: TestClient, make: Factory) -> None:
    request = files(make.server().id, deadline=(dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)).isoformat())
    assert "The campaign would be refused: the deadline must be in the future." in plan(operator, request)["warnings"]
    answer = operator.post(ADDRESS, json=request)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "deadline")


def test_phases_of_equal_name_have_separate_results(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert {cell["state"] for cell in matrix(operator, campaign)} == {"measured"}
    stored = session.get_one(Campaign, uuid.UUID(campaign["id"]), populate_existing=True)
    run = session.scalars(select(Run).join(Job).where(Job.campaign_id == stored.id)).one()
    for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
        phase.kind = "precondition"
    for ordinal, iops in enumerate((1000.0, 9000.0), start=90):
        phase = make.phase(run, ordinal=ordinal, name="Point", state="finished")
        make_measurement(make, phase, iops=iops, random_percent=100.0, block_bytes=4096)
    for number, loop in enumerate(("IOPS", "Latency"), start=1):
        looped = {"name": "Round 1: 4K", "loop": loop, "round": 1, "in_measurement_window": True}
        phase = make.phase(run, ordinal=95 + number, state="finished", **looped)
        make_measurement(make, phase, iops=100.0 * number, random_percent=100.0, block_bytes=4096)
    assert compute_headline(session, [run.id]) == ("iops", 9000.0, "1/s", "Point (2)")
    by_phase = {line.phase: [figures.iops for figures in line.figures] for line in read_results(session, stored).lines}
    assert by_phase == {"Point": [1000.0], "Point (2)": [9000.0], "IOPS: 4K": [100.0], "Latency: 4K": [200.0]}
