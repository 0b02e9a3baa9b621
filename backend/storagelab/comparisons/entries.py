"""Runs as the entries of a comparison: each alone, or repeats of one test taken together."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.comparisons.points import EXACT, WorkloadFigure, WorkloadId, count_up, is_figure
from storagelab.db.models import Configuration, Job, Phase, Run
from storagelab.db.references import format_row_number
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.configuration_diff import build_workload_key, identify_workload
from storagelab.domain.configuration_facts import Fact
from storagelab.domain.configuration_table import ConfigurationColumn
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import Metric
from storagelab.domain.result import RESULT_KINDS
from storagelab.evaluate.columns import build_columns
from storagelab.results.conditions import load_observed_conditions
from storagelab.results.load import load_results

Item = TypeVar("Item")

#: Why a run is shown and not counted.
MARKED_INVALID = "marked invalid"
IN_THE_TRASH = "in the trash"


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """Work of a run: the names of its workloads, their requested parameters, and the figures that count.

    A run whose figures do not count has none, and `left_out` is the reason.
    """

    workloads: Mapping[WorkloadId, str]
    definitions: tuple[Mapping[str, Any], ...]
    figures: tuple[WorkloadFigure, ...]
    left_out: str | None


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """Run of a comparison: its configuration, the observed array condition, its repeat key and its work."""

    run: Run
    configuration: Configuration | None
    condition: str | None
    repeat_key: bytes | None
    measured: MeasuredRun

    @property
    def number(self) -> str:
        """Return the short number of the run, such as r-12."""
        return format_row_number(self.run)

    def column(self) -> ConfigurationColumn:
        """Return the configuration of the run as a column of the factor table."""
        snapshot = self.configuration.snapshot if self.configuration is not None else {}
        return ConfigurationColumn(snapshot, self.condition, run_facts(self.run))


@dataclass(frozen=True, slots=True)
class ComparedEntry:
    """Runs that are drawn as one, in the order in which they were requested."""

    runs: tuple[ComparedRun, ...]

    @property
    def first(self) -> ComparedRun:
        """Return the first run, after which the entry is named."""
        return self.runs[0]

    @property
    def workloads(self) -> frozenset[WorkloadId]:
        """Every workload that one of its runs measured."""
        return frozenset(key for compared_run in self.runs for key in compared_run.measured.workloads)


@dataclass(frozen=True, slots=True)
class _Background:
    """Configuration and array condition of a run, and the key of its repeats."""

    configuration: Configuration | None
    condition: str | None
    repeat_key: bytes | None


def load_compared_runs(session: Session, runs: Sequence[Run], *, metric: Metric) -> list[ComparedRun]:
    """Load runs with their configurations and the figures of `metric`.

    The number of queries does not depend on the number of runs.
    """
    backgrounds = _read_backgrounds(session, runs)
    measured = measure(session, runs, metric=metric)
    return [
        ComparedRun(
            run=run,
            configuration=background.configuration,
            condition=background.condition,
            repeat_key=background.repeat_key,
            measured=measured[run.id],
        )
        for run, background in zip(runs, backgrounds, strict=True)
    ]


def group_repeats(session: Session, runs: Sequence[Run], *, pooled: bool) -> list[list[Run]]:
    """Group runs into the entries of a comparison, in order.

    With `pooled` the repeats of one test are one group, else each run is its own.
    """
    if not pooled:
        return [[run] for run in runs]
    return _group_items(runs, [background.repeat_key for background in _read_backgrounds(session, runs)])


def _read_backgrounds(session: Session, runs: Sequence[Run]) -> list[_Background]:
    filed = {run.configuration_id for run in runs if run.configuration_id is not None}
    configurations = {row.id: row for row in session.scalars(select(Configuration).where(Configuration.id.in_(filed)))}
    jobs = {run.job_id for run in runs if run.job_id is not None}
    rows = session.execute(select(Job.id, Job.parameters).where(Job.id.in_(jobs)))
    parameters: dict[uuid.UUID, Any] = {row.id: row.parameters for row in rows}
    conditions = load_observed_conditions(session, run_ids=[run.id for run in runs])
    backgrounds = []
    for run in runs:
        configuration = configurations.get(run.configuration_id) if run.configuration_id is not None else None
        repeat_key = _repeat_key(run, configuration, conditions[run.id], parameters)
        backgrounds.append(_Background(configuration, conditions[run.id], repeat_key))
    return backgrounds


def measure(session: Session, runs: Sequence[Run], *, metric: Metric) -> dict[uuid.UUID, MeasuredRun]:
    """Return the figures of `metric` for each run, by run id, in three queries.

    Only phases that ended as planned count.
    """
    ids = [run.id for run in runs]
    phases = _load_phases(session, ids)
    columns = build_columns(load_results(session, ids, measured=True))
    places: dict[str, list[int]] = {}
    for place, run_id in enumerate(columns["run_id"]):
        places.setdefault(run_id, []).append(place)
    return {
        run.id: build_measured_run(run, phases.get(run.id, {}), columns, places.get(str(run.id), []), metric)
        for run in runs
    }


def build_entries(compared_runs: Sequence[ComparedRun], *, pooled: bool) -> list[ComparedEntry]:
    """Group runs into entries: one entry per run, or with `pooled` one for all repeats of a test."""
    groups = _group_items(
        compared_runs, [compared_run.repeat_key if pooled else None for compared_run in compared_runs]
    )
    return [ComparedEntry(tuple(group)) for group in groups]


def _group_items(items: Sequence[Item], keys: Sequence[bytes | None]) -> list[list[Item]]:
    """Group items by key, in order of first appearance; an item without a key is alone."""
    groups: dict[bytes | int, list[Item]] = {}
    for place, (item, key) in enumerate(zip(items, keys, strict=True)):
        groups.setdefault(place if key is None else key, []).append(item)
    return list(groups.values())


def _repeat_key(
    run: Run, configuration: Configuration | None, condition: str | None, parameters: Mapping[uuid.UUID, Any]
) -> bytes | None:
    """Return a key that is equal for runs that repeat one test.

    Return None for a run that cannot be a repeat. Repeats follow the same version of a profile with the same parameters
    on the same class of configuration, whose arrays were found in the same condition, at the same scale. A published or
    imported result repeats nothing.
    """
    if run.origin != "measured" or run.state != RunState.FINISHED or run.profile_id is None or configuration is None:
        return None
    job_parameters = parameters.get(run.job_id) if run.job_id is not None else None
    return encode_canonical_json(
        [str(run.profile_id), configuration.class_hash, condition, run.scale, run.engine, job_parameters]
    )


def _load_phases(session: Session, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[int, Any]]:
    """Return the phases of each run that can have results, by ordinal, whatever their state."""
    columns = (Phase.run_id, Phase.ordinal, Phase.name, Phase.loop, Phase.round, Phase.state, Phase.workload)
    query = select(*columns).where(Phase.run_id.in_(ids), Phase.kind.in_(RESULT_KINDS))
    phases: dict[uuid.UUID, dict[int, Any]] = {}
    for phase in session.execute(query.order_by(Phase.ordinal)):
        phases.setdefault(phase.run_id, {})[phase.ordinal] = phase
    return phases


def _find_workloads(phases: Iterable[Any], source: str | None) -> dict[int, WorkloadId | None]:
    """Return the workload of each phase, and its occurrence in the run, by phase ordinal.

    All rounds of one cell of a loop are one occurrence. Phases without a figure count as well: a second occurrence
    stays the second even when the first one failed.
    """
    cells: dict[tuple[Any, ...], list[Any]] = {}
    for phase in phases:
        cell = (phase.ordinal,) if phase.loop is None else (phase.loop, parse_round_name(phase.name, phase.round))
        cells.setdefault(cell, []).append(phase)
    keys = count_up(
        [
            identify_workload(rounds[0].workload, parse_round_name(rounds[0].name, rounds[0].round), source)
            for rounds in cells.values()
        ]
    )
    return {phase.ordinal: key for key, rounds in zip(keys, cells.values(), strict=True) for phase in rounds}


def build_measured_run(
    run: Run,
    phases: Mapping[int, Any],
    columns: Mapping[str, Sequence[Any]],
    places: Sequence[int],
    metric: Metric,
) -> MeasuredRun:
    """Return the figures of a run from its `phases` by ordinal, and from its rows in `columns`.

    `places` are the indexes of the run's rows.
    """
    rows = [place for place in places if columns["phase_state"][place] == PhaseState.FINISHED]
    source = run.source_title if run.origin != "measured" else None
    definitions = [phases[columns["phase_ordinal"][place]].workload for place in rows]
    workloads = _find_workloads(phases.values(), source)
    keys = [workloads[columns["phase_ordinal"][place]] for place in rows]
    names = {
        key: _find_workload_name(phases[columns["phase_ordinal"][place]])
        for key, place in zip(keys, rows, strict=True)
        if key is not None
    }
    left_out = IN_THE_TRASH if run.trashed_at is not None else MARKED_INVALID if run.invalid_at is not None else None
    figures = tuple(
        WorkloadFigure(
            key,
            names[key],
            columns[metric.column][place],
            exact=columns["value_kind"][place] == EXACT,
            estimated=metric.is_percentile and bool(columns["percentiles_estimated"][place]),
        )
        for key, place in zip(keys, rows, strict=True)
        if key is not None and is_figure(columns[metric.column][place], columns["value_kind"][place])
    )
    return MeasuredRun(names, tuple(definitions), () if left_out else figures, left_out)


def _find_workload_name(phase: Any) -> str:
    """Return a phase's workload description if its workload is fully known, else the phase's name."""
    described = phase.workload.get("description") if build_workload_key(phase.workload) is not None else None
    return str(described or parse_round_name(phase.name, phase.round))


def run_facts(run: Run) -> dict[str, Fact]:
    """Return the facts of a run that its configuration does not contain: profile and scale."""
    profile = f"{run.profile.name}, version {run.profile.version}" if run.profile is not None else None
    scale = "shortened to seconds" if run.scale == "smoke" else "full"
    return {
        "profile": Fact("Profile", "profile", profile),
        "scale": Fact("Scale", "profile", scale if run.origin == "measured" else None),
    }
