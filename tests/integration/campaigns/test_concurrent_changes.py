"""Changes beside a campaign: pauses, foreign drives in its arrays, resumed or marked runs."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import ADDRESS, READ, WRITE, jbod, matrix, measure_one, raid5, submit
from tests.integration.campaigns.machine import Machine

from storagelab.campaigns import whole_planning
from storagelab.campaigns.scheduler import find_due
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Array,
    Attempt,
    AttemptEvent,
    Campaign,
    CampaignCell,
    Drive,
    Job,
    Measurement,
    Phase,
    Run,
    Server,
)

RUNS = "/api/v1/runs"


def shown(operator: TestClient, campaign: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    return answer


def lines(operator: TestClient, campaign: dict[str, Any]) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    return results


def fail_midway(session: Session, campaign: dict[str, Any]) -> Run:
    """Let the job under way break after its first phase."""
    job = session.scalars(select(Job).where(Job.campaign_id == uuid.UUID(campaign["id"]), Job.state == "queued")).one()
    run = session.scalars(select(Run).where(Run.job_id == job.id)).one()
    attempt = session.scalars(select(Attempt).where(Attempt.run_id == run.id)).one()
    attempt.state, attempt.status = "failed", {"operations": []}
    run.state, run.failure_kind, run.failure_message = "failed", "engine", "It broke."
    first, *others = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal))
    first.state = "finished"
    for phase in others:
        phase.state = "cancelled"
    job.state, job.started_at, job.finished_at = "failed", read_clock(session), read_clock(session)
    session.flush()
    return run


def finish_resumed(session: Session, run: Run) -> None:
    """Let the resumed attempt measure what was left."""
    session.refresh(run)
    job = session.get_one(Job, run.job_id, populate_existing=True)
    attempt = session.scalars(select(Attempt).where(Attempt.run_id == run.id, Attempt.ordinal == 2)).one()
    attempt.state = "succeeded"
    for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
        phase.state = "finished"
        session.execute(delete(Measurement).where(Measurement.phase_id == phase.id))
        session.add(Measurement(run_id=run.id, phase_id=phase.id, iops=500.0, bandwidth_bytes_per_s=1e6, badges=[]))
    run.state = job.state = "finished"
    job.finished_at = read_clock(session)
    session.flush()


def test_server_is_discovered_after_a_pause(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ, WRITE]))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    assert operator.post(f"{ADDRESS}/{campaign['number']}/pause").status_code == 200
    machine.advance(campaign_id)
    machine.discover()
    # No discovery has seen the changes that were made to the drives meanwhile.
    assert operator.post(f"{ADDRESS}/{campaign['number']}/resume").status_code == 200
    machine.advance(campaign_id)
    assert not machine.play()
    assert "waits for a discovery" in shown(operator, campaign)["waiting_reason"]
    machine.discover()
    session.execute(update(Drive).values(firmware="2.0"))
    machine.advance(campaign_id)
    assert shown(operator, campaign)["state"] == "waiting_for_decision"


def test_server_is_discovered_after_a_decision(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ, WRITE]))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    session.execute(update(Drive).values(firmware="2.0"))
    assert machine.run_to_end(campaign_id) == "waiting_for_decision"
    assert operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "redo"}).status_code == 200
    machine.advance(campaign_id)
    assert not machine.play()
    machine.discover()
    machine.advance(campaign_id)
    assert machine.play()


def test_campaign_waits_for_discovery_after_its_last_job(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"]))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    ended = session.scalars(select(Job.finished_at).where(Job.campaign_id == campaign_id)).one()
    assert ended is not None
    for begun, goes_on in ((-1, False), (1, True)):
        values = {"discovered_at": ended + dt.timedelta(milliseconds=begun), "discovery": "idle"}
        session.execute(update(Server).values(**values))
        machine.advance(campaign_id)
        assert machine.play() is goes_on


def test_array_with_a_foreign_drive_is_not_dismantled(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"], workloads=[READ]))
    campaign_id = uuid.UUID(campaign["id"])
    measure_one(machine, campaign_id)
    machine.advance(campaign_id)
    machine.discover()
    # A drive was put into the array, in place of one of its members.
    server = session.get_one(Server, drives[0].server_id)
    other = make.drive(server, stable_id="nvme-other", serial="SERIAL-other")
    array = session.scalars(select(Array).where(Array.present)).one()
    array.members = [*array.members[1:], {"kind": "drive", "key": "nvme-other", "drive_id": str(other.id)}]
    session.flush()
    for _ in range(3):
        machine.advance(campaign_id)
        machine.discover()
    assert not machine.play()
    reason = shown(operator, campaign)["waiting_reason"]
    assert "nvme-other" in reason
    assert "did not add" in reason


def test_resumed_run_is_filed_in_its_cell(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    campaign_id = uuid.UUID(campaign["id"])
    machine.advance(campaign_id)
    run = fail_midway(session, campaign)
    assert machine.run_to_end(campaign_id) == "finished"
    (cell,) = matrix(operator, campaign)
    assert cell["state"] == "failed"

    answer = operator.post(f"{RUNS}/{cell['run_number']}/resume")
    assert answer.status_code == 202, answer.text
    assert matrix(operator, campaign)[0]["state"] == "waiting"
    assert campaign_id in find_due(session, read_clock(session))
    machine.advance(campaign_id)
    assert matrix(operator, campaign)[0]["state"] in ("waiting", "running")
    finish_resumed(session, run)
    machine.advance(campaign_id)
    (cell,) = matrix(operator, campaign)
    assert (cell["state"], cell["generation"], cell["value"]) == ("measured", 1, 1e6)
    assert shown(operator, campaign)["state"] == "finished"


def test_array_is_recreated_after_waiting_for_resumed_run(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ, WRITE]))
    campaign_id = uuid.UUID(campaign["id"])
    machine.advance(campaign_id)
    run = fail_midway(session, campaign)
    machine.advance(campaign_id)
    array = {"row": 0, "stable_id": "md-uuid-x", "standing": "optimal", "drives": [], "stale": False}
    session.get_one(Campaign, campaign_id).array = array
    session.flush()
    assert operator.post(f"{RUNS}/{run.id}/resume").status_code == 202
    machine.discover()
    machine.advance(campaign_id)
    open_jobs = select(Job).where(Job.campaign_id == campaign_id, Job.state.not_in(("finished", "failed")))
    assert [job.id for job in session.scalars(open_jobs)] == [run.job_id]
    finish_resumed(session, run)
    campaign_row = session.get_one(Campaign, campaign_id)
    campaign_row.state = "paused"
    session.flush()
    machine.advance(campaign_id)
    assert session.get_one(Campaign, campaign_id, populate_existing=True).array == {**array, "stale": True}


def test_superseded_cell_is_unchanged_when_its_run_resumes(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    machine.advance(uuid.UUID(campaign["id"]))
    run = fail_midway(session, campaign)
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    session.execute(update(CampaignCell).values(superseded=True))
    assert operator.post(f"{RUNS}/{run.id}/resume").status_code == 202
    assert matrix(operator, campaign)[0]["state"] == "failed"


def test_invalid_repeat_is_excluded_from_cell_figures(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, raid5(drives, states=["rebuilding"], workloads=[READ], repeats=2))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    cell = session.scalars(select(CampaignCell).where(CampaignCell.column.is_not(None))).one()
    runs = session.scalars(
        select(Run).join(Job, Job.id == Run.job_id).where(Job.campaign_cell_id == cell.id).order_by(Run.repeat_index)
    ).all()
    # The first repeat reported the end of its rebuild, the second one did not.
    attempt = session.scalars(select(Attempt).where(Attempt.run_id == runs[0].id)).one()
    begun = session.scalars(select(Phase.started_at).where(Phase.run_id == runs[0].id).order_by(Phase.ordinal)).first()
    assert begun is not None
    returned = int((begun.timestamp() - 5) * 1e9)
    attempt.status = {
        "operations": [{"kind": "mdadm_readd", "state": "finished", "ended_realtime_ns": returned, "evidence": {}}]
    }
    evidence = {"kind": "array_state_changed", "ms": 60_000, "before": "busy with recover", "after": "idle"}
    session.add(AttemptEvent(attempt_id=attempt.id, who="worker", kind="telemetry", message="", evidence=evidence))
    session.flush()
    numbers = [f"r-{run.number}" for run in runs]
    # Filed again with that, the cell shows the time of the first repeat.
    assert (
        operator.put(f"{RUNS}/{numbers[1]}/validity", json={"validity": "invalid", "reason": "Throttled."}).status_code
        == 200
    )
    figures = lines(operator, campaign)[0]["figures"][0]
    assert (figures["rebuild_seconds"], figures["run_numbers"]) == (pytest.approx(65), [numbers[0]])
    assert operator.put(f"{RUNS}/{numbers[1]}/validity", json={"validity": "valid"}).status_code == 200
    assert (
        operator.put(f"{RUNS}/{numbers[0]}/validity", json={"validity": "invalid", "reason": "Throttled."}).status_code
        == 200
    )
    figures = lines(operator, campaign)[0]["figures"][0]
    assert (figures["cell_state"], figures["rebuild_seconds"]) == ("measured", None)
    assert figures["run_numbers"] == [numbers[1]]
    # A cell without any run that counts still leads to those that do not.
    assert (
        operator.put(f"{RUNS}/{numbers[1]}/validity", json={"validity": "invalid", "reason": "Throttled."}).status_code
        == 200
    )
    figures = lines(operator, campaign)[0]["figures"][0]
    assert (figures["cell_state"], figures["run_numbers"]) == ("withheld", numbers)


def test_smoke_results_are_marked_for_every_label(operator: TestClient, drives: list[Drive], machine: Machine) -> None:
    unnamed = {"profile": {"name": "read-sweep", "scale": "smoke"}}
    campaign = submit(operator, jbod(drives, workloads=[{**READ, "label": "4K read"}, unnamed]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    workloads = {line["workload"] for line in lines(operator, campaign)}
    assert "4K read (smoke)" in workloads
    assert len(workloads) == 2
    assert all(label.endswith("(smoke)") and label.count("smoke)") == 1 for label in workloads)


def test_too_many_cells_are_refused_before_planning(
    operator: TestClient, drives: list[Drive], make: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [str(drives[0].server_id), *(str(make.server(name=f"other-{number}").id) for number in range(4))]
    rows = [{"layout": "file", "size_bytes": 2**30, "name": f"File {number}"} for number in range(100)]
    shares = [{"server_id": server, "configurations": rows} for server in servers]

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a plan was made")

    monkeypatch.setattr(whole_planning, "plan_campaign", refuse)
    answer = operator.post(ADDRESS, json={"name": "Many", "servers": shares, "workloads": [READ]})
    assert answer.status_code == 422
    assert "500 cells" in answer.text


def test_campaign_without_a_server_is_never_due(session: Session) -> None:
    # A downgrade forgets which campaigns were wholes.
    session.add(Campaign(name="a whole", state="planned"))
    session.flush()
    assert find_due(session, read_clock(session)) == []
