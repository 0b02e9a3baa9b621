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
        """Return the path of the lock held while the attempt is prepared, started or cancelled."""
        return self.root / ".lock"

    @property
    def reserve(self) -> Path:
        """Return the path of a file that reserves disk space.

        The file is deleted when the exit record must fit on a full disk.
        """
        return self.root / ".reserve"

    @property
    def spec(self) -> Path:
        """Return the path of the spec in its canonical form."""
        return self.root / "spec.json"

    @property
    def prepared(self) -> Path:
        """Return the path of the record that exists once the attempt may be started."""
        return self.root / "prepared.json"

    @property
    def started(self) -> Path:
        """Return the path of the start record, which names the supervisor of the attempt.

        It exists once the supervisor may run the attempt.
        """
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
        """Return the path of the telemetry: one line per second with counters of devices and server.

        The devices are the block devices of the target.
        """
        return self.root / "telemetry.jsonl"

    @property
    def conditions(self) -> Path:
        """Return the path of the state of the arrays below the target, before the first phase."""
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
        """Return the path of the record that names the created file target by path and inode."""
        return self.root / "target.json"

    @property
    def cancel(self) -> Path:
        """Return the path of the cancel request, which exists once the attempt must end.

        It contains the moment: now or after the running phase.
        """
        return self.root / "cancel"

    @property
    def exit(self) -> Path:
        """Return the path of the exit record.

        It exists once the attempt has ended and no file of the attempt changes any more.
        """
        return self.root / "exit.json"

    @property
    def acknowledged(self) -> Path:
        """Return the path of the record that exists once the controller has stored all results."""
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
        """Return the path of the heartbeat: CLOCK_BOOTTIME of the supervisor's last second."""
        return self.root / "heartbeat"

    @property
    def log(self) -> Path:
        """Return the path of the supervisor's own log."""
        return self.root / "supervisor.log"

    @property
    def phases(self) -> Path:
        """Return the path of the folder that has one folder for each started phase."""
        return self.root / "phases"

    @property
    def operations(self) -> Path:
        """Return the path of the folder that has one folder for each started operation.

        Operations belong to the preparation.
        """
        return self.root / "operations"

    def phase(self, ordinal: int) -> PhaseFolder:
        """Return the folder of one phase; ordinals count from 1."""
        return PhaseFolder(self.phases / f"{ordinal:02d}")

    def operation(self, ordinal: int) -> OperationFolder:
        """Return the folder of one operation; ordinals count from 1."""
        return OperationFolder(self.operations / f"{ordinal:02d}")

    def list_readable_files(self) -> list[tuple[str, int]]:
        """Return the name and the size in bytes of every file a controller may read, in order."""
        files = self._list_records()
        for folder in sorted(self.operations.glob("*")):
            files += self._of_operation(folder)
        for folder in sorted(self.phases.glob("*")):
            files += self._of_phase(folder)
        return list(_iterate_sizes(files))

    def is_readable(self, name: str) -> bool:
        """Return whether a controller may read the file `name` of the attempt now.

        Only the folder that `name` lies in is listed, because an attempt may have thousands of files.
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
        """Return the path of the record that exists once the operation may have begun.

        It is created once.
        """
        return self.root / "started.json"

    @property
    def ended(self) -> Path:
        """Return the path of the end record of the operation, with its evidence.

        It exists once the operation has ended.
        """
        return self.root / "ended.json"

    @property
    def output(self) -> Path:
        """Return the path of the output of the operation's commands."""
        return self.root / "output.txt"


class PhaseFolder(NamedTuple):
    """The working folder of one engine start."""

    root: Path

    @property
    def started(self) -> Path:
        """Return the path of the record that exists once the engine may have started.

        It is created once, so the engine never starts again.
        """
        return self.root / "started.json"

    @property
    def process(self) -> Path:
        """Return the path of the record that names the engine's process."""
        return self.root / "process.json"

    @property
    def ended(self) -> Path:
        """Return the path of the record that exists once the phase has ended."""
        return self.root / "ended.json"

    @property
    def conditions(self) -> Path:
        """Return the path of the state of the arrays below the target, after the end of the phase."""
        return self.root / "conditions.json"

    @property
    def status(self) -> Path:
        """Return the path of the engine's cumulative status documents, appended one after the other."""
        return self.root / "status.json"

    @property
    def parameter_file(self) -> Path:
        """The job as Vdbench reads it."""
        return self.root / "job.vdbench"

    @property
    def output(self) -> Path:
        """Return the path of the folder to which Vdbench writes its output."""
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
        """Return the path of the engine's standard error."""
        return self.root / "stderr.txt"

    def sizes(self) -> list[int]:
        """Return the size in bytes of every file in the phase folder."""
        return [size for _, size in _iterate_sizes([(path.name, path) for path in self.root.rglob("*")])]

    def readable(self) -> list[tuple[str, Path]]:
        """Return the name and path of every file in the phase folder that a controller may read.

        Vdbench fills its folder with copies of the server's properties, so only its results are listed, by name.
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
        """Return the path of the lock held as long as a supervisor or an engine of any attempt lives."""
        return self.root / "host.lock"

    @property
    def engines_lock(self) -> Path:
        """Return the path of the lock held during engine version queries and starts of attempts."""
        return self.root / "engines.lock"

    @property
    def attempts(self) -> Path:
        """Return the path of the folder that has one folder for each attempt."""
        return self.root / "attempts"

    @property
    def controllers(self) -> Path:
        """Return the path of the folder with one record per controller that ever used this runner."""
        return self.root / "controllers"

    @property
    def left(self) -> Path:
        """Return the path of the folder with one record per drive a test wrote to: how it was left."""
        return self.root / "left"

    @property
    def engines(self) -> Path:
        """Return the path of the folder for engines that a controller has handed over."""
        return self.root / "engines"

    @property
    def refusals(self) -> Path:
        """Return the path of the log of refused requests, one line each."""
        return self.root / "refusals.jsonl"

    @property
    def scratch(self) -> Path:
        """Return the path of the folder for file targets whose path the job leaves open."""
        return self.root / "scratch"

    def create(self) -> None:
        """Create the missing folders of the runner's state, readable only by their owner."""
        for folder in (self.root, self.attempts, self.controllers, self.left, self.scratch):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def attempt(self, attempt_id: str) -> AttemptFolder:
        """Return the folder of an attempt whose id has been checked by `is_attempt_id`."""
        return AttemptFolder(self.attempts / attempt_id)

    def list_attempts(self) -> list[AttemptFolder]:
        """Return the folder of every attempt that was prepared, in order of id."""
        folders = (AttemptFolder(path) for path in sorted(self.attempts.iterdir()) if is_attempt_id(path.name))
        return [folder for folder in folders if folder.prepared.exists()]


def free_bytes(folder: Path) -> int:
    """Return the bytes that are free for this account on the file system of a folder."""
    facts = os.statvfs(folder)
    return facts.f_bavail * facts.f_frsize


def get_default_folder() -> Path:
    """Return the runner's state folder: /var/lib/storagelab-runner for root, else the user's own."""
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
