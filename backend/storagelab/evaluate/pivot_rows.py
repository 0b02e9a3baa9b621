"""Input of a pivot: every result of some runs with its factors, and reasons for missing ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from msgspec import Struct

from storagelab.analysis.pivot import RANGE, Gap, Observation, State
from storagelab.analysis.pivot_levels import CONDITION
from storagelab.analysis.pivot_snapshot import (
    Factors,
    Names,
    complete_factors,
    order_names,
    read_configuration_factors,
    read_workload_factors,
)
from storagelab.domain.campaigns import CellState
from storagelab.domain.equivalent_values import choose_names
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import PhaseResult, RequestedLoad, ResultBadge, RunResult
from storagelab.evaluate.results import MeasuredResult, build_result, group_rounds, list_counted

_ENDS = ("range_low", "range_high")
#: Separator between conditions that followed each other.
THEN = ", then "
#: State of a phase that has no figures, in words.
_UNFINISHED: Mapping[str, tuple[State, str]] = {
    PhaseState.FAILED: ("failed", "It failed"),
    PhaseState.LOST: ("failed", "It was lost"),
    PhaseState.CANCELLED: ("not_measured", "It was cancelled"),
    PhaseState.SKIPPED: ("not_measured", "It was left out"),
    PhaseState.PLANNED: ("not_measured", "It has not been measured yet"),
    PhaseState.RUNNING: ("not_measured", "It is being measured"),
}


class ConditionFactor(Struct, frozen=True):
    """Condition as a factor, with the activity of the array; a change is written as `optimal, then degraded`."""

    level: str
    words: str


class CellOfJob(Struct, frozen=True, kw_only=True):
    """Cell of a campaign that a job measured; `requested_condition` is its requested array condition."""

    state: str
    generation: int
    requested_condition: str | None
    reason: str | None
    rebuild_seconds: float | None


class PivotRun(Struct, frozen=True, kw_only=True):
    """A run of a pivot, and what its results do not state.

    `source` names where results come from, as an unknown factor may differ between two; it is empty for those of this
    lab. `conditions` are those of arrays, by the ordinal of the phase.
    """

    result: RunResult
    source: str
    server: str | None = None
    cell: CellOfJob | None = None
    conditions: Mapping[int, ConditionFactor] = {}


class PivotRows(Struct, frozen=True):
    """The results of some runs, what is missing among them, and what all factors are called, in their order."""

    observations: list[Observation]
    gaps: list[Gap]
    names: Names


class _Row(NamedTuple):
    """One place of a run: its phases that count, else the first one, and their result; None without a figure."""

    name: str
    phases: Sequence[PhaseResult]
    result: MeasuredResult | None

    @property
    def phase(self) -> PhaseResult:
        return self.phases[-1]

    @property
    def load(self) -> RequestedLoad:
        return self.result.load if self.result is not None else self.phase.load


def read_pivot_rows(runs: Sequence[PivotRun]) -> PivotRows:
    """Return every result of the runs as observations and gaps.

    A result that a campaign withheld is a gap under the requested condition. A result of a run marked invalid and a
    phase that did not end well are gaps, too. Of loops only the rounds of the measurement window count.
    """
    factors, names = _collect_configuration_factors(runs)
    observations: list[Observation] = []
    gaps: list[Gap] = []
    for run in runs:
        configuration = run.result.configuration
        common = factors[configuration.number if configuration is not None else None]
        results, missing = _collect_results(run, {**common, **_collect_run_factors(run)})
        observations += results
        gaps += missing
    return PivotRows(observations, gaps, order_names(names))


def join_conditions(moments: Iterable[ConditionFactor]) -> ConditionFactor | None:
    """Merge the array conditions observed in several phases; return None when `moments` is empty."""
    listed = list(moments)
    if not listed:
        return None
    return ConditionFactor(
        join_words(level for moment in listed for level in moment.level.split(THEN)),
        join_words(words for moment in listed for words in moment.words.split(THEN)),
    )


def join_words(words: Iterable[str]) -> str:
    """Join conditions that followed each other, each once."""
    return THEN.join(dict.fromkeys(words))


def _collect_configuration_factors(runs: Sequence[PivotRun]) -> tuple[dict[str | None, Factors], Names]:
    """Return the factors of the runs by the number of their configuration, and the names of all factors.

    None, for runs without a configuration, has every factor as unknown.
    """
    snapshots = {
        configuration.number: configuration.snapshot
        for run in runs
        if (configuration := run.result.configuration) is not None
    }
    # Numbers in the order of their age.
    ordered = sorted(snapshots, key=lambda number: (len(number), number))
    described = {number: read_configuration_factors(snapshots[number]) for number in ordered}
    names = {key: name for configuration in described.values() for key, name in configuration.names.items()}
    by_configuration: dict[str | None, Factors] = {
        None: dict.fromkeys(order_names({}), None) | dict.fromkeys(names, None)
    }
    by_configuration.update(zip(described, _unify_spellings(complete_factors(list(described.values()))), strict=True))
    return by_configuration, names


def _unify_spellings(factors: Sequence[Factors]) -> list[Factors]:
    """Return the factors with one name for all spellings of a value, that of the oldest configuration."""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for own in factors:
        for key, value in own.items():
            if value is not None:
                values[key].append(value)
    names = {key: choose_names(own, key) for key, own in values.items()}
    return [{key: None if value is None else names[key][value] for key, value in own.items()} for own in factors]


def _collect_run_factors(run: PivotRun) -> Factors:
    result, profile = run.result, run.result.profile
    return {
        "run.profile": f"{profile.name}, version {profile.version}" if profile is not None else None,
        "run.engine": " ".join(filter(None, (result.engine, result.engine_version))) or None,
        "run.scale": result.scale if result.origin == "measured" else None,
        "run.origin": result.origin,
        "run.server": run.server,
        **({"run.generation": str(run.cell.generation)} if run.cell is not None else {}),
    }


def _list_rows(run: RunResult) -> list[_Row]:
    """Return the rows of a run in order. A name that occurs in several groups has its group behind it.

    Phases of one name before and after an event are thus no repeats of each other.
    """
    rows = [_build_row(rounds) for rounds in group_rounds(run)]
    groups: dict[str, set[str | None]] = defaultdict(set)
    for row in rows:
        groups[row.name].add(row.phase.group)
    return [
        row._replace(name=f"{row.name} ({row.phase.group})") if row.phase.group and len(groups[row.name]) > 1 else row
        for row in rows
    ]


def _build_row(rounds: Sequence[PhaseResult]) -> _Row:
    first, counted = rounds[0], list_counted(rounds)
    name = parse_round_name(first.name, first.round)
    return _Row(name, counted, build_result(counted)) if counted else _Row(name, [first], None)


def _find_seconds(phase: PhaseResult) -> float | None:
    """Return how long a phase is requested to last; None where another condition ends it.

    The estimated length of a phase depends on earlier runs, and differs between repeats of one request.
    """
    return phase.stop.get("seconds") if phase.stop.get("kind") == "time" else None


def _collect_results(run: PivotRun, common: Factors) -> tuple[list[Observation], list[Gap]]:
    number, cell, left_out = run.result.number, run.cell, run.result.exclusion_reason
    observations: list[Observation] = []
    gaps: list[Gap] = []
    for row in _list_rows(run.result):
        phase = row.phase
        factors = {
            **common,
            **read_workload_factors(row.name, phase.workload, row.load, requested_seconds=_find_seconds(phase)),
        }
        # A table may print results of several; its run is then of none.
        factors["run.engine"] = factors["run.engine"] or read_printed_engine(row.name)
        condition = join_conditions(
            run.conditions[other.ordinal] for other in row.phases if other.ordinal in run.conditions
        )
        if condition is not None and CONDITION in factors:
            factors[CONDITION] = condition.level
        if left_out is not None:
            gaps.append(Gap("withheld", left_out, factors, (number,)))
        elif cell is not None and cell.state == CellState.WITHHELD:
            requested = {CONDITION: cell.requested_condition} if CONDITION in factors else {}
            gaps.append(
                Gap("withheld", cell.reason or "Its campaign withheld it.", {**factors, **requested}, (number,))
            )
        elif row.result is None or phase.state in _UNFINISHED:
            gaps.append(_build_gap(phase, factors, number))
        else:
            words = condition.words if condition is not None else factors.get(CONDITION)
            observations.append(_build_observation(run, row.result, factors, words))
    return _merge_ranges(observations), gaps


def _build_gap(phase: PhaseResult, factors: Factors, number: str) -> Gap:
    state, words = _UNFINISHED.get(phase.state, ("failed", "Nothing that it measured could be read"))
    if phase.loop is not None and phase.state == PhaseState.FINISHED:
        state, words = "not_measured", "The rounds of its loop were not judged, so that none of them counts"
    reason = f"{words}: {phase.message}" if phase.message else f"{words}."
    return Gap(state, f"{number}: {reason}", factors, (number,))


def _build_observation(run: PivotRun, result: MeasuredResult, factors: Factors, condition: str | None) -> Observation:
    load = result.load
    return Observation(
        run=run.result.number,
        source=run.source,
        factors=factors,
        values={metric.name: result.figures[metric.column] for metric in METRICS.values()},
        kind=result.measurement.value_kind,
        reads=load.read_percent,
        random=load.random_percent,
        block_bytes=load.block_bytes,
        condition=condition,
        steady=_combine_steadiness(measurement.steady for measurement in result.measurements),
        rebuild_seconds=run.cell.rebuild_seconds if run.cell is not None else None,
        badges=[
            *(badge for measurement in result.measurements for badge in measurement.badges),
            *_list_run_badges(run.result),
        ],
    )


def _combine_steadiness(verdicts: Iterable[bool | None]) -> bool | None:
    """Return the worst of several steady-state verdicts: False, then None (unknown), then True."""
    distinct = set(verdicts)
    return False if False in distinct else None if None in distinct else True


def _list_run_badges(run: RunResult) -> list[ResultBadge]:
    if run.state == RunState.FINISHED:
        return []
    return [ResultBadge(f"run_{run.state}", f"run {run.state}", "warn")]


def _merge_ranges(observations: Sequence[Observation]) -> list[Observation]:
    """Merge the lower and the upper end of a range, which were printed one after the other, into one result."""
    merged: list[Observation] = []
    for observation in observations:
        last = merged[-1] if merged else None
        if last is not None and (last.kind, observation.kind) == _ENDS and last.factors == observation.factors:
            merged[-1] = replace(last, kind=RANGE, highs=observation.values)
        else:
            merged.append(observation)
    return merged
