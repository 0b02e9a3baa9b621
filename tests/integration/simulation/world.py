"""Lab without processes: the product's own steps, called by hand.

The database is real, its clock is virtual.
"""

from __future__ import annotations

import contextlib
import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session
from tests.integration.simulation.simulated_server import (
    IOS_PER_SECOND,
    SECONDS_PER_PHASE,
    SimulatedNetwork,
    SimulatedServer,
)
from tests.integration.simulation.virtual_clock import VirtualClock
from tests.integration.workers.lab import FILL, Lab, measure
from tests.services import url_as

from storagelab.auth.service import Identity
from storagelab.config import get_settings
from storagelab.db.models import Attempt, AttemptEvent, Job, Lease, Measurement, Phase, Run, Server, User
from storagelab.db.session import session_scope
from storagelab.dispatch.service import cancel_job
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JOB_TERMINAL, RUN_TERMINAL, AttemptState, ServerState
from storagelab.errors import Conflict
from storagelab.inventory.service import release, request_discovery, request_resync
from storagelab.planning.schemas import CancelMode
from storagelab.results.override import override_attempt
from storagelab.results.schemas import AttemptOverride
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.attempts.waiting import LARGEST_CLOCK_OFFSET_MS
from storagelab_workers.crash_points import at_every_point
from storagelab_workers.server_step import discover

PHASES = (FILL, measure("random read", 3))
_STORED_COLUMNS = (
    "select column_name from information_schema.columns "
    "where table_schema = 'public' and table_name = :table and is_generated = 'NEVER' order by ordinal_position"
)
_TABLES = """
select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relname <> 'alembic_version' order by relname
"""


class Crashed(BaseException):
    """The simulated death of a worker: nothing of the product may catch it."""


@dataclass
class World:
    """Acts of a scenario on the lab and its servers, and the invariants that must hold after each act."""

    lab: Lab
    clock: VirtualClock
    network: SimulatedNetwork = field(default_factory=SimulatedNetwork)
    servers: list[SimulatedServer] = field(default_factory=list)
    points_died_at: set[str] = field(default_factory=set)
    overridden: set[uuid.UUID] = field(default_factory=set)
    has_snapshot: bool = False
    restored: bool = False

    def add_server(self, name: str) -> None:
        """Add a registered, discovered server."""
        simulated = SimulatedServer(name)
        with session_scope() as session:
            row = Server(
                name=name, transport="ssh", address="192.0.2.1", port=22, username="lab", host_key="ssh-ed25519 AAAA",
                discovery="requested", discovery_due_at=func.clock_timestamp(),
            )  # fmt: skip
            session.add(row)
            session.flush()
            self.network.servers[row.id] = simulated
        self.servers.append(simulated)
        self.discover_all()

    # What people do

    def submit(self, server_index: int, on_lost: str, **job: Any) -> uuid.UUID:
        """Submit a job of one run with a fill and a measurement of three seconds each."""
        server_id = list(self.network.servers)[server_index % len(self.servers)]
        return self.lab.submit(server_id, PHASES, deadline_seconds=600, on_lost=on_lost, **job)

    def cancel(self, attempt_index: int, mode: CancelMode) -> None:
        """Request the end of a job."""
        attempt_id = self._one(attempt_index)
        if attempt_id is None:
            return
        with session_scope() as session:
            job = session.scalars(
                select(Job).join(Run, Run.job_id == Job.id).join(Attempt).where(Attempt.id == attempt_id)
            ).one()
            if job.state not in JOB_TERMINAL:
                cancel_job(session, user=self._user(session), job=job, mode=mode)

    def override(self, attempt_index: int) -> None:
        """Declare an attempt lost without any evidence, as an administrator."""
        attempt_id = self._one(attempt_index)
        if attempt_id is None:
            return
        with session_scope() as session:
            attempt = session.get_one(Attempt, attempt_id)
            name = session.get_one(Server, attempt.server_id).name
            body = AttemptOverride(server_name=name, reason="the rack is on fire")
            with contextlib.suppress(Conflict):
                override_attempt(session, user=self._user(session), attempt=attempt, body=body)
                self.overridden.add(attempt_id)

    def repair(self) -> None:
        """Look at and release every server that is out of use, as an administrator does at the end of a bad day."""
        with session_scope() as session:
            user = self._user(session)
            for server in session.scalars(select(Server).with_for_update()):
                if server.state == ServerState.QUARANTINED:
                    release(session, user=user, server=server, reason="looked at")
                    request_resync(session, user=user, server=server, name=server.name, reason="looked at")
                elif server.state == ServerState.UNREACHABLE or _was_off(server):
                    request_discovery(session, server=server)

    # What workers do

    def step(self, attempt_id: uuid.UUID) -> None:
        """Take one step, independent of its caller."""
        advance_attempt(attempt_id, servers=self.network, actor="worker")  # type: ignore[arg-type]

    def step_dying_at(self, attempt_id: uuid.UUID, point: str) -> None:
        """Take one step of a worker that dies at a crash point, if it comes there."""

        def die(name: str) -> None:
            if name == point:
                self.points_died_at.add(name)
                raise Crashed

        with at_every_point(die):
            try:
                self.step(attempt_id)
            except Crashed:
                return

    def step_frozen_at(self, attempt_id: uuid.UUID, point: str) -> None:
        """Freeze a worker at a point until its claim is over and another has stepped, then let it continue."""
        thawed = False

        def freeze(name: str) -> None:
            nonlocal thawed
            if name == point and not thawed:
                thawed = True
                self.pass_time(120)
                with at_every_point(lambda _: None):
                    self.step(attempt_id)

        with at_every_point(freeze):
            self.step(attempt_id)

    def step_all_due(self) -> None:
        """Take every due step, as the reconciler does."""
        for attempt in self.attempts():
            if attempt.state not in ATTEMPT_TERMINAL:
                self.step(attempt.id)

    def discover_all(self) -> None:
        """Visit every server for which a discovery is due."""
        for server_id in self.network.servers:
            discover(server_id, servers=self.network)  # type: ignore[arg-type]

    # What happens by itself

    def pass_time(self, seconds: int) -> None:
        """Time passes everywhere; what runs goes on and ends at its own deadline."""
        self.clock.advance(seconds)
        for server in self.servers:
            for _ in range(min(seconds, 20)):
                server.work()

    def snapshot(self) -> None:
        """Back up the database."""
        with self._superuser() as session:
            session.execute(text("drop schema if exists backup cascade"))
            session.execute(text("create schema backup"))
            for table in session.scalars(text(_TABLES)).all():
                session.execute(text(f'create table backup."{table}" as table public."{table}"'))
        self.has_snapshot = True

    def restore(self) -> None:
        """Put the database back to what it was at the last backup."""
        if not self.has_snapshot:
            return
        with self._superuser() as session:
            tables = session.scalars(text(_TABLES)).all()
            session.execute(text("set local session_replication_role = replica"))
            for table in tables:
                session.execute(text(f'delete from public."{table}"'))
            for table in tables:
                # The database computes the other columns.
                columns = session.scalars(text(_STORED_COLUMNS), {"table": table}).all()
                names = ", ".join(f'"{name}"' for name in columns)
                session.execute(text(f'insert into public."{table}" ({names}) select {names} from backup."{table}"'))
        self.restored = True

    def _superuser(self) -> contextlib.AbstractContextManager[Session]:
        """Return a session that may copy the database as a whole, as its owner does."""
        return session_scope(url_as(get_settings().database_url, "storagelab"))

    # What must hold

    def attempts(self) -> list[Attempt]:
        """Return all attempts, oldest first."""
        with session_scope() as session:
            return list(session.scalars(select(Attempt).order_by(Attempt.number)))

    def check(self) -> None:
        """Check everything that must hold at any moment."""
        for server in self.servers:
            assert server.overlaps == 0, f"two at once on {server.name}"
            twice = {attempt_id: n for attempt_id, n in server.started_io.items() if n > 1}
            assert not twice, f"started more than once: {twice}"
        attempts = self.attempts()
        self._check_restarts(attempts)
        self._check_repeats()
        self._check_ends([attempt for attempt in attempts if attempt.state in ATTEMPT_TERMINAL])

    def settle(self) -> None:
        """Continue, and repair what an administrator can repair, until every attempt has ended or the rounds run out.

        A step of a worker ends when its time is over, so on a busy machine an attempt takes more rounds.
        """
        for _ in range(60 + 5 * len(self.attempts())):
            self.repair()
            self.discover_all()
            self.step_all_due()
            self.pass_time(70)
            if all(attempt.state in ATTEMPT_TERMINAL for attempt in self.attempts()):
                return

    def check_all_over(self) -> None:
        """Check that after all repairs every attempt ends with its true outcome."""
        for server in self.servers:
            server.reachable = True
        self.network.trouble.clear()
        self.settle()
        self.check()
        left = [(attempt.number, attempt.state, attempt.waiting_reason) for attempt in self.attempts()]
        assert all(state in ATTEMPT_TERMINAL for _, state, _ in left), left
        with session_scope() as session:
            assert session.execute(text("select resource from lease")).all() == []

    def _check_restarts(self, attempts: list[Attempt]) -> None:
        """Check that a run with started I/O starts again only if its job allows one more try."""
        began: dict[uuid.UUID, int] = {}
        for attempt in attempts:
            simulated = self.network.servers[attempt.server_id]
            began[attempt.run_id] = began.get(attempt.run_id, 0) + simulated.started_io[str(attempt.id)]
        with session_scope() as session:
            allowed = {
                run_id: 2 if on_lost == "requeue_once" else 1
                for run_id, on_lost in session.execute(select(Run.id, Job.on_lost).join(Job, Job.id == Run.job_id))
            }
        for run_id, count in began.items():
            assert count <= allowed[run_id], f"{count} starts of one run"

    def _check_repeats(self) -> None:
        """Check that repeats follow one another.

        There are never two at once, none is left out, and there are no more than the job allows.
        """
        with session_scope() as session:
            rows = session.execute(
                select(Job.id, Job.repeats, Run.repeat_index, Run.state)
                .join(Run, Run.job_id == Job.id)
                .order_by(Job.id, Run.repeat_index)
            ).all()
        for _, group in groupby(rows, key=lambda row: row.id):
            runs = list(group)
            assert [row.repeat_index for row in runs] == list(range(1, len(runs) + 1))
            assert len(runs) <= runs[0].repeats, f"{len(runs)} runs of at most {runs[0].repeats}"
            assert all(row.state in RUN_TERMINAL for row in runs[:-1]), "two repeats at once"

    def _check_ends(self, attempts: list[Attempt]) -> None:
        # All of them at once: this check follows every rule, and each query takes its time.
        with session_scope() as session:
            ends = defaultdict(list)
            for attempt_id, evidence in session.execute(
                select(AttemptEvent.attempt_id, AttemptEvent.evidence)
                .join(Attempt, Attempt.id == AttemptEvent.attempt_id)
                .where(AttemptEvent.to_state == Attempt.state)
                .order_by(AttemptEvent.id)
            ):
                ends[attempt_id].append(evidence)
            holders = set(session.scalars(select(Lease.attempt_id)))
        for attempt in attempts:
            assert ends[attempt.id], f"{attempt.state} without an event"
            assert ends[attempt.id][-1] is not None, f"{attempt.state} without evidence"
            assert attempt.id not in holders, f"{attempt.state} still holds a lease"
            simulated = self.network.servers[attempt.server_id]
            if attempt.id not in self.overridden:
                assert simulated.running != str(attempt.id), f"{attempt.state} while it runs"
            if attempt.state == AttemptState.SUCCEEDED:
                folder = simulated.attempts[str(attempt.id)]
                assert folder.exit is not None
                assert folder.exit["outcome"] == "succeeded"
        self._check_samples([attempt for attempt in attempts if attempt.state == AttemptState.SUCCEEDED])

    def _check_samples(self, attempts: list[Attempt]) -> None:
        runs = {attempt.run_id for attempt in attempts}
        with session_scope() as session:
            measured = defaultdict(list)
            for run_id, ios in session.execute(
                select(Measurement.run_id, Measurement.ios)
                .join(Phase, Phase.id == Measurement.phase_id)
                .where(Measurement.run_id.in_(runs))
            ):
                measured[run_id].append(ios)
            phases = session.scalars(select(Phase).where(Phase.run_id.in_(runs))).all()
        for run_id in runs:
            assert measured[run_id] == [IOS_PER_SECOND * SECONDS_PER_PHASE] * len(PHASES), measured[run_id]
        self.lab.assert_every_sample_once(*phases)

    def _one(self, index: int) -> uuid.UUID | None:
        newest = self.attempts()[-6:]
        return newest[index % len(newest)].id if newest else None

    def _user(self, session: Any) -> Identity:
        user = session.scalars(select(User).order_by(User.created_at)).first()
        if user is None:
            user = User(name="simulation", role="admin")
            session.add(user)
            session.flush()
        return Identity(user_id=user.id, name=user.name, role="admin", by_cookie=False)


def _was_off(server: Server) -> bool:
    """Return whether the server's last clock offset was too large to start anything there."""
    return abs(server.clock_offset_ms or 0.0) > LARGEST_CLOCK_OFFSET_MS
