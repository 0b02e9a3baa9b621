"""Comparison of runs: their configuration factors, shared charts, and verdicts by a metric."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.comparisons import schemas
from storagelab.comparisons.entries import ComparedEntry, ComparedRun, build_entries, load_compared_runs
from storagelab.comparisons.entry_names import name_entries
from storagelab.comparisons.formatting import RULE, Sides, change_words, describe_difference, is_better
from storagelab.comparisons.points import (
    PointCell,
    WorkloadPoint,
    build_points,
    compute_chart_groups,
    find_headline,
)
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.domain.configuration_diff import explain_different_workloads, format_differences
from storagelab.domain.configuration_table import ConfigurationFactorRow, build_table, find_only_factor
from storagelab.domain.metrics import Metric
from storagelab.http.schemas import NumberedName


def compare_runs(
    session: Session, runs: Sequence[Run], *, baseline: Run, metric: Metric, pooled: bool
) -> schemas.ComparisonOut:
    """Compare runs by one metric with the entry that contains the run `baseline`.

    With `pooled` the repeats of one test are one entry.
    """
    compared = load_compared_runs(session, runs, metric=metric)
    entries = build_entries(compared, pooled=pooled)
    first = next(
        place for place, entry in enumerate(entries) if any(compared_run.run is baseline for compared_run in entry.runs)
    )
    rows = _build_factor_rows(entries, first)
    labels = _build_labels(entries, rows)
    groups = compute_chart_groups([entry.workloads for entry in entries], baseline=first)
    points = build_points(
        [[compared_run.measured.figures for compared_run in entry.runs] for entry in entries], baseline=first
    )
    return schemas.ComparisonOut(
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        baseline=entries[first].first.number,
        pooled=pooled,
        poolable=len(build_entries(compared, pooled=True)) < len(compared),
        entries=[_describe(entry, label, group) for entry, label, group in zip(entries, labels, groups, strict=True)],
        groups=_describe_groups(entries, groups, first),
        factors=describe_factors(rows, [entry.first.number for entry in entries if _is_unrecorded(entry)]),
        points=[describe_point(point, metric) for point in points],
        verdicts=[
            format_verdict_line(points, place, baseline=first, labels=labels, metric=metric)
            for place in range(len(entries))
            if place != first
        ],
        rule=RULE,
    )


def _is_unrecorded(entry: ComparedEntry) -> bool:
    return entry.first.configuration is None


def _build_factor_rows(entries: Sequence[ComparedEntry], baseline: int) -> list[ConfigurationFactorRow]:
    return build_table([entry.first.column() for entry in entries], baseline=baseline)


def _build_labels(entries: Sequence[ComparedEntry], rows: Sequence[ConfigurationFactorRow]) -> list[str]:
    return name_entries(
        rows,
        fallbacks=[_get_run_name(entry.first) for entry in entries],
        numbers=[entry.first.number for entry in entries],
    )


def _get_run_name(compared_run: ComparedRun) -> str:
    return compared_run.configuration.name if compared_run.configuration is not None else compared_run.run.title


def _describe(entry: ComparedEntry, label: str, group: int) -> schemas.ComparisonEntry:
    configuration = entry.first.configuration
    named = (
        NumberedName(id=configuration.id, number=format_row_number(configuration), name=configuration.name)
        if configuration is not None
        else None
    )
    names = dict.fromkeys(name for compared_run in entry.runs for name in compared_run.measured.workloads.values())
    return schemas.ComparisonEntry(
        key=entry.first.number,
        label=label,
        runs=[
            schemas.EntryRun(
                id=compared_run.run.id,
                number=compared_run.number,
                title=compared_run.run.title,
                left_out=compared_run.measured.left_out,
            )
            for compared_run in entry.runs
        ],
        origin=entry.first.run.origin,  # type: ignore[arg-type]
        configuration=named,
        n=sum(compared_run.measured.left_out is None for compared_run in entry.runs),
        group=group,
        workloads=list(names),
    )


def _describe_groups(
    entries: Sequence[ComparedEntry], groups: Sequence[int], baseline: int
) -> list[schemas.ComparisonGroup]:
    described = []
    for group in sorted(set(groups)):
        members = [entry for entry, own in zip(entries, groups, strict=True) if own == group]
        reason = _format_separation_reason(entries[baseline], members[0]) if group != groups[baseline] else None
        described.append(schemas.ComparisonGroup(entries=[entry.first.number for entry in members], reason=reason))
    return described


def _format_separation_reason(baseline: ComparedEntry, other: ComparedEntry) -> str:
    here, there = baseline.first.measured.definitions, other.first.measured.definitions
    if not here or not there:
        silent = baseline if not here else other
        return f"{silent.first.number} has measured nothing to compare."
    reason = explain_different_workloads(here[0], there[0])
    return reason or "They share no workload, so they are shown side by side."


def describe_factors(rows: Sequence[ConfigurationFactorRow], without: list[str]) -> schemas.ComparisonFactors:
    """Describe the table of differing factors, with its counts and a sentence, for the API.

    `without` lists runs without a recorded system.
    """
    differing = [row for row in rows if row.state == "differs"]
    unknown = sum(row.state == "unknown" for row in rows)
    only = find_only_factor(rows)
    label = only.label if only is not None else None
    words = format_differences(len(differing), only=label, unknown=unknown)
    return schemas.ComparisonFactors(
        rows=[
            schemas.FactorRow(
                key=row.key,
                label=row.label,
                group=row.group,
                state=row.state,
                cells=[schemas.FactorCell(value=cell.value, state=cell.state) for cell in row.cells],
            )
            for row in rows
        ],
        known_count=len(differing),
        unknown_count=unknown,
        by=label,
        sentence=f"{words[0].upper()}{words[1:]}.",
        without=without,
    )


def describe_point(point: WorkloadPoint, metric: Metric) -> schemas.ComparisonPoint:
    """Describe one workload and the result of each entry, for the API."""
    return schemas.ComparisonPoint(workload=point.name, cells=[_describe_cell(cell, metric) for cell in point.cells])


def _describe_cell(cell: PointCell, metric: Metric) -> schemas.ComparisonCell:
    low, high = cell.ci95 or (None, None)
    return schemas.ComparisonCell(
        n=len(cell.values),
        median=cell.median,
        low=cell.low,
        high=cell.high,
        ci95_low=low,
        ci95_high=high,
        ratio=cell.ratio,
        better=is_better(cell.ratio, metric),
        verdict=cell.comparison.verdict,
        approximate=cell.approximate,
        estimated=cell.estimated,
    )


def format_verdict_line(
    points: Sequence[WorkloadPoint], entry: int, *, baseline: int, labels: Sequence[str], metric: Metric
) -> schemas.ComparisonVerdict:
    """Describe the verdict on an entry against the baseline, for the API.

    `entry` and `baseline` are indexes of `labels`.
    """
    point = find_headline(points, entry, baseline=baseline, higher_is_better=metric.better == "higher")
    sides = Sides(labels[entry], labels[baseline])
    if point is None:
        return schemas.ComparisonVerdict(
            entry=labels[entry],
            verdict="not_comparable",
            better=None,
            sentence=(f"{sides.entry} and {sides.baseline} have no common workload with valid {metric.label}."),
            spread=None,
        )
    cell = point.cells[entry]
    return schemas.ComparisonVerdict(
        entry=labels[entry],
        verdict=cell.comparison.verdict,
        better=is_better(cell.ratio, metric) if cell.comparison.verdict == "different" else None,
        sentence=describe_difference(cell, point.cells[baseline], sides=sides, workload=point.name, metric=metric),
        spread=_spread([point.cells[entry].ratio for point in points]),
    )


def _spread(ratios: Sequence[float | None]) -> str | None:
    known_ratios = sorted(ratio for ratio in ratios if ratio is not None)
    if len(known_ratios) < 2:
        return None
    low, high = (change_words(ratio) or "the same" for ratio in (known_ratios[0], known_ratios[-1]))
    return f"Over {len(known_ratios)} shared workloads: from {low} to {high}."
