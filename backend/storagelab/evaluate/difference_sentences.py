"""Rule of a comparison, and changes in words."""

from __future__ import annotations

from storagelab.analysis.comparison import NOISE_FLOOR
from storagelab.domain.metrics import Metric

RULE = (
    "Medians are compared. Entries differ if Welch's 95 % interval of the difference of their means excludes 0 "
    f"and the medians are at least {NOISE_FLOOR * 100:g} % apart, or if two printed figures of one source differ by "
    "more than their rounding. A difference with one measured run on a side is not tested. Load generators are not "
    "compared with each other. Each sentence is about the common workload with the largest difference that the values "
    "support."
)


def change_words(ratio: float) -> str | None:
    """Return `31 % higher`, `2.5 % lower`, or None for less than a twentieth of a percent.

    Only a value of 0 is 100 % lower.
    """
    percent = (ratio - 1) * 100
    if abs(percent) < 0.05:
        return None
    if 0 < ratio < 0.005:
        return "over 99 % lower"
    return f"{_format_digits(abs(percent))} % {'higher' if percent > 0 else 'lower'}"


def is_better(ratio: float | None, metric: Metric) -> bool | None:
    """Return whether a ratio to the baseline is an improvement of `metric`.

    Return None for an unknown ratio, or a change below a twentieth of a percent.
    """
    if ratio is None or change_words(ratio) is None:
        return None
    return (ratio > 1) == (metric.better == "higher")


def _format_digits(value: float) -> str:
    """Return two significant digits, or whole percents from 10 on."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")
