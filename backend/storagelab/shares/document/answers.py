"""Views of a share document: settings and frozen answer of a comparison, ranking or campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, UnsetType, field

from storagelab.domain.metrics import Better
from storagelab.evaluate.comparison import ComparisonAnswer, NameView, PointView
from storagelab.evaluate.comparison_verdicts import VerdictView
from storagelab.evaluate.ranking import RankingAnswer
from storagelab.shares.document.run import FrozenBadge, FrozenPart, JsonObject

#: The main figure of a workload of a campaign.
Figure = Literal["iops", "bytes_per_s"]


class ComparisonSettings(FrozenPart, frozen=True, kw_only=True, omit_defaults=True):
    """Settings of a comparison; a workbench has its document.

    `names` are those of its entries everywhere on the page. Older documents have them for workbenches alone. With
    `joins_rows` the figures of one row of a table of a source are compared where it leaves out their block size.
    """

    runs: list[str]
    metric: str
    baseline: str
    pooled: bool
    workbench: JsonObject | None = None
    names: Mapping[str, str] | None = None
    joins_rows: bool = False


class MetricAnswer(FrozenPart, frozen=True, kw_only=True):
    """The same runs compared by a further metric; `n` counts the runs of each entry of the answer that have it."""

    metric: str
    label: str
    unit: str
    better: Better
    n: list[int]
    points: list[PointView]
    verdicts: list[VerdictView]


class ComparisonView(FrozenPart, frozen=True, kw_only=True, omit_defaults=True):
    """A comparison as it was shown, by its main metric in `answer`. Older documents have no further metrics."""

    settings: ComparisonSettings
    answer: ComparisonAnswer
    others: list[MetricAnswer] = field(default_factory=list)


class RankingSettings(FrozenPart, frozen=True, kw_only=True):
    """Settings of a ranking, of a profile or of runs."""

    profile: str | None
    runs: list[str] | None
    everything: bool = field(name="all")
    without: list[str]
    reference: str | None


class RankingView(FrozenPart, frozen=True, kw_only=True):
    """A ranking as it was shown."""

    settings: RankingSettings
    answer: RankingAnswer


class FrozenRepeat(FrozenPart, frozen=True, kw_only=True):
    """The figures of one run among the repeats of a cell."""

    run_number: str
    iops: float | None
    bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None

    def get_figure(self, name: str) -> float | None:
        """Return the figure of this name."""
        value: float | None = getattr(self, name)
        return value


class FrozenCellFigures(FrozenPart, frozen=True, kw_only=True):
    """Figures of one phase in one state of the array, means of its repeats; or the reason why there are none."""

    state: str
    cell_state: str
    reason: str | None
    condition: str | None
    iops: float | None
    bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None
    rebuild_seconds: float | None
    generation: int
    job_number: str | None
    run_numbers: list[str]
    badges: list[FrozenBadge]
    #: Earlier releases did not freeze them.
    repeats: list[FrozenRepeat] | None = None

    def get_figure(self, name: str) -> float | None:
        """Return the figure of this name."""
        value: float | None = getattr(self, name)
        return value


class FrozenResultLine(FrozenPart, frozen=True, kw_only=True):
    """Configuration of one server under one phase of a workload, its states side by side."""

    row: int
    server: NameView
    configuration: str
    layout: str
    drives: int | None
    controllers: int | None
    over_provisioned_percent: int
    workload: str
    phase: str | None
    generation: int
    figure: Figure | None = None
    figures: list[FrozenCellFigures]


class FrozenResults(FrozenPart, frozen=True, kw_only=True):
    """The result set of a campaign."""

    number: str
    name: str
    states: list[str]
    lines: list[FrozenResultLine]


class FrozenSentence(FrozenPart, frozen=True, kw_only=True):
    """A verdict in a sentence."""

    sentence: str
    spread: str | None


class FrozenFactorLevel(FrozenPart, frozen=True, kw_only=True):
    """A value of a factor, and how many results have it."""

    value: str
    is_known: bool = field(name="known")
    results: int


class FrozenPivotFactor(FrozenPart, frozen=True, kw_only=True):
    """Something in which results differ, with its levels."""

    key: str
    label: str
    group: str
    levels: list[FrozenFactorLevel]


class FrozenFactorValue(FrozenPart, frozen=True, kw_only=True):
    """One value of a factor."""

    key: str
    label: str
    value: str


class FrozenPivotMetric(FrozenPart, frozen=True, kw_only=True):
    """A metric of cells."""

    name: str
    label: str
    unit: str
    better: str


class FrozenPivotChoice(FrozenPart, frozen=True, kw_only=True):
    """Choice of the cells of a pivot."""

    rows: str | None
    row_label: str | None
    columns: str | None
    column_label: str | None
    panel: str | None
    panel_label: str | None
    metric: FrozenPivotMetric
    fixed: list[FrozenFactorValue]
    proposed: bool


class FrozenPivot(FrozenPart, frozen=True, kw_only=True):
    """Results of a campaign by factors. Cells, scale and losses are as charts draw them."""

    runs: list[NameView]
    results: int
    factors: list[FrozenPivotFactor]
    metrics: list[FrozenPivotMetric]
    choice: FrozenPivotChoice
    rows: list[str | None]
    columns: list[str | None]
    panels: list[str | None]
    cells: list[JsonObject]
    along: list[FrozenFactorValue]
    scale: list[JsonObject]
    losses: list[JsonObject]
    more_runs: bool | UnsetType = UNSET


class CampaignAnswer(FrozenPart, frozen=True, kw_only=True):
    """Results of a campaign, with its verdicts against the baseline."""

    results: FrozenResults
    pivot: FrozenPivot
    baseline: str | None = None
    rule: str | None = None
    verdicts: list[FrozenSentence] = field(default_factory=list)


class CampaignSettings(FrozenPart, frozen=True, kw_only=True):
    """Settings of a campaign."""

    campaign: str
    name: str
    metric: str
    statistic: str = "median"


class CampaignView(FrozenPart, frozen=True, kw_only=True):
    """A campaign as it was shown."""

    settings: CampaignSettings
    answer: CampaignAnswer


FrozenView = ComparisonView | RankingView | CampaignView
