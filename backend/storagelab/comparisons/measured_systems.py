"""Systems that results were measured on, each with its newest runs that count."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, contains_eager

from storagelab.comparisons.entries import measure
from storagelab.db.models import Configuration, Run
from storagelab.domain.configuration_diff import add_observed_condition
from storagelab.domain.configuration_facts import Facts, collect_facts
from storagelab.domain.metrics import Metric
from storagelab.evaluate.points import WorkloadFigure, WorkloadId
from storagelab.results.conditions import load_observed_conditions
from storagelab.results.queries import build_counted_conditions

#: The newest runs of a class among which its conditions are looked for.
_MAX_RUNS_OF_A_CLASS = 10
#: The newest runs of all classes.
_MAX_CANDIDATES = 600
#: The newest systems that are compared fact by fact.
_MAX_SYSTEMS = 60
#: The newest runs of a system whose figures are read.
MAX_RUNS_OF_A_SYSTEM = 3
#: The systems whose figures are read.
MAX_MEASURED = 20


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """A class of configurations with its array in one condition, and its newest runs that count, newest first."""

    class_hash: str
    configuration: Configuration
    facts: Facts
    runs: tuple[Run, ...]


def read_systems(session: Session, own: Configuration, *, scale: str) -> list[MeasuredSystem]:
    """Return the newest systems with counted runs at `scale`, beginning with the system of `own`.

    The list is empty when `own` has no such run. Runs of one configuration class with different observed array
    conditions are different systems. Five queries.
    """
    newest = (Run.started_at.desc().nulls_last(), Run.id.desc())
    place = func.row_number().over(partition_by=Configuration.class_hash, order_by=newest)
    counted = (
        select(Run.id, place.label("place"))
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(*build_counted_conditions(), Run.scale == scale)
        .subquery()
    )
    query = (
        select(Run)
        .join(counted, counted.c.id == Run.id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(counted.c.place <= _MAX_RUNS_OF_A_CLASS)
        .order_by((Configuration.class_hash == own.class_hash).desc(), *newest)
        .options(contains_eager(Run.configuration).load_only(Configuration.class_hash))
        .limit(_MAX_CANDIDATES)
    )
    runs = list(session.scalars(query))
    conditions = load_observed_conditions(session, run_ids=[run.id for run in runs])
    by_system: dict[tuple[str, str | None], list[Run]] = {}
    for run in runs:
        if run.configuration is not None:
            by_system.setdefault((run.configuration.class_hash, conditions[run.id]), []).append(run)
    chosen = dict(list(by_system.items())[:_MAX_SYSTEMS])
    if not any(class_hash == own.class_hash for class_hash, _ in chosen):
        return []
    ids = {group[0].configuration_id for group in chosen.values()} | {own.id}
    # Those of the runs were loaded without their snapshots.
    rows = session.scalars(
        select(Configuration).where(Configuration.id.in_(ids)).execution_options(populate_existing=True)
    )
    configurations = {row.id: row for row in rows}
    return [
        MeasuredSystem(
            class_hash=class_hash,
            configuration=filed,
            facts=add_observed_condition(collect_facts(filed.snapshot), condition),
            runs=tuple(group),
        )
        for (class_hash, condition), group in chosen.items()
        if (filed := own if class_hash == own.class_hash else configurations.get(group[0].configuration_id))  # type: ignore[arg-type]
    ]


def read_figures(
    session: Session, systems: Iterable[MeasuredSystem], *, metric: Metric
) -> list[list[Sequence[WorkloadFigure]]]:
    """Return the figures of `metric` for the newest runs: a list per system, with one item per run.

    Two queries.
    """
    groups = [system.runs[:MAX_RUNS_OF_A_SYSTEM] for system in systems]
    measured = measure(session, [run for group in groups for run in group], metric=metric)
    return [[measured[run.id].figures for run in group] for group in groups]


def compute_medians(figures: Iterable[Sequence[WorkloadFigure]]) -> dict[WorkloadId, float]:
    """Return the median over runs for each workload; `figures` has one item per run.

    The figure of a run is the mean of a phase.
    """
    values: dict[WorkloadId, list[float]] = {}
    for own in figures:
        for figure in own:
            values.setdefault(figure.workload, []).append(figure.value)
    return {workload: statistics.median(numbers) for workload, numbers in values.items()}
