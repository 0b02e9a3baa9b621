"""Repeatability of a test: centre, spread, confidence, outliers and the repeats needed."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.student_t import compute_two_sided_quantile

CONFIDENCE = 0.95
#: Repeats whose standard deviation is at most this share of their mean, in percent, are repeatable (methodology 3.3).
REPEATABLE_COV_PCT = 5.0
MINIMUM_REPEATS = 3
#: Limits that are met but for rounding are met.
_TIE = 1e-9
#: The median absolute deviation times this estimates the standard deviation of normal values.
_MAD_TO_STDDEV = 1.4826
_OUTLIER_DEVIATIONS = 3.5
_MINIMUM_FOR_OUTLIERS = 4
_MINIMUM_FOR_MEDIAN_INTERVAL = 6
#: More repeats than this are not practical.
_MAX_REPEATS = 1_000_000


@dataclass(frozen=True, slots=True)
class Repeatability:
    """Figures over `n` known repeats, in the unit of the values; None where there are too few values for one.

    `stddev` is that of a sample (n-1), `cov_pct` its share of a positive mean, `mad` the median absolute deviation.
    `ci95` is Student's interval of the mean, `ci95_halfwidth` half its width. `median_interval` contains the median
    with `median_confidence_pct` whatever the distribution, from six values on. `outlier_indexes` count the values as
    given, from 0: marked, never removed.
    """

    n: int
    mean: float | None = None
    median: float | None = None
    min: float | None = None
    max: float | None = None
    stddev: float | None = None
    cov_pct: float | None = None
    ci95_halfwidth: float | None = None
    ci95: tuple[float, float] | None = None
    mad: float | None = None
    outlier_indexes: tuple[int, ...] = ()
    repeatable: bool | None = None
    median_interval: tuple[float, float] | None = None
    median_confidence_pct: float | None = None


def judge_repeatability(values: Sequence[float | None]) -> Repeatability:
    """Judge repeats of one figure; None and values that are not finite are failed repeats and do not count."""
    by_index = {index: value for index, value in enumerate(replace_non_finite(values)) if value is not None}
    repeats = list(by_index.values())
    if not repeats:
        return Repeatability(n=0)
    mean = statistics.mean(repeats)
    median = statistics.median(repeats)
    mad = statistics.median(abs(value - median) for value in repeats)
    stddev = statistics.stdev(repeats) if len(repeats) > 1 else None
    halfwidth = None if stddev is None else _compute_halfwidth(stddev, len(repeats))
    cov_pct = 100 * (stddev / mean) if stddev is not None and mean > 0 else None
    interval = len(repeats) >= _MINIMUM_FOR_MEDIAN_INTERVAL
    return Repeatability(
        n=len(repeats),
        mean=mean,
        median=median,
        min=min(repeats),
        max=max(repeats),
        stddev=stddev,
        cov_pct=cov_pct,
        ci95_halfwidth=halfwidth,
        ci95=(mean - halfwidth, mean + halfwidth) if halfwidth is not None else None,
        mad=mad,
        outlier_indexes=_find_outliers(by_index, median, mad),
        repeatable=is_repeatable(len(repeats), cov_pct),
        median_interval=(min(repeats), max(repeats)) if interval else None,
        median_confidence_pct=100 * (1 - 2.0 ** (1 - len(repeats))) if interval else None,
    )


def is_repeatable(n: int, cov_pct: float | None) -> bool | None:
    """Return whether `n` repeats with this coefficient of variation agree; None for too few repeats."""
    if n < MINIMUM_REPEATS or cov_pct is None:
        return None
    return cov_pct <= REPEATABLE_COV_PCT + _TIE


def compute_needed_repeats(values: Sequence[float | None], relative_halfwidth: float) -> int | None:
    """Return the fewest repeats, 2 or more, whose 95 % interval of the mean is narrow enough.

    Narrow enough is within `relative_halfwidth` of the mean on either side, judged by the spread of `values`, the
    repeats so far. None for fewer than two values, for a mean that is not positive and for more than a million repeats.
    Raises ValueError unless `relative_halfwidth` is positive.
    """
    if not relative_halfwidth > 0:
        raise ValueError(f"an interval of {relative_halfwidth} times the mean has no width")
    judged = judge_repeatability(values)
    if judged.stddev is None or judged.mean is None or judged.mean <= 0:
        return None
    wanted = relative_halfwidth * judged.mean * (1 + _TIE)
    if _compute_halfwidth(judged.stddev, _MAX_REPEATS) > wanted:
        return None
    # More repeats always narrow the interval, so that the fewest are found by halving.
    too_few, enough = 1, _MAX_REPEATS
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if _compute_halfwidth(judged.stddev, middle) <= wanted:
            enough = middle
        else:
            too_few = middle
    return enough


def replace_non_finite(values: Sequence[float | None]) -> list[float | None]:
    """Return the values as floats, None for those that are unknown or not finite."""
    return [float(value) if value is not None and math.isfinite(value) else None for value in values]


def _compute_halfwidth(stddev: float, n: int) -> float:
    return compute_two_sided_quantile(CONFIDENCE, n - 1) * stddev / math.sqrt(n)


def _find_outliers(by_index: dict[int, float], median: float, mad: float) -> tuple[int, ...]:
    if len(by_index) < _MINIMUM_FOR_OUTLIERS or mad == 0:
        return ()
    limit = _OUTLIER_DEVIATIONS * _MAD_TO_STDDEV * mad
    return tuple(index for index, value in by_index.items() if abs(value - median) > limit)
