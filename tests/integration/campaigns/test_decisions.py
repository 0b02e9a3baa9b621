"""Hardware changes that a campaign handles by itself, and those that need a decision."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
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
    jbod,
    matrix,
    measure_one,
    new_firmware,
    raid5,
    states,
    submit,
)
from tests.integration.campaigns.machine import Machine
from tests.result_factories import make_measurement

from storagelab.campaigns.result_assignment import compute_headline
from storagelab.campaigns.results import read_results
from storagelab.campaigns.scheduler import find_due
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CustomProfile, Drive, Enrolment, Job, Phase, Run, Server

Scope = Callable[[], AbstractContextManager[Session]]


def named(drives: list[Drive], /, **change: Any) -> dict[str, Any]:
    """Build a campaign over exactly these drives that repeats by itself what a change spoils."""
    stable_ids = [drive.stable_id for drive in drives]
    return jbod(drives, **({"drives": {"stable_ids": stable_ids}, "on_drive_failure": "redo"} | change))


def shown(operator: TestClient, campaign: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    return answer


def decide(operator: TestClient, campaign: dict[str, Any], choice: str) -> None:
    answer = operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": choice})
    assert answer.status_code == 200, answer.text


def test_drive_with_unconfirmed_serial_is_never_used(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, named(drives, workloads=[WRITE, READ]))
    measure_one(machine, uuid.UUID(campaign["id"]))
    # Another drive in the same place, which root has enrolled there too.
    session.execute(update(Drive).where(Drive.stable_id == "nvme-b").values(serial="SERIAL-other"))
    session.execute(update(Enrolment).where(Enrolment.stable_id == "nvme-b").values(serial="SERIAL-other"))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    assert len(machine.jobs) == 1
    assert "the serial number of nvme-b was not confirmed" in shown(operator, campaign)["waiting_reason"]
    answer = operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "redo"})
    assert answer.status_code == 409
    decide(operator, campaign, "stop")
    assert [job.confirm_serials for job in session.scalars(select(Job))] == [[f"SERIAL-{name}" for name in "abcd"]]


def test_withdrawn_drive_requests_one_decision(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, named(drives))
    measure_one(machine, uuid.UUID(campaign["id"]))
    session.execute(update(Enrolment).where(Enrolment.stable_id == "nvme-b").values(state="withdrawn"))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    assert "nvme-b may no longer be written" in shown(operator, campaign)["pending_decision"]["reason"]
    session.execute(update(Enrolment).where(Enrolment.stable_id == "nvme-b").values(state="active"))
    decide(operator, campaign, "redo")
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"


def let_hours_pass(session: Session, campaign_id: uuid.UUID) -> None:
    """Move the time of the default choice into the past."""
    stored = session.get_one(Campaign, campaign_id, populate_existing=True)
    past = read_clock(session) - dt.timedelta(minutes=1)
    stored.pending_decision = {**(stored.pending_decision or {}), "decides_at": past.isoformat()}
    stored.next_check_at = past
    session.flush()


def test_default_choice_is_applied_at_the_deadline(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, decide_after_seconds=18_000, decide_with="keep_both"))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    new_firmware(session, drives)
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    question = shown(operator, campaign)["pending_decision"]
    assert question["default_choice"] == "keep_both"
    assert question["decides_at"] is not None
    assert question["repeat_seconds"] > 0
    # Five hours are not over: it is no work for the reconciler, and looking at it changes nothing.
    assert campaign_id not in find_due(session, read_clock(session))
    machine.advance(campaign_id)
    assert shown(operator, campaign)["state"] == "waiting_for_decision"

    let_hours_pass(session, campaign_id)
    assert campaign_id in find_due(session, read_clock(session))
    assert machine.run_to_end(campaign_id) == "finished"
    generations = [cell["generation"] for cell in matrix(operator, campaign) if cell["column"] == 0]
    assert generations == [1, 2]


def test_impossible_default_choice_waits_for_a_decision(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, decide_after_seconds=3600))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    session.execute(update(Drive).where(Drive.stable_id == "nvme-b").values(present=False))
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    let_hours_pass(session, campaign_id)
    machine.advance(campaign_id)
    answer = shown(operator, campaign)
    assert answer["state"] == "waiting_for_decision"
    assert answer["pending_decision"]["decides_at"] is None
    assert "The campaign needs 4 drives, and 3 can be used" in answer["waiting_reason"]
    assert campaign_id not in find_due(session, read_clock(session))


@pytest.mark.parametrize(("choice", "generations"), [("redo", [1, 3]), ("keep_both", [1, 2, 3])])
def test_second_change_concerns_only_the_last_generation(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, choice: str, generations: list[int]
) -> None:
    campaign = submit(operator, jbod(drives))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    new_firmware(session, drives)
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    decide(operator, campaign, "keep_both")
    machine.advance(campaign_id)
    machine.discover()
    measure_one(machine, campaign_id)
    session.execute(update(Drive).values(firmware="3.0"))
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    assert shown(operator, campaign)["pending_decision"]["cells"] == [[0, 0]]
    decide(operator, campaign, choice)
    assert machine.run_to_end(campaign_id) == "finished"
    cells = [cell for cell in matrix(operator, campaign) if (cell["column"], cell["superseded"]) == (0, False)]
    assert [(cell["generation"], cell["state"]) for cell in cells] == [(number, "measured") for number in generations]


@pytest.mark.in_turn
@pytest.mark.parametrize("repeats", [1, 2])
def test_repeated_problems_request_a_decision(
    operator: TestClient, drives: list[Drive], machine: Machine, repeats: int
) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"], on_drive_failure="redo", repeats=repeats))
    for _ in range(60):
        machine.spoil = "degraded"
        machine.advance(uuid.UUID(campaign["id"]))
        if not machine.play():
            machine.discover()
        if shown(operator, campaign)["state"] == "waiting_for_decision":
            break
    else:
        raise AssertionError("it goes on redoing for ever")
    assert "was already repeated 3 times" in shown(operator, campaign)["pending_decision"]["reason"]
    assert len(machine.jobs) < 20


def test_array_creation_step_is_excluded_from_decision_cells(
    operator: TestClient, drives: list[Drive], machine: Machine
) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"], repeats=2))
    machine.spoil = "degraded"
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    assert shown(operator, campaign)["pending_decision"]["cells"] == []


def test_campaign_waits_until_its_archived_profile_is_restored(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    document = operator.get("/api/v1/profiles/read-sweep").json()["document"] | {"name": "mine", "version": 1}
    assert operator.post("/api/v1/profiles", json={"document": document}).status_code == 201
    mine = {"profile": {"name": "mine", "scale": "smoke"}, "label": "mine"}
    campaign = submit(operator, jbod(drives, workloads=[READ, mine]))
    measure_one(machine, uuid.UUID(campaign["id"]))
    session.execute(update(CustomProfile).values(archived_at=campaign["created_at"]))
    for _ in range(3):
        machine.advance(uuid.UUID(campaign["id"]))
        assert not machine.play()
        machine.discover()
    assert "mine is archived: restore it" in shown(operator, campaign)["waiting_reason"]
    assert states(matrix(operator, campaign)) == {(0, 0): "measured", (0, 1): "planned"}
    session.execute(update(CustomProfile).values(archived_at=None))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert set(states(matrix(operator, campaign)).values()) == {"measured"}


def test_only_counted_rounds_of_a_loop_are_filed(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    stored = session.get_one(Campaign, uuid.UUID(campaign["id"]), populate_existing=True)
    run = session.scalars(select(Run).join(Job).where(Job.campaign_id == stored.id)).one()
    for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
        phase.kind = "precondition"
    for number, iops in enumerate((9000.0, 500.0, 520.0), start=1):
        looped = {"name": f"Round {number}: 4 KiB", "loop": "Write saturation", "round": number}
        phase = make.phase(run, ordinal=90 + number, in_measurement_window=number > 1, state="finished", **looped)
        make_measurement(make, phase, iops=iops, random_percent=100.0, block_bytes=4096)
    assert compute_headline(session, [run.id]) == ("iops", 510.0, "1/s", "4 KiB")
    (line,) = read_results(session, stored).lines
    assert (line.phase, [figures.iops for figures in line.figures]) == ("4 KiB", [510.0])


def test_headline_prefers_random_phase_over_faster_sequential_phase(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    run = session.scalars(select(Run).join(Job).where(Job.campaign_id == uuid.UUID(campaign["id"]))).one()
    for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
        phase.kind = "precondition"
    for ordinal, (iops, random) in enumerate(((9000.0, 0.0), (500.0, 100.0)), start=90):
        phase = make.phase(run, ordinal=ordinal, name=f"{random:g} % random", state="finished")
        make_measurement(make, phase, iops=iops, random_percent=random, block_bytes=4096)
    assert compute_headline(session, [run.id]) == ("iops", 500.0, "1/s", "100 % random")


def test_campaign_finishes_after_discovery_shows_free_drives(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, raid5(drives))
    campaign_id = uuid.UUID(campaign["id"])
    while not machine.jobs or not machine.jobs[-1][0].endswith("apart"):
        machine.advance(campaign_id)
        if not machine.play():
            machine.discover()
    machine.advance(campaign_id)
    waiting = shown(operator, campaign)
    assert (waiting["state"], waiting["finished_at"]) == ("running", None)
    assert "waits for a discovery" in waiting["waiting_reason"]
    server = session.get_one(Server, drives[0].server_id, populate_existing=True)
    assert server.discovery == "requested"
    machine.discover()
    machine.advance(campaign_id)
    assert shown(operator, campaign)["state"] == "finished"


def test_campaign_finishes_while_its_server_is_under_maintenance(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives))
    campaign_id = uuid.UUID(campaign["id"])
    while len(machine.jobs) < campaign["cells_total"]:
        machine.advance(campaign_id)
        if not machine.play():
            machine.discover()
    session.get_one(Server, drives[0].server_id, populate_existing=True).state = "maintenance"
    session.flush()
    machine.advance(campaign_id)
    assert shown(operator, campaign)["state"] == "finished"


def test_campaign_waits_for_requested_discovery(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives))
    # Another job has just made an array of these drives, and no discovery has seen it yet.
    session.get_one(Server, drives[0].server_id, populate_existing=True).discovery = "requested"
    session.flush()
    machine.advance(uuid.UUID(campaign["id"]))
    assert not machine.play()
    assert "waits for a discovery" in shown(operator, campaign)["waiting_reason"]
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"


def test_figure_of_a_cut_phase_is_excluded(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    """Check that the burst of a cut phase, the fastest figure of the drive, is no result of the cell.

    The phases after it keep their places in the lines of results.
    """
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    stored = session.get_one(Campaign, uuid.UUID(campaign["id"]), populate_existing=True)
    run = session.scalars(select(Run).join(Job).where(Job.campaign_id == stored.id)).one()
    for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
        phase.kind = "precondition"
    for ordinal, (iops, state) in enumerate(((9000.0, "failed"), (500.0, "finished")), start=90):
        phase = make.phase(run, ordinal=ordinal, name="4 KiB", state=state)
        make_measurement(make, phase, iops=iops, random_percent=100.0, block_bytes=4096)
    assert compute_headline(session, [run.id]) == ("iops", 500.0, "1/s", "4 KiB (2)")
    lines = {line.phase: [figures.iops for figures in line.figures] for line in read_results(session, stored).lines}
    assert 9000.0 not in [iops for of_line in lines.values() for iops in of_line]
    assert [500.0] in lines.values()
