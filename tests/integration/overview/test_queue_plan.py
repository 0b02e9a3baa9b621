"""Plan that requests share, which agrees with one made for each of them after any change of the queue."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Job, LabSetting, MaintenanceWindow, Reservation, Run, Server, User
from storagelab.overview.queue_plan import MAX_AGE, QueuePlan, QueuePlans, make_plan

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)
REASONS = ("", "S1 is not enrolled", "waiting for lab1: other runs are ahead")


class GeneratedQueue:
    """Servers in several states with jobs that wait for them, and everything that can happen to those."""

    def __init__(self, make: Factory, seed: int) -> None:
        self.make, self.session, self.chance = make, make.session, random.Random(seed)
        states = ("ready", "ready", "ready", "busy", "maintenance", "unreachable")
        self.servers = [make.server(state=state) for state in states]
        self.user = User(id=generate_uuid7(), name="ada", role="operator")
        self.session.add(self.user)
        self.jobs: list[Job] = []
        for _ in range(24):
            self.add_job()
        self.session.flush()

    @property
    def changes(self) -> Mapping[str, Callable[[], None]]:
        return {
            "add": self.add_job,
            "move": self.move_job,
            "swap": self.swap_jobs,
            "raise": self.raise_priority,
            "rename": self.rename_job,
            "end": self.end_job,
            "start": self.start_job,
            "hold": self.hold_run,
            "close": self.close_server,
            "reserve": self.reserve_server,
            "lose": self.lose_server,
            "pause": self.pause_lab,
        }

    def add_job(self) -> None:
        chance = self.chance
        job = self.make.job(
            chance.choice(self.servers),
            name=f"job {len(self.jobs)}",
            priority=chance.choice((30, 50, 50, 70)),
            queue_position=chance.randint(0, 9),
            estimated_seconds=chance.randint(1, 9) * 900.0,
            start_after=chance.choice((None, None, NOW - HOUR, NOW + HOUR, NOW + 5 * HOUR)),
            submitted_by=chance.choice((None, self.user.id)),
            repeats=chance.choice((1, 1, 3)),
        )
        self.make.attempt(self.make.run(job, title=job.name), waiting_reason=chance.choice(REASONS))
        self.jobs.append(job)

    def waiting(self) -> Job:
        return self.chance.choice([job for job in self.jobs if job.state == "queued"])

    def move_job(self) -> None:
        self.waiting().queue_position += self.chance.choice((-2.5, 2.5))

    def swap_jobs(self) -> None:
        one, other = self.waiting(), self.waiting()
        one.queue_position, other.queue_position = other.queue_position, one.queue_position + 0.25

    def raise_priority(self) -> None:
        self.waiting().priority += 5

    def rename_job(self) -> None:
        self.waiting().name += " again"

    def end_job(self) -> None:
        self._set(self.waiting(), "cancelled", "cancelled", "cancelled")

    def start_job(self) -> None:
        self._set(self.waiting(), "running", "running", "running")

    def _set(self, job: Job, job_state: str, run_state: str, attempt_state: str) -> None:
        run = self.session.query(Run).filter_by(job_id=job.id).one()
        attempt = self.session.query(Attempt).filter_by(run_id=run.id).one()
        job.state, run.state, attempt.state = job_state, run_state, attempt_state
        run.started_at = attempt.started_at = NOW - HOUR

    def hold_run(self) -> None:
        attempts = self.session.query(Attempt).filter_by(state="queued").order_by(Attempt.number).all()
        attempt = self.chance.choice(attempts)
        attempt.waiting_reason = f"{attempt.waiting_reason} and a probe failed"

    def close_server(self) -> None:
        starts_at = NOW + self.chance.randint(-1, 4) * HOUR
        server = self.chance.choice(self.servers)
        self.session.add(
            MaintenanceWindow(
                id=generate_uuid7(),
                server_id=server.id,
                reason="Fans",
                starts_at=starts_at,
                ends_at=starts_at + 3 * HOUR,
            )
        )

    def reserve_server(self) -> None:
        server = self.chance.choice(self.servers)
        self.session.add(
            Reservation(
                id=generate_uuid7(),
                server_id=server.id,
                user_id=self.user.id,
                reason="Tuning",
                starts_at=NOW - HOUR,
                ends_at=NOW + 2 * HOUR,
            )
        )

    def lose_server(self) -> None:
        server: Server = self.chance.choice(self.servers)
        server.state = "ready" if server.state == "unreachable" else "unreachable"

    def pause_lab(self) -> None:
        setting = self.session.get(LabSetting, "paused")
        if setting is None:
            value = {"reason": "Power", "since": NOW.isoformat(), "by": "ada"}
            self.session.add(LabSetting(key="paused", value=value))
        else:
            self.session.delete(setting)


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(2))
def test_every_change_of_generated_queues_is_planned(make: Factory, session: Session, seed: int) -> None:
    queue, plans = GeneratedQueue(make, seed), QueuePlans()
    # Twice in another order: a pause hides changes behind it.
    for name in [*queue.changes, *queue.chance.sample(list(queue.changes), len(queue.changes))]:
        shared = read(plans, session)
        assert read(plans, session) is shared, "nothing has changed"
        queue.changes[name]()
        session.flush()
        plan = read(plans, session)
        assert plan is not shared, f"{name} is seen"
        assert plan == make_plan(session, now=NOW, finish_at={}), f"{name} is planned"


def test_expired_plan_is_recomputed(make: Factory, session: Session) -> None:
    GeneratedQueue(make, seed=4)
    plans = QueuePlans()
    first = read(plans, session)
    assert read(plans, session, after=MAX_AGE / 2) is first
    second = read(plans, session, after=MAX_AGE)
    assert (second.made_at - first.made_at, second == make_plan(session, now=second.made_at, finish_at={})) == (
        MAX_AGE,
        True,
    )


def read(plans: QueuePlans, session: Session, after: dt.timedelta = dt.timedelta(0)) -> QueuePlan:
    return plans.read(session, now=NOW + after, finish_at={})
