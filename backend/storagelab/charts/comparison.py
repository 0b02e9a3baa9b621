"""Comparison of runs: their configuration factors, shared charts, and verdicts by a metric."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.charts import comparison_schemas as schemas
from storagelab.charts.comparison_entries import Entry, Told, entries_of, tell
from storagelab.charts.comparison_points import Cell, Point, groups_of, headline, points_of
from storagelab.charts.comparison_words import RULE, Sides, change_words, is_better, say
from storagelab.charts.entry_names import name_entries
from storagelab.db.models import Run
from storagelab.db.references import number_of
from storagelab.domain.configuration_diff import difference_words, why_not_one_workload
from storagelab.domain.configuration_table import Row, only_factor, table
from storagelab.domain.metrics import Metric
from storagelab.http.schemas import NumberedName


def compare_runs(
    session: Session, runs: Sequence[Run], *, baseline: Run, metric: Metric, pooled: bool
) -> schemas.ComparisonOut:
    """Compare runs by one metric; the entry with the run `baseline` is what the others are measured by."""
    told = tell(session, runs, metric=metric)
    entries = entries_of(told, pooled=pooled)
    first = next(place for place, entry in enumerate(entries) if any(each.run is baseline for each in entry.runs))
    rows = _factors(entries, first)
    labels = _labels(entries, rows)
    groups = groups_of([entry.workloads for entry in entries], baseline=first)
    points = points_of([[each.measured.figures for each in entry.runs] for entry in entries], baseline=first)
    return schemas.ComparisonOut(
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        baseline=entries[first].first.number,
        pooled=pooled,
        poolable=len(entries_of(told, pooled=True)) < len(told),
        entries=[_describe(entry, label, group) for entry, label, group in zip(entries, labels, groups, strict=True)],
        groups=_describe_groups(entries, groups, first),
        factors=describe_factors(rows, [entry.first.number for entry in entries if _is_unrecorded(entry)]),
        points=[describe_point(point, metric) for point in points],
        verdicts=[
            verdict_line(points, place, baseline=first, labels=labels, metric=metric)
            for place in range(len(entries))
            if place != first
        ],
        rule=RULE,
    )


def _is_unrecorded(entry: Entry) -> bool:
    return entry.first.configuration is None


def _factors(entries: Sequence[Entry], baseline: int) -> list[Row]:
    return table([entry.first.column() for entry in entries], baseline=baseline)


def _labels(entries: Sequence[Entry], rows: Sequence[Row]) -> list[str]:
    return name_entries(
        rows,
        fallbacks=[_name(entry.first) for entry in entries],
        numbers=[entry.first.number for entry in entries],
    )


def _name(told: Told) -> str:
    return told.configuration.name if told.configuration is not None else told.run.title


def _describe(entry: Entry, label: str, group: int) -> schemas.ComparisonEntry:
    configuration = entry.first.configuration
    named = (
        NumberedName(id=configuration.id, number=number_of(configuration), name=configuration.name)
        if configuration is not None
        else None
    )
    names = dict.fromkeys(name for told in entry.runs for name in told.measured.workloads.values())
    return schemas.ComparisonEntry(
        key=entry.first.number,
        label=label,
        runs=[
            schemas.EntryRun(id=told.run.id, number=told.number, title=told.run.title, left_out=told.measured.left_out)
            for told in entry.runs
        ],
        origin=entry.first.run.origin,  # type: ignore[arg-type]
        configuration=named,
        n=sum(told.measured.left_out is None for told in entry.runs),
        group=group,
        workloads=list(names),
    )


def _describe_groups(entries: Sequence[Entry], groups: Sequence[int], baseline: int) -> list[schemas.ComparisonGroup]:
    described = []
    for group in sorted(set(groups)):
        members = [entry for entry, own in zip(entries, groups, strict=True) if own == group]
        reason = _why_apart(entries[baseline], members[0]) if group != groups[baseline] else None
        described.append(schemas.ComparisonGroup(entries=[entry.first.number for entry in members], reason=reason))
    return described


def _why_apart(baseline: Entry, other: Entry) -> str:
    here, there = baseline.first.measured.asked, other.first.measured.asked
    if not here or not there:
        silent = baseline if not here else other
        return f"{silent.first.number} has measured nothing to compare."
    why = why_not_one_workload(here[0], there[0])
    return why or "They share no workload, so they are shown side by side."


def describe_factors(rows: Sequence[Row], without: list[str]) -> schemas.ComparisonFactors:
    """The table of factors with its counts and its sentence; `without` are runs that nobody recorded a system of."""
    differing = [row for row in rows if row.state == "differs"]
    unknown = sum(row.state == "unknown" for row in rows)
    only = only_factor(rows)
    label = only.label if only is not None else None
    words = difference_words(len(differing), only=label, unknown=unknown)
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


def describe_point(point: Point, metric: Metric) -> schemas.ComparisonPoint:
    """One workload with its cells, as the API gives it."""
    return schemas.ComparisonPoint(workload=point.name, cells=[_describe_cell(cell, metric) for cell in point.cells])


def _describe_cell(cell: Cell, metric: Metric) -> schemas.ComparisonCell:
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


def verdict_line(
    points: Sequence[Point], entry: int, *, baseline: int, labels: Sequence[str], metric: Metric
) -> schemas.ComparisonVerdict:
    """Return the verdict on an entry against the baseline, as the API gives it."""
    point = headline(points, entry, baseline=baseline, higher_is_better=metric.better == "higher")
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
        sentence=say(cell, point.cells[baseline], sides=sides, workload=point.name, metric=metric),
        spread=_spread([point.cells[entry].ratio for point in points]),
    )


def _spread(ratios: Sequence[float | None]) -> str | None:
    known = sorted(ratio for ratio in ratios if ratio is not None)
    if len(known) < 2:
        return None
    low, high = (change_words(ratio) or "the same" for ratio in (known[0], known[-1]))
    return f"Over {len(known)} shared workloads: from {low} to {high}."
