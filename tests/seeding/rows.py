"""Runs with their jobs, phases, measurements and filed results as lines of COPY."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any

import numpy as np
from tests.seeding.copying import as_line, made_id
from tests.seeding.history import CANCELLED, FAILED, FINISHED, LOST, History
from tests.seeding.performance import Figures, Speed, measure
from tests.seeding.recipes import PHASE_COLUMNS, PlannedPhase, Recipe
from tests.seeding.tables import LOADS, PLANNED_JOB, TABLES
from tests.seeding.verdicts import Verdict, scale_verdict

from storagelab.db.models import Measurement, Run
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.result import RESULT_KINDS
from storagelab.results.measure import list_measurement_badges, run_badges
from storagelab.results.search_filing import find_main

Lines = dict[str, list[str]]
#: State of a phase, its start and end in ms of its run, and the moment of its start.
Course = tuple[str, int | None, int | None, dt.datetime | None]

JOB, RUN, ATTEMPT, PHASE, MEASUREMENT = range(1, 6)
#: More phases than a recipe has.
_PHASES = 64
#: Labels of people: keys with the values that they have.
_LABELS: tuple[tuple[str, tuple[str | None, ...]], ...] = (
    ("release", ("24.1", "24.2", "24.3", "25.1", "25.2")),
    ("ticket", tuple(f"LAB-{number}" for number in range(1000, 1200))),
    ("golden", (None,)),
    ("customer", ("north", "south", "research")),
)
_LABELLED, _INVALID, _TRASHED = 0.2, 0.01, 0.004
_REASONS = ("Wrong firmware was installed.", "Another job used the drive.", "A fan of the server had failed.")
_FAILURES = {
    FAILED: ("engine", "fio ended with status 1: Input/output error."),
    LOST: ("infrastructure", "The server was not reachable for too long."),
}
_RUN_STATES = {FINISHED: "finished", FAILED: "failed", CANCELLED: "cancelled", LOST: "lost"}
_ATTEMPT_STATES = {FINISHED: "succeeded", FAILED: "failed", CANCELLED: "cancelled", LOST: "lost"}
#: States of the phase that was under way, and of those after it.
_PHASE_STATES = {FAILED: ("failed", "skipped"), CANCELLED: ("cancelled", "cancelled"), LOST: ("lost", "lost")}
_EVIDENCE = {"exit_status": 0}
_EVIDENCE_SHA256 = hashlib.sha256(encode_canonical_json(_EVIDENCE)).hexdigest()


@dataclass(frozen=True, slots=True)
class Target:
    """A device of one server during one stage. A result from elsewhere has a configuration, and no server."""

    configuration_id: uuid.UUID
    speed: Speed
    origin: str = "measured"
    engine_version: str | None = "fio-3.33"
    server_id: uuid.UUID | None = None
    server_name: str = ""
    #: Title of a result from elsewhere, and of its source.
    title: str = ""
    source_title: str | None = None
    #: Returns the fields of a job of a recipe on this device.
    plan: Callable[[Recipe], str] | None = None


@dataclass(frozen=True, slots=True)
class _Values:
    """Results of one phase of one run."""

    iops: float
    bytes_per_s: float
    mean_ns: float
    percentiles_ns: tuple[float, ...]


class RowMaker:
    """Makes the lines of runs; ids go on from call to call."""

    def __init__(self, recipes: Sequence[Recipe], verdicts: Sequence[Sequence[Verdict]], *, seed: int) -> None:
        self._recipes = recipes
        self._verdicts = verdicts
        self._random = np.random.default_rng(seed)
        self._runs = 0
        self._jobs: set[int] = set()

    def make(self, history: History, targets: Sequence[Target]) -> Lines:
        """Return the lines of all tables for runs on these targets, one for each run."""
        lines: Lines = {table: [] for table in TABLES}
        results = self._measure(history, targets)
        for place, target in enumerate(targets):
            self._runs += 1
            run = _Course(history, place, target, self._recipes[int(history.recipe[place])], self._runs)
            if run.job is not None and run.job not in self._jobs:
                self._jobs.add(run.job)
                lines["job"].append(_job_line(run))
            verdict = self._draw_verdict(int(history.recipe[place]), run, results[place])
            self._add_run(lines, run, verdict)
            _add_phases(lines, run, verdict, results[place])
            if run.job is not None:
                _add_attempt(lines, run)
        return lines

    def _measure(self, history: History, targets: Sequence[Target]) -> list[dict[int, _Values]]:
        """Return the results of each run by the ordinal of the phase."""
        speeds = np.array([astuple(target.speed) for target in targets])
        results: list[dict[int, _Values]] = [{} for _ in targets]
        for index, recipe in enumerate(self._recipes):
            places = np.flatnonzero(history.recipe == index)
            for phase in recipe.measured:
                values = _read_values(measure(speeds[places], phase.load, self._random))
                for place, result in zip(places.tolist(), values, strict=True):
                    results[place][phase.ordinal] = result
        return results

    def _draw_verdict(self, recipe: int, run: _Course, results: dict[int, _Values]) -> Verdict | None:
        """Return the verdict on a run that came to its measurements, at the level of its random writes."""
        pool = self._verdicts[recipe]
        if not pool or run.outcome != FINISHED:
            return None
        writes = [
            results[phase.ordinal].iops
            for phase in run.recipe.measured
            if phase.load.read_percent < 100 and phase.load.random_percent
        ]
        level = writes[0] if writes else results[run.recipe.measured[0].ordinal].iops / 4
        return scale_verdict(pool[int(self._random.integers(len(pool)))], level)

    def _add_run(self, lines: Lines, run: _Course, verdict: Verdict | None) -> None:
        failure = _FAILURES.get(run.outcome, (None, None))
        invalid, trashed = self._draw_marks(run)
        lines["run"].append(
            as_line(
                *(run.id, run.submitted_at, run.job_id, run.repeat, run.target.server_id, run.target.configuration_id),
                *(run.recipe.profile_id if run.job is not None else None, run.title, run.target.origin, "fio"),
                *(run.target.engine_version, _RUN_STATES[run.outcome], run.completeness, verdict),
                *(_badges_of_run(run.completeness, verdict and verdict["status"], _round_seconds(verdict)), *failure),
                *(run.target.origin == "measured", run.at(0.0), run.at(run.seconds), self._draw_labels()),
                *(invalid, _REASONS[run.number % 3] if invalid else None),
                *(trashed, "Repeated since." if trashed else None, run.target.source_title),
            )
        )
        for kind, at, reason in (
            ("invalid", invalid, _REASONS[run.number % 3]),
            ("trashed", trashed, "Repeated since."),
        ):
            if at is not None:
                lines["run_mark"].append(as_line(run.id, at, kind, reason))

    def _draw_marks(self, run: _Course) -> tuple[dt.datetime | None, dt.datetime | None]:
        later = run.at(run.seconds + 3600)
        drawn = self._random.random()
        is_invalid = run.outcome == FINISHED and drawn < _INVALID
        is_trashed = not is_invalid and drawn > 1 - _TRASHED
        return later if is_invalid else None, later if is_trashed else None

    def _draw_labels(self) -> dict[str, str | None]:
        if self._random.random() >= _LABELLED:
            return {}
        key, values = _LABELS[int(self._random.integers(len(_LABELS)))]
        return {key: values[int(self._random.integers(len(values)))]}


class _Course:
    """One run of a history: its ids and times."""

    def __init__(self, history: History, place: int, target: Target, recipe: Recipe, number: int) -> None:
        self.target, self.recipe, self.number = target, recipe, number
        self.outcome = int(history.outcome[place])
        self.repeat, self.repeats = int(history.repeat[place]), int(history.repeats[place])
        self.job = int(history.job[place]) if history.job[place] >= 0 else None
        self.submitted, self.started = float(history.submitted[place]), float(history.started[place])
        self.seconds = float(history.seconds[place])
        self.job_outcome, self.job_ended = int(history.job_outcome[place]), float(history.job_ended[place])
        self.id = made_id(self.submitted, RUN, number)
        self.job_id = made_id(self.submitted, JOB, self.job) if self.job is not None else None
        self.completeness = "complete" if self.outcome == FINISHED else "partial"
        self.submitted_at = _moment(self.submitted)

    @property
    def title(self) -> str:
        """Return the title as the lab would write it."""
        if self.job is None:
            return f"{self.target.title}, {self.recipe.title}"
        repeat = f" ({self.repeat} of {self.repeats})" if self.repeats > 1 else ""
        return f"{self.recipe.title} on {self.target.server_name}{repeat}"

    def at(self, seconds: float) -> dt.datetime:
        """Return the moment so long after the start."""
        return _moment(self.started + seconds)


def planned_fields(job: Mapping[str, Any]) -> str:
    """Return the fields of a job that its profile and its device decide."""
    return as_line(*(job[name] for name in PLANNED_JOB))[:-1]


def job_head(
    *,
    job_id: str,
    created_at: dt.datetime,
    server_id: uuid.UUID | None,
    recipe: Recipe,
    repeats: int,
    priority: int,
    state: str,
    start_after: dt.datetime | None = None,
    started_at: dt.datetime | None = None,
    finished_at: dt.datetime | None = None,
) -> str:
    """Return the first fields of the line of a job, up to those that its profile and its device decide."""
    return as_line(
        *(job_id, created_at, "", {}, server_id, recipe.profile_id, repeats, priority, created_at.timestamp()),
        *(state, start_after, started_at, finished_at),
    )[:-1]


def phase_line(phase_id: str, run_id: str, phase: PlannedPhase, course: Course) -> str:
    """Return the line of a phase of a run."""
    state, t0_ms, t1_ms, started_at = course
    folded_at = started_at if t1_ms is not None else None
    return f"{as_line(phase_id, run_id, state, started_at, t0_ms, t1_ms, folded_at)[:-1]}\t{_planned_fields(phase)}\n"


def _add_phases(lines: Lines, run: _Course, verdict: Verdict | None, results: dict[int, _Values]) -> None:
    rows = []
    for phase, course in zip(run.recipe.phases, _follow(run), strict=True):
        phase_id = made_id(run.submitted, PHASE, run.number * _PHASES + phase.ordinal)
        lines["phase"].append(phase_line(phase_id, run.id, phase, course))
        if course[0] == "finished" and phase.kind in RESULT_KINDS:
            values = results[phase.ordinal]
            rows.append({"iops": values.iops, "phase": phase, "values": values, **_loads(phase)})
            _add_measurement(lines, run, phase, phase_id, values, verdict)
    main = find_main(rows)
    fastest = max(rows, key=lambda row: row["values"].bytes_per_s, default=None)
    for ordinal, row in enumerate(rows, start=1):
        head = as_line(run.id, ordinal, *_figures(row["values"]), row is main, row is fastest)[:-1]
        lines["run_result"].append(f"{head}\t{_result_fields(row['phase'])}\n")


def _follow(run: _Course) -> Iterator[Course]:
    """Yield state, start and end in ms and the moment of the start of each phase, as far as the run came."""
    stretch = run.seconds / run.recipe.seconds if run.outcome == FINISHED else 1.0
    at = 0.0
    under_way, following = _PHASE_STATES.get(run.outcome, ("finished", "finished"))
    for phase in run.recipe.phases:
        end = at + phase.seconds * stretch
        if at >= run.seconds and run.outcome != FINISHED:
            yield following, None, None, None
        elif end > run.seconds and run.outcome != FINISHED:
            yield under_way, round(at * 1000), round(run.seconds * 1000), run.at(at)
        else:
            yield "finished", round(at * 1000), round(end * 1000), run.at(at)
        at = end


def _add_measurement(
    lines: Lines, run: _Course, phase: PlannedPhase, phase_id: str, values: _Values, verdict: Verdict | None
) -> None:
    measurement_id = made_id(run.started, MEASUREMENT, run.number * _PHASES + phase.ordinal)
    runtime_ms = round(float(phase.values["stop"].get("seconds") or phase.seconds) * 1000)
    ios = round(values.iops * runtime_ms / 1000)
    deviation, low, high = (round(values.mean_ns * factor, 1) for factor in (0.4, 0.3, 40.0))
    amounts = (runtime_ms, ios, ios * phase.load.block_bytes)
    little = values.iops * values.mean_ns / 1e9 / phase.load.outstanding_ios
    is_steady = None if verdict is None or phase.ordinal < verdict["phase_ordinal"] else verdict["status"] == "steady"
    head = as_line(
        *(measurement_id, run.at(run.seconds), run.id, phase_id, *_figures(values), *amounts),
        *(ios, deviation, low, high, little, is_steady, _badges_of_measurement(is_steady, _round_seconds(verdict))),
    )[:-1]
    lines["measurement"].append(f"{head}\t{_condition_fields(phase, is_steady is not None)}\n")
    direction = "read" if phase.load.read_percent == 100 else "write"
    lines["measurement_part"].append(
        as_line(
            *(measurement_id, direction, 0, ios, amounts[2], values.iops, values.bytes_per_s, runtime_ms, ios),
            *(values.mean_ns, deviation, low, high),
        )
    )


def _add_attempt(lines: Lines, run: _Course) -> None:
    attempt_id = made_id(run.submitted, ATTEMPT, run.number)
    state = _ATTEMPT_STATES[run.outcome]
    failure = _FAILURES.get(run.outcome, (None, None))
    ended_at = run.at(run.seconds)
    lines["attempt"].append(
        as_line(
            *(attempt_id, run.submitted_at, run.id, 1, run.target.server_id, state, None, None),
            *(True, *failure, run.at(0.0), ended_at, {}),
        )
    )
    message = failure[1] or ("The run is complete." if run.outcome == FINISHED else "The run was cancelled.")
    lines["attempt_event"].append(
        as_line(attempt_id, ended_at, "worker", "state", "collecting", state, message, _EVIDENCE, _EVIDENCE_SHA256)
    )


def _job_line(run: _Course) -> str:
    if run.target.plan is None or run.job_id is None:
        raise ValueError("A result from elsewhere has no job.")
    head = job_head(
        job_id=run.job_id,
        created_at=run.submitted_at,
        server_id=run.target.server_id,
        recipe=run.recipe,
        repeats=run.repeats,
        priority=50,
        state=_RUN_STATES[run.job_outcome],
        started_at=run.at(0.0),
        finished_at=_moment(run.job_ended),
    )
    return f"{head}\t{run.target.plan(run.recipe)}\n"


def _read_values(figures: Figures) -> Iterator[_Values]:
    """Yield the figures of each run, with as many digits as engines print."""
    columns = [np.round(column, 3).tolist() for column in (figures.iops, figures.bytes_per_s, figures.mean_ns)]
    percentiles = [np.round(column, 1).tolist() for column in figures.percentiles_ns.values()]
    for iops, bytes_per_s, mean_ns, *others in zip(*columns, *percentiles, strict=True):
        yield _Values(iops, bytes_per_s, mean_ns, tuple(others))


def _figures(values: _Values) -> tuple[float, ...]:
    return (values.iops, values.bytes_per_s, values.mean_ns, *values.percentiles_ns)


def _loads(phase: PlannedPhase) -> dict[str, Any]:
    return {name: phase.values[name] for name in LOADS}


def _round_seconds(verdict: Verdict | None) -> float | None:
    return None if verdict is None else verdict["round_seconds"]


@cache
def _badges_of_run(completeness: str, status: str | None, round_seconds: float | None) -> list[dict[str, Any]]:
    verdict = None if status is None else {"status": status, "round_seconds": round_seconds}
    return run_badges(Run(scale="full", completeness=completeness, verdict=verdict), target_kind="devices")


@cache
def _badges_of_measurement(is_steady: bool | None, round_seconds: float | None) -> list[dict[str, Any]]:
    verdict = None if round_seconds is None else {"round_seconds": round_seconds}
    return list_measurement_badges(Run(verdict=verdict), Measurement(steady=is_steady))


@cache
def _planned_fields(phase: PlannedPhase) -> str:
    return as_line(*(phase.values[name] for name in PHASE_COLUMNS))[:-1]


@cache
def _result_fields(phase: PlannedPhase) -> str:
    return as_line(phase.name, *_loads(phase).values())[:-1]


@cache
def _condition_fields(phase: PlannedPhase, is_preconditioned: bool) -> str:
    return as_line(is_preconditioned, "clat", "fio", False, "exact", *_loads(phase).values())[:-1]


def _moment(seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(round(seconds, 3), dt.UTC)
