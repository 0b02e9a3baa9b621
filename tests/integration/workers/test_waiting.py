"""Reasons for which a run waits, in words that follow the facts, and the order of runs."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import select, update
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Attempt, Drive, Enrolment, Job, LabSetting, Lease, MaintenanceWindow, Run
from storagelab.db.session import get_database, session_scope
from storagelab.dispatch.waiting import LOOK_AGAIN, NEAR_THE_FRONT, look_again_after
from storagelab_workers.due_work import find_due
from storagelab_workers.reconciler import Reconciler
from storagelab_workers.timing import scale_seconds

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


def add_drive(
    server_id: uuid.UUID, stable_id: str, *, resources: list[str] | None = None, enrolled: str | None = None
) -> None:
    with session_scope() as session:
        session.add(
            Drive(
                server_id=server_id, kernel_name=stable_id, path=f"/dev/{stable_id}", stable_id=stable_id,
                stable_ids=[stable_id, f"alias-of-{stable_id}"], serial=f"S-{stable_id}", first_seen_at=NOW,
                last_seen_at=NOW, resources=resources or [],
            )
        )  # fmt: skip
        if enrolled is not None:
            session.add(Enrolment(server_id=server_id, stable_id=stable_id, serial="S", state=enrolled))


def submit_devices(simulated: SimulatedLab, server_id: uuid.UUID, *stable_ids: str, writes: bool = True) -> uuid.UUID:
    """Submit a run on whole drives."""
    attempt_id = simulated.submit(server_id, target={"kind": "devices", "stable_ids": list(stable_ids)})
    spec = simulated.lab.attempt(attempt_id).spec
    devices = [
        {"stable_id": name, "serial": f"S-{name}", "path": f"/dev/{name}", "size_bytes": 1} for name in stable_ids
    ]
    phases = [{**phase, "writes": writes} for phase in spec["phases"]]
    spec = {**spec, "target": {"kind": "devices", "devices": devices}, "phases": phases}
    simulated.change_attempt(attempt_id, spec=spec)
    return attempt_id


def reason(simulated: SimulatedLab, attempt_id: uuid.UUID) -> str | None:
    return simulated.step(attempt_id).waiting_reason


def test_closed_reconciler_holds_no_connection(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    reconciler.tick()
    reconciler.close()
    assert get_database(simulated.lab.settings.database_url).pool.checkedout() == 0  # type: ignore[attr-defined]


def test_paused_lab_starts_runs_only_after_resume(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    with session_scope() as session:
        session.add(LabSetting(key="paused", value={"paused": True, "reason": "the air conditioning is off"}))
    attempt_id = simulated.submit(server_id)
    assert reason(simulated, attempt_id) == "the lab is paused: the air conditioning is off"
    reconciler.tick()
    assert simulated.lab.attempt(attempt_id).next_step_at <= dt.datetime.now(dt.UTC)
    assert reason(simulated, attempt_id) == "the lab is paused: the air conditioning is off"
    reconciler.tick()
    assert simulated.lab.attempt(attempt_id).next_step_at > dt.datetime.now(dt.UTC)

    with session_scope() as session:
        session.delete(session.get_one(LabSetting, "paused"))
    reconciler.tick()
    assert simulated.lab.attempt(attempt_id).next_step_at <= dt.datetime.now(dt.UTC)
    assert simulated.step(attempt_id).state == "running"


def test_maintenance_waits_for_runs_and_ends_with_window(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    running = simulated.submit(server_id)
    simulated.step(running)
    with session_scope() as session:
        window = MaintenanceWindow(server_id=server_id, starts_at=NOW - HOUR, ends_at=NOW + HOUR, reason="new cables")
        session.add(window)
        session.flush()
        window_id = window.id
    reconciler.tick()
    assert simulated.lab.server(server_id).state == "busy"
    assert simulated.step_to_end(running).state == "succeeded"
    reconciler.tick()
    server = simulated.lab.server(server_id)
    assert server.state == "maintenance"
    assert server.state_reason.endswith(": new cables")
    waiting = simulated.submit(server_id)
    assert (
        reason(simulated, waiting)
        == f"waiting for alpha: maintenance until {NOW + HOUR:%Y-%m-%d %H:%M} UTC (new cables)"
    )
    assert simulated.discover(server_id).state == "maintenance"

    with session_scope() as session:
        session.delete(session.get_one(MaintenanceWindow, window_id))
    reconciler.tick()
    server = simulated.lab.server(server_id)
    assert (server.state, server.discovery) == ("ready", "requested")
    assert simulated.step(waiting).state == "running"


def test_run_waits_until_the_server_clock_is_correct(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    simulated.change_server(server_id, clock_offset_ms=90_000.0)
    attempt_id = simulated.submit(server_id)
    assert reason(simulated, attempt_id) == (
        "waiting for alpha: its clock is +90 s off. Set it, then discover the server again"
    )
    simulated.change_server(server_id, clock_offset_ms=2_000.0)
    assert simulated.step(attempt_id).state == "running"


def test_run_without_enrolment_waits_without_blocking_later_runs(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    simulated.change_server(server_id, clock_offset_ms=0.0)
    for name, state in (("proposed", "proposed"), ("void", "void"), ("active", "active"), ("none", None)):
        add_drive(server_id, name, enrolled=state)
    expected = {
        "none": "waiting for the enrolment of none on alpha",
        "proposed": "waiting for the enrolment of proposed on alpha: its command has not been run there yet",
        "void": "waiting for a new enrolment of void on alpha, the old one is void",
    }
    for name, words in expected.items():
        assert reason(simulated, submit_devices(simulated, server_id, name)) == words
    with session_scope() as session:
        session.execute(update(Drive).where(Drive.stable_id == "active").values(protected=True))
    attempt_id = submit_devices(simulated, server_id, "active")
    assert reason(simulated, attempt_id) == "active on alpha is protected"
    assert simulated.step(submit_devices(simulated, server_id, "none", writes=False)).state == "running"


def test_queue_order_is_priority_then_position_then_age(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    holder = simulated.submit(server_id)
    simulated.step(holder)
    old = simulated.submit(server_id, queue_position=20.0)
    moved_up = simulated.submit(server_id, queue_position=10.0)
    urgent = simulated.submit(server_id, priority=90, queue_position=30.0)
    simulated.step_to_end(holder)
    begun = []
    for _ in range(3):
        for attempt_id in (old, moved_up, urgent):
            if simulated.lab.attempt(attempt_id).state == "queued" and simulated.step(attempt_id).state == "running":
                begun.append(attempt_id)
                simulated.step_to_end(attempt_id)
    assert begun == [urgent, moved_up, old]


def test_shared_drive_is_one_resource_for_two_servers(simulated: SimulatedLab) -> None:
    shared = ["ctrl:0000:01:00.0@rack", "dev:scsi-3600"]
    alpha, beta = simulated.add_server("alpha"), simulated.add_server("beta")
    add_drive(alpha, "wwn-here", resources=shared, enrolled="active")
    add_drive(beta, "wwn-there", resources=["dev:scsi-3600"], enrolled="active")
    first = submit_devices(simulated, alpha, "alias-of-wwn-here", writes=False)
    assert simulated.step(first).state == "running"
    assert set(simulated.lab.leases()) == {*shared, f"host:{simulated.lab.server(alpha).boot_id}"}
    second = submit_devices(simulated, beta, "wwn-there", writes=False)
    number = simulated.lab.run_of(first).number
    assert reason(simulated, second) == f"waiting for scsi-3600: r-{number} is using it from alpha"
    simulated.step_to_end(first)
    assert simulated.step(second).state == "running"


def test_drives_named_in_a_preparation_are_leased(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    add_drive(server_id, "target", resources=["dev:target"])
    add_drive(server_id, "spare", resources=["dev:spare"])
    attempt_id = submit_devices(simulated, server_id, "target", writes=False)
    with session_scope() as session:
        run_id = session.get_one(Attempt, attempt_id).run_id
        job_id = session.scalars(select(Run.job_id).where(Run.id == run_id)).one()
        preparation = [{"kind": "mdadm_add_spare", "member": "spare"}]
        session.execute(update(Job).where(Job.id == job_id).values(preparation=preparation))
    simulated.step(attempt_id)
    held = simulated.lab.read(lambda session: set(session.scalars(select(Lease.resource))))
    assert {"dev:target", "dev:spare"} <= held


def test_run_far_back_in_queue_is_rechecked_rarely(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    holder = simulated.submit(server_id)
    simulated.step(holder)
    line = [simulated.submit(server_id) for _ in range(2 * NEAR_THE_FRONT + 1)]
    last = simulated.step(line[-1])
    assert last.waiting_reason == "waiting for alpha: other runs are ahead"
    wait = (last.next_step_at - dt.datetime.now(dt.UTC)).total_seconds()
    assert 3 * scale_seconds(LOOK_AGAIN) < wait <= 4 * scale_seconds(LOOK_AGAIN)
    near = simulated.step(line[NEAR_THE_FRONT - 1])
    number = simulated.lab.run_of(holder).number
    assert near.waiting_reason == f"waiting for alpha: r-{number} is running there"

    reconciler.tick()
    looks = simulated.lab.read(lambda session: {row.id: row.next_step_at for row in session.scalars(select(Attempt))})
    now = dt.datetime.now(dt.UTC)
    assert all(looks[attempt_id] <= now for attempt_id in line[:NEAR_THE_FRONT])
    assert looks[line[-1]] == last.next_step_at

    with session_scope() as session:
        cancelled = [simulated.lab.run_of(attempt_id).id for attempt_id in line[: NEAR_THE_FRONT + 1]]
        session.execute(update(Attempt).where(Attempt.run_id.in_(cancelled)).values(state="cancelled"))
    reconciler.tick()
    assert reason(simulated, line[-1]) == f"waiting for alpha: r-{number} is running there"


def test_ten_thousand_queued_runs_need_few_rechecks(simulated: SimulatedLab) -> None:
    far_back = range(NEAR_THE_FRONT, 10_000)
    assert sum(scale_seconds(1.0) / look_again_after(ahead) for ahead in far_back) < 1.5


def test_run_behind_many_blocked_runs_still_starts(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    add_drive(server_id, "none")
    for _ in range(NEAR_THE_FRONT + 1):
        submit_devices(simulated, server_id, "none")
    free = simulated.submit(server_id)
    simulated.change_attempt(free, next_step_at=dt.datetime.now(dt.UTC) + HOUR)
    reconciler.tick()
    assert simulated.step(free).state == "running"


def test_long_queue_does_not_delay_running_attempt(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    running = simulated.submit(server_id)
    simulated.step(running)
    line = [simulated.submit(server_id) for _ in range(NEAR_THE_FRONT + 10)]
    with session_scope() as session:
        now = dt.datetime.now(dt.UTC)
        session.execute(update(Attempt).where(Attempt.id.in_(line)).values(next_step_at=now - HOUR, enqueued_at=None))
        session.execute(update(Attempt).where(Attempt.id == running).values(next_step_at=now, enqueued_at=None))
        due = [item.id for item in find_due(session, now)]
    assert due[0] == running
    assert len(due) < len(line)
