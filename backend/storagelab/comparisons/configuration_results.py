"""Results of configurations: against those one factor away, and of two against each other."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
from msgspec import structs
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.comparisons import configuration_results_schemas as schemas
from storagelab.comparisons.measured_systems import (
    MAX_MEASURED,
    MeasuredSystem,
    compute_medians,
    read_figures,
    read_systems,
)
from storagelab.comparisons.schemas import ComparisonFactors
from storagelab.db.models import Configuration, Run
from storagelab.db.references import format_row_number
from storagelab.domain.configuration_diff import DifferingFactor
from storagelab.domain.configuration_table import ConfigurationColumn, ConfigurationFactorRow, build_table
from storagelab.domain.metrics import Metric
from storagelab.domain.one_factor import (
    OneFactor,
    System,
    find_effect,
    find_one_factor,
    find_single_factor_pairs,
    is_consequence,
)
from storagelab.domain.result import RunResult
from storagelab.evaluate.comparison import collect_run_facts, describe_factors, describe_point, list_points
from storagelab.evaluate.comparison_verdicts import find_leading_workload
from storagelab.evaluate.difference_sentences import is_better
from storagelab.evaluate.finding_pairs import FindingEntry
from storagelab.evaluate.findings import find_comparison_findings
from storagelab.evaluate.measured_runs import measure_run
from storagelab.evaluate.points import WorkloadPoint, build_points
from storagelab.http.schemas import Numbered, NumberedName
from storagelab.results.comparing import Side, compare
from storagelab.results.comparing import describe_factors as describe_diff
from storagelab.results.conditions import load_observed_conditions
from storagelab.results.configuration_schemas import DiffSide
from storagelab.results.load import load_results
from storagelab.results.queries import build_counted_conditions

#: Newest runs of one configuration whose median represents it.
_MAX_RUNS_OF_A_SIDE = 30
#: Names of both sides in sentences, as the page has them.
_SIDE_NAMES = ("A", "B")
#: More findings are read in the workbench.
_MAX_FINDINGS = 4


def read_variants(session: Session, own: Configuration, *, metric: Metric) -> schemas.ConfigurationVariants:
    """Return the configurations that differ from `own` by one known factor and share a workload.

    The figure of a configuration at a workload is the median over its newest three counted runs at the scale of `own`.
    The figure of a run is the mean of its phase. The number of queries does not grow.
    """
    scale = _find_scale(session, own)
    systems = read_systems(session, own, scale=scale)
    near = _list_near_systems(systems)
    figures = read_figures(session, [*systems[:1], *(system for system, _ in near)], metric=metric)
    return schemas.ConfigurationVariants(
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        scale=scale,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        items=[
            _describe_variant(system, one_factor, points, metric)
            for (system, one_factor), theirs in zip(near, figures[1:], strict=True)
            if (points := build_points([figures[0], theirs], baseline=0))
        ],
    )


def compare_results(session: Session, a: Side, b: Side, *, metric: Metric) -> schemas.ConfigurationComparison:
    """Compare two configurations or runs by all factors and by one metric.

    The comparison includes the findings over all metrics, and the effect of each factor alone at the workload of the
    largest supported difference.
    """
    diff = compare(session, a, b)
    sides = [_load_runs(session, side) for side in (a, b)]
    results = _load_results(session, [run for runs in sides for run in runs])
    measured = [[measure_run(results[run.id], metric) for run in runs] for runs in sides]
    points = list_points(measured, baseline=0)
    entries = [
        FindingEntry(name, [results[run.id] for run in runs]) for name, runs in zip(_SIDE_NAMES, sides, strict=True)
    ]
    leading = find_leading_workload(entries, 1, baseline=0, metric=metric)
    chosen = next((point for point in points if point.workload == leading), None)
    differing = [
        DifferingFactor(factor.key, factor.label, factor.group, factor.a, factor.b)
        for factor in diff.factors
        if factor.known
    ]
    effects = _compute_effects(session, a.configuration, differing, chosen, metric) if chosen is not None else []
    described = [msgspec.to_builtins(describe_point(point, metric)) for point in points]
    rows = _build_rows(session, a, b, results)
    changed = {row.key for row in rows if row.state == "differs"}
    following = [row for row in rows if row.state != "same" and is_consequence(row.key, changed)]
    return schemas.ConfigurationComparison(
        a=_describe_side(diff.a, sides[0]),
        b=_describe_side(diff.b, sides[1]),
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        factors=_describe_factors([row for row in rows if row not in following]),
        consequences=_describe_factors(following).rows,
        points=[
            schemas.ComparedPoint.model_validate({"workload": point["workload"], "a": a_cell, "b": b_cell})
            for point in described
            for a_cell, b_cell in [point["cells"]]
        ],
        findings=[
            schemas.ResultFinding(sentence=finding.sentence, support=finding.basis.support, rule=finding.basis.rule)
            for finding in find_comparison_findings(entries, baseline=0)[:_MAX_FINDINGS]
        ],
        effect_workload=chosen.name if chosen is not None else None,
        effects=effects,
    )


def _find_scale(session: Session, own: Configuration) -> str:
    """Return the scale of a configuration's runs: `smoke` if all were shortened, else `full`."""
    query = select(Run.scale).where(*build_counted_conditions(), Run.configuration_id == own.id).distinct()
    scales = set(session.scalars(query))
    return "smoke" if scales == {"smoke"} else "full"


def _list_near_systems(systems: Sequence[MeasuredSystem]) -> list[tuple[MeasuredSystem, OneFactor]]:
    """Return the systems that differ from the first by one known factor, with that factor.

    Systems with the fewest unknown factors come first, then the newest.
    """
    near = [
        (system, one_factor)
        for system in systems[1:]
        if (one_factor := find_one_factor(systems[0].facts, system.facts)) is not None and one_factor.is_near
    ]
    return sorted(near, key=lambda pair: len(pair[1].unknown))[: MAX_MEASURED - 1]


def _describe_variant(
    system: MeasuredSystem, one_factor: OneFactor, points: Sequence[WorkloadPoint], metric: Metric
) -> schemas.Variant:
    return schemas.Variant(
        configuration=_describe_configuration(system.configuration),
        factor=describe_diff([one_factor.factor])[0],
        unknown=list(one_factor.unknown),
        points=[
            schemas.VariantPoint(
                workload=point.name,
                own=own.median,
                own_n=len(own.values),
                median=theirs.median,
                n=len(theirs.values),
                ratio=theirs.ratio,
                better=is_better(theirs.ratio, metric),
            )
            for point in points
            for own, theirs in [point.cells]
            if own.median is not None and theirs.median is not None
        ],
    )


def _compute_effects(
    session: Session, own: Configuration, factors: Sequence[DifferingFactor], chosen: WorkloadPoint, metric: Metric
) -> list[schemas.FactorEffect]:
    """Return the effect of each factor alone on a workload, over all systems that measured it.

    `chosen` is the workload.
    """
    systems = read_systems(session, own, scale=_find_scale(session, own))
    values = {factor.key: {factor.a, factor.b} for factor in factors}
    pairs = [
        (place_a, place_b, own_factor)
        for place_a, place_b, own_factor in find_single_factor_pairs([system.facts for system in systems])
        if values.get(own_factor.key, set()) & {own_factor.a, own_factor.b}
    ]
    places = list(dict.fromkeys(place for pair in pairs for place in pair[:2]))[:MAX_MEASURED]
    figures = read_figures(session, [systems[place] for place in places], metric=metric)
    order = {place: index for index, place in enumerate(places)}
    read = [System(systems[place].facts, compute_medians(runs)) for place, runs in zip(places, figures, strict=True)]
    indexed_pairs = [(order[a], order[b], factor) for a, b, factor in pairs if a in order and b in order]
    effects = [(factor, find_effect(read, indexed_pairs, factor, chosen.workload)) for factor in factors]
    return [
        schemas.FactorEffect(
            key=factor.key,
            before=effect.before,
            after=effect.after,
            ratio=effect.ratio,
            better=is_better(effect.ratio, metric),
            pairs=effect.pairs,
        )
        for factor, effect in effects
        if effect is not None
    ]


def _load_runs(session: Session, side: Side) -> list[Run]:
    """Return the requested run of a side, else the newest counted runs of its configuration."""
    if side.run is not None:
        return [side.run]
    scale = _find_scale(session, side.configuration)
    query = select(Run).where(
        *build_counted_conditions(), Run.configuration_id == side.configuration.id, Run.scale == scale
    )
    query = query.order_by(Run.started_at.desc().nulls_last(), Run.id.desc()).limit(_MAX_RUNS_OF_A_SIDE)
    return list(session.scalars(query))


def _load_results(session: Session, runs: Sequence[Run]) -> dict[uuid.UUID, RunResult]:
    results = load_results(session, [run.id for run in runs], every_round=False)
    return {uuid.UUID(result.id): structs.replace(result, joins_rows=True) for result in results}


def _describe_factors(rows: Sequence[ConfigurationFactorRow]) -> ComparisonFactors:
    return ComparisonFactors.model_validate(msgspec.to_builtins(describe_factors(rows, without=[])))


def _build_rows(
    session: Session, a: Side, b: Side, results: Mapping[uuid.UUID, RunResult]
) -> list[ConfigurationFactorRow]:
    """Return the table of all factors of two sides.

    A factor that is unknown on both sides is unknown, not the same. Two runs are also compared by profile and scale.
    """
    ids = [side.run.id for side in (a, b) if side.run is not None]
    conditions = load_observed_conditions(session, run_ids=ids)
    are_runs = a.run is not None and b.run is not None
    columns = [
        ConfigurationColumn(
            side.configuration.snapshot,
            conditions[side.run.id] if side.run is not None else None,
            collect_run_facts(results[side.run.id]) if are_runs and side.run is not None else None,
        )
        for side in (a, b)
    ]
    return [
        replace(
            row,
            cells=tuple(
                replace(cell, state="unknown") if cell.value is None and cell.state == "same" else cell
                for cell in row.cells
            ),
        )
        for row in build_table(columns)
    ]


def _describe_side(side: DiffSide, runs: Sequence[Run]) -> schemas.ResultSide:
    return schemas.ResultSide(
        **dict(side),
        runs=[Numbered(id=run.id, number=format_row_number(run)) for run in runs],
    )


def _describe_configuration(configuration: Configuration) -> NumberedName:
    return NumberedName(id=configuration.id, number=format_row_number(configuration), name=configuration.name)
