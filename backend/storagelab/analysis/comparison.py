"""Comparison of two sets of repeats: Welch's t-test, ratios and a verdict.

The verdict ignores differences that do not matter.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storagelab.analysis.repeatability import CONFIDENCE, replace_non_finite
from storagelab.analysis.student_t import compute_two_sided_p, compute_two_sided_quantile

Verdict = Literal["different", "not_different", "single_run", "not_comparable"]

#: A ratio nearer to 1 than this is noise, however sure the test is (methodology 3.3).
NOISE_FLOOR = 0.02
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Comparison:
    """`b` against `a`: the difference of the means is b - a, the ratios are b / a. None is unknown.

    `t`, `df` (Welch-Satterthwaite) and `p` need two values a side and some spread; `diff_ci95` needs two values a side.
    `ratio` is that of the means, `ratio_of_medians` the one to show and to judge by; neither exists against 0.
    """

    verdict: Verdict
    t: float | None = None
    df: float | None = None
    p: float | None = None
    diff: float | None = None
    diff_ci95: tuple[float, float] | None = None
    ratio: float | None = None
    ratio_of_medians: float | None = None


def compare(a: Sequence[float | None], b: Sequence[float | None], *, noise_floor: float = NOISE_FLOOR) -> Comparison:
    """Compare repeats of one figure under the conditions `a` and `b`.

    None and values that are not finite do not count. The conditions are different when the 95 % interval of the
    difference excludes 0 and the ratio of the medians differs from 1 by `noise_floor` or more. One value on a side is a
    single run; no value on a side, or no ratio of the medians, is not comparable.
    """
    first = [value for value in replace_non_finite(a) if value is not None]
    second = [value for value in replace_non_finite(b) if value is not None]
    if not first or not second:
        return Comparison("not_comparable")
    diff = statistics.mean(second) - statistics.mean(first)
    ratio = _compute_ratio(statistics.mean(second), statistics.mean(first))
    of_medians = _compute_ratio(statistics.median(second), statistics.median(first))
    if len(first) == 1 or len(second) == 1:
        return Comparison("single_run", diff=diff, ratio=ratio, ratio_of_medians=of_medians)
    t, df, half = _compute_welch_test(first, second, diff)
    interval = (diff - half, diff + half)
    return Comparison(
        verdict=_judge_difference(interval, of_medians, noise_floor),
        t=t,
        df=df,
        p=compute_two_sided_p(t, df) if t is not None and df is not None else None,
        diff=diff,
        diff_ci95=interval,
        ratio=ratio,
        ratio_of_medians=of_medians,
    )


def _compute_welch_test(
    first: list[float], second: list[float], diff: float
) -> tuple[float | None, float | None, float]:
    """Return Welch's t, its degrees of freedom, and half the width of the 95 % interval of `diff`.

    Without spread t and degrees of freedom are None and the width is 0.
    """
    error_a = statistics.stdev(first) / math.sqrt(len(first))
    error_b = statistics.stdev(second) / math.sqrt(len(second))
    error = math.hypot(error_a, error_b)
    if error == 0:
        return None, None, 0.0
    # Taking shares before powers prevents an overflow of huge values.
    df = 1 / ((error_a / error) ** 4 / (len(first) - 1) + (error_b / error) ** 4 / (len(second) - 1))
    return diff / error, df, compute_two_sided_quantile(CONFIDENCE, df) * error


def _judge_difference(interval: tuple[float, float], of_medians: float | None, noise_floor: float) -> Verdict:
    if of_medians is None:
        return "not_comparable"
    beyond_noise = abs(of_medians - 1) >= noise_floor - _TIE
    excludes_zero = interval[0] > 0 or interval[1] < 0
    return "different" if beyond_noise and excludes_zero else "not_different"


def _compute_ratio(value: float, reference: float) -> float | None:
    return value / reference if reference > 0 else None
