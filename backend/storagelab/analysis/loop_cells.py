"""The results of a loop: each of its cells over the rounds that count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from storagelab.domain.metrics import METRICS


def _average(values: Sequence[float]) -> float:
    return fsum(value / len(values) for value in values)


#: A result is the average over the rounds of the measurement window (SNIA PTS 2.1.13).
_MERGES: Mapping[str, Callable[[Sequence[float]], float]] = {"mean": _average, "min": min, "max": max}
_BY_COLUMN = {
    **{metric.column: _MERGES[metric.over_rounds] for metric in METRICS.values() if metric.over_rounds is not None},
    "latency_n": sum,
}


def merge_rounds(rounds: Sequence[Mapping[str, Any]], *, figures: Iterable[str]) -> dict[str, object]:
    """Merge the rounds of one loop point, in order, into one row of results.

    `figures` are the measured columns. Rates and mean latency are averaged, extremes stay extremes and counts add up.
    Figures that need the distributions of the rounds (deviations, percentiles) are None for several rounds. A round
    that has no figure counts as missing, never as zero. Every other column has its value of the last round. Raises
    ValueError without a round.
    """
    if not rounds:
        raise ValueError("a cell has no round that counts")
    return {**rounds[-1], **dict(_merge_figures(rounds, figures))}


def _merge_figures(rounds: Sequence[Mapping[str, Any]], figures: Iterable[str]) -> Iterator[tuple[str, Any]]:
    for name in figures:
        values = [row[name] for row in rounds if row[name] is not None]
        merge = _BY_COLUMN.get(name)
        yield name, merge(values) if values and merge is not None else None
