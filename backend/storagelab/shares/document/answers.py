"""Views of a share document: settings and frozen answer of a comparison, ranking or campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, UnsetType, field

from storagelab.domain.metrics import Better
from storagelab.shares.document.run import FrozenBadge, FrozenPart, JsonObject

#: The main figure of a workload of a campaign.
Figure = Literal["iops", "bytes_per_s"]


class FrozenName(FrozenPart, frozen=True, kw_only=True):
    """A reference to something with a name, by its number in the lab of the document."""

    number: str
    name: str


class FrozenEntryRun(FrozenPart, frozen=True, kw_only=True):
    """A run of an entry; `left_out` states why its figures are not counted."""

    number: str
    title: str
    left_out: str | None


class FrozenEntry(FrozenPart, frozen=True, kw_only=True):
    """Entry of a comparison: a run, or the pooled repeats of one test."""

    key: str
    label: str
    runs: list[FrozenEntryRun]
    origin: str
    configuration: FrozenName | None
    n: int
    group: int
    workloads: list[str]


class FrozenEntryGroup(FrozenPart, frozen=True, kw_only=True):
    """Entries that may share a chart; `reason` states why they do not share that of the baseline."""

    entries: list[str]
    reason: str | None


class FrozenFactorCell(FrozenPart, frozen=True, kw_only=True):
    """The value of a factor of one entry."""

    value: str | None
    state: str


class FrozenFactorRow(FrozenPart, frozen=True, kw_only=True):
    """One factor, with a cell for each entry in their order."""

    key: str
    label: str
    group: str
    state: str
    cells: list[FrozenFactorCell]


class FrozenFactors(FrozenPart, frozen=True, kw_only=True):
    """Configuration factors of the entries; `by` is the label of the only known difference."""

    rows: list[FrozenFactorRow]
    known_count: int
    unknown_count: int
    by: str | None
    sentence: str
    without: list[str]


class FrozenPointCell(FrozenPart, frozen=True, kw_only=True):
    """The figure of one entry at one workload."""

    n: int
    median: float | None
    low: float | None
    high: float | None
    ci95_low: float | None
    ci95_high: float | None
    ratio: float | None
    better: bool | None
    verdict: str
    approximate: bool
    estimated: bool


class FrozenPoint(FrozenPart, frozen=True, kw_only=True):
    """One workload, with a cell for each entry in their order."""

    workload: str
    cells: list[FrozenPointCell]


class FrozenEntryVerdict(FrozenPart, frozen=True, kw_only=True):
    """The verdict on an entry against the baseline."""

    entry: str
    verdict: str
    better: bool | None
    sentence: str
    spread: str | None


class ComparisonAnswer(FrozenPart, frozen=True, kw_only=True):
    """Runs compared by one metric."""

    metric: str
    label: str
    unit: str
    better: Better
    baseline: str
    pooled: bool
    poolable: bool
    entries: list[FrozenEntry]
    groups: list[FrozenEntryGroup]
    factors: FrozenFactors
    points: list[FrozenPoint]
    verdicts: list[FrozenEntryVerdict]
    rule: str


class ComparisonSettings(FrozenPart, frozen=True, kw_only=True, omit_defaults=True):
    """Settings of a comparison; a workbench has its document, and the names of its entries in charts."""

    runs: list[str]
    metric: str
    baseline: str
    pooled: bool
    workbench: JsonObject | None = None
    names: Mapping[str, str] | None = None


class ComparisonView(FrozenPart, frozen=True, kw_only=True):
    """A comparison as it was shown."""

    settings: ComparisonSettings
    answer: ComparisonAnswer


class FrozenRankedWorkload(FrozenPart, frozen=True, kw_only=True):
    """A workload of a ranking and the metric it is ranked by."""

    key: str
    label: str
    metric: str
    metric_label: str
    unit: str
    better: Better
    chosen: bool
    counted: bool


class FrozenRankedFigure(FrozenPart, frozen=True, kw_only=True):
    """One configuration under one workload: the median over `n` runs, with their extremes."""

    workload: str
    value: float
    n: int
    minimum: float = field(name="least")
    maximum: float = field(name="most")
    ratio: float | None
    runs: list[str]


class FrozenRankedConfiguration(FrozenPart, frozen=True, kw_only=True):
    """A configuration and its rating."""

    configuration: FrozenName
    class_hash: str
    rating: float | None
    rank: int | None
    place: int | None
    worst_ratio: float | None
    best_ratio: float | None
    figures: list[FrozenRankedFigure]


class FrozenOmission(FrozenPart, frozen=True, kw_only=True):
    """Figures that do not count, and the reason."""

    reason: str
    figures: int


class RankingAnswer(FrozenPart, frozen=True, kw_only=True):
    """Configurations in the order of their rating."""

    profile: str | None
    runs_considered: int
    more_runs: bool
    reference: str | None
    workloads: list[FrozenRankedWorkload]
    configurations: list[FrozenRankedConfiguration]
    left_out: list[FrozenOmission]


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
    server: FrozenName
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

    runs: list[FrozenName]
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
