"""Basis of a computed finding: the values of both sides, their test, and the rule in one sentence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from storagelab.analysis.comparison import Verdict
from storagelab.domain.finding import Finding
from storagelab.domain.metrics import Better

#: Support of a finding: Welch's test of repeats, two printed figures, a bound or an approximate figure of a print, the
#: verdict on steady state, the shape of a sweep, a rating, or a statement of one value without a difference.
Support = Literal["tested", "printed", "bound", "approximate", "steady", "sweep", "rating", "statement"]


class FindingSide(Struct, frozen=True, kw_only=True):
    """Values of one side in the base unit of the metric, one for each of `runs` that counts.

    `value_kind` is the precision of the values: exact, approximate, or a bound.
    """

    label: str
    runs: list[str]
    values: list[float]
    n: int
    median: float | None
    value_kind: str = "exact"


class FindingBasis(Struct, frozen=True, kw_only=True):
    """Figures that a computed finding follows from.

    `ratio` is that of the medians, entry / baseline; `ci95_low` and `ci95_high` are Welch's 95 % interval of the
    difference of the means in `unit`. They are None for a statement without a baseline. `phase` is the name of the
    phase where it says more than the workload.
    """

    metric: str
    metric_label: str
    unit: str
    better: Better
    workload: str
    phase: str | None = None
    load_generator: str | None = None
    entry: FindingSide
    baseline: FindingSide | None = None
    ratio: float | None = None
    ci95_low: float | None = None
    ci95_high: float | None = None
    verdict: Verdict | None = None
    support: Support
    rule: str


class ComputedFinding(Struct, frozen=True, kw_only=True):
    """A finding with its sentence and its basis; `short` is a title of at most 60 characters."""

    finding: Finding
    sentence: str
    basis: FindingBasis
    short: str | None = None
