"""Comparison of runs: their configuration factors, shared charts, and verdicts by a metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from storagelab.analysis.comparison import Verdict
from storagelab.domain.configuration_diff import explain_different_workloads, format_differences
from storagelab.domain.configuration_facts import Fact, Group
from storagelab.domain.configuration_table import (
    CellState,
    ConfigurationColumn,
    ConfigurationFactorRow,
    RowState,
    build_table,
    find_only_factor,
)
from storagelab.domain.metrics import Better, Metric
from storagelab.domain.result import RunResult
from storagelab.evaluate.comparison_verdicts import VerdictView, describe_verdicts
from storagelab.evaluate.difference_sentences import RULE, is_better
from storagelab.evaluate.entry_names import name_entries
from storagelab.evaluate.finding_pairs import FindingEntry
from storagelab.evaluate.measured_runs import MeasuredRun, measure_run
from storagelab.evaluate.points import (
    PointCell,
    WorkloadId,
    WorkloadPoint,
    build_points,
    compute_chart_groups,
)
from storagelab.evaluate.short_names import choose_entry_names

Item = TypeVar("Item")


class ComparedRun(Struct, frozen=True):
    """A run to compare, the observed condition of its arrays in words, and a key that repeats of one test share.

    A run without a key repeats nothing.
    """

    result: RunResult
    condition: str | None = None
    repeat_key: bytes | None = None

    def column(self) -> ConfigurationColumn:
        """Return the configuration of the run as a column of the factor table."""
        configuration = self.result.configuration
        snapshot = configuration.snapshot if configuration is not None else {}
        return ConfigurationColumn(snapshot, self.condition, collect_run_facts(self.result))


class NameView(Struct, frozen=True):
    """The number and name of a configuration."""

    number: str
    name: str


class EntryRunView(Struct, frozen=True):
    """A run of an entry. `left_out` is the reason why its figures do not count."""

    number: str
    title: str
    left_out: str | None


class EntryView(Struct, frozen=True, kw_only=True):
    """Runs that are drawn as one, under the number of the first; `n` of them count."""

    key: str
    label: str
    runs: list[EntryRunView]
    origin: str
    configuration: NameView | None
    n: int
    group: int
    workloads: list[str]


class FactorCellView(Struct, frozen=True):
    """The value of a factor of one entry."""

    value: str | None
    state: CellState


class FactorRowView(Struct, frozen=True):
    """One factor, with a cell for each entry."""

    key: str
    label: str
    group: Group
    state: RowState
    cells: list[FactorCellView]


class FactorsView(Struct, frozen=True, kw_only=True):
    """The table of factors; `by` is the label of the only difference, `without` are runs without a recorded system."""

    rows: list[FactorRowView]
    known_count: int
    unknown_count: int
    by: str | None
    sentence: str
    without: list[str]


class GroupView(Struct, frozen=True):
    """Entries that may share a chart, and the reason why they do not share that of the baseline."""

    entries: list[str]
    reason: str | None


class CellView(Struct, frozen=True, kw_only=True):
    """The figure of one entry at one workload against that of the baseline."""

    n: int
    median: float | None
    low: float | None
    high: float | None
    ci95_low: float | None
    ci95_high: float | None
    ratio: float | None
    better: bool | None
    verdict: Verdict
    approximate: bool
    estimated: bool


class PointView(Struct, frozen=True):
    """One shared workload, with a cell for each entry."""

    workload: str
    cells: list[CellView]


class ComparisonAnswer(Struct, frozen=True, kw_only=True):
    """Runs compared by one metric, as documents hold it."""

    metric: str
    label: str
    unit: str
    better: Better
    baseline: str
    pooled: bool
    poolable: bool
    entries: list[EntryView]
    groups: list[GroupView]
    factors: FactorsView
    points: list[PointView]
    verdicts: list[VerdictView]
    rule: str = RULE


class _Entry(Struct, frozen=True):
    """Runs that are drawn as one, in order, with what they measured."""

    runs: list[ComparedRun]
    measured: list[MeasuredRun]

    @property
    def first(self) -> RunResult:
        return self.runs[0].result

    @property
    def workloads(self) -> frozenset[WorkloadId]:
        return frozenset(key for run in self.measured for key in run.workloads)


def compare_runs(
    runs: Sequence[ComparedRun], *, baseline: str, metric: Metric, pooled: bool, short_names: bool = False
) -> ComparisonAnswer:
    """Compare runs by one metric with the entry that contains the run with the number `baseline`.

    With `pooled` the repeats of one test are one entry. With `short_names` entries have the names of their
    configurations where these are shorter than the differing factors.
    """
    groups = group_items(runs, [run.repeat_key for run in runs])
    entries = [
        _Entry(group, [measure_run(run.result, metric) for run in group])
        for group in (groups if pooled else [[run] for run in runs])
    ]
    first = next(
        place for place, entry in enumerate(entries) if any(run.result.number == baseline for run in entry.runs)
    )
    rows = build_table([entry.runs[0].column() for entry in entries], baseline=first)
    labels = name_entries(
        rows,
        fallbacks=[_get_run_name(entry.first) for entry in entries],
        numbers=[entry.first.number for entry in entries],
    )
    if short_names:
        labels = choose_entry_names(labels, [_get_configuration_name(entry.first) for entry in entries])
    chart_groups = compute_chart_groups([entry.workloads for entry in entries], baseline=first)
    points = list_points([entry.measured for entry in entries], baseline=first)
    return ComparisonAnswer(
        metric=metric.name,
        label=metric.label,
        unit=metric.unit,
        better=metric.better,
        baseline=entries[first].first.number,
        pooled=pooled,
        poolable=len(groups) < len(runs),
        entries=[
            _describe_entry(entry, label, group)
            for entry, label, group in zip(entries, labels, chart_groups, strict=True)
        ],
        groups=_describe_groups(entries, chart_groups, first),
        factors=describe_factors(rows, [entry.first.number for entry in entries if entry.first.configuration is None]),
        points=[describe_point(point, metric) for point in points],
        verdicts=describe_verdicts(
            [
                FindingEntry(label, [run.result for run in entry.runs])
                for entry, label in zip(entries, labels, strict=True)
            ],
            baseline=first,
            metric=metric,
        ),
    )


def group_items(items: Sequence[Item], keys: Sequence[bytes | None]) -> list[list[Item]]:
    """Group items by key, in order of first appearance; an item without a key is alone."""
    groups: dict[bytes | int, list[Item]] = {}
    for place, (item, key) in enumerate(zip(items, keys, strict=True)):
        groups.setdefault(place if key is None else key, []).append(item)
    return list(groups.values())


def collect_run_facts(run: RunResult) -> dict[str, Fact]:
    """Return the facts of a run that its configuration does not contain: profile and scale."""
    profile = f"{run.profile.name}, version {run.profile.version}" if run.profile is not None else None
    scale = "shortened to seconds" if run.scale == "smoke" else "full"
    return {
        "profile": Fact("Profile", "profile", profile),
        "scale": Fact("Scale", "profile", scale if run.origin == "measured" else None),
    }


def list_points(entries: Sequence[Sequence[MeasuredRun]], *, baseline: int) -> list[WorkloadPoint]:
    """Return the workloads that the entry at the index `baseline` shares with others."""
    return build_points([[run.figures for run in entry] for entry in entries], baseline=baseline)


def _get_configuration_name(run: RunResult) -> str | None:
    return run.configuration.name if run.configuration is not None else None


def _get_run_name(run: RunResult) -> str:
    return _get_configuration_name(run) or run.title


def _describe_entry(entry: _Entry, label: str, group: int) -> EntryView:
    configuration = entry.first.configuration
    return EntryView(
        key=entry.first.number,
        label=label,
        runs=[
            EntryRunView(run.result.number, run.result.title, measured.left_out)
            for run, measured in zip(entry.runs, entry.measured, strict=True)
        ],
        origin=entry.first.origin,
        configuration=NameView(configuration.number, configuration.name) if configuration is not None else None,
        n=count_runs(entry.measured),
        group=group,
        workloads=list(dict.fromkeys(name for run in entry.measured for name in run.workloads.values())),
    )


def count_runs(entry: Sequence[MeasuredRun]) -> int:
    """Return how many runs of an entry count."""
    return sum(run.left_out is None for run in entry)


def _describe_groups(entries: Sequence[_Entry], groups: Sequence[int], baseline: int) -> list[GroupView]:
    described = []
    for group in sorted(set(groups)):
        members = [entry for entry, own in zip(entries, groups, strict=True) if own == group]
        reason = _format_separation_reason(entries[baseline], members[0]) if group != groups[baseline] else None
        described.append(GroupView([entry.first.number for entry in members], reason))
    return described


def _format_separation_reason(baseline: _Entry, other: _Entry) -> str:
    here, there = baseline.measured[0].definitions, other.measured[0].definitions
    if not here or not there:
        silent = baseline if not here else other
        return f"{silent.first.number} has measured nothing to compare."
    reason = explain_different_workloads(here[0], there[0])
    return reason or "They share no workload, so they are shown side by side."


def describe_factors(rows: Sequence[ConfigurationFactorRow], without: list[str]) -> FactorsView:
    """Return the table of differing factors with its counts and a sentence.

    `without` lists runs without a recorded system.
    """
    differing = [row for row in rows if row.state == "differs"]
    unknown = sum(row.state == "unknown" for row in rows)
    only = find_only_factor(rows)
    label = only.label if only is not None else None
    words = format_differences(len(differing), only=label, unknown=unknown)
    return FactorsView(
        rows=[
            FactorRowView(
                row.key, row.label, row.group, row.state, [FactorCellView(cell.value, cell.state) for cell in row.cells]
            )
            for row in rows
        ],
        known_count=len(differing),
        unknown_count=unknown,
        by=label,
        sentence=f"{words[0].upper()}{words[1:]}.",
        without=without,
    )


def describe_point(point: WorkloadPoint, metric: Metric) -> PointView:
    """Return one workload with the result of each entry."""
    return PointView(point.name, [_describe_cell(cell, metric) for cell in point.cells])


def _describe_cell(cell: PointCell, metric: Metric) -> CellView:
    low, high = cell.ci95 or (None, None)
    return CellView(
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
