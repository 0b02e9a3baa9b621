"""Reuse of drive states by jobs: phases that the plan skips, its reasons, and its refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, Drive, DriveStateEntry, Job, Phase, Run, Server
from storagelab.domain.profile import expand
from storagelab.http.references import format_row_number
from storagelab.planning.conditioning import find_stale_reason
from storagelab.profiles.catalogue import get_profile
from storagelab_runner.spec import parse_spec

GIB = 2**30
ADDRESS = "/api/v1/jobs"
FILL, PRECONDITION = expand(get_profile("quick-4k"))[:2]


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


@pytest.fixture
def drives(make: Factory, server: Server) -> list[Drive]:
    """Provide two drives that may be destroyed."""
    drives = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", identity=f"wwn:{name}") for name in "ab"
    ]
    for drive in drives:
        make.enrolment(drive)
    return drives


def body(drives: Sequence[Drive], **change: Any) -> dict[str, Any]:
    return {
        "server_id": str(drives[0].server_id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]},
        "confirm_serials": [drive.serial for drive in drives],
        "conditioning": "reuse",
    } | change


def ran_before(make: Factory, drives: Sequence[Drive], *, steady: bool) -> Run:
    """Return a run that filled these drives and, if `steady`, made them steady."""
    server = make.session.get_one(Server, drives[0].server_id)
    target = {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives], "layout": "parallel"}
    run = make.run(make.job(server, target=target, state="finished"), state="finished")
    for plan, state in ((FILL, "filled"), (PRECONDITION, "steady"))[: 2 if steady else 1]:
        workload = plan.workload.to_json()
        phase = make.phase(
            run, ordinal=plan.ordinal, name=plan.name, kind=plan.kind, workload=workload, stop=plan.stop.to_json()
        )
        make.session.add_all(
            DriveStateEntry(
                identity=drive.identity, drive_id=drive.id, run_id=run.id, phase_id=phase.id, state=state,
                workload=workload if state == "steady" else None, written_bytes=drive.size_bytes, reason=plan.name,
            )
            for drive in drives
        )  # fmt: skip
    make.session.commit()
    return run


def plan_of(client: TestClient, request: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"{ADDRESS}?dry_run=true", json=request)
    assert answer.status_code == 200, answer.text
    plan: dict[str, Any] = answer.json()["plan"]
    return plan


def test_filled_drives_are_not_filled_again(
    operator: TestClient, make: Factory, drives: list[Drive], session: Session
) -> None:
    before = ran_before(make, drives, steady=False)
    whole = plan_of(operator, body(drives, conditioning="redo"))
    assert (whole["conditioning_choice"], whole["left_out"], len(whole["job_files"])) == ("redo", [], 8)
    plan = plan_of(operator, body(drives))
    assert [job_file["ordinal"] for job_file in plan["job_files"]] == [2, 3, 4, 5, 6, 7, 8]
    (left_out,) = plan["left_out"]
    assert left_out["reason"] == f"filled by {format_row_number(before)}, 0 B written since"
    saved = whole["reuse_saves_seconds"]
    assert saved == plan["reuse_saves_seconds"] == left_out["estimated_seconds"] > 0
    assert plan["estimated_seconds"] == pytest.approx(whole["estimated_seconds"] - saved)

    answer = operator.post(ADDRESS, json=body(drives))
    assert answer.status_code == 202, answer.text
    job = answer.json()
    assert (job["conditioning"], job["estimated_seconds"]) == ("reuse", plan["estimated_seconds"])
    spec = parse_spec(session.scalars(select(Attempt.spec)).one())
    assert [phase.ordinal for phase in spec.phases] == [2, 3, 4, 5, 6, 7, 8]
    shown = operator.get(f"/api/v1/runs/{job['runs'][0]['id']}").json()["phases"]
    assert [phase["state"] for phase in shown] == ["skipped"] + ["planned"] * 7
    assert (shown[0]["stop_reason"], shown[0]["message"]) == ("reused", f"Left out: {left_out['reason']}.")


def test_reading_job_destroys_no_drive(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    ran_before(make, drives, steady=True)
    answer = operator.post(ADDRESS, json=body(drives, confirm_serials=[]))
    assert answer.status_code == 202, answer.text
    plan = answer.json()["plan"]
    assert (plan["destroys"], [phase["name"] for phase in plan["left_out"]]) == ([], ["Fill", "Precondition"])
    assert [phase["ordinal"] for phase in plan["phases"]] == [3, 4, 5, 6, 7, 8]
    assert plan["written_bytes"] == 0


def test_one_member_alone_decides_for_its_array(
    operator: TestClient, make: Factory, server: Server, drives: list[Drive], session: Session
) -> None:
    device = make.drive(server, stable_id="md-uuid-1", serial="1", identity=None, resources=["dev:md-uuid-1"])
    make.enrolment(device)
    members = [
        {"kind": "drive", "key": drive.kernel_name, "drive_id": str(drive.id), "slot": 0, "state": "online"}
        for drive in drives
    ]
    array = make.array(server, drive_id=device.id, members=members, name="md0")
    ran_before(make, drives, steady=False)
    plan = plan_of(operator, body([device]))
    assert [phase["name"] for phase in plan["left_out"]] == ["Fill"]
    assert {entry["stable_id"] for entry in plan["conditioning"]} == {"nvme-a", "nvme-b"}
    array.members = [*members, {"kind": "drive", "key": "sdx", "drive_id": None, "slot": 2, "state": "online"}]
    session.commit()
    plan = plan_of(operator, body([device]))
    assert plan["left_out"] == []
    assert "sdx of md0" in {entry["stable_id"] for entry in plan["conditioning"]}
    array.members = []
    session.commit()
    assert plan_of(operator, body([device]))["left_out"] == []


def test_partly_conditioned_set_is_not_reused(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    ran_before(make, drives[:1], steady=True)
    plan = plan_of(operator, body(drives))
    assert (plan["left_out"], plan["reuse_saves_seconds"]) == ([], 0)
    # On its own, the drive is in the state that the plan needs.
    assert len(plan_of(operator, body(drives[:1]))["left_out"]) == 2


def test_steady_set_does_not_cover_single_drives(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    ran_before(make, drives, steady=True)
    plan = plan_of(operator, body(drives[:1]))
    assert plan["left_out"] == []
    assert "it became steady under a load on another target" in plan["conditioning"][1]["reason"]


def test_a_preparation_makes_every_phase_necessary(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    ran_before(make, drives, steady=True)
    plan = plan_of(operator, body(drives, preparation=[{"kind": "discard"}]))
    assert (plan["left_out"], plan["reuse_saves_seconds"], len(plan["phases"])) == ([], None, 8)
    assert any("the preparation changes the drives" in warning for warning in plan["warnings"])
    waits = plan_of(operator, body(drives, preparation=[{"kind": "wait_quiet", "max_seconds": 60}]))
    assert len(waits["left_out"]) == 2


def test_state_changing_repeats_skip_no_phase(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    ran_before(make, drives, steady=False)
    plan = plan_of(operator, body(drives, repeats=2))
    assert (plan["left_out"], len(plan["phases"])) == ([], 8)
    assert any("a later repeat would not find the drives" in warning for warning in plan["warnings"])


def test_file_target_cannot_reuse_conditioning(operator: TestClient, server: Server, session: Session) -> None:
    request = {
        "server_id": str(server.id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "size_bytes": 2**28},
        "conditioning": "reuse",
    }
    answer = operator.post(ADDRESS, json=request)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "conditioning")
    assert "a file is always new" in answer.json()["detail"]
    plan = plan_of(operator, request | {"conditioning": "redo"})
    assert (plan["reuse_saves_seconds"], plan["left_out"]) == (None, [])
    answer = operator.post(ADDRESS, json=request | {"conditioning": "again"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "conditioning")
    assert session.scalars(select(Job)).all() == []


def lost_in(session: Session, run: Run, states: Sequence[str]) -> None:
    """Mark the run as lost with its phases in these states."""
    phases = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    for phase, state in zip(phases, states, strict=True):
        phase.state = state
    run.state = "lost"
    for row in (*session.scalars(select(Attempt)), *session.scalars(select(Job).where(Job.id == run.job_id))):
        row.state = "lost" if isinstance(row, Attempt) else "failed"
    session.commit()


def test_resumed_run_skips_phases_skipped_by_its_plan(
    operator: TestClient, make: Factory, drives: list[Drive], session: Session
) -> None:
    ran_before(make, drives, steady=True)
    job = operator.post(ADDRESS, json=body(drives)).json()
    run = session.get_one(Run, job["runs"][0]["id"])
    lost_in(session, run, ["skipped"] * 2 + ["lost"] * 6)
    shown = operator.get(f"/api/v1/runs/{run.id}").json()["resumption"]
    assert "has no finished phase to resume from" in shown["refusal"]
    lost_in(session, run, ["skipped"] * 2 + ["finished"] + ["lost"] * 5)
    answer = operator.post(f"/api/v1/runs/{run.id}/resume")
    assert answer.status_code == 202, answer.text
    states = [phase["state"] for phase in answer.json()["phases"]]
    assert states == ["skipped"] * 2 + ["finished"] + ["planned"] * 5
    second = session.scalars(select(Attempt).where(Attempt.resumed_from_id.is_not(None))).one()
    assert [phase["ordinal"] for phase in second.spec["phases"]] == [4, 5, 6, 7, 8]


def test_only_foreign_writes_invalidate_a_resumed_run(
    operator: TestClient, make: Factory, server: Server, drives: list[Drive], session: Session
) -> None:
    before = ran_before(make, drives[:1], steady=False)
    operator.post(ADDRESS, json=body(drives[:1])).raise_for_status()
    run = session.scalars(select(Run).where(Run.id != before.id)).one()
    job = session.get_one(Job, run.job_id)

    def find_reason(*, resumed: bool) -> str | None:
        session.flush()
        return find_stale_reason(session, run=run, job=job, server=server, resumed=resumed)

    def write(by: Run) -> None:
        session.add(DriveStateEntry(identity="wwn:a", state="dirty", reason="Precondition", run_id=by.id))

    assert (find_reason(resumed=False), find_reason(resumed=True)) == (None, None)
    write(run)
    assert find_reason(resumed=True) is None
    assert "Fill had been left out, but nvme-a: an unknown amount was written since" in (
        find_reason(resumed=False) or ""
    )
    write(before)
    assert "an unknown amount was written since" in (find_reason(resumed=True) or "")
    assert find_stale_reason(session, run=before, job=job, server=server, resumed=False) is None
