"""Runs that build on the state of their drives.

They begin only in that state, and their results name it.
"""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import select
from tests.factories import SEEN
from tests.integration.simulation.simulated_server import IOS_PER_SECOND, SECONDS_PER_PHASE
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Drive, DriveStateEntry, Enrolment, Measurement, Phase, Run
from storagelab.db.session import session_scope
from storagelab.dispatch.service import submit_job
from storagelab.domain.profile import expand
from storagelab.inventory.ledger import read_entries
from storagelab.planning.schemas import DevicesTarget, JobCreate, ProfileSelection
from storagelab.profiles.catalogue import get_profile
from storagelab.results.conditions import read_conditions

#: As much as a simulated phase writes.
SIZE = IOS_PER_SECOND * SECONDS_PER_PHASE * 4096
IDENTITY = "wwn:a"


@pytest.fixture
def server_id(simulated: SimulatedLab) -> uuid.UUID:
    """Provide a server with one enrolled drive."""
    server_id = simulated.add_server()
    with session_scope() as session:
        session.add_all(
            [
                Drive(
                    id=generate_uuid7(), server_id=server_id, kernel_name="nvme0n1", path="/dev/nvme0n1",
                    stable_id="nvme-a", stable_ids=["nvme-a"], serial="SERIAL-a", size_bytes=SIZE,
                    identity=IDENTITY, **SEEN,
                ),
                Enrolment(
                    id=generate_uuid7(), server_id=server_id, stable_id="nvme-a", serial="SERIAL-a", state="active"
                ),
            ]
        )  # fmt: skip
    return server_id


def leave(state: str, *, written: int | None = SIZE, run_id: uuid.UUID | None = None) -> None:
    """Record that the drive was left in a state."""
    with session_scope() as session:
        session.add(
            DriveStateEntry(
                identity=IDENTITY, state=state, written_bytes=written, reason=f"left {state}", run_id=run_id
            )
        )


def leave_steady(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    """Store a run that left the drive steady under the workload of the conditioning of quick-4k."""
    leave("filled")
    earlier = simulated.submit(server_id, target={"kind": "devices", "stable_ids": ["nvme-a"]})
    simulated.change_attempt(earlier, state="succeeded", next_step_at=None)
    plan = expand(get_profile("quick-4k"))[1]
    with session_scope() as session:
        run_id = session.get_one(Attempt, earlier).run_id
        session.get_one(Run, run_id).state = "finished"
        phase = session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal)).all()[0]
        phase.stop = plan.stop.to_json()
        session.add(
            DriveStateEntry(
                identity=IDENTITY, state="steady", written_bytes=SIZE, reason="Precondition was steady", run_id=run_id,
                phase_id=phase.id, workload=plan.workload.to_json(),
            )
        )  # fmt: skip


def submit(server_id: uuid.UUID, **change: Any) -> uuid.UUID:
    """Submit a job that builds on the present state of the drive, and return the id of its attempt."""
    body = JobCreate(
        server_id=str(server_id),
        profile=ProfileSelection(name="quick-4k"),
        target=DevicesTarget(kind="devices", stable_ids=["nvme-a"]),
        confirm_serials=["SERIAL-a"],
        conditioning="reuse",
        **change,
    )
    with session_scope() as session:
        job = submit_job(session, user=None, body=body, job_id=generate_uuid7())
        return session.scalars(select(Attempt.id).join(Run).where(Run.job_id == job.id)).one()


@pytest.mark.in_turn
def test_run_on_a_filled_drive_skips_the_fill(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    leave("filled")
    attempt_id = submit(server_id)
    assert simulated.step_to_end(attempt_id).state == "succeeded"
    phases, run = simulated.lab.phases_of(attempt_id), simulated.lab.run_of(attempt_id)
    assert [phase.state for phase in phases] == ["skipped"] + ["finished"] * 7
    assert (phases[0].stop_reason, phases[0].message) == ("reused", "Left out: filled, 0 B written since.")
    assert (run.state, run.completeness) == ("finished", "complete")
    (badge,) = [item for item in run.badges if item["code"] == "conditioning_reused"]
    assert badge["detail"] == "Fill: Left out: filled, 0 B written since."
    assert phases[1].t0_ms == 0
    states = [
        read["drive_states"][0]["state"]
        for _, read in sorted(simulated.lab.read(lambda session: read_conditions(session, run_id=run.id)).items())
    ]
    assert states[0] == "filled"


def test_measuring_run_records_earlier_preconditioning(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    leave_steady(simulated, server_id)
    attempt_id = submit(server_id)
    ended = simulated.step_to_end(attempt_id)
    assert (ended.state, ended.failure_message) == ("succeeded", None)
    run = simulated.lab.run_of(attempt_id)
    assert run.verdict is None
    # The other run's rounds were of two seconds, and this one builds on its verdict.
    assert [badge["code"] for badge in run.badges] == ["not_snia_timing", "conditioning_reused"]
    query = select(Measurement).where(Measurement.run_id == run.id)
    measured = simulated.lab.read(lambda session: session.scalars(query).all())
    assert [(measurement.preconditioned, measurement.steady) for measurement in measured] == [(True, True)] * 6
    for measurement in measured:
        assert {"not_snia_timing", "conditioning_reused"} <= {badge["code"] for badge in measurement.badges}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("state", "written", "words"),
    [
        ("dirty", SIZE // 2, "6000K was written since the drive was filled (left filled): left dirty"),
        ("dirty", None, "an unknown amount was written since the drive was filled"),
        ("purged", 0, "the drive is purged (left purged), not filled"),
        ("unknown", None, "its state is not known: left unknown"),
    ],
)
def test_run_is_refused_if_drive_state_changed_meanwhile(
    simulated: SimulatedLab, server_id: uuid.UUID, state: str, written: int | None, words: str
) -> None:
    leave("filled")
    attempt_id = submit(server_id)
    leave(state, written=written)
    attempt = simulated.step(attempt_id)
    assert (attempt.state, attempt.io_started, attempt.failure_kind) == ("refused", False, "job")
    assert attempt.failure_message is not None
    assert attempt.failure_message.startswith(
        "The drives are no longer in the state that the plan relies on: Fill had been left out"
    )
    assert words in attempt.failure_message
    assert attempt.failure_message.endswith("Nothing was started. Submit the job again.")
    assert simulated.lab.run_of(attempt_id).state == "failed"
    assert simulated.machine(server_id).attempts == {}
    assert simulated.lab.leases() == []


def test_small_write_since_submit_does_not_refuse_run(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    leave("filled")
    attempt_id = submit(server_id)
    leave("dirty", written=SIZE // 200)
    assert simulated.step(attempt_id).state == "running"


def test_retry_does_not_reuse_state_of_lost_attempt(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    leave("filled")
    attempt_id = submit(server_id, on_lost="requeue_once")
    assert simulated.step(attempt_id).state == "running"
    simulated.machine(server_id).work()
    simulated.machine(server_id).reboot()
    for _ in range(3):
        simulated.step(attempt_id)
    assert simulated.lab.attempt(attempt_id).state == "lost"
    phases = simulated.lab.phases_of(attempt_id)
    assert [phase.state for phase in phases] == ["skipped"] + ["planned"] * 7
    run_id = simulated.lab.run_of(attempt_id).id
    query = select(Attempt.id).where(Attempt.run_id == run_id, Attempt.ordinal == 2)
    second = simulated.lab.read(lambda session: session.scalars(query).one())
    simulated.discover(server_id)
    with session_scope() as session:
        # The simulated server reports no drives.
        session.scalars(select(Drive)).one().present = True
    refused = simulated.step(second)
    assert (refused.state, refused.failure_kind) == ("refused", "job")
    assert "its state is not known" in (refused.failure_message or "")


@pytest.mark.in_turn
def test_start_of_unknown_outcome_spoils_reused_state(simulated: SimulatedLab, server_id: uuid.UUID) -> None:
    leave("filled")
    attempt_id = submit(server_id)
    # The start was sent, and the server lost its memory of whether it obeyed.
    simulated.change_attempt(attempt_id, state="starting", fence=1)
    lost = simulated.step(attempt_id)
    assert (lost.state, lost.io_started) == ("lost", False)
    states = simulated.lab.read(lambda session: [entry.state for entry in read_entries(session, IDENTITY)])
    assert states == ["filled", "unknown"]
