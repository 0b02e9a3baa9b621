"""Rows that are devices in their present state, and rows whose drives come from several controllers."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import (
    ADDRESS,
    READ,
    WRITE,
    body,
    matrix,
    measure_one,
    states,
    submit,
)
from tests.integration.campaigns.machine import Machine

from storagelab.db.models import Array, Drive, Enrolment, Job, Server


@pytest.fixture
def lun(make: Factory, drives: list[Drive]) -> Drive:
    """Provide a virtual drive that a controller shows."""
    server = make.session.get_one(Server, drives[0].server_id)
    controller = make.controller(server)
    lun = make.drive(server, stable_id="scsi-lun0", serial="LUN0", model="PERC H755", controller_id=controller.id)
    make.array(
        server,
        name="VD 0",
        implementation="megaraid",
        drive_id=lun.id,
        controller_id=controller.id,
        condition="optimal",
    )
    make.enrolment(lun)
    return lun


DEVICE: dict[str, Any] = {"layout": "device", "stable_ids": ["scsi-lun0"], "name": "PERC RAID 5"}


def request(drives: list[Drive], /, *rows: dict[str, Any], **change: Any) -> dict[str, Any]:
    usual = {"axes": None, "configurations": list(rows), "drives": None, "confirm_serials": [], "states": ["optimal"]}
    return body(drives, **(usual | {"workloads": [READ]} | change))


def test_existing_device_is_measured_unchanged(
    operator: TestClient, drives: list[Drive], lun: Drive, machine: Machine
) -> None:
    campaign = submit(operator, request(drives, DEVICE, states=["optimal", "degraded"]))
    [row] = operator.get(f"{ADDRESS}/{campaign['number']}/matrix").json()["rows"]
    assert (row["name"], row["drives"], row["stable_ids"]) == ("PERC RAID 5", None, ["scsi-lun0"])
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    # Nothing was made of it, nothing taken apart.
    assert [(kinds, target) for _, kinds, target in machine.jobs] == [([], ["scsi-lun0"])]
    cells = matrix(operator, campaign)
    assert states(cells) == {(0, 0): "measured", (0, 1): "impossible"}
    assert "does not fail members of an array that it did not create" in cells[1]["reason"]
    lines = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    assert {(line["layout"], line["drives"]) for line in lines} == {("device", None)}


def test_array_device_is_filed_by_observed_condition(
    operator: TestClient, drives: list[Drive], lun: Drive, machine: Machine, session: Session
) -> None:
    campaign = submit(operator, request(drives, DEVICE))
    machine.spoil = "degraded"
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    [cell] = matrix(operator, campaign)
    assert (cell["state"], cell["value"], cell["condition"]) == ("withheld", None, "degraded")


def test_writing_to_a_device_requires_enrolment_and_serial(
    operator: TestClient, drives: list[Drive], lun: Drive, session: Session
) -> None:
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=request(drives, DEVICE, workloads=[WRITE])).json()["plan"]
    assert [drive["stable_id"] for drive in plan["destroys"]] == ["scsi-lun0"]
    answer = operator.post(ADDRESS, json=request(drives, DEVICE, workloads=[WRITE]))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "confirm_serials")
    campaign = submit(operator, request(drives, DEVICE, workloads=[WRITE], confirm_serials=["LUN0"]))
    assert campaign["drives"] == ["scsi-lun0"]
    session.execute(update(Enrolment).where(Enrolment.stable_id == "scsi-lun0").values(state="withdrawn"))
    refused = operator.post(ADDRESS, json=request(drives, DEVICE, workloads=[WRITE], confirm_serials=["LUN0"]))
    assert "scsi-lun0 is not enrolled" in refused.text
    # What only reads needs neither.
    submit(operator, request(drives, DEVICE))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"layout": "device"}, "must have stable_ids for the layout device"),
        ({"layout": "jbod", "stable_ids": ["x"]}, "must have stable_ids for the layout device"),
        ({**DEVICE, "drives": 4}, "a device is used as it is"),
        ({**DEVICE, "controllers": 1}, "controllers and model only for layouts that are made of drives"),
        ({**DEVICE, "stable_ids": ["x", "x"]}, "must not list a drive twice"),
        ({**DEVICE, "stable_ids": ["scsi-9"]}, "has no drive scsi-9"),
    ],
)
def test_impossible_row_is_refused_with_a_reason(
    operator: TestClient, drives: list[Drive], lun: Drive, row: dict[str, Any], words: str
) -> None:
    answer = operator.post(ADDRESS, json=request(drives, row))
    assert (answer.status_code, words in answer.text) == (422, True), answer.text


def test_changed_device_needs_decision_and_is_accepted(
    operator: TestClient, drives: list[Drive], lun: Drive, machine: Machine, session: Session
) -> None:
    rows = request(drives, DEVICE, workloads=[WRITE, READ], confirm_serials=["LUN0"])
    campaign = submit(operator, rows)
    campaign_id, address = uuid.UUID(campaign["id"]), f"{ADDRESS}/{campaign['number']}"
    measure_one(machine, campaign_id)
    session.execute(update(Enrolment).where(Enrolment.stable_id == "scsi-lun0").values(state="withdrawn"))
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    assert "scsi-lun0 may no longer be written" in operator.get(address).json()["pending_decision"]["reason"]
    refused = operator.post(f"{address}/decision", json={"choice": "redo"})
    assert (refused.status_code, "The campaign cannot continue with these devices" in refused.text) == (409, True)
    session.execute(update(Enrolment).where(Enrolment.stable_id == "scsi-lun0").values(state="active"))
    assert operator.post(f"{address}/decision", json={"choice": "redo"}).status_code == 200
    assert machine.run_to_end(campaign_id) == "finished"
    session.execute(update(Array).where(Array.name == "VD 0").values(present=False))
    assert [job.preparation for job in session.scalars(select(Job))] == [[], [], []]


def test_devices_are_measured_before_created_arrays(
    operator: TestClient, drives: list[Drive], lun: Drive, machine: Machine
) -> None:
    rows = [{"layout": "raid5", "drives": 4}, DEVICE]
    serials = [drive.serial for drive in drives]
    campaign = submit(operator, request(drives, *rows, drives={"any": 4}, confirm_serials=serials))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert [kinds for _, kinds, _ in machine.jobs] == [[], ["mdadm_create", "wait_quiet"], ["mdadm_stop"]]


@pytest.fixture
def spread(make: Factory, drives: list[Drive]) -> list[Drive]:
    """Provide the four drives on two controllers, two on each."""
    server = make.session.get_one(Server, drives[0].server_id)
    for index, controller in enumerate([make.controller(server, key="k1"), make.controller(server, key="k2")]):
        for drive in drives[2 * index : 2 * index + 2]:
            drive.controller_id = controller.id
    make.session.flush()
    return drives


def test_drives_are_selected_evenly_across_controllers(
    operator: TestClient, spread: list[Drive], machine: Machine
) -> None:
    axes = {"layouts": ["raid10", "jbod"], "drive_counts": [2, 4], "controller_counts": [1, 2, 3]}
    campaign = submit(operator, body(spread, axes=axes, states=["optimal"], workloads=[READ]))
    shown = operator.get(f"{ADDRESS}/{campaign['number']}/matrix").json()
    names = {row["row"]: row["name"] for row in shown["rows"]}
    possible = {names[cell["row"]] for cell in shown["cells"] if cell["state"] == "planned"}
    assert possible == {
        "RAID 10 of 4 drives over 2 controllers",
        "JBOD of 2 drives over 1 controller",
        "JBOD of 2 drives over 2 controllers",
        "JBOD of 4 drives over 2 controllers",
    }
    reasons = {names[cell["row"]]: cell["reason"] for cell in shown["cells"]}
    assert "4 drives of one controller are needed" in reasons["JBOD of 4 drives over 1 controller"]
    assert "cannot be taken evenly from 3 controllers" in reasons["JBOD of 4 drives over 3 controllers"]
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    making = [(name, target) for name, kinds, target in machine.jobs if "mdadm_stop" not in kinds]
    targets = {name.split(": ")[1].removesuffix(", read, optimal"): target for name, target in making}
    assert set(states(matrix(operator, campaign)).values()) == {"measured", "impossible"}
    assert targets["JBOD of 2 drives over 1 controller"] == ["nvme-a", "nvme-b"]
    assert targets["JBOD of 2 drives over 2 controllers"] == ["nvme-a", "nvme-c"]
    assert targets["RAID 10 of 4 drives over 2 controllers"] == ["nvme-a", "nvme-c", "nvme-b", "nvme-d"]


def test_few_drives_are_spread_over_controllers(operator: TestClient, spread: list[Drive]) -> None:
    axes = {"layouts": ["jbod"], "drive_counts": [2], "controller_counts": [2]}
    campaign = submit(operator, body(spread, axes=axes, states=["optimal"], drives={"any": 2}, workloads=[READ]))
    assert campaign["drives"] == ["nvme-a", "nvme-c"]


def test_drive_with_its_own_controller_is_not_counted(
    operator: TestClient, spread: list[Drive], session: Session
) -> None:
    for controller in {drive.controller_id for drive in spread}:
        session.execute(update(Drive).where(Drive.controller_id == controller).values(controller_id=None))
    axes = {"layouts": ["jbod"], "drive_counts": [2], "controller_counts": [1]}
    request_ = body(spread, axes=axes, states=["optimal"], workloads=[READ])
    [cell] = operator.post(f"{ADDRESS}?dry_run=true", json=request_).json()["plan"]["matrix"]["cells"]
    assert (cell["state"], "is its own NVMe controller counts for none" in cell["reason"]) == ("impossible", True)


def test_moved_drive_requests_a_decision(
    operator: TestClient, spread: list[Drive], machine: Machine, session: Session
) -> None:
    axes = {"layouts": ["jbod"], "drive_counts": [2], "controller_counts": [2]}
    campaign = submit(operator, body(spread, axes=axes, states=["optimal"], workloads=[READ, WRITE]))
    measure_one(machine, uuid.UUID(campaign["id"]))
    session.execute(update(Drive).where(Drive.stable_id == "nvme-c").values(controller_id=spread[0].controller_id))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    reason = operator.get(f"{ADDRESS}/{campaign['number']}").json()["pending_decision"]["reason"]
    assert "nvme-c is no longer attached to the same controller" in reason


def test_plan_counts_phase_writes_without_array_creation(operator: TestClient, drives: list[Drive]) -> None:
    def written(**change: Any) -> dict[str, Any]:
        plan: dict[str, Any] = operator.post(f"{ADDRESS}?dry_run=true", json=body(drives, **change)).json()["plan"]
        return plan

    raid5 = {"axes": {"layouts": ["raid5"], "drive_counts": [4]}}
    reading = written(**raid5, workloads=[READ])
    assert reading["expected_writes"]["typical_bytes"] == 0
    assert reading["expected_writes"]["sentence"] == "Nothing is written: every phase only reads."
    once, twice = (
        written(**raid5, workloads=[WRITE], states=states_) for states_ in (["optimal"], ["optimal", "degraded"])
    )
    assert twice["expected_writes"]["typical_bytes"] == 2 * once["expected_writes"]["typical_bytes"] > 0
    assert twice["sample_count"] == 2 * once["sample_count"]
    # The maximum of an assumed rate is unknown.
    assert (once["expected_writes"]["basis"], once["expected_writes"]["max_bytes"]) == ("nominal", None)
