"""Results of configurations against each other: those that differ in one factor, and any two of them."""

from __future__ import annotations

from typing import Annotated

from storagelab.comparisons.schemas import ComparisonCell, ComparisonFactors, FactorRow
from storagelab.domain.metrics import Better
from storagelab.domain.plan import Scale
from storagelab.evaluate.finding_basis import Support
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import Numbered, NumberedName, Strict
from storagelab.results.configuration_schemas import DiffSide, Factor


class VariantPoint(Strict):
    """One workload that a configuration and its variant have: medians over runs, and variant / configuration."""

    workload: str
    own: float
    own_n: int
    median: float
    n: int
    ratio: float | None
    better: bool | None


class Variant(Strict):
    """A configuration that is known to differ in one factor: `a` is the value here, `b` the value there.

    `unknown` are the labels of factors that may differ as well. While there are any, a difference has no known cause.
    """

    configuration: NumberedName
    factor: Factor
    unknown: list[str]
    points: list[VariantPoint]


class ConfigurationVariants(Strict):
    """Configurations one factor away, by one metric, those without unknown factors first.

    Only runs at the same scale that count are read, the newest three of each configuration.
    """

    metric: Annotated[str, MetricKey()]
    label: str
    unit: str
    better: Better
    scale: Scale
    items: list[Variant]


class FactorEffect(Strict):
    """The change that one factor alone makes at a workload.

    It is over `pairs` pairs of configurations that differ in nothing else. The ratio is after / before. At least one of
    `before` and `after` is a value of the two that are compared.
    """

    key: str
    before: str
    after: str
    ratio: float
    better: bool | None
    pairs: int


class ResultSide(DiffSide):
    """One side of a comparison, with its runs that count, newest first."""

    runs: list[Numbered]


class ComparedPoint(Strict):
    """One workload that both sides have, with the median of each."""

    workload: str
    a: ComparisonCell
    b: ComparisonCell


class ResultFinding(Strict):
    """A finding about both sides in a sentence that calls them A and B, with its support and the rule behind it."""

    sentence: str
    support: Support
    rule: str


class ConfigurationComparison(Strict):
    """Two configurations or runs: all their factors, their results, and what each factor does alone.

    The first cell of each factor is that of `a`. `consequences` are facts that follow from factors that differ and are
    none of their own, such as the size of an array. `findings` are the largest supported differences over all metrics,
    else the best values without a difference. `effects` are at `effect_workload`, the workload of the largest supported
    difference by `metric`, else of the best figure of `b`: one for each factor that differs and was measured alone.
    """

    a: ResultSide
    b: ResultSide
    metric: Annotated[str, MetricKey()]
    label: str
    unit: str
    better: Better
    factors: ComparisonFactors
    consequences: list[FactorRow]
    points: list[ComparedPoint]
    findings: list[ResultFinding]
    effect_workload: str | None
    effects: list[FactorEffect]
