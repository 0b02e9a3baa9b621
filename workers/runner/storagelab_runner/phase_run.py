"""One phase: a single engine run, watched until nothing of it remains, with a record of each fact."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Callable, NamedTuple

from storagelab_runner import failure
from storagelab_runner.byte_counts import find_contradiction
from storagelab_runner.clock import WallClock
from storagelab_runner.engine_process import EngineProcess, ProcessExit
from storagelab_runner.engines.base import Counts, EngineDriver
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.failure import RunnerFailure
from storagelab_runner.identity import NS_PER_S, get_boottime_ns, process_identity
from storagelab_runner.layout import PhaseFolder
from storagelab_runner.records import create_once, write_record
from storagelab_runner.spec import SpecPhase, SteadyRule
from storagelab_runner.steady_progress import RoundProgress, RoundSeries
from storagelab_runner.stop_rule import find_steady_round, round_values


class Stop(Enum):
    """Reason for which the runner ended an engine."""

    CANCELLED = "cancelled"
    STEADY = "steady"
    MAX_ROUNDS = "max_rounds"
    DEADLINE = "deadline"
    PHASE_LIMIT = "phase_limit"
    TERMINATED = "told_to_end"
    STATE_DISK_FULL = "state_disk_full"
    TOO_MUCH_OUTPUT = "too_much_output"


#: Why an engine ended by itself; the last: its time was over before it had moved its volume.
COMPLETED, VOLUME, TIME_LIMIT = "completed", "volume", "time_limit"
#: Engines stop a little before their time is over.
_WHOLE_TIME = 0.99
#: What remains of each file of an engine that wrote without end.
MAX_RETAINED_OUTPUT_BYTES = 16 << 20


class Surroundings(NamedTuple):
    """Interface of a phase to its attempt.

    `pulse` waits for news from the engine (a fraction of a second at most), keeps the attempt's heartbeat and returns
    whether the attempt wishes to end. `begins` gets ordinal and CLOCK_BOOTTIME of the engine's start, `is_stuck`
    whether the engine survived SIGKILL. `output_left` returns the bytes of output that the attempt may still write.
    `drive_failure` looks at the drives and returns their failure since the phase began; it gets the place in words.
    `conditions` records the state of the layers below the target after the engine has ended and returns the SHA-256 of
    the record. `show_progress` gets the distance to steady state of a phase that ends there. `clock` gives the wall
    times of records. `inherited` are descriptors the engine keeps open: the host lock, so that the host counts as busy
    while any engine lives.
    """

    engine_path: str
    environment: dict[str, str]
    target_name: str
    read_only: bool
    inherited: Sequence[int]
    clock: WallClock
    drive_failure: Callable[[str], RunnerFailure | None]
    pulse: Callable[[], Stop | None]
    begins: Callable[[int, int], None]
    is_stuck: Callable[[bool], None]
    output_left: Callable[[], int]
    conditions: Callable[[PhaseFolder], str | None]
    show_progress: Callable[[RoundProgress], None]


class PhaseEnd(NamedTuple):
    """Result of a phase; `state` is finished, failed or cancelled."""

    state: str
    exit_code: int | None
    signal: int | None
    stop_reason: str | None
    steady_round: int | None
    failure: RunnerFailure | None


class SteadyWatch:
    """Observer of the rounds of a phase that ends when it is steady; `show_progress` receives their progress."""

    def __init__(
        self, name: str, rule: SteadyRule, counts: Counts, show_progress: Callable[[RoundProgress], None]
    ) -> None:
        self._name = name
        self._show_progress = show_progress
        self._rule = rule
        self._counts = counts
        self.steady_round: int | None = None
        self._report([])

    def verdict(self) -> Stop | None:
        """Return STEADY or MAX_ROUNDS once the phase should end, else None; read new engine output first."""
        if not self._counts.read_on():
            return None
        rule = self._rule
        every = round_values(self._counts.counts, rule.round_seconds, rule.metric)
        values = every[rule.spacing - 1 :: rule.spacing][: rule.max_rounds]
        self._report(values)
        self.steady_round = find_steady_round(values, rule.window, rule.range_limit, rule.slope_limit)
        if self.steady_round is not None:
            return Stop.STEADY
        return Stop.MAX_ROUNDS if len(values) >= rule.max_rounds else None

    def _report(self, values: Sequence[float | None]) -> None:
        rule, series = self._rule, [RoundSeries(self._name, self._rule.metric, values)]
        limits = (rule.max_rounds, rule.window, rule.range_limit, rule.slope_limit)
        self._show_progress(RoundProgress("phase", self._name, *limits, series))

    def find_end_reason(self, seconds: float) -> str:
        """Return why an engine that was not stopped ended: `volume`, or `completed` after its `seconds`."""
        early = not _has_full_time(seconds, self._counts)
        return VOLUME if self._rule.has_volume and early else COMPLETED


def find_own_end_reason(phase: SpecPhase, counts: Counts) -> str:
    """Return why the engine of a phase without a steady rule ended by itself.

    The reason is `completed`, or `time_limit` when the time was over before the volume was moved.
    """
    if not phase.ends_by_volume:
        return COMPLETED
    # The engine's last output shows how long it ran.
    while counts.read_on():
        pass
    return TIME_LIMIT if _has_full_time(phase.seconds, counts) else COMPLETED


def _has_full_time(seconds: float, counts: Counts) -> bool:
    return bool(counts.counts) and counts.counts[-1].elapsed_ms >= 1000 * seconds * _WHOLE_TIME


def play(phase: SpecPhase, folder: PhaseFolder, surroundings: Surroundings) -> PhaseEnd:
    """Run the engine of a phase once to its end, and record start and end in `folder`.

    Raises OSError when a file of it or a record cannot be made, FileExistsError when the phase was started before.
    """
    folder.root.mkdir(mode=0o700, parents=True)
    tool = ENGINES[phase.engine]
    tool.get_job_path(folder).write_text(tool.render(phase.job_text, surroundings.target_name), "ascii")
    rule, watch = phase.steady_rule, None
    if rule is not None:
        watch = SteadyWatch(phase.name, rule, tool.read_counts(folder, phase.ramp_seconds), surroundings.show_progress)
    read_only = surroundings.read_only or not phase.writes
    argv = tool.build_engine_command(surroundings.engine_path, phase.status_interval_seconds, read_only)
    started_ns = get_boottime_ns()
    rate = {} if phase.rate is None else {"rate": phase.rate._asdict()}
    started = {"argv": argv, **surroundings.clock.stamp(started_ns), **rate}
    if not create_once(folder.started, started):
        raise FileExistsError(17, "the phase was started before", str(folder.started))
    surroundings.begins(phase.ordinal, started_ns)
    largest = max(_find_largest_target(surroundings.target_name), min(phase.limit_bytes, surroundings.output_left()))
    engine = EngineProcess(
        argv,
        folder.root,
        surroundings.environment,
        surroundings.inherited,
        tool.stop_ladder(phase.status_interval_seconds),
        largest,
        console=folder.console(private=tool.private_console).name,
        whole_group=tool.private_console,
    )
    try:
        identity = process_identity(engine.pid)
        if identity is not None:
            write_record(folder.process, identity._asdict())
        limit = partial(_limit, phase, folder, started_ns, surroundings.output_left)
        stop = _wait_for_engine(engine, watch, limit, partial(tool.request_stop, folder), tool, surroundings)
    finally:
        # Whatever went wrong here, no engine may run on without a supervisor that can stop it.
        ending = tool.decode_exit(_end(engine, surroundings))
        tool.clear(folder)
    if stop is Stop.TOO_MUCH_OUTPUT:
        _cut_output(folder)
    end = _describe(phase, ending, stop, watch, folder, surroundings)
    # Stamped before the conditions are looked at, and written after: who sees the end sees the conditions too.
    record = build_phase_record(end, surroundings.clock)
    write_record(folder.ended, {**record, "conditions": surroundings.conditions(folder)})
    return end


def build_phase_record(end: PhaseEnd, clock: WallClock) -> Mapping[str, Any]:
    """Return the record of a phase's end, stamped with the current time."""
    return {
        **end._asdict(),
        "failure": None if end.failure is None else end.failure.to_json(),
        **clock.stamp(),
    }


def _limit(phase: SpecPhase, folder: PhaseFolder, started_ns: int, output_left: Callable[[], int]) -> Stop | None:
    """Return the limit on time or output that the engine of a phase has exceeded; None if none."""
    if get_boottime_ns() >= started_ns + int(phase.limit_seconds * NS_PER_S):
        return Stop.PHASE_LIMIT
    return Stop.TOO_MUCH_OUTPUT if sum(folder.sizes()) >= min(phase.limit_bytes, output_left()) else None


def _find_largest_target(target_name: str) -> int:
    """Return the size in bytes of the largest file among the targets.

    The engine must be able to write it whole. Paths are joined by colons; a target that is no file counts as 0.
    """
    paths = [Path(name) for name in target_name.split(":")]
    return max(path.stat().st_size if path.is_file() else 0 for path in paths)


def _cut_output(folder: PhaseFolder) -> None:
    """Truncate the large output files of a phase to their beginnings, which show what they contained.

    The rest is too large to store or read.
    """
    for path in folder.root.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.lstat().st_size > MAX_RETAINED_OUTPUT_BYTES:
            os.truncate(path, MAX_RETAINED_OUTPUT_BYTES)


def _wait_for_engine(
    engine: EngineProcess,
    watch: SteadyWatch | None,
    limit: Callable[[], Stop | None],
    request_stop: Callable[[], None],
    tool: EngineDriver,
    surroundings: Surroundings,
) -> Stop | None:
    stop: Stop | None = None
    while engine.ending is None:
        wish = surroundings.pulse()
        engine.reap()
        if stop is None and engine.ending is None:
            stop = wish or (watch.verdict() if watch else None) or limit()
            if stop is not None:
                engine.stop()
        if stop is not None and engine.ending is None:
            request_stop()
        engine.escalate()
        surroundings.is_stuck(engine.is_stuck())
    if stop is None and engine.ending.signal == signal.SIGXFSZ:
        return Stop.TOO_MUCH_OUTPUT
    if stop is None and tool.was_interrupted(engine.ending) and surroundings.pulse() is Stop.TERMINATED:
        # A server that shuts down signals every process at once, and the engine may have reacted before the supervisor.
        return Stop.TERMINATED
    return stop


def _end(engine: EngineProcess, surroundings: Surroundings) -> ProcessExit:
    while (ending := engine.ending) is None:
        engine.stop()
        engine.escalate()
        surroundings.pulse()
        engine.reap()
        surroundings.is_stuck(engine.is_stuck())
    while not engine.sweep():
        surroundings.pulse()
        surroundings.is_stuck(engine.is_stuck())
    surroundings.is_stuck(False)
    return ending


def _describe(
    phase: SpecPhase,
    ending: ProcessExit,
    stop: Stop | None,
    watch: SteadyWatch | None,
    folder: PhaseFolder,
    surroundings: Surroundings,
) -> PhaseEnd:
    if stop is None and ending.exit_code == 0 and watch is not None:
        # The engine ended with its last round: its last documents have not been judged yet.
        stop = watch.verdict()
    tool = ENGINES[phase.engine]
    place = f"during phase {phase.ordinal} ({phase.name})"
    steady_round = watch.steady_round if watch else None
    if stop in (None, Stop.STEADY, Stop.MAX_ROUNDS):
        # The exit status alone proves no result, and an engine's message about a missing drive misleads.
        is_whole = ending.exit_code == 0 if stop is None else tool.has_complete_output(ending)
        own = _find_output_failure(phase, ending, folder) if is_whole else _build_end_failure(phase, ending, folder)
        failure = surroundings.drive_failure(place) or own
        if failure is not None:
            return PhaseEnd("failed", *ending, "engine_failed", steady_round, failure)
        counts = tool.read_counts(folder, phase.ramp_seconds)
        by_itself = watch.find_end_reason(phase.seconds) if watch else find_own_end_reason(phase, counts)
        return PhaseEnd("finished", *ending, stop.value if stop else by_itself, steady_round, None)
    if stop is Stop.CANCELLED:
        return PhaseEnd("cancelled", *ending, "cancelled", None, None)
    lost = None if stop is Stop.TERMINATED else surroundings.drive_failure(place)
    if lost is not None:
        # An engine waits for a drive that does not answer, beyond its time.
        return PhaseEnd("failed", *ending, "engine_failed", None, lost)
    reason = "deadline" if stop in (Stop.DEADLINE, Stop.PHASE_LIMIT) else None
    return PhaseEnd("failed", *ending, reason, None, build_stop_failure(stop, place, tool.title))


def _find_output_failure(phase: SpecPhase, ending: ProcessExit, folder: PhaseFolder) -> RunnerFailure | None:
    """Return the failure of an engine that ended normally but whose output is no result.

    None where the output is a result.
    """
    tool = ENGINES[phase.engine]
    wrong = tool.describe_missing_output(folder) or find_contradiction(tool.read_volumes(folder, phase.job_text))
    if wrong is None:
        return None
    if ending.signal is not None:
        return _build_end_failure(phase, ending, folder)
    return RunnerFailure("engine", f"{tool.title} ended with status {ending.exit_code}, but {wrong}.")


def _build_end_failure(phase: SpecPhase, ending: ProcessExit, folder: PhaseFolder) -> RunnerFailure:
    tool = ENGINES[phase.engine]
    return failure.build_engine_failure(tool.title, ending, tool.find_failure_reason(folder))


def build_stop_failure(stop: Stop, place: str, engine: str = "The engine") -> RunnerFailure:
    """Return the failure of an attempt that the runner stopped; `place` is such as `between two phases`."""
    if stop is Stop.DEADLINE:
        return RunnerFailure("job", f"The deadline of the attempt came {place}.")
    if stop is Stop.PHASE_LIMIT:
        return RunnerFailure("engine", f"{engine} had not ended a minute after its time was over {place}.")
    if stop is Stop.TOO_MUCH_OUTPUT:
        return RunnerFailure(
            "engine", f"{engine} wrote far more output than results need {place}. Most of it was removed."
        )
    if stop is Stop.TERMINATED:
        return RunnerFailure(
            "infrastructure", f"The supervisor was stopped {place}, for instance because the server shuts down."
        )
    return RunnerFailure(
        "infrastructure", f"The disk that holds the runner's state ran full {place}. What was measured is kept."
    )
