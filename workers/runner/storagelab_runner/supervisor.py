"""The detached process that plays one attempt: its phases back to back, clearing up, the exit record."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import traceback
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from storagelab_runner import device_target, file_target
from storagelab_runner.attempts import phases_view
from storagelab_runner.engine import environment
from storagelab_runner.engine_process import adopt_orphans
from storagelab_runner.errors import DISK_FULL_ERRNOS, Refusal
from storagelab_runner.failure import Failure
from storagelab_runner.file_target import CreatedFile
from storagelab_runner.identity import NS_PER_S, boottime_ns, process_identity, realtime_ns
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.phase_run import PhaseEnd, Stop, Surroundings, failure_of_stop, play
from storagelab_runner.records import durable_sha256, locked, read_record, write_record
from storagelab_runner.spec import DevicesTarget, FileTarget, Spec, parse_spec

#: The supervisor looks around at least this often; it wakes at once when the engine ends.
_PULSE_SECONDS = 0.25
_HEARTBEAT_NS = NS_PER_S
#: Below this the attempt is stopped while its engine can still write what it holds in memory.
MINIMUM_FREE_BYTES = 8 << 20
_START_SECONDS = 60.0
_SIGNALS = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def supervise(folder: Path, host_lock: int) -> int:
    """Play the attempt if its start record names this process; else end without a trace. Returns the exit status."""
    os.umask(0o077)
    attempt = AttemptFolder(folder)
    with locked(attempt.lock, _START_SECONDS) as mine:
        started = read_record(attempt.started) if mine else None
    me = process_identity(os.getpid())
    if started is None or me is None or started["supervisor"] != me._asdict():
        return 0
    # Where the parent ignored SIGCHLD, the kernel would collect children before we could ask how they ended.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    adopt_orphans()
    Supervisor(attempt, started, host_lock).run()
    return 0


class Supervisor:
    """The course of one attempt."""

    def __init__(self, attempt: AttemptFolder, started: dict[str, Any], host_lock: int) -> None:
        self._attempt = attempt
        self._started = started
        self._host_lock = host_lock
        self._spec: Spec = parse_spec(json.loads(attempt.spec.read_bytes()))
        self._deadline_ns = int(started["boottime_ns"]) + self._spec.deadline_seconds * NS_PER_S
        self._last_heartbeat_ns = 0
        self._told_to_end = False
        self._created: CreatedFile | None = None
        self._created_descriptor: int | None = None

    def run(self) -> None:
        """Play, clean up, and write the exit record; whatever happens ends in a sentence."""
        self._beat()
        self._log(f"attempt {self._attempt.attempt_id}: {len(self._spec.phases)} phases")
        try:
            self._create_target()
            outcome, failure = self._play_phases()
        except Refusal as refusal:
            outcome, failure = "failed", Failure(refusal.kind, refusal.message)
        except OSError as problem:
            outcome, failure = "failed", _failure_of(problem)
            self._log(traceback.format_exc())
        except Exception as problem:
            failure = Failure("bug", f"The runner failed: {type(problem).__name__}: {problem}.")
            outcome = "failed"
            self._log(traceback.format_exc())
        self._remove_target()
        self._log(f"attempt ended: {outcome}{'' if failure is None else ': ' + failure.message}")
        self._write_exit_record(outcome, failure)

    def _play_phases(self) -> tuple[str, Failure | None]:
        surroundings = Surroundings(
            engine_path=str(self._started["engine_path"]),
            environment=environment(),
            target_name=str(self._started["target_name"]),
            read_only=isinstance(self._spec.target, DevicesTarget),
            inherited=(self._host_lock,),
            missing_devices=self._missing_devices,
            pulse=self._pulse,
        )
        for phase in self._spec.phases:
            wish = self._wish()
            if wish is not None:
                return _outcome_between_phases(wish)
            self._check_target()
            self._log(f"phase {phase.ordinal} ({phase.name}) starts")
            end = play(phase, self._attempt.phase(phase.ordinal), surroundings)
            self._log(
                f"phase {phase.ordinal} {end.state}: exit {end.exit_code}, signal {end.signal}, {end.stop_reason}"
            )
            if end.stop_reason == "engine_failed":
                # Without its target no engine can go on, and what it says about that misleads.
                self._check_target()
            if end.state != "finished":
                return _outcome_of_phase(end)
        return "succeeded", None

    def _pulse(self) -> Stop | None:
        """Wait for a signal, a child's end among them, keep the heartbeat, and say what the attempt wishes."""
        received = signal.sigtimedwait(_SIGNALS, _PULSE_SECONDS)
        if received is not None and received.si_signo in (signal.SIGTERM, signal.SIGINT):
            self._told_to_end = True
        self._beat()
        return self._wish()

    def _wish(self) -> Stop | None:
        if self._attempt.cancel.exists():
            return Stop.CANCELLED
        if self._told_to_end:
            return Stop.TOLD_TO_END
        if boottime_ns() >= self._deadline_ns:
            return Stop.DEADLINE
        facts = os.statvfs(self._attempt.root)
        return Stop.STATE_DISK_FULL if facts.f_bavail * facts.f_frsize < MINIMUM_FREE_BYTES else None

    def _beat(self) -> None:
        now = boottime_ns()
        if now - self._last_heartbeat_ns < _HEARTBEAT_NS:
            return
        self._last_heartbeat_ns = now
        # The number has a fixed width and is overwritten in place, so a full disk does not stop the heart.
        with contextlib.suppress(OSError):
            descriptor = os.open(self._attempt.heartbeat, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.pwrite(descriptor, b"%020d" % now, 0)
            finally:
                os.close(descriptor)

    def _create_target(self) -> None:
        target = self._spec.target
        if not isinstance(target, FileTarget):
            return
        path = Path(str(self._started["target_name"]))
        # It stays open until it is removed, so that its inode number cannot be given to another file.
        self._created_descriptor, self._created = file_target.create(path, target.size_bytes)
        write_record(self._attempt.target, self._created._asdict())
        os.ftruncate(self._created_descriptor, target.size_bytes)

    def _check_target(self) -> None:
        if self._created is not None and not file_target.is_same(self._created):
            raise Refusal("refused", f"{self._created.path} was removed or replaced during the run.", "infrastructure")

    def _remove_target(self) -> None:
        if self._created is not None and not file_target.remove(self._created):
            self._log(f"{self._created.path} is no longer the file that was created: left alone")
        if self._created_descriptor is not None:
            os.close(self._created_descriptor)

    def _missing_devices(self) -> list[str]:
        if not isinstance(self._spec.target, DevicesTarget):
            return []
        paths = [Path(name) for name in str(self._started["target_name"]).split(":")]
        return [str(path) for path in paths if not device_target.is_present(path)]

    def _write_exit_record(self, outcome: str, failure: Failure | None) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._attempt.reserve.unlink()
        _close_log()
        files = []
        for name, _ in self._attempt.readable_files():
            size, digest = durable_sha256(self._attempt.root / name)
            files.append({"name": name, "size": size, "sha256": digest})
            self._beat()
        record = {
            "outcome": outcome,
            "failure": None if failure is None else failure.as_json(),
            # Ended from outside, by a shutdown for instance: nothing is wrong with the job or its target.
            "interrupted": outcome == "failed" and self._told_to_end,
            "ended_realtime_ns": realtime_ns(),
            "ended_boottime_ns": boottime_ns(),
            "files": files,
            "phases": phases_view(self._attempt, self._spec, "finished"),
        }
        write_record(self._attempt.exit, record)

    def _log(self, message: str) -> None:
        stamp = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{stamp} {message.rstrip()}\n")
            sys.stderr.flush()


def _outcome_between_phases(wish: Stop) -> tuple[str, Failure | None]:
    if wish is Stop.CANCELLED:
        return "cancelled", None
    outcome = "deadline" if wish is Stop.DEADLINE else "failed"
    return outcome, failure_of_stop(wish, "between two phases")


def _outcome_of_phase(end: PhaseEnd) -> tuple[str, Failure | None]:
    if end.state == "cancelled":
        return "cancelled", None
    return ("deadline" if end.stop_reason == "deadline" else "failed"), end.failure


def _failure_of(problem: OSError) -> Failure:
    if problem.errno in DISK_FULL_ERRNOS:
        return Failure("infrastructure", "The disk that holds the runner's state is full; what was measured is kept.")
    place = f" ({problem.filename})" if problem.filename else ""
    return Failure("infrastructure", f"The server did not allow it{place}: {problem.strerror or problem}.")


def _close_log() -> None:
    """Say no more: the log is about to be hashed, and nothing may change after that."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.close(null)
