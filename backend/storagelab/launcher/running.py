"""Running supervisor of a data folder: one at most, found and stopped by any later command."""

from __future__ import annotations

import fcntl
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from storagelab.errors import Conflict
from storagelab.launcher.folders import DataFolder
from storagelab.launcher.postgres import find_running as find_postgres
from storagelab.launcher.processes import ProcessMark, is_alive, mark_of, read_mark, stop_process
from storagelab.launcher.programs import WORKER_NAMES

STOP_SECONDS = 90.0
#: In the order they are stopped: those that use the database and the broker before these.
PRODUCT_NAMES = ("reconciler", *WORKER_NAMES, "api")


@dataclass(frozen=True)
class RunningSupervisor:
    """A live `storagelab up`."""

    mark: ProcessMark
    url: str
    ready: bool


def record_supervisor(data_dir: Path, *, url: str, ready: bool) -> None:
    """Record this process as the supervisor of a data folder."""
    mark = mark_of(os.getpid())
    path = data_dir / "state" / "supervisor.json"
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps({"mark": asdict(mark) if mark else None, "url": url, "ready": ready}), encoding="utf-8")
    draft.rename(path)


def find_running_supervisor(data_dir: Path) -> RunningSupervisor | None:
    """Return the live supervisor of a data folder, None when there is none, also after a crash."""
    try:
        stored = json.loads((data_dir / "state" / "supervisor.json").read_text(encoding="utf-8"))
        mark = ProcessMark(**stored["mark"])
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return None
    return RunningSupervisor(mark, stored["url"], stored["ready"]) if is_alive(mark) else None


@contextmanager
def only_supervisor(folder: DataFolder) -> Iterator[None]:
    """Lock a data folder for this process during the block.

    Raises Conflict when another supervisor holds the lock.
    """
    with (folder.state / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = find_running_supervisor(folder.root)
            where = f" at {other.url} (process {other.mark.pid})" if other else ""
            raise Conflict(
                f"Storage Lab is running already on {folder.root}{where}: `make down` stops it, "
                "or choose another folder with --data (make: DATA=) and another port with --port (make: PORT=)."
            ) from None
        try:
            yield
        finally:
            (folder.state / "supervisor.json").unlink(missing_ok=True)


def stop_everything(folder: DataFolder) -> list[str]:
    """Stop the supervisor and everything left of a killed one; return the names of stopped processes."""
    stopped = []
    supervisor = find_running_supervisor(folder.root)
    if supervisor is not None:
        stop_process(supervisor.mark, stop_signal=signal.SIGTERM, seconds=STOP_SECONDS)
        stopped.append("Storage Lab")
    stopped += stop_leftovers(folder, [*PRODUCT_NAMES, "valkey"])
    postgres = find_postgres(folder)
    if postgres is not None:
        stop_process(postgres, stop_signal=signal.SIGINT, seconds=30.0)
        stopped.append("postgres")
    return stopped


def stop_leftovers(folder: DataFolder, names: list[str]) -> list[str]:
    """Stop those recorded processes that still run though no supervisor does; return their names."""
    stopped = []
    for name in names:
        mark_file = folder.state / f"{name}.json"
        mark = read_mark(mark_file)
        if mark is not None:
            stop_process(mark, stop_signal=signal.SIGTERM, seconds=10.0)
            stopped.append(name)
        mark_file.unlink(missing_ok=True)
    return stopped
