"""Faults during an import: its results are stored once, or it fails with a sentence."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.integration.imports.uploads import ImportLab, fio_json

from storagelab.db.models import Artifact, Run
from storagelab.db.session import session_scope
from storagelab.imports.staging import get_staging_folder
from storagelab_workers import import_step
from storagelab_workers.crash_points import IMPORT_POINTS

#: Waiting times of the workers are this much shorter.
SCALE = "0.05"


def count_runs() -> int:
    with session_scope() as session:
        return session.scalars(select(func.count()).select_from(Run)).one()


def peak_of_reading(staging: Path, output: Path) -> int:
    """Return the peak memory, in KiB, of the process that reads an upload.

    It is the only child of a process of its own, because only the largest of all children is counted.
    """
    program = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    reading = [sys.executable, "-m", "storagelab.imports.reading", str(staging), str(output), "auto"]
    ran = subprocess.run(
        [sys.executable, "-c", program, *reading], capture_output=True, text=True, check=True, timeout=300
    )
    return int(ran.stdout)


def reading_processes(import_id: str) -> list[int]:
    """Return the ids of the processes that read an upload."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"storagelab.imports.reading" in words and any(import_id.encode() in word for word in words):
                pids.append(int(path.parent.name))
    return pids


def wait_for(condition: Callable[[], Any], *, seconds: float = 40) -> Any:
    """Return the first true value of the condition."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"not within {seconds:g} s"
        time.sleep(0.02)
    return value


def many_files(count: int) -> dict[str, bytes]:
    """Return a folder of small results."""
    return {f"sweep/job-{number}.json": fio_json(f"job-{number}", iops=1000.0 + number) for number in range(count)}


@pytest.mark.in_turn
def test_worker_and_reconciler_read_and_store_an_import(imports: ImportLab) -> None:
    imports.lab.start_worker()
    made = imports.upload({"a.json": fio_json()}, store="true").json()

    imports.lab.wait(lambda: imports.get(made["id"])["state"] == "stored")

    assert imports.get(made["id"])["results"][0]["run"]["number"] == "r-1"


@pytest.mark.in_turn
def test_without_a_worker_the_reconciler_does_it(imports: ImportLab) -> None:
    made = imports.upload({"a.json": fio_json()}, store="true").json()
    imports.lab.start_reconciler(STORAGELAB_TIME_SCALE=SCALE, STORAGELAB_BROKER_URL="redis://127.0.0.1:1/0")

    imports.lab.wait(lambda: imports.get(made["id"])["state"] == "stored")

    assert count_runs() == 1


@pytest.mark.evidence
@pytest.mark.parametrize(
    "crash_at",
    IMPORT_POINTS,
)
def test_crashed_worker_leaves_no_second_run(imports: ImportLab, crash_at: str) -> None:
    files = {f"{name}/x.json": fio_json(name) for name in ("a", "b", "c")}
    dying = imports.lab.start_worker(STORAGELAB_CRASH_AT=crash_at, STORAGELAB_TIME_SCALE=SCALE)
    made = imports.upload(files, store="true").json()
    imports.lab.wait(lambda: dying.poll() is not None)
    assert imports.get(made["id"])["state"] in ("reading", "storing")

    imports.lab.start_reconciler(STORAGELAB_TIME_SCALE=SCALE)

    imports.lab.wait(lambda: imports.get(made["id"])["state"] == "stored")
    assert [result["run"] is not None for result in imports.get(made["id"])["results"]] == [True] * 3
    assert count_runs() == 3
    with session_scope() as session:
        assert session.scalars(select(func.count()).select_from(Artifact)).one() == 3


def test_work_that_always_dies_is_given_up(imports: ImportLab) -> None:
    made = imports.upload({"a.json": fio_json()}).json()
    with session_scope() as session:
        row = session.get_one(import_step.Import, uuid.UUID(made["id"]))
        row.tries = import_step.MAX_TRIES
        row.claimed_until = func.now()

    import_step.read_import(uuid.UUID(made["id"]))

    failed = imports.get(made["id"])
    assert (failed["state"], "never finished" in failed["error"]["message"]) == ("failed", True)


@pytest.mark.in_turn
def test_killed_reading_process_fails_its_import_with_reason(imports: ImportLab) -> None:
    made = imports.upload(many_files(1500)).json()
    worker = threading.Thread(target=import_step.read_import, args=(uuid.UUID(made["id"]),))
    worker.start()
    for pid in wait_for(lambda: reading_processes(made["id"])):
        os.kill(pid, signal.SIGSEGV)
    worker.join()

    failed = imports.get(made["id"])
    assert failed["state"] == "failed"
    assert "crashed with signal 11" in failed["error"]["message"]
    assert failed["error"]["preserved"]
    assert get_staging_folder(uuid.UUID(made["id"])).exists()


def test_discarding_ends_the_reading_process(imports: ImportLab, monkeypatch: pytest.MonkeyPatch) -> None:
    made = imports.upload(many_files(3000)).json()
    worker = threading.Thread(target=import_step.read_import, args=(uuid.UUID(made["id"]),))
    worker.start()
    wait_for(lambda: reading_processes(made["id"]))

    assert imports.operator.delete(f"/api/v1/imports/{made['id']}").status_code == 200
    worker.join()

    assert reading_processes(made["id"]) == []
    assert imports.get(made["id"])["state"] == "discarded"
    assert not get_staging_folder(uuid.UUID(made["id"])).exists()


@pytest.mark.in_turn
def test_two_thousand_files_fit_in_memory_with_progress(imports: ImportLab, tmp_path: Path) -> None:
    made = imports.upload(many_files(2000)).json()
    assert peak_of_reading(get_staging_folder(uuid.UUID(made["id"])), tmp_path) < 400 << 10
    worker = threading.Thread(target=import_step.read_import, args=(uuid.UUID(made["id"]),))
    worker.start()
    seen = set()
    while worker.is_alive():
        seen.add(imports.get(made["id"])["progress"]["files_read"])
        worker.join(0.05)

    ready = imports.get(made["id"])
    assert (ready["state"], ready["error"]) == ("ready", None)
    assert ready["progress"]["files_read"] == ready["progress"]["files_total"] == 2000
    assert {0, 2000} <= seen | {2000}
    (result,) = ready["results"]
    assert (result["measurements_count"], len(result["measurements"])) == (2000, 200)
    run = imports.run(imports.store(ready))
    assert len(run["phases"]) == 2000


def test_leftovers_of_an_unfinished_upload_are_removed(imports: ImportLab) -> None:
    ready = imports.read({"a.json": fio_json()})
    lost, fresh = (get_staging_folder(uuid.uuid4()) for _ in range(2))
    for folder in (lost, fresh):
        (folder / "files").mkdir(parents=True)
    for folder in (lost, get_staging_folder(uuid.UUID(ready["id"]))):
        os.utime(folder, (0, 0))

    imports.read({"b.json": fio_json("b")})

    assert not lost.exists()
    assert fresh.exists()
    assert get_staging_folder(uuid.UUID(ready["id"])).exists(), "what waits to be stored is kept"
