"""Figures of two entries at one workload and metric, and the differences that they support."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storagelab.domain.metrics import Metric
from storagelab.domain.result import RunResult
from storagelab.evaluate.finding_figures import FindingFigure, list_figures
from storagelab.evaluate.finding_support import SupportedDifference, find_support
from storagelab.evaluate.finding_words import PreciseValue, describe_difference
from storagelab.evaluate.points import WorkloadId
from storagelab.evaluate.workload_words import format_load_generator

RATES = frozenset({"iops", "bandwidth"})


@dataclass(frozen=True, slots=True)
class FindingEntry:
    """Runs that are compared as one, under one name. `is_whole` is false where an array is degraded or rebuilding."""

    label: str
    runs: Sequence[RunResult]
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Pair:
    """Figures of the baseline and of one entry at one workload."""

    entry: int
    metric: Metric
    baseline: list[FindingFigure]
    own: list[FindingFigure]

    @property
    def first(self) -> FindingFigure:
        """Return the first figure of the entry."""
        return self.own[0]

    @property
    def median(self) -> float:
        """Return the median of the entry."""
        return find_median(self.own).value

    @property
    def figures(self) -> list[FindingFigure]:
        """Return the figures of both sides."""
        return [*self.baseline, *self.own]

    @property
    def generators(self) -> set[str | None]:
        """Return the load generators of both sides."""
        return {figure.generator for figure in self.figures}


@dataclass(frozen=True, slots=True)
class SupportedPair:
    """A pair with the difference that its figures support."""

    pair: Pair
    difference: SupportedDifference

    @property
    def gain(self) -> float:
        """The ratio in the better direction of its metric."""
        return self.difference.ratio if self.pair.metric.better == "higher" else 1 / self.difference.ratio

    @property
    def size(self) -> float:
        """The ratio or its inverse, whichever is larger."""
        return max(self.gain, 1 / self.gain)

    @property
    def is_main(self) -> bool:
        """Return whether it is a rate of a workload of known direction without an odd figure."""
        is_odd = any(figure.is_odd for figure in self.pair.figures)
        return self.pair.metric.name in RATES and self.pair.first.direction is not None and not is_odd


def list_pairs(entries: Sequence[FindingEntry], metric: Metric, *, baseline: int) -> Iterator[Pair]:
    """Yield the figures of each entry beside those of the baseline, by workload and entry."""
    figures = [_group_figures(entry, metric) for entry in entries]
    for workload, reference in figures[baseline].items():
        for place, own in enumerate(figures):
            if place != baseline and workload in own:
                yield Pair(place, metric, reference, own[workload])


def _group_figures(entry: FindingEntry, metric: Metric) -> dict[WorkloadId, list[FindingFigure]]:
    grouped: dict[WorkloadId, list[FindingFigure]] = {}
    for run in entry.runs:
        for figure in list_figures(run, metric):
            grouped.setdefault(figure.workload, []).append(figure)
    return grouped


def find_supported_pairs(pairs: Sequence[Pair]) -> list[SupportedPair]:
    """Return the pairs whose figures support a difference."""
    return [
        SupportedPair(pair, difference)
        for pair in pairs
        if (difference := find_support(pair.baseline, pair.own, is_rate=pair.metric.name in RATES)) is not None
    ]


def find_median(figures: Sequence[FindingFigure]) -> PreciseValue:
    """Return the median of figures; it is approximate where their kinds differ."""
    kinds = {"approximate" if figure.is_estimated else figure.value_kind for figure in figures}
    median = statistics.median(figure.value for figure in figures)
    return PreciseValue(median, kinds.pop() if len(kinds) == 1 else "approximate")


def format_supported(item: SupportedPair, *, entry: str, baseline: str, with_generator: bool = False) -> str:
    """Return a supported difference in one sentence, with the load generator where several are compared."""
    pair, first = item.pair, item.pair.first
    words = first.words
    if with_generator and first.generator is not None:
        words = f"{words}, {format_load_generator(first.generator)}"
    return describe_difference(
        pair.metric,
        ratio=item.difference.ratio,
        direction=first.direction,
        names=(entry, baseline),
        values=(find_median(pair.own), find_median(pair.baseline)),
        workload=words,
        is_rough=item.difference.is_rough,
        is_bound=item.difference.is_bound,
    )
