"""Reserved server: runs of others wait with a reason, runs of its holder pass, and it ends by itself."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import update
from tests.integration.workers.simulated import SimulatedLab

from storagelab.db.models import Attempt, Job, Reservation, Run, User
from storagelab.db.session import session_scope
from storagelab_workers.reconciler import Reconciler

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


def reserve(server_id: uuid.UUID, *, starts_at: dt.datetime, ends_at: dt.datetime) -> tuple[uuid.UUID, uuid.UUID]:
    """Add a reservation of Ada's and return its id and hers."""
    with session_scope() as session:
        ada = User(name="Ada", role="operator")
        session.add(ada)
        session.flush()
        row = Reservation(server_id=server_id, user_id=ada.id, starts_at=starts_at, ends_at=ends_at, reason="a review")
        session.add(row)
        session.flush()
        return row.id, ada.id


def submit_for(simulated: SimulatedLab, server_id: uuid.UUID, user_id: uuid.UUID) -> uuid.UUID:
    """Submit a run of this person and return the id of its attempt."""
    attempt_id = simulated.submit(server_id)
    with session_scope() as session:
        job_id = session.get_one(Run, session.get_one(Attempt, attempt_id).run_id).job_id
        session.execute(update(Job).where(Job.id == job_id).values(submitted_by=user_id))
    return attempt_id


def test_reservation_blocks_other_users_and_admits_its_holder(simulated: SimulatedLab) -> None:
    server_id = simulated.add_server()
    _, ada = reserve(server_id, starts_at=NOW - HOUR, ends_at=NOW + HOUR)
    waiting = simulated.submit(server_id)
    words = f"waiting for alpha: reserved by Ada until {NOW + HOUR:%Y-%m-%d %H:%M} UTC (a review)"
    assert simulated.step(waiting).waiting_reason == words
    own = submit_for(simulated, server_id, ada)
    assert simulated.step(own).state == "running"
    assert simulated.step(waiting).waiting_reason == words


def test_past_or_future_reservation_does_not_block_runs(simulated: SimulatedLab) -> None:
    for starts_at, ends_at in ((NOW - 2 * HOUR, NOW - HOUR), (NOW + HOUR, NOW + 2 * HOUR)):
        server_id = simulated.add_server(name=f"server-{starts_at:%H}")
        with session_scope() as session:
            session.query(User).filter(User.name == "Ada").delete()
        reserve(server_id, starts_at=starts_at, ends_at=ends_at)
        assert simulated.step(simulated.submit(server_id)).state == "running"


def test_waiting_runs_continue_after_release(simulated: SimulatedLab, reconciler: Reconciler) -> None:
    server_id = simulated.add_server()
    reservation_id, _ = reserve(server_id, starts_at=NOW - HOUR, ends_at=NOW + HOUR)
    waiting = simulated.submit(server_id)
    simulated.step(waiting)
    reconciler.tick()
    simulated.step(waiting)
    reconciler.tick()
    assert simulated.lab.attempt(waiting).next_step_at > dt.datetime.now(dt.UTC)
    with session_scope() as session:
        session.get_one(Reservation, reservation_id).released_at = NOW
    reconciler.tick()
    assert simulated.lab.attempt(waiting).next_step_at <= dt.datetime.now(dt.UTC)
    assert simulated.step(waiting).state == "running"
