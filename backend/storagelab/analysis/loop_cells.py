"""The results of a loop: each of its points over the rounds that count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum

from storagelab.domain.metrics import METRICS


def _average(values: Sequence[float]) -> float:
    return fsum(value / len(values) for value in values)


#: A result is the average over the rounds of the measurement window (SNIA PTS 2.1.13).
_MERGES: Mapping[str, Callable[[Sequence[float]], float]] = {"mean": _average, "min": min, "max": max}
_BY_COLUMN = {
    metric.column: _MERGES[metric.over_rounds] for metric in METRICS.values() if metric.over_rounds is not None
}


def merge_rounds(rounds: Sequence[Mapping[str, float | None]]) -> dict[str, float | None]:
    """Merge the figures of the rounds of one loop point, by the columns of the metric table.

    Rates and mean latency are averaged, and extremes stay extremes. Figures that need the distributions of the rounds
    (deviations, percentiles) are None. A round that has no figure counts as missing, never as zero. Raises ValueError
    without a round.
    """
    if not rounds:
        raise ValueError("a loop point has no round that counts")
    return {column: _merge_column(column, rounds) for column in rounds[0]}


def _merge_column(column: str, rounds: Sequence[Mapping[str, float | None]]) -> float | None:
    values = [value for figures in rounds if (value := figures[column]) is not None]
    merge = _BY_COLUMN.get(column)
    return merge(values) if values and merge is not None else None
