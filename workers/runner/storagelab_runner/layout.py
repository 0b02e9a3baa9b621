"""Paths and allowed file names of the state folder and of the folder of an attempt."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ATTEMPT_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: A file of a phase or of an operation.
_PART = re.compile(r"(?P<kind>phases|operations)/(?P<folder>[0-9]+)/.+")
_CONTROLLER_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class AttemptFolder(NamedTuple):
    """The files of one attempt. Records are named for the fact they prove."""

    root: Path

    @property
    def attempt_id(self) -> str:
        """The attempt's id is its folder's name."""
        return self.root.name

    @property
    def lock(self) -> Path:
        """Held while the attempt is prepared, started or cancelled."""
        return self.root / ".lock"

    @property
    def reserve(self) -> Path:
        """Space that is given back when the exit record must fit on a full disk."""
        return self.root / ".reserve"

    @property
    def spec(self) -> Path:
        """The spec in its canonical spelling."""
        return self.root / "spec.json"

    @property
    def prepared(self) -> Path:
        """Exists once the attempt may be started."""
        return self.root / "prepared.json"

    @property
    def started(self) -> Path:
        """Exists once a supervisor may play the attempt, and names that supervisor."""
        return self.root / "started.json"

    @property
    def checks(self) -> Path:
        """Return the path of the findings of all target checks, at preparation and at start."""
        return self.root / "checks.json"

    @property
    def notes(self) -> Path:
        """Return the path of the supervisor's notes about the run so far."""
        return self.root / "notes.json"

    @property
    def telemetry(self) -> Path:
        """One line for each second: the counters of the target's devices and of the server."""
        return self.root / "telemetry.jsonl"

    @property
    def conditions(self) -> Path:
        """The state of the arrays below the target, before the first phase."""
        return self.root / "conditions.json"

    @property
    def health_before(self) -> Path:
        """Return the path of the health record of the target's drives before any change to them."""
        return self.root / "health_before.json"

    @property
    def health_after(self) -> Path:
        """Return the path of the health record of the target's drives after the last phase."""
        return self.root / "health_after.json"

    @property
    def target(self) -> Path:
        """Names the file target that the runner created, by path and inode."""
        return self.root / "target.json"

    @property
    def cancel(self) -> Path:
        """The file that exists once the attempt must end; it contains the moment, now or after the running phase."""
        return self.root / "cancel"

    @property
    def exit(self) -> Path:
        """Exists once the attempt has ended and nothing of it changes any more."""
        return self.root / "exit.json"

    @property
    def acknowledged(self) -> Path:
        """Exists once the controller has stored everything."""
        return self.root / "acknowledged.json"

    @property
    def rounds(self) -> Path:
        """Return the path of the values tracked by loops and of the phases that were skipped."""
        return self.root / "rounds.json"

    @property
    def meter(self) -> Path:
        """Return the path of the distance to steady state of the present phase or loop."""
        return self.root / "meter.json"

    @property
    def heartbeat(self) -> Path:
        """Holds CLOCK_BOOTTIME of the supervisor's last second."""
        return self.root / "heartbeat"

    @property
    def log(self) -> Path:
        """Return the path of the supervisor's own log."""
        return self.root / "supervisor.log"

    @property
    def phases(self) -> Path:
        """One folder for each phase that has started."""
        return self.root / "phases"

    @property
    def operations(self) -> Path:
        """One folder for each operation of the preparation that has started."""
        return self.root / "operations"

    def phase(self, ordinal: int) -> PhaseFolder:
        """Return the folder of one phase; ordinals count from 1."""
        return PhaseFolder(self.phases / f"{ordinal:02d}")

    def operation(self, ordinal: int) -> OperationFolder:
        """Return the folder of one operation; ordinals count from 1."""
        return OperationFolder(self.operations / f"{ordinal:02d}")

    def list_readable_files(self) -> list[tuple[str, int]]:
        """Name and size in bytes of every file a controller may read, in order."""
        files = self._list_records()
        for folder in sorted(self.operations.glob("*")):
            files += self._of_operation(folder)
        for folder in sorted(self.phases.glob("*")):
            files += self._of_phase(folder)
        return list(_iterate_sizes(files))

    def is_readable(self, name: str) -> bool:
        """Return whether a controller may read a file of this name now.

        Only the folder of the name is listed: an attempt may have thousands of other files.
        """
        place = _PART.fullmatch(name)
        if place is None:
            files = self._list_records()
        elif place["kind"] == self.operations.name:
            files = self._of_operation(self.operations / place["folder"])
        else:
            files = self._of_phase(self.phases / place["folder"])
        return name in (listed for listed, _ in _iterate_sizes([entry for entry in files if entry[0] == name]))

    def _list_records(self) -> list[tuple[str, Path]]:
        records = [self.spec, self.checks, self.started, self.target, self.conditions, self.rounds]
        records += [self.health_before, self.health_after, self.telemetry, self.log]
        return [(path.name, path) for path in records]

    @staticmethod
    def _of_operation(folder: Path) -> list[tuple[str, Path]]:
        return [(f"operations/{folder.name}/{path.name}", path) for path in sorted(folder.glob("[!.]*"))]

    @staticmethod
    def _of_phase(folder: Path) -> list[tuple[str, Path]]:
        return [(f"phases/{folder.name}/{name}", path) for name, path in PhaseFolder(folder).readable()]


#: What may leave the server of a phase of Vdbench, and of the folder that it writes.
_BESIDE_OUTPUT = frozenset(
    {"conditions.json", "ended.json", "job.vdbench", "process.json", "started.json", "stderr.txt"}
)
_RESULTS = (
    *("errorlog.html", "flatfile.html", "histogram.html", "skew.html"),
    *("status.html", "summary.html", "totals.html"),
)


class OperationFolder(NamedTuple):
    """The working folder of one operation of the preparation."""

    root: Path

    @property
    def started(self) -> Path:
        """Exists once the operation may have begun; it is created once."""
        return self.root / "started.json"

    @property
    def ended(self) -> Path:
        """Exists once the operation has ended, with its evidence."""
        return self.root / "ended.json"

    @property
    def output(self) -> Path:
        """Return the path of the output of the operation's commands."""
        return self.root / "output.txt"


class PhaseFolder(NamedTuple):
    """The working folder of one engine start."""

    root: Path

    @property
    def job_file(self) -> Path:
        """The job as the engine reads it."""
        return self.root / "job.fio"

    @property
    def started(self) -> Path:
        """Exists once the engine may have started; it is created once, so it never starts again."""
        return self.root / "started.json"

    @property
    def process(self) -> Path:
        """Names the engine's process."""
        return self.root / "process.json"

    @property
    def ended(self) -> Path:
        """Exists once the phase has ended."""
        return self.root / "ended.json"

    @property
    def conditions(self) -> Path:
        """The state of the arrays below the target after the end of the phase."""
        return self.root / "conditions.json"

    @property
    def status(self) -> Path:
        """The engine's cumulative documents, appended one after the other."""
        return self.root / "status.json"

    @property
    def parameter_file(self) -> Path:
        """The job as Vdbench reads it."""
        return self.root / "job.vdbench"

    @property
    def output(self) -> Path:
        """The folder that Vdbench writes."""
        return self.root / "out"

    @property
    def flat_file(self) -> Path:
        """Return the path of the file to which Vdbench appends a row for each interval."""
        return self.output / "flatfile.html"

    def console(self, *, private: bool) -> Path:
        """Return the path of the engine's standard output; a private one has a name that is never listed."""
        return self.root / (".stdout.txt" if private else "stdout.txt")

    @property
    def stderr(self) -> Path:
        """The engine's standard error."""
        return self.root / "stderr.txt"

    def sizes(self) -> list[int]:
        """Return the size in bytes of every file."""
        return [size for _, size in _iterate_sizes([(path.name, path) for path in self.root.rglob("*")])]

    def readable(self) -> list[tuple[str, Path]]:
        """Name and place of the files a controller may read.

        Vdbench fills its folder with copies of what the server is: of it only results are listed, by name.
        """
        files = [(path.name, path) for path in sorted(self.root.glob("[!.]*"))]
        if not self.parameter_file.exists():
            return files
        files = [(name, path) for name, path in files if name in _BESIDE_OUTPUT]
        return files + [(f"{self.output.name}/{name}", self.output / name) for name in _RESULTS]


#: In this folder root defines what the runner may do on this server; no one else may write there.
CONFIG_FOLDER = Path("/etc/storagelab-runner")


class StateFolder(NamedTuple):
    """All files of the runner on this server, and `config`, the folder in which root defines what it may do."""

    root: Path
    config: Path = CONFIG_FOLDER

    @property
    def host_lock(self) -> Path:
        """Held as long as a supervisor or an engine of any attempt lives."""
        return self.root / "host.lock"

    @property
    def engines_lock(self) -> Path:
        """The lock held while an engine is queried for its version, and while an attempt is started."""
        return self.root / "engines.lock"

    @property
    def attempts(self) -> Path:
        """One folder for each attempt."""
        return self.root / "attempts"

    @property
    def controllers(self) -> Path:
        """One record for each controller that ever spoke to this runner."""
        return self.root / "controllers"

    @property
    def left(self) -> Path:
        """One record for each drive a test wrote to: how it was left."""
        return self.root / "left"

    @property
    def engines(self) -> Path:
        """The engines that a controller has handed over."""
        return self.root / "engines"

    @property
    def refusals(self) -> Path:
        """Return the path of the log of refused requests, one line each."""
        return self.root / "refusals.jsonl"

    @property
    def scratch(self) -> Path:
        """Return the folder of file targets whose path the job leaves open."""
        return self.root / "scratch"

    def create(self) -> None:
        """Create the missing folders, readable only by their owner."""
        for folder in (self.root, self.attempts, self.controllers, self.left, self.scratch):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def attempt(self, attempt_id: str) -> AttemptFolder:
        """Return the folder of an attempt whose id has been checked by `is_attempt_id`."""
        return AttemptFolder(self.attempts / attempt_id)

    def list_attempts(self) -> list[AttemptFolder]:
        """Return every attempt that was prepared, by id."""
        folders = (AttemptFolder(path) for path in sorted(self.attempts.iterdir()) if is_attempt_id(path.name))
        return [folder for folder in folders if folder.prepared.exists()]


def free_bytes(folder: Path) -> int:
    """Return the bytes that are free for this account on the file system of a folder."""
    facts = os.statvfs(folder)
    return facts.f_bavail * facts.f_frsize


def get_default_folder() -> Path:
    """Return /var/lib/storagelab-runner for root, else the user's state folder."""
    if os.geteuid() == 0:
        return Path("/var/lib/storagelab-runner")
    base = os.environ.get("XDG_STATE_HOME") or ""
    parent = Path(base) if base.startswith("/") else Path("~/.local/state").expanduser()
    return parent / "storagelab-runner"


def is_attempt_id(text: str) -> bool:
    """Return whether the text is a lower-case UUID."""
    return _ATTEMPT_ID.fullmatch(text) is not None


def is_controller_id(text: str) -> bool:
    """Return whether the text is a valid controller id: it becomes part of a file name."""
    return _CONTROLLER_ID.fullmatch(text) is not None


def _iterate_sizes(candidates: list[tuple[str, Path]]) -> Iterator[tuple[str, int]]:
    for name, path in candidates:
        try:
            facts = path.lstat()
        except FileNotFoundError:
            continue
        if stat.S_ISREG(facts.st_mode):
            yield name, facts.st_size
