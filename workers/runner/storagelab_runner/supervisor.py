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
from typing import Any, NamedTuple

from storagelab_runner import block_devices, file_target, held_devices, neighbours, targets, teardown
from storagelab_runner.clock import ClockWatch, WallClock
from storagelab_runner.conditions import record_conditions
from storagelab_runner.drive_watch import DriveWatch, list_ground_drives, list_held_drives
from storagelab_runner.engine import build_environment
from storagelab_runner.engine_process import adopt_orphans
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import DISK_FULL_ERRNOS, Refusal
from storagelab_runner.failure import RunnerFailure, build_missing_failure
from storagelab_runner.file_target import CreatedFile
from storagelab_runner.health import record_health
from storagelab_runner.identity import NS_PER_S, process_identity
from storagelab_runner.layers import Ground, find_file_ground
from storagelab_runner.layout import AttemptFolder, PhaseFolder, StateFolder
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.mounts import read_mounts
from storagelab_runner.operations.playing import undo
from storagelab_runner.phase_run import PhaseEnd, Stop, Surroundings, build_stop_failure, play
from storagelab_runner.preparation import build_context, prepare
from storagelab_runner.records import locked, read_record, write_record
from storagelab_runner.rounds import Rounds
from storagelab_runner.run_notes import RunnerNotes
from storagelab_runner.spec import Spec, SpecPhase, apply_rate, parse_spec
from storagelab_runner.spec_targets import SpecFileTarget
from storagelab_runner.steady_progress import SteadyMeter
from storagelab_runner.telemetry import Recorder
from storagelab_runner.watch import SIGNALS, AttemptWatch

_START_SECONDS = 60.0
#: Where memory runs out, the engine is killed first and the supervisor that reports it survives.
_OOM_SCORE = "-500"


class _Own(NamedTuple):
    """Arguments that the supervisor got from the call that started it."""

    state: StateFolder
    host_lock: int


def supervise_attempt(folder: Path, config: Path, host_lock: int, ready: int) -> int:
    """Run an attempt if its start record names this process, else end without a trace.

    Returns the exit status. Writes the process id to the pipe `ready` to report that the process lives.
    """
    os.write(ready, str(os.getpid()).encode("ascii"))
    os.close(ready)
    os.umask(0o077)
    attempt = AttemptFolder(folder)
    with locked(attempt.lock, _START_SECONDS) as mine:
        started = read_record(attempt.started) if mine else None
    me = process_identity(os.getpid())
    if started is None or me is None or started["supervisor"] != me._asdict():
        return 0
    # Where the parent ignored SIGCHLD, the kernel would collect children before their exit status is read.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    adopt_orphans()
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, "ascii")
    Supervisor(attempt, started, _Own(StateFolder(folder.parent.parent, config), host_lock)).run()
    return 0


class Supervisor:
    """The course of one attempt."""

    def __init__(self, attempt: AttemptFolder, started: dict[str, Any], own: _Own) -> None:
        self._attempt = attempt
        self._started = started
        self._own = own
        self._spec: Spec = parse_spec(json.loads(attempt.spec.read_bytes()))
        self._notes = RunnerNotes(attempt.notes)
        self._meter = SteadyMeter(attempt.meter)
        started_ns = int(started["boottime_ns"])
        deadline_ns = started_ns + self._spec.deadline_seconds * NS_PER_S
        self._clock = ClockWatch(WallClock.of(started), self._notes.add_clock_jump)
        self._watch = AttemptWatch(attempt, self._clock, deadline_ns, self._spec.output_limit_bytes)
        self._context = build_context(own.state, attempt, started, self._watch, own.host_lock)
        self._created: CreatedFile | None = None
        self._created_descriptor: int | None = None
        self._span = (started_ns, deadline_ns)
        # Unknown until they have been compared; None where nothing is written to drives.
        self._neighbours = None if started["neighbours"] is None else dict(teardown.NEIGHBOURS_UNKNOWN)

    def run(self) -> None:
        """Run the preparation and all phases, clean up, and write the exit record.

        Every error becomes the failure of the attempt, in a sentence.
        """
        self._watch.beat()
        self._log(f"attempt {self._attempt.attempt_id}: {len(self._spec.phases)} phases")
        try:
            self._create_target()
            self._watch.recorder = self._build_recorder()
            teardown.start_of_use(self._own.state, self._attempt, self._context.held)
            self._record_health(self._attempt.health_before)
            outcome, failure = self._play()
        except Refusal as refusal:
            outcome, failure = "failed", RunnerFailure(refusal.kind, refusal.message)
        except OSError as problem:
            outcome, failure = "failed", _build_os_failure(problem)
            self._log(traceback.format_exc())
        except Exception as problem:
            failure = RunnerFailure("bug", f"The runner failed: {type(problem).__name__}: {problem}.")
            outcome = "failed"
            self._log(traceback.format_exc())
        self._record_health(self._attempt.health_after)
        self._stop_recording()
        self._remove_target()
        self._log(f"attempt ended: {outcome}{'' if failure is None else ': ' + failure.message}")
        self._write_exit_record(outcome, failure)

    def _play(self) -> tuple[str, RunnerFailure | None]:
        prepared = prepare(self._spec, self._attempt, self._context, self._watch, self._log)
        self._watch.ends()
        if prepared.stop is not None:
            return _get_stop_outcome(prepared.stop, "during the preparation")
        if prepared.failure is not None:
            self._check_target()
            return "failed", prepared.failure
        return self._play_phases()

    def _play_phases(self) -> tuple[str, RunnerFailure | None]:
        drives = self._watch_drives()

        def record_start(ordinal: int, boottime_ns: int) -> None:
            drives.begins()
            self._watch.begins(ordinal, boottime_ns)

        made = self._context.made_target
        surroundings = Surroundings(
            engine_path=str(self._started["engine_path"]),
            environment=build_environment(),
            target_name=str(self._started["target_name"]) if made is None else made.name,
            read_only=any(not device.writable for device in self._context.held),
            inherited=(self._own.host_lock,),
            clock=self._clock.clock,
            drive_failure=drives.failure,
            pulse=self._watch.pulse,
            begins=record_start,
            is_stuck=self._notes.stuck,
            output_left=self._watch.output_left,
            conditions=self._record_conditions_after,
            show_progress=self._meter.shows,
        )
        self._record_conditions(self._attempt.conditions)
        rounds = Rounds(self._spec, self._attempt.rounds)
        for phase in self._spec.phases:
            if rounds.is_skipped(phase):
                continue
            wish = self._watch.find_stop_between()
            if wish is not None:
                return _get_stop_outcome(wish, "between two phases")
            self._check_target(drives)
            held_devices.check_use(self._context.held, self._own.state.config)
            self._log(f"phase {phase.ordinal} ({phase.name}) starts")
            self._meter.shows(rounds.find_loop_progress(phase))
            end = play(self._apply_rate(phase), self._attempt.phase(phase.ordinal), surroundings)
            self._watch.ends()
            self._log(
                f"phase {phase.ordinal} {end.state}: exit {end.exit_code}, signal {end.signal}, {end.stop_reason}"
            )
            for line in drives.errors:
                self._log(f"kernel: {line}")
            if end.stop_reason == "engine_failed":
                self._check_created()
            if end.state != "finished":
                return _get_phase_outcome(end)
            if rounds.follows(phase):
                sentence = rounds.ended(phase, self._read_figures(phase))
                if sentence is not None:
                    self._log(f"{sentence}: phases that follow are not needed")
        return "succeeded", None

    def _apply_rate(self, phase: SpecPhase) -> SpecPhase:
        """Return the phase with its rates computed. Raises Refusal when the maximum is missing.

        The maximum was measured by an earlier phase, or is in the spec.
        """
        late = phase.late_rates
        if late is None or late.known_max is not None:
            return apply_rate(phase, None if late is None else late.known_max)
        source = next(earlier for earlier in self._spec.phases if earlier.ordinal == late.of)
        ended = read_record(self._attempt.phase(source.ordinal).ended)
        figures = self._read_figures(source) if ended is not None and ended["state"] == "finished" else None
        return apply_rate(phase, None if figures is None else figures.iops)

    def _read_figures(self, phase: SpecPhase) -> MeasuredInterval | None:
        return ENGINES[phase.engine].read_figures(self._attempt.phase(phase.ordinal), phase.ramp_seconds)

    def _record_conditions_after(self, folder: PhaseFolder) -> str | None:
        """Record the state of the arrays after a phase in `folder`, and return the record's SHA-256.

        None where it cannot be written or read; the failure becomes a warning.
        """
        self._watch.ends()
        return self._record_conditions(folder.conditions)

    def _record_conditions(self, path: Path) -> str | None:
        try:
            return record_conditions(path, self._find_grounds(), self._watch.pulse, self._clock.clock)
        except Exception as problem:
            self._log(traceback.format_exc())
            self._notes.warn(f"The state of the arrays could not be read: {type(problem).__name__}: {problem}.")
            return None

    def _record_health(self, path: Path) -> None:
        try:
            record_health(path, self._find_grounds(), self._watch.pulse, self._clock.clock)
        except Exception as problem:
            self._log(traceback.format_exc())
            self._notes.warn(f"The health of the drives could not be read: {type(problem).__name__}: {problem}.")

    def _find_grounds(self) -> list[Ground]:
        """Return the block devices of the target: its devices, or those below its file and copy target."""
        devices = [*self._context.held, *self._context.lent]
        if self._created is not None:
            mounts = read_mounts()
            return [
                find_file_ground(path, mounts)
                for path in targets.find_target_grounds(str(self._started["target_name"]))
            ]
        return [Ground(device.stable_id, block_devices.find_device_folder(device.device_number)) for device in devices]

    def _write_exit_record(self, outcome: str, failure: RunnerFailure | None) -> None:
        try:
            self._look_after_drives()
        except Exception as problem:
            self._log(traceback.format_exc())
            self._notes.warn(f"The drives could not be monitored: {type(problem).__name__}: {problem}.")
        # The log is about to be hashed, so nothing may be written after this.
        teardown.close_log()
        self._clock.look(None)
        facts = {
            # Ended from outside, by a shutdown for instance: nothing is wrong with the job or its target.
            "interrupted": outcome == "failed" and self._watch.is_terminated,
            "neighbours": self._neighbours,
            **self._notes.to_json(),
        }
        teardown.write_exit_record(self._attempt, outcome, failure, facts, self._watch.beat, self._clock.clock)

    def _look_after_drives(self) -> None:
        # The undo may take devices back, so the held devices are read after it.
        for sentence in undo(self._context):
            self._notes.warn(sentence)
        state, held = self._own.state, self._context.held
        for sentence in teardown.wait_until_unused(held, self._watch.beat):
            self._notes.warn(sentence)
        for sentence in teardown.end_of_use(state, self._attempt, held):
            self._notes.warn(sentence)
        if self._neighbours is not None:
            self._neighbours = neighbours.compare(self._started["neighbours"], state.config)

    def _build_recorder(self) -> Recorder | None:
        grounds = self._find_grounds()
        folders = [ground.folder for ground in grounds if ground.folder is not None]
        if not folders:
            self._notes.record_no_telemetry("The target is on a file system without a block device of its own.")
            return None
        for unseen in (ground for ground in grounds if ground.folder is None):
            self._notes.warn(f"Telemetry leaves out {unseen.device}: its file system has no block device of its own.")
        return Recorder(self._attempt.telemetry, folders, *self._span)

    def _stop_recording(self) -> None:
        recorder, self._watch.recorder = self._watch.recorder, None
        if recorder is None:
            return
        recorder.close()
        if recorder.dropped:
            self._notes.warn(f"{recorder.dropped} seconds of telemetry are missing: the disk of the runner was full.")

    def _create_target(self) -> None:
        target = self._spec.target
        if not isinstance(target, SpecFileTarget):
            return
        path = targets.file_of(str(self._started["target_name"]))
        # It stays open until it is removed, so that its inode number cannot be given to another file.
        self._created_descriptor, self._created = file_target.create(path, target.size_bytes)
        write_record(self._attempt.target, self._created._asdict())
        os.ftruncate(self._created_descriptor, target.size_bytes)

    def _watch_drives(self) -> DriveWatch:
        """Return a watch that checks the drives with every reading of telemetry from now on.

        A kernel log that cannot be read becomes a warning.
        """
        devices = [*self._context.held, *self._context.lent]
        drives = DriveWatch(list_held_drives(devices) if devices else list_ground_drives(self._find_grounds()))
        if self._watch.recorder is not None:
            self._watch.recorder.look = drives.look
        if drives.log_problem is not None:
            sentence = (
                f"The kernel's log could not be read, so it is not known to be free of errors: {drives.log_problem}."
            )
            self._log(sentence)
            if devices:
                self._notes.warn(sentence)
        return drives

    def _check_target(self, drives: DriveWatch | None = None) -> None:
        """Raise Refusal when the target is missing.

        Nothing can go on then, and a program's message about it misleads.
        """
        failure = None if drives is None else drives.find_missing_failure("between two phases")
        missing = self._list_missing_devices()
        if failure is None and missing:
            failure = build_missing_failure(missing, "during the run")
        if failure is not None:
            raise Refusal("refused", failure.message, failure.kind)
        self._check_created()

    def _check_created(self) -> None:
        if self._created is not None and not file_target.is_same(self._created):
            raise Refusal("refused", f"{self._created.path} was removed or replaced during the run.", "infrastructure")

    def _remove_target(self) -> None:
        if self._created is not None and not file_target.remove(self._created):
            self._log(f"{self._created.path} is no longer the file that was created: left alone")
        if self._created_descriptor is not None:
            os.close(self._created_descriptor)

    def _list_missing_devices(self) -> list[str]:
        devices = [*self._context.held, *self._context.lent]
        return [device.stable_id for device in devices if not block_devices.is_there(device.device_number)]

    def _log(self, message: str) -> None:
        seconds = self._clock.clock.stamp()["realtime_ns"] / NS_PER_S
        stamp = datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds")
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{stamp} {message.rstrip()}\n")
            sys.stderr.flush()


def _get_stop_outcome(wish: Stop, place: str) -> tuple[str, RunnerFailure | None]:
    if wish is Stop.CANCELLED:
        return "cancelled", None
    return ("deadline" if wish is Stop.DEADLINE else "failed"), build_stop_failure(wish, place)


def _get_phase_outcome(end: PhaseEnd) -> tuple[str, RunnerFailure | None]:
    if end.state == "cancelled":
        return "cancelled", None
    return ("deadline" if end.stop_reason == "deadline" else "failed"), end.failure


def _build_os_failure(problem: OSError) -> RunnerFailure:
    if problem.errno in DISK_FULL_ERRNOS:
        return RunnerFailure(
            "infrastructure", "The disk that holds the runner's state is full. What was measured is kept."
        )
    place = f" ({problem.filename})" if problem.filename else ""
    return RunnerFailure("infrastructure", f"The server did not allow it{place}: {problem.strerror or problem}.")
