"""Life of attempts under all events that can happen to it, in unforeseen orders."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import create_engine, text
from tests.integration.simulation.virtual_clock import VirtualClock
from tests.integration.simulation.world import World
from tests.integration.workers.lab import Lab, Processes
from tests.services import url_as

from storagelab.config import Settings, get_settings
from storagelab.db.session import get_database
from storagelab.planning.schemas import CancelMode
from storagelab.queue import _sender
from storagelab_workers.crash_points import ATTEMPT_POINTS

STEPS = 60
#: How many rules were carried out and which crash points were died at, over all examples.
tally: Counter[str] = Counter()
died_at: set[str] = set()

attempts = st.integers(0, 5)
points = st.sampled_from(ATTEMPT_POINTS)


class LifeCycle(RuleBasedStateMachine):
    """Three servers, any number of attempts, and no mercy."""

    template: Settings
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self._environment = pytest.MonkeyPatch()
        self._database = f"t_{uuid.uuid4().hex[:12]}"
        self._admin = create_engine(
            self.template.database_url.replace("/storagelab?", "/postgres?"), isolation_level="AUTOCOMMIT"
        )
        with self._admin.connect() as connection:
            connection.execute(text(f"create database {self._database} template storagelab"))
        url = url_as(self.template.database_url.replace("/storagelab?", f"/{self._database}?"), "storagelab_worker")
        data = self.folder / self._database
        data.mkdir()
        for name, value in {
            "DATABASE_URL": url,
            # Nothing listens here: the simulation enqueues the work itself.
            "BROKER_URL": f"redis+socket://{data}/nobody.sock",
            "DATA_DIR": str(data),
        }.items():
            self._environment.setenv(f"STORAGELAB_{name}", value)
        _clear_caches()
        self.world = World(Lab(get_settings(), Processes(data), data / "starts"), VirtualClock(url))

    @initialize()
    def open_lab(self) -> None:
        for name in ("alpha", "beta"):
            self.world.add_server(name)
        for server in (0, 0, 1):
            self.world.submit(server, "stop")

    @rule(server=st.integers(0, 1), on_lost=st.sampled_from(["stop", "stop", "requeue_once"]))
    def submit(self, server: int, on_lost: str) -> None:
        self.world.submit(server, on_lost)

    @rule(server=st.integers(0, 1))
    def submit_repeated(self, server: int) -> None:
        self.world.submit(server, "stop", repeats=4, repeat_until={"cv_percent": 5.0, "at_least": 3})

    @rule(index=attempts)
    def redeliver(self, index: int) -> None:
        with self._one(index) as attempt_id:
            if attempt_id is not None:
                self.world.step(attempt_id)

    @rule(point=points)
    def crash(self, point: str) -> None:
        self.world.pass_time(100)
        for attempt in self.world.attempts()[-6:]:
            self.world.step_dying_at(attempt.id, point)

    @rule(point=points)
    def freeze(self, point: str) -> None:
        self.world.pass_time(16)
        for attempt in self.world.attempts()[-3:]:
            self.world.step_frozen_at(attempt.id, point)

    @rule()
    def tick(self) -> None:
        self.world.step_all_due()

    @rule(seconds=st.sampled_from([1, 2, 5, 20, 120]))
    def wait(self, seconds: int) -> None:
        self.world.pass_time(seconds)

    @rule(calls=st.lists(st.sampled_from(["", "request", "reply"]), min_size=1, max_size=3))
    def drop(self, calls: list[str]) -> None:
        self.world.network.trouble += calls

    @rule(server=st.integers(0, 1), reachable=st.booleans())
    def partition_or_heal(self, server: int, reachable: bool) -> None:
        self.world.servers[server].reachable = reachable

    @rule(server=st.integers(0, 1), fault=st.sampled_from(["reboot", "kill_supervisor", "fail_engine"]))
    def hurt_server(self, server: int, fault: str) -> None:
        getattr(self.world.servers[server], fault)()

    @rule(server=st.integers(0, 1), seconds=st.sampled_from([-7200, 0, 1, 7200, 63_000_000]))
    def jump_clock(self, server: int, seconds: int) -> None:
        self.world.servers[server].clock_ahead_ns = seconds * 1_000_000_000

    @rule()
    def discover(self) -> None:
        self.world.discover_all()

    @rule(index=attempts, mode=st.sampled_from(["now", "after_phase"]))
    def cancel(self, index: int, mode: CancelMode) -> None:
        self.world.cancel(index, mode)

    @rule(index=attempts)
    def override(self, index: int) -> None:
        self.world.override(index)

    @rule()
    def repair(self) -> None:
        self.world.repair()
        self.world.discover_all()

    @rule()
    def back_up(self) -> None:
        self.world.snapshot()

    @rule()
    def restore_backup(self) -> None:
        self.world.restore()

    @invariant()
    def holds(self) -> None:
        tally["rules"] += 1
        self.world.check()

    def teardown(self) -> None:
        try:
            for server in self.world.servers:
                server.clock_ahead_ns = 0
            self.world.check_all_over()
            tally["attempts"] += len(self.world.attempts())
            tally["starts"] += sum(sum(server.started_io.values()) for server in self.world.servers)
        finally:
            died_at.update(self.world.points_died_at)
            self.world.clock.close()
            get_database(get_settings().database_url).dispose()
            get_database(url_as(get_settings().database_url, "storagelab")).dispose()
            with self._admin.connect() as connection:
                connection.execute(text(f"drop database {self._database} with (force)"))
            self._admin.dispose()
            self._environment.undo()
            _clear_caches()

    @contextmanager
    def _one(self, index: int) -> Iterator[uuid.UUID | None]:
        """Yield one of the newest attempts, or None without any."""
        newest = self.world.attempts()[-6:]
        yield newest[index % len(newest)].id if newest else None


@pytest.mark.parametrize("examples", [3, pytest.param(20, marks=pytest.mark.evidence)])
def test_no_order_of_faults_breaks_a_promise(services: Settings, tmp_path: Path, examples: int) -> None:
    machine = type("Machine", (LifeCycle,), {"template": services, "folder": tmp_path})
    _die_everywhere(machine())
    limits = hypothesis_settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=limits)
    print(
        f"{tally['rules']} rules, {tally['attempts']} attempts, {tally['starts']} starts of I/O; "
        f"crash points covered {len(died_at)}/{len(ATTEMPT_POINTS)}"
    )
    assert died_at == set(ATTEMPT_POINTS), f"never died at {sorted(set(ATTEMPT_POINTS) - died_at)}"


def _die_everywhere(lab: LifeCycle) -> None:
    """Run an attempt for each crash point whose worker dies there, so that each is passed independent of chance."""
    lab.open_lab()
    lab.world.settle()
    for point in ATTEMPT_POINTS:
        attempt_id = lab.world.submit(0, "stop")
        for _ in range(20):
            lab.world.step_dying_at(attempt_id, point)
            lab.world.pass_time(100)
            if point in lab.world.points_died_at:
                break
        lab.world.settle()
        lab.world.check()
    # Chance may restore no backup either.
    lab.world.snapshot()
    lab.world.restore()
    lab.world.check()
    lab.teardown()


def _clear_caches() -> None:
    for cached in (get_settings, get_database, _sender):
        cached.cache_clear()
