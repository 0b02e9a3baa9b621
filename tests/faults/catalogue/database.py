"""Faults of the database.

Restarts, broken sessions, lost replies, a full disk, locks, older and doubled copies.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from tests.faults.api import NoAnswer, Refused
from tests.faults.catalogue.servers import fill
from tests.faults.fault import Fault, Skip
from tests.faults.rig import Rig
from tests.faults.trial import Run, Trial

from storagelab.config import EMBEDDED_DATABASE, Settings
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.services import start_services

#: PostgreSQL's `lock_timeout` of the product is 5 s and no rig shortens it: a lock lasts longer than that.
_LOCK_SECONDS = 7.0


def _runs(trial: Trial, seconds: float = 4) -> list[Run]:
    runs = [trial.submit(host, seconds=seconds) for host in trial.hosts]
    for run in runs:
        trial.wait_for_phase(run, 1)
    return runs


@contextmanager
def _session(rig: Rig) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Provide a session past all links."""
    with psycopg.connect(
        host=str(rig.data_folder.sockets), user=EMBEDDED_DATABASE, dbname=EMBEDDED_DATABASE, autocommit=True
    ) as session:
        yield session


def restarted_immediately(trial: Trial) -> None:
    """Stop the server in immediate mode and start it again, repeatedly."""
    runs = _runs(trial, seconds=6)
    for _ in range(5 if trial.full else 3):
        trial.pause(trial.random.uniform(0.2, 1.2))
        trial.rig.restart_postgres_immediately()
    trial.healed()
    trial.finish(*runs)


def sessions_terminated(trial: Trial) -> None:
    """Terminate one session after the other from outside, twenty a second."""
    runs = _runs(trial, seconds=5)
    until = time.monotonic() + max(trial.rig.scaled(60), 3.0)
    with _session(trial.rig) as session:
        while time.monotonic() < until:
            session.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
            )
            trial.pause(0.05)
    trial.healed()
    trial.finish(*runs)


def commit_replies_lost(trial: Trial) -> None:
    """Lose the replies to commits that were carried out, also while jobs are submitted."""
    behaviour = trial.rig.database_link.behaviour
    before = behaviour.dropped
    runs = []
    for host in trial.hosts:
        behaviour.drop_reply_after = b"COMMIT"
        runs.append(trial.submit(host, seconds=4))
    for _ in range(20 if trial.full else 10):
        behaviour.drop_reply_after = b"COMMIT"
        trial.pause(trial.random.uniform(0.1, 0.5))
    behaviour.drop_reply_after = b""
    assert behaviour.dropped > before, "not one commit met the fault"
    trial.healed()
    trial.finish(*runs)


def disk_full(trial: Trial) -> None:
    """Fill the disk under the database mid-run."""
    rig = trial.rig
    if not rig.data_is_mounted:
        raise Skip("a memory disk cannot be mounted here")
    runs = _runs(trial, seconds=6)
    ballast = fill(rig.data)
    try:
        _call_api_for(trial, max(rig.scaled(60), 3.0))
    finally:
        ballast.unlink()
    if not rig.postgres.program.alive():
        # The steps of an operator once there is room again.
        rig.postgres.restart()
    trial.healed()
    trial.finish(*runs)


def _call_api_for(trial: Trial, seconds: float) -> None:
    """Read and write through the API for a while; what it cannot do it must refuse in words."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for method, path, body in (("GET", "/jobs", None), ("POST", "/servers", {"name": "x", "transport": "nothing"})):
            try:
                trial.call(method, path, body)
            except (NoAnswer, Refused):
                continue
        trial.pause(0.2)


def _lock_tables(trial: Trial) -> None:
    """Lock the tables; in a deadlock release them and request them again."""
    while True:
        try:
            with _session(trial.rig) as session, session.transaction():
                session.execute("LOCK TABLE attempt, job, run IN ACCESS EXCLUSIVE MODE")
                _call_api_for(trial, _LOCK_SECONDS)
        except psycopg.errors.DeadlockDetected:
            continue
        return


def locked_tables(trial: Trial) -> None:
    """Lock tables for longer than any client waits, then rows in the order that ends in deadlocks."""
    runs = _runs(trial, seconds=10)
    _lock_tables(trial)
    until = time.monotonic() + 3
    with _session(trial.rig) as session:
        while time.monotonic() < until:
            try:
                with session.transaction():
                    session.execute("SELECT id FROM server ORDER BY id DESC FOR UPDATE")
                    trial.pause(0.05)
                    session.execute("SELECT id FROM attempt WHERE finished_at IS NULL FOR UPDATE")
            except psycopg.errors.DeadlockDetected:
                continue
    trial.healed()
    trial.finish(*runs)


def restored_from_before(trial: Trial) -> None:
    """Restore the database from a minute ago: one run that it knows goes on, of another it knows nothing."""
    rig = trial.rig
    remembered = trial.submit(trial.hosts[0], seconds=14)
    trial.wait_for_phase(remembered, 2)
    copy = _copy_cluster(rig)
    unknown = trial.submit(trial.hosts[1], seconds=10)
    trial.wait_for_phase(unknown, 2)
    trial.wait_for_state(unknown, "running")
    rig.kill_service(rig.postgres, signal.SIGKILL)
    shutil.rmtree(rig.data_folder.cluster)
    _move(copy, rig.data_folder.cluster)
    trial.watcher.drop(unknown.id)
    trial.note("forgotten", run=unknown.id)
    trial.note("database_restored")
    rig.postgres.restart()
    following = _try_to_submit(trial, trial.hosts[1].number)
    trial.wait_until_engines_end(trial.hosts[1])
    trial.healed()
    trial.finish(remembered)
    _end(trial, following)


def _try_to_submit(trial: Trial, server: str) -> list[Run]:
    """Submit a run on a server that may be refused, because something runs there that the lab knows nothing of."""
    host = next(host for host in trial.hosts if host.number == server)
    try:
        return [trial.submit(host, seconds=2, expect=("succeeded", "cancelled", "refused"))]
    except Refused as refusal:
        if refusal.status not in (409, 422):
            raise
        return []


def _end(trial: Trial, runs: list[Run]) -> None:
    """Let runs end, or cancel those that wait for a server that a person must inspect first."""
    for run in runs:
        try:
            trial.finish(run, seconds=15)
        except AssertionError:
            trial.cancel(run)
            trial.finish(run)


def _copy_cluster(rig: Rig) -> Path:
    """Copy the database's files while it is frozen for a moment; return the path of the copy."""
    copy = rig.place / f"cluster-{time.monotonic_ns()}"
    rig.kill_service(rig.postgres, signal.SIGINT)
    # With `cp` the owner stays who it was.
    subprocess.run(["cp", "-a", str(rig.data_folder.cluster), str(copy)], check=True)
    rig.postgres.restart()
    return copy


def _move(source: Path, destination: Path) -> None:
    """Move a folder with its owners, to another file system if need be."""
    subprocess.run(["mv", str(source), str(destination)], check=True)


def second_controller(trial: Trial) -> None:
    """Start a second lab from a copy of the database; it knows the same runs and servers."""
    rig = trial.rig
    runs = [trial.submit(host, seconds=6) for host in trial.hosts]
    queued = trial.submit(trial.hosts[0], seconds=2, expect=("succeeded",))
    trial.wait_for_phase(runs[0], 1)
    clone = rig.place / "clone"
    clone.mkdir(mode=0o755)
    shutil.copytree(rig.data / "ssh", clone / "ssh")
    _move(_copy_cluster(rig), clone / "postgres")
    services = start_services(Settings.model_construct({"data_dir"}, data_dir=clone), open_data_folder(clone))
    try:
        _run_second_lab(trial, clone)
    finally:
        services.stop()
        shutil.rmtree(clone)
    trial.healed()
    trial.finish(*runs, queued)


def _run_second_lab(trial: Trial, clone: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("STORAGELAB_DATABASE_URL", "STORAGELAB_BROKER_URL")
    }
    environment |= {"STORAGELAB_DATA_DIR": str(clone), "RIG": str(trial.rig.place)}
    with (trial.rig.folder / "logs" / "second-lab.log").open("ab") as log:
        second = subprocess.Popen(
            [sys.executable, "-P", "-m", "storagelab_workers.reconciler"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        trial.pause(10)
        assert second.poll() is None, "the second lab did not run"
    finally:
        os.killpg(second.pid, signal.SIGKILL)
        second.wait()


FAULTS = (
    Fault(15, "database restarted immediately, repeatedly", restarted_immediately, alone=True),
    Fault(16, "database sessions terminated", sessions_terminated, alone=True),
    Fault(17, "replies to COMMIT lost", commit_replies_lost, alone=True, seconds=16),
    Fault(18, "database disk full", disk_full, alone=True, needs_root=True, seconds=10),
    Fault(19, "tables locked, then deadlocks", locked_tables, alone=True, seconds=15),
    Fault(20, "database restored to before", restored_from_before, alone=True, seconds=15),
    Fault(21, "second controller from a copy of the database", second_controller, alone=True, seconds=20),
)
