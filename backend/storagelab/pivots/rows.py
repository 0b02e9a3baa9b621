"""Input of a pivot: every result of some runs with its factors, and reasons for missing ones."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.loop_cells import merge_rounds
from storagelab.analysis.pivot import RANGE, Gap, Observation, State
from storagelab.analysis.pivot_levels import CONDITION
from storagelab.analysis.pivot_snapshot import (
    DescribedConfiguration,
    Factors,
    Names,
    complete_factors,
    order_names,
    read_configuration_factors,
    read_workload_factors,
)
from storagelab.db.models import Configuration, Measurement, Phase, Run
from storagelab.db.references import format_row_number
from storagelab.domain.campaigns import CellState
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import RESULT_KINDS
from storagelab.errors import RequestRefused
from storagelab.pivots.campaign import CellOfJob, read_cells_of_jobs
from storagelab.pivots.conditions import ConditionFactor, join_seen, read_seen
from storagelab.runs.validity import find_exclusion_reason

#: More rows than any table shows.
MAX_ROWS = 20_000
_FIGURES = tuple(metric.column for metric in METRICS.values())
_LOAD = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios")
_MEASURED = ("steady", "estimated", "value_kind", "badges")
_ENDS = ("range_low", "range_high")
#: What became of a phase that has no figures, in words.
_UNFINISHED: Mapping[str, tuple[State, str]] = {
    PhaseState.FAILED: ("failed", "It failed"),
    PhaseState.LOST: ("failed", "It was lost"),
    PhaseState.CANCELLED: ("not_measured", "It was cancelled"),
    PhaseState.SKIPPED: ("not_measured", "It was left out"),
    PhaseState.PLANNED: ("not_measured", "It has not been measured yet"),
    PhaseState.RUNNING: ("not_measured", "It is being measured"),
}


@dataclass(frozen=True, slots=True)
class Read:
    """The results of some runs, what is missing among them, and what all factors are called, in their order."""

    observations: list[Observation]
    gaps: list[Gap]
    names: Names


def read_results(session: Session, runs: Sequence[Run]) -> Read:
    """Read every result of the runs as observations and gaps, with a fixed number of queries.

    A result that a campaign withheld is a gap under the requested condition. A result of a run marked invalid and a
    phase that did not end well are gaps, too. Of loops only the rounds of the measurement window count. Raises
    RequestRefused for more than MAX_ROWS phases.
    """
    factors, names = _load_configuration_factors(session, runs)
    cells = read_cells_of_jobs(session, [run.job_id for run in runs if run.job_id is not None])
    seen = read_seen(session, [run.id for run in runs])
    phases = _read_phases(session, runs)
    observations: list[Observation] = []
    gaps: list[Gap] = []
    for run in runs:
        cell = cells.get(run.job_id) if run.job_id is not None else None
        common = {**factors[run.configuration_id], **_run_factors(run, cell)}
        results, missing = _collect_results(run, common, phases.get(run.id, []), seen.get(run.id, {}), cell)
        observations += results
        gaps += missing
    return Read(observations, gaps, order_names(names))


def select_fitting(session: Session, runs: Iterable[Run]) -> list[Run]:
    """Return the first runs, as many as have at most MAX_ROWS results together."""
    ordered = list(runs)
    query = select(Phase.run_id, func.count()).where(*_are_results(ordered)).group_by(Phase.run_id)
    counts: dict[uuid.UUID, int] = {row[0]: row[1] for row in session.execute(query)}
    sums = accumulate(counts.get(run.id, 0) for run in ordered)
    return [run for run, results in zip(ordered, sums, strict=True) if results <= MAX_ROWS]


def _are_results(runs: Iterable[Run]) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions that select the result phases of the runs.

    In a loop these are the rounds of the measurement window, and the first round, so that a loop without such rounds is
    reported.
    """
    return (
        Phase.run_id.in_([run.id for run in runs]),
        Phase.kind.in_(RESULT_KINDS),
        or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True), Phase.round == 1),
    )


def _load_configuration_factors(session: Session, runs: Sequence[Run]) -> tuple[dict[uuid.UUID | None, Factors], Names]:
    """Return the factors of the runs by configuration id, and the names of all factors.

    The id None, for runs without a configuration, has every factor as unknown.
    """
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    rows = session.execute(select(Configuration.id, Configuration.snapshot).where(Configuration.id.in_(ids)))
    described: dict[uuid.UUID, DescribedConfiguration] = {
        row.id: read_configuration_factors(row.snapshot) for row in rows
    }
    names = {key: name for configuration in described.values() for key, name in configuration.names.items()}
    by_configuration: dict[uuid.UUID | None, Factors] = {
        None: dict.fromkeys(order_names({}), None) | dict.fromkeys(names, None)
    }
    by_configuration.update(zip(described, complete_factors(list(described.values())), strict=True))
    return by_configuration, names


def _run_factors(run: Run, cell: CellOfJob | None) -> Factors:
    profile = f"{run.profile.name}, version {run.profile.version}" if run.profile is not None else None
    return {
        "run.profile": profile,
        "run.engine": " ".join(filter(None, (run.engine, run.engine_version))) or None,
        "run.scale": run.scale if run.origin == "measured" else None,
        "run.origin": run.origin,
        "run.server": run.server.name if run.server is not None else None,
        **({"run.generation": str(cell.generation)} if cell is not None else {}),
    }


def _read_phases(session: Session, runs: Sequence[Run]) -> dict[uuid.UUID, list[Mapping[str, Any]]]:
    """Return the result phases of each run by run id, in order of ordinals, with their measurements."""
    columns = [getattr(Phase, name).label(f"phase_{name}") for name in _LOAD]
    query = (
        select(
            Phase.run_id,
            Phase.ordinal,
            Phase.name,
            Phase.group,
            Phase.loop,
            Phase.round,
            Phase.in_measurement_window,
            Phase.state,
            Phase.message,
            Phase.workload,
            Phase.planned_seconds,
            *columns,
            Measurement.id.label("measurement"),
            Measurement.latency_n,
            *(getattr(Measurement, name) for name in (*_FIGURES, *_LOAD, *_MEASURED)),
        )
        .outerjoin(Measurement, Measurement.phase_id == Phase.id)
        .where(*_are_results(runs))
        .order_by(Phase.ordinal)
        .limit(MAX_ROWS + 1)
    )
    rows = session.execute(query).mappings().all()
    if len(rows) > MAX_ROWS:
        raise RequestRefused(f"These runs have more than {MAX_ROWS} measured phases. Request fewer runs at a time.")
    results: dict[uuid.UUID, list[Mapping[str, Any]]] = defaultdict(list)
    for run_id, run_rows in _group_by_run(rows).items():
        results[run_id] = _disambiguate(_merge_rounds(run_rows))
    return results


def _group_by_run(rows: Iterable[Any]) -> dict[uuid.UUID, list[Mapping[str, Any]]]:
    by_run: dict[uuid.UUID, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        by_run[row["run_id"]].append(row)
    return by_run


def _disambiguate(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the phase rows of one run, with the group added to a name that occurs in several groups.

    Phases of one name before and after an event are thus no repeats of each other.
    """
    groups: dict[str, set[str | None]] = defaultdict(set)
    for row in rows:
        groups[row["name"]].add(row["group"])
    return [
        {**row, "name": f"{row['name']} ({row['group']})"} if row["group"] and len(groups[row["name"]]) > 1 else row
        for row in rows
    ]


def _merge_rounds(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the phase rows of one run with the rounds of a loop merged into one row for each cell.

    The row is the average of the rounds that count, or the first round where no round counts.
    """
    places: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        name = parse_round_name(row["name"], row["round"])
        key = (row["ordinal"],) if row["loop"] is None else (row["loop"], name)
        places.setdefault(key, []).append({**row, "name": name, "ordinals": [row["ordinal"]]})
    merged: list[Mapping[str, Any]] = []
    for rounds in places.values():
        counting = [row for row in rounds if row["in_measurement_window"] and row["measurement"] is not None]
        if rounds[0]["loop"] is None:
            merged.append(rounds[0])
        elif counting:
            whole = merge_rounds(counting, figures=[*_FIGURES, "latency_n"])
            merged.append(
                whole
                | {
                    "badges": [badge for row in counting for badge in row["badges"]],
                    "ordinals": [row["ordinal"] for row in counting],
                    "steady": _combine_steadiness(row["steady"] for row in counting),
                }
            )
        else:
            merged.append({**rounds[0], "measurement": None})
    return merged


def _combine_steadiness(verdicts: Iterable[bool | None]) -> bool | None:
    """Return the worst of several steady-state verdicts: False, then None (unknown), then True."""
    distinct = set(verdicts)
    return False if False in distinct else None if None in distinct else True


def _collect_results(
    run: Run,
    common: Factors,
    rows: Sequence[Mapping[str, Any]],
    seen: Mapping[int, ConditionFactor],
    cell: CellOfJob | None,
) -> tuple[list[Observation], list[Gap]]:
    number, left_out = format_row_number(run), find_exclusion_reason(run)
    observations: list[Observation] = []
    gaps: list[Gap] = []
    for row in rows:
        load = {name: row[name] if row["measurement"] is not None else row[f"phase_{name}"] for name in _LOAD}
        factors = {
            **common,
            **read_workload_factors(row["name"], row["workload"], load, planned_seconds=row["planned_seconds"]),
        }
        # A table may print results of several; its run is then of none.
        factors["run.engine"] = factors["run.engine"] or read_printed_engine(row["name"])
        condition = join_seen(seen[ordinal] for ordinal in row["ordinals"] if ordinal in seen)
        if condition is not None and CONDITION in factors:
            factors[CONDITION] = condition.level
        if left_out is not None:
            gaps.append(Gap("withheld", left_out, factors, (number,)))
        elif cell is not None and cell.state == CellState.WITHHELD:
            requested = {CONDITION: cell.requested_condition} if CONDITION in factors else {}
            gaps.append(
                Gap("withheld", cell.reason or "Its campaign withheld it.", {**factors, **requested}, (number,))
            )
        elif row["measurement"] is None or row["state"] in _UNFINISHED:
            gaps.append(_build_gap(row, factors, number))
        else:
            words = condition.words if condition is not None else factors.get(CONDITION)
            observations.append(_build_observation(run, row, factors, load, words, cell))
    return _merge_ranges(observations), gaps


def _build_gap(row: Mapping[str, Any], factors: Factors, number: str) -> Gap:
    state, words = _UNFINISHED.get(row["state"], ("failed", "Nothing that it measured could be read"))
    if row["loop"] is not None and row["state"] == PhaseState.FINISHED:
        state, words = "not_measured", "The rounds of its loop were not judged, so that none of them counts"
    reason = f"{words}: {row['message']}" if row["message"] else f"{words}."
    return Gap(state, f"{number}: {reason}", factors, (number,))


def _build_observation(
    run: Run,
    row: Mapping[str, Any],
    factors: Factors,
    load: Mapping[str, Any],
    condition: str | None,
    cell: CellOfJob | None,
) -> Observation:
    return Observation(
        run=format_row_number(run),
        source=_find_source(run),
        factors=factors,
        values={metric.name: row[metric.column] for metric in METRICS.values()},
        kind=row["value_kind"],
        reads=load["read_percent"],
        random=load["random_percent"],
        block_bytes=load["block_bytes"],
        condition=condition,
        steady=row["steady"],
        rebuild_seconds=cell.rebuild_seconds if cell is not None else None,
        badges=[*row["badges"], *_run_badges(run)],
    )


def _find_source(run: Run) -> str:
    """Return the name of the source of a run's results; an empty text for a run measured by this lab.

    An unknown factor may differ between sources.
    """
    if run.origin == "measured":
        return ""
    return run.source_title or str(run.import_id or run.id)


def _run_badges(run: Run) -> list[dict[str, Any]]:
    if run.state == RunState.FINISHED:
        return []
    return [{"code": f"run_{run.state}", "label": f"run {run.state}", "level": "warn"}]


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
