"""Run of a share document: its phases and measurements, its series, bins and raw files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct, field, structs

from storagelab.analysis.steady_state import Status
from storagelab.domain.finding import PrintedFinding
from storagelab.domain.lifecycle import FailureKind, PhaseState
from storagelab.domain.metrics import METRICS, Better
from storagelab.domain.published import PublishedFigure
from storagelab.http.schemas import BIGINT_MAX
from storagelab.shares.document.bounds import (
    Bounds,
    Count,
    LongText,
    Moment,
    Number,
    Ordinal,
    Percent,
    Real,
    Sha256,
    ShortText,
    Whole,
    Word,
)

#: JSON that is frozen and stored as it is.
JsonObject = dict[str, Any]
#: The maximum number of phases of a received run.
MAX_PHASES = 2000
_MAX_CURVES = 20_000


class FrozenPart(Struct, frozen=True, kw_only=True):
    """Something in a document. Fields of later releases are ignored."""


class FrozenFact(FrozenPart, frozen=True, kw_only=True):
    """One line of a card."""

    label: ShortText
    value: LongText


class FrozenBadge(FrozenPart, frozen=True, kw_only=True):
    """Something a reader must know before using a number."""

    code: Annotated[str, Bounds(min_length=1, max_length=100)]
    label: ShortText
    level: Annotated[str, Bounds("info", "warn", "error")]
    #: The results of a campaign leave it out where it was never given.
    detail: LongText | UnsetType | None = UNSET

    def to_json(self) -> JsonObject:
        """Return the badge as runs and measurements have it."""
        return {"code": self.code, "label": self.label, "level": self.level, "detail": self.detail or None}


if TYPE_CHECKING:

    class PartFigures(FrozenPart, frozen=True, kw_only=True):
        """Metrics of one direction and group."""

    class MeasurementFigures(FrozenPart, frozen=True, kw_only=True):
        """Metrics of a measurement."""

else:
    # Null in documents from before a metric was measured.
    _FIGURES = [(metric.column, Real | None, None) for metric in METRICS.values()]
    _PART_FIGURES = [(metric.column, Real | None, None) for metric in METRICS.values() if not metric.is_percentile]
    PartFigures, MeasurementFigures = (
        defstruct(name, figures, bases=(FrozenPart,), frozen=True, kw_only=True)
        for name, figures in (("PartFigures", _PART_FIGURES), ("MeasurementFigures", _FIGURES))
    )


class FrozenMeasurementPart(PartFigures, frozen=True, kw_only=True):
    """One direction and group of a measurement. Its fields are columns."""

    direction: Word
    group: Count
    name: LongText | None
    host: LongText | None
    ios: Whole | None
    bytes: Whole | None
    latency_n: Whole | None
    percentiles_of: Word | None


class MeasurementLineage(FrozenPart, frozen=True, kw_only=True):
    """Sources of a measurement that its other fields do not show: the requested load, and figures as printed."""

    block_bytes: int | None = None
    read_percent: Percent | None = None
    random_percent: Percent | None = None
    threads: int | None = None
    queue_depth: int | None = None
    offered_iops: float | None = None
    as_printed: list[str] = field(default_factory=list)
    window_ms: list[int | float] | None = None


class FrozenPublishedFigure(FrozenPart, frozen=True, kw_only=True):
    """One figure as its source publishes it: its characters, their place, and damaged ones behind a reconstruction."""

    metric: Word
    value: Real
    value_kind: Word
    text: LongText | None = None
    place: LongText | None = None
    source_reads: LongText | None = None
    reconstructed: bool = False
    restated: bool = False

    def to_published(self) -> PublishedFigure:
        """Return the figure as measurements have it."""
        return PublishedFigure(**structs.asdict(self))


class FrozenMeasurement(MeasurementFigures, frozen=True, kw_only=True):
    """The figures of a phase. Its fields but `badges`, `lineage`, `parts` and `published_figures` are columns."""

    engine: ShortText | None
    runtime_ms: Whole | None
    ios: Whole | None
    bytes: Whole | None
    latency_n: Whole | None
    percentiles_of: Word | None
    outstanding_ios: Whole | None
    little_ratio: Real | None
    preconditioned: bool | None
    steady: bool | None
    estimated: bool
    value_kind: Annotated[
        str, Bounds("exact", "approximate", "range_low", "range_high", "lower_bound", "upper_bound", "ratio")
    ]
    badges: Annotated[list[FrozenBadge], Bounds(max_length=1000)]
    source_note: LongText | None
    parts: Annotated[list[FrozenMeasurementPart], Bounds(max_length=1000)]
    lineage: MeasurementLineage | None = None
    #: Absent for what a lab measured, and in documents of earlier releases.
    published_figures: Annotated[list[FrozenPublishedFigure], Bounds(max_length=1000)] | UnsetType = UNSET

    def get_figure(self, column: str) -> float | None:
        """Return the figure of a metric by its column, or `little_ratio`."""
        value: float | None = getattr(self, column)
        return value

    def list_published(self) -> list[PublishedFigure]:
        """Return its figures in the characters of their source."""
        return [figure.to_published() for figure in self.published_figures or ()]


class FrozenBlockSize(FrozenPart, frozen=True, kw_only=True):
    """One of the sizes of requests."""

    bytes: Annotated[int, Bounds(gt=0, le=BIGINT_MAX)]
    percent: Percent


class FrozenWorkload(FrozenPart, frozen=True, kw_only=True):
    """The fields of the workload of a phase that are read; the workload has others beside them."""

    block_sizes: Annotated[list[FrozenBlockSize], Bounds(min_length=1, max_length=1000)] | None = None
    read_percent: Percent | None = None
    random_percent: Percent | None = None
    threads: Whole | None = None
    queue_depth: Whole | None = None
    outstanding_ios: Whole | None = None
    offered_iops: Real | None = None
    load_percent: Real | None = None
    description: LongText | None = None

    @property
    def block_bytes(self) -> int | None:
        """The size of every request in bytes; None if there are several sizes or it is unknown."""
        return self.block_sizes[0].bytes if self.block_sizes is not None and len(self.block_sizes) == 1 else None


class FrozenPhase(FrozenPart, frozen=True, kw_only=True):
    """One workload of a run. `t0_ms` and `t1_ms` count from the first I/O of the run."""

    ordinal: Ordinal
    name: ShortText
    kind: Annotated[str, Bounds("fill", "precondition", "measure", "published")]
    group: ShortText | None
    loop: ShortText | None
    round: Annotated[int, Bounds(ge=1, le=BIGINT_MAX)] | None
    in_window: bool | None
    state: Annotated[str, Bounds(*PhaseState)]
    workload: JsonObject
    planned_seconds: Real | None
    t0_ms: Whole | None
    t1_ms: Whole | None
    stop: JsonObject | None
    stop_reason: ShortText | None
    message: LongText | None
    measurement: FrozenMeasurement | None
    ramp_seconds: Annotated[float, Bounds(ge=0, le=1e12)] = 0.0

    @property
    def description(self) -> str | None:
        """The workload in words."""
        return self.workload.get("description")

    @property
    def load(self) -> FrozenWorkload:
        """The workload by its fields."""
        return msgspec.convert(self.workload, FrozenWorkload)


class FrozenTrackedVerdict(FrozenPart, frozen=True, kw_only=True):
    """One tracked variable of a loop."""

    phase: str
    metric: str
    rounds: list[float | None]
    average: float | None
    range_pct: float | None
    slope_pct: float | None
    slope_per_round: float | None
    intercept: float | None
    sentence: str


class FrozenLoopVerdict(FrozenPart, frozen=True, kw_only=True):
    """Verdict on a loop."""

    name: str
    status: Status
    round_seconds: float | None
    window: tuple[int, int] | None
    first_steady_round: int | None
    range_limit_pct: float
    slope_limit_pct: float
    tracked: list[FrozenTrackedVerdict]
    sentence: str
    t0_ms: int | None
    t1_ms: int | None


class FrozenVerdict(FrozenPart, frozen=True, kw_only=True):
    """Steady-state verdict on a run; `strict` is that on the last minutes of an imported curve alone."""

    status: Status
    metric: str
    round_seconds: float | None
    round_spacing_seconds: float | None = None
    window: tuple[int, int] | None
    first_steady_round: int | None
    average: float | None
    range_pct: float | None
    slope_pct: float | None
    range_limit_pct: float | None
    slope_limit_pct: float | None
    level_limit_percent: float | None = None
    passing_window: tuple[int, int] | None = None
    rounds: list[float | None]
    sentence: str
    t0_ms: int | None
    t1_ms: int | None
    phase_ordinal: int | None
    strict: FrozenVerdict | None = None
    loops: list[FrozenLoopVerdict] | None = None


class FrozenRunHeadline(FrozenPart, frozen=True, kw_only=True):
    """One number that represents a run, in the base unit of its metric, with the workload of its phase in words."""

    metric: str
    label: str
    value: float
    unit: str
    better: Better
    workload: str | None = None


class FrozenFailure(FrozenPart, frozen=True, kw_only=True):
    """The reason why a run ended badly, who is responsible for it, and what was preserved."""

    kind: Annotated[str, Bounds(*FailureKind)]
    message: LongText
    responsible: str | None = field(name="who", default=None)
    preserved: LongText | None = field(name="kept", default=None)


class FrozenSource(FrozenPart, frozen=True, kw_only=True):
    """Source of a result that was not measured in the lab of the document."""

    title: LongText
    note: LongText | None = None


class FrozenInvalidation(FrozenPart, frozen=True, kw_only=True):
    """Since when and why nothing counts a run."""

    at: Moment
    reason: LongText


class FrozenProfile(FrozenPart, frozen=True, kw_only=True):
    """The recipe a run followed."""

    name: ShortText
    version: Count
    title: str = ""


class FrozenLinkLimit(FrozenPart, frozen=True, kw_only=True):
    """No more bytes a second can cross the links in `words`."""

    bytes_per_s: float
    words: str


class FrozenRebuild(FrozenPart, frozen=True, kw_only=True):
    """Times that give the rebuild duration of an array."""

    member_returned_s: float
    phases_began_s: float
    at_rest_ms: int | float


class RunLineage(FrozenPart, frozen=True, kw_only=True):
    """Sources of the charts, reports and places in rankings of a run."""

    attempts: int
    ranked: bool
    loops: list[JsonObject]
    target_bytes: int | None
    capacity_bytes: int | None
    rebuild: FrozenRebuild | None = None


class FrozenJobFile(FrozenPart, frozen=True, kw_only=True):
    """Text as the engine received it."""

    ordinal: int
    name: str
    text: str


class FrozenRawFile(FrozenPart, frozen=True, kw_only=True):
    """A raw file of a run: its hash or a commitment to it, and its part where it is published."""

    name: str
    size_bytes: int
    sha256: str | None
    phase_ordinal: int | None = None
    part: str | None = None
    redacted_sha256: str | None = None
    withheld: str | None = None
    sealed_sha256: str | None = None


class FrozenSeries(FrozenPart, frozen=True, kw_only=True):
    """One metric of a phase over time; `part` names where its points are."""

    phase_ordinal: int
    source: Annotated[str, Bounds("status", "logs", "intervals", "telemetry")]
    metric: Word
    direction: Word
    job: Count
    unit: Annotated[str, Bounds(max_length=30, pattern=r"\A[ -~]*\Z")]
    factor: Annotated[float, Bounds(gt=0, le=1e100)]
    estimated: bool
    points: Count
    part: ShortText


class FrozenBins(FrozenPart, frozen=True, kw_only=True):
    """The distribution of latencies of one direction and group; `part` names where its counts are."""

    phase_ordinal: int
    direction: Word
    group: int
    of: str | None = None
    part: ShortText


class FrozenRun(FrozenPart, frozen=True, kw_only=True):
    """A run that a number of the share comes from. A field that runs get later is private until it is added here."""

    number: Number
    title: ShortText
    origin: Annotated[str, Bounds("measured", "imported", "published")]
    state: Annotated[str, Bounds("finished", "failed", "cancelled", "lost")]
    data: Annotated[str, Bounds("complete", "partial")]
    scale: Annotated[str, Bounds("full", "smoke")]
    engine: ShortText | None
    engine_version: ShortText | None
    profile: FrozenProfile | None
    started_at: Moment | None
    finished_at: Moment | None
    duration_s: float | None
    verdict: FrozenVerdict | None
    headline: list[FrozenRunHeadline]
    badges: Annotated[list[FrozenBadge], Bounds(max_length=1000)]
    failure: FrozenFailure | None
    source: FrozenSource | None
    report: str | None = None
    link_limit: FrozenLinkLimit | None = None
    phases: Annotated[list[FrozenPhase], Bounds(max_length=MAX_PHASES)]
    invalid: FrozenInvalidation | None
    lineage: RunLineage | None = None
    target: str | None = None
    method: list[FrozenFact]
    job_files: list[FrozenJobFile]
    artifacts: list[FrozenRawFile]
    series: Annotated[list[FrozenSeries], Bounds(max_length=_MAX_CURVES)]
    bins: Annotated[list[FrozenBins], Bounds(max_length=_MAX_CURVES)]
    configuration: Annotated[str, Bounds(max_length=24)] | None
    #: Printed figures that are no measurements. Absent for what a lab measured, and in documents of earlier releases.
    statements: Annotated[list[PrintedFinding], Bounds(max_length=1000)] | UnsetType = UNSET
    #: Identity of the result, the same in every share of it. Earlier releases did not freeze it.
    result_id: Sha256 | None = None
