"""The workloads that compared entries share, and how far their figures are from those of the baseline."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storagelab.analysis.comparison import Comparison, compare
from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.domain.result import HEADLINE_KINDS

WorkloadId = tuple[bytes, int]


@dataclass(frozen=True, slots=True)
class WorkloadFigure:
    """One measurement of a run: the requested parameters, the value, and the name of the workload.

    `exact` is false for a value that its source calls approximate, `estimated` true for a percentile that was
    interpolated within wide buckets.
    """

    workload: WorkloadId
    name: str
    value: float
    exact: bool = True
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class PointCell:
    """Repeats of one entry at one workload. The extremes and the 95 % interval exist from three repeats on.

    `ratio` is that of the medians, entry / baseline; None where there is no figure, and against 0. `approximate` and
    `estimated` apply when one of the values is so.
    """

    values: tuple[float, ...]
    median: float | None
    low: float | None
    high: float | None
    ci95: tuple[float, float] | None
    comparison: Comparison
    approximate: bool = False
    estimated: bool = False

    @property
    def ratio(self) -> float | None:
        """Return the ratio of the entry's median to the baseline's median; None if unknown."""
        return self.comparison.ratio_of_medians


@dataclass(frozen=True, slots=True)
class WorkloadPoint:
    """One workload, with a cell for each entry."""

    workload: WorkloadId
    name: str
    cells: tuple[PointCell, ...]


def count_up(names: Sequence[bytes | None]) -> list[WorkloadId | None]:
    """Return each workload of a run with the number of its occurrence: a second measurement counts as two.

    An unknown workload remains None.
    """
    seen: dict[bytes, int] = {}
    workloads: list[WorkloadId | None] = []
    for name in names:
        if name is None:
            workloads.append(None)
            continue
        seen[name] = seen.get(name, 0) + 1
        workloads.append((name, seen[name]))
    return workloads


def disambiguate_names(names: Mapping[WorkloadId, str]) -> dict[WorkloadId, str]:
    """Return distinct names of workloads: the second of one name is called `4K random read (2)`."""
    apart: dict[WorkloadId, str] = {}
    taken: set[str] = set()
    for workload, name in names.items():
        own, number = name, 1
        while own in taken:
            number += 1
            own = f"{name} ({number})"
        taken.add(own)
        apart[workload] = own
    return apart


def build_points(entries: Sequence[Sequence[Sequence[WorkloadFigure]]], *, baseline: int) -> list[WorkloadPoint]:
    """Return a point for each workload that the baseline and another entry measured.

    `entries` contains a list per entry, with the figures of each of its runs; `baseline` is an index.
    """
    names = {figure.workload: figure.name for runs in entries for figures in runs for figure in figures}
    order = dict.fromkeys(figure.workload for figures in entries[baseline] for figure in figures)
    cells_by_workload: dict[WorkloadId, tuple[PointCell, ...]] = {}
    for workload in order:
        own = [[item for figures in runs for item in figures if item.workload == workload] for runs in entries]
        if any(figures for place, figures in enumerate(own) if place != baseline):
            cells_by_workload[workload] = tuple(_build_cell(own[baseline], figures) for figures in own)
    apart = disambiguate_names({workload: names[workload] for workload in cells_by_workload})
    return [WorkloadPoint(workload, apart[workload], cells) for workload, cells in cells_by_workload.items()]


def compute_chart_groups(workloads: Sequence[frozenset[WorkloadId]], *, baseline: int) -> list[int]:
    """Return the chart group of each entry, counted from 0; the baseline is in group 0.

    An entry belongs to a group when it shares a workload with the group's first entry.
    """
    order = [baseline, *(place for place in range(len(workloads)) if place != baseline)]
    firsts: list[int] = []
    groups = [0] * len(workloads)
    for place in order:
        group_number = next((group for group, first in enumerate(firsts) if workloads[place] & workloads[first]), None)
        if group_number is None:
            group_number = len(firsts)
            firsts.append(place)
        groups[place] = group_number
    return groups


def _build_cell(baseline: Sequence[WorkloadFigure], own: Sequence[WorkloadFigure]) -> PointCell:
    values = [figure.value for figure in own]
    figures = judge_repeatability(values)
    enough = figures.n >= MINIMUM_REPEATS
    return PointCell(
        values=tuple(values),
        median=statistics.median(values) if values else None,
        low=figures.min if enough else None,
        high=figures.max if enough else None,
        ci95=figures.ci95 if enough else None,
        comparison=compare([figure.value for figure in baseline], values),
        approximate=not all(figure.exact for figure in own),
        estimated=any(figure.estimated for figure in own),
    )


def is_figure(value: float | None, kind: str) -> bool:
    """Return whether a stored value is a finite figure that can be compared, not a bound or a ratio."""
    return value is not None and math.isfinite(value) and kind in HEADLINE_KINDS
