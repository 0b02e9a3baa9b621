"""Support of a difference: tested repeats, printed figures, or bounds that allow one direction only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import inf

from storagelab.analysis.comparison import NOISE_FLOOR, Comparison, compare
from storagelab.evaluate.finding_basis import Support
from storagelab.evaluate.finding_figures import FindingFigure


@dataclass(frozen=True, slots=True)
class SupportedDifference:
    """A difference that the values support.

    `is_bound` states that the true one is this large or larger, `is_rough` that a figure of it is approximate.
    """

    support: Support
    comparison: Comparison
    is_bound: bool = False
    is_rough: bool = False

    @property
    def ratio(self) -> float:
        """The ratio of the medians, entry / baseline."""
        return self.comparison.ratio_of_medians or 0.0


def find_support(
    baseline: Sequence[FindingFigure], entry: Sequence[FindingFigure], *, is_rate: bool
) -> SupportedDifference | None:
    """Return the difference of two sets of figures at one workload; None for one that they do not support.

    Figures of two load generators or scales, of a burst and of steady state, of prepared and unprepared drives, and
    rates under an offered load are never compared. Repeats are judged by Welch's test. One printed figure on each side
    is enough where its rounding cannot make both equal, and a bound only where it points away from the other side. One
    measured run on each side supports nothing.
    """
    if not baseline or not entry or not _have_equal_conditions([*baseline, *entry], is_rate=is_rate):
        return None
    comparison = compare([figure.value for figure in baseline], [figure.value for figure in entry])
    if comparison.ratio_of_medians is None or abs(comparison.ratio_of_medians - 1) < NOISE_FLOOR:
        return None
    figures = [*baseline, *entry]
    is_rough = any(figure.value_kind == "approximate" or figure.is_estimated for figure in figures)
    if comparison.verdict == "different" and all(figure.value_kind == "exact" for figure in figures):
        return SupportedDifference("tested", comparison, is_rough=is_rough)
    if len(baseline) == len(entry) == 1 and all(figure.is_published for figure in figures):
        return _compare_printed(baseline[0], entry[0], comparison)
    return None


def _have_equal_conditions(figures: Sequence[FindingFigure], *, is_rate: bool) -> bool:
    if is_rate and any(figure.is_offered for figure in figures):
        return False
    if len({(figure.generator, figure.scale, figure.is_published) for figure in figures}) > 1:
        return False
    return not any(
        {getattr(figure, name) for figure in figures} >= {True, False} for name in ("is_steady", "is_preconditioned")
    )


def _compare_printed(
    baseline: FindingFigure, entry: FindingFigure, comparison: Comparison
) -> SupportedDifference | None:
    low, high = _find_printed_range(baseline)
    entry_low, entry_high = _find_printed_range(entry)
    if not (entry_low > high or entry_high < low):
        return None
    kinds = {baseline.value_kind, entry.value_kind}
    is_bound = bool(kinds & {"lower_bound", "upper_bound"})
    is_rough = "approximate" in kinds
    support: Support = "bound" if is_bound else "approximate" if is_rough else "printed"
    return SupportedDifference(support, comparison, is_bound=is_bound, is_rough=is_rough)


def _find_printed_range(figure: FindingFigure) -> tuple[float, float]:
    """Return the values that a printed figure may have: half a unit of its last digit around it, or its open side."""
    exponent = Decimal(repr(figure.value)).normalize().as_tuple().exponent
    half = 0.5 * 10.0 ** int(exponent)
    low, high = figure.value - half, figure.value + half
    if figure.value_kind == "lower_bound":
        return figure.value, inf
    if figure.value_kind == "upper_bound":
        return -inf, figure.value
    return low, high
