"""Schema of a run in a received document, as far as this lab needs it to file the run."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from storagelab.domain.lifecycle import FailureKind, PhaseState
from storagelab.http.schemas import BIGINT_MAX, Count, Moment
from storagelab.imports.storable import make_storable
from storagelab.runs.schemas import LoopVerdict, TrackedVerdict, Verdict
from storagelab.shares import result_ids
from storagelab.shares.receiving.fields import (
    LongText,
    Number,
    Percent,
    Real,
    Received,
    Short,
    Whole,
    Word,
    require_unique_names,
)

#: The maximum number of phases of a run.
MAX_PHASES = 2000
_MAX_PARTS_OF_A_MEASUREMENT = 1000
_MAX_CURVES = 20_000


class ReceivedBadge(Received):
    """Something a reader must know before using a number."""

    code: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(make_storable)]
    label: Short
    level: Literal["info", "warn", "error"]
    detail: LongText | None = None


class ReceivedMeasurementPart(Received):
    """One direction and group of a measurement. Its fields are columns."""

    direction: Word
    group: Annotated[int, Field(ge=0, le=BIGINT_MAX)]
    name: LongText | None
    host: LongText | None
    ios: Whole | None
    bytes: Whole | None
    iops: Real | None
    bandwidth_bytes_per_s: Real | None
    latency_n: Whole | None
    latency_mean_ns: Real | None
    latency_stddev_ns: Real | None
    latency_min_ns: Real | None
    latency_max_ns: Real | None
    percentiles_of: Word | None


class Lineage(Received):
    """Requested load of a measurement that records it itself."""

    read_percent: Percent | None = None
    random_percent: Percent | None = None


class ReceivedMeasurement(Received):
    """The figures of a phase. Its fields but `parts` and `lineage` are columns."""

    engine: Short | None
    runtime_ms: Whole | None
    ios: Whole | None
    bytes: Whole | None
    iops: Real | None
    bandwidth_bytes_per_s: Real | None
    latency_n: Whole | None
    latency_mean_ns: Real | None
    latency_stddev_ns: Real | None
    latency_min_ns: Real | None
    latency_max_ns: Real | None
    latency_p50_ns: Real | None
    latency_p90_ns: Real | None
    latency_p99_ns: Real | None
    latency_p999_ns: Real | None
    latency_p9999_ns: Real | None
    percentiles_of: Word | None
    outstanding_ios: Whole | None
    little_ratio: Real | None
    preconditioned: bool | None
    steady: bool | None
    estimated: bool
    value_kind: Literal["exact", "approximate", "range_low", "range_high", "lower_bound", "upper_bound", "ratio"]
    badges: Annotated[list[ReceivedBadge], Field(max_length=1000)]
    source_note: LongText | None
    lineage: Lineage | None = None
    parts: Annotated[list[ReceivedMeasurementPart], Field(max_length=_MAX_PARTS_OF_A_MEASUREMENT)]

    @model_validator(mode="after")
    def _parts_differ(self) -> ReceivedMeasurement:
        require_unique_names(((part.direction, part.group) for part in self.parts), "a part of a measurement")
        return self


class ReceivedBlockSize(Received):
    """One of the sizes of requests."""

    bytes: Annotated[int, Field(gt=0, le=BIGINT_MAX)]
    percent: Percent


class ReceivedWorkload(Received):
    """Requested load of a phase: the fields that this lab reads, beside others that are stored unchanged."""

    block_sizes: Annotated[list[ReceivedBlockSize], Field(min_length=1, max_length=1000)] | None = None
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


class ReceivedPhase(Received):
    """One workload of a run."""

    ordinal: Annotated[int, Field(ge=1, le=1_000_000)]
    name: Short
    kind: Literal["fill", "precondition", "measure", "published"]
    group: Short | None
    loop: Short | None
    round: Annotated[int, Field(ge=1, le=BIGINT_MAX)] | None
    in_window: bool | None
    state: Annotated[PhaseState, Field(strict=False)]
    workload: dict[str, Any]
    planned_seconds: Real | None
    ramp_seconds: Annotated[float, Field(ge=0, le=1e12)] = 0.0
    t0_ms: Whole | None
    t1_ms: Whole | None
    stop: dict[str, Any] | None
    stop_reason: Short | None
    message: LongText | None
    measurement: ReceivedMeasurement | None

    @property
    def load(self) -> ReceivedWorkload:
        """The workload by its fields."""
        return ReceivedWorkload.model_validate(self.workload)

    @model_validator(mode="after")
    def _load_is_one(self) -> ReceivedPhase:
        _ = self.load
        return self


class ReceivedSeries(Received):
    """One metric of a phase over time; `part` names where its points are."""

    phase_ordinal: int
    source: Literal["status", "logs", "intervals", "telemetry"]
    metric: Word
    direction: Word
    job: Annotated[int, Field(ge=0, le=BIGINT_MAX)]
    unit: Annotated[str, Field(max_length=30, pattern=r"^[ -~]*$")]
    factor: Annotated[float, Field(gt=0, le=1e100)]
    estimated: bool
    points: Count
    part: Short


class Bins(Received):
    """The distribution of latencies of one direction and group; `part` names where its counts are."""

    phase_ordinal: int
    direction: Word
    group: int
    part: Short


class _Tracked(TrackedVerdict):
    model_config = ConfigDict(extra="ignore")


class _Loop(LoopVerdict):
    model_config = ConfigDict(extra="ignore")

    tracked: list[_Tracked]  # type: ignore[assignment]


class SteadyVerdict(Verdict):
    """The verdict as the API shows it, without the fields of later releases."""

    model_config = ConfigDict(extra="ignore")

    strict: SteadyVerdict | None = None
    loops: list[_Loop] | None = None  # type: ignore[assignment]


class ReceivedFailure(Received):
    """Failure of a run, with its reason."""

    kind: Annotated[FailureKind, Field(strict=False)]
    message: LongText
    kept: LongText | None = None


class ReceivedSource(Received):
    """Source of a result that was not measured in the sending lab."""

    title: LongText
    note: LongText | None = None


class Invalid(Received):
    """Since when and why nothing counts a run."""

    at: Moment
    reason: LongText


class ReceivedProfile(Received):
    """The recipe a run followed."""

    name: Short
    version: Count


class ReceivedRunDocument(Received):
    """A run of theirs."""

    number: Number
    #: Earlier releases did not contain it.
    result_id: Annotated[str, Field(pattern=result_ids.PATTERN)] | None = None
    title: Short
    origin: Literal["measured", "imported", "published"]
    state: Literal["finished", "failed", "cancelled", "lost"]
    data: Literal["complete", "partial"]
    scale: Literal["full", "smoke"]
    engine: Short | None
    engine_version: Short | None
    profile: ReceivedProfile | None
    started_at: Moment | None
    finished_at: Moment | None
    verdict: SteadyVerdict | None
    badges: Annotated[list[ReceivedBadge], Field(max_length=1000)]
    failure: ReceivedFailure | None
    source: ReceivedSource | None
    invalid: Invalid | None
    configuration: Annotated[str, Field(max_length=24)] | None
    phases: Annotated[list[ReceivedPhase], Field(max_length=MAX_PHASES)]
    series: Annotated[list[ReceivedSeries], Field(max_length=_MAX_CURVES)]
    bins: Annotated[list[Bins], Field(max_length=_MAX_CURVES)]

    @model_validator(mode="after")
    def _belongs_together(self) -> ReceivedRunDocument:
        require_unique_names((phase.ordinal for phase in self.phases), f"a phase of {self.number}")
        require_unique_names(
            (
                (series.phase_ordinal, series.source, series.metric, series.direction, series.job)
                for series in self.series
            ),
            f"a series of {self.number}",
        )
        require_unique_names(
            ((entry.phase_ordinal, entry.direction, entry.group) for entry in self.bins), f"bins of {self.number}"
        )
        measured = {
            (phase.ordinal, part.direction, part.group)
            for phase in self.phases
            for part in (phase.measurement.parts if phase.measurement is not None else ())
        }
        if any((entry.phase_ordinal, entry.direction, entry.group) not in measured for entry in self.bins):
            raise ValueError(f"{self.number} has bins of a measurement that it does not have")
        ordinals = {phase.ordinal for phase in self.phases}
        if any(series.phase_ordinal not in ordinals for series in self.series):
            raise ValueError(f"{self.number} has a series of a phase that it does not have")
        if self.invalid is not None and len(self.invalid.reason.strip()) == 0:
            raise ValueError(f"{self.number} is marked invalid without a reason")
        return self
