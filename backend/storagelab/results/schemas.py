"""REST schemas of runs and their children. Unknown is null; units end the names."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.dispatch.probe_results import ProbeResult
from storagelab.domain.configuration_facts import Group
from storagelab.domain.lifecycle import AttemptState, PhaseState
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.plan import Scale
from storagelab.http.free_objects import ConfigurationSnapshot, OperationEvidence, RecordedStop, RecordedWorkload
from storagelab.http.labels import LabelsShown
from storagelab.http.listing import Listing
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import Line, NumberedName, Strict
from storagelab.planning.schemas import CancelMode
from storagelab.runs.schemas import Badge, RunSummary

#: Columns hold states as text; here they are one of the known words.
_Stored = Field(strict=False)
ConfigurationOrigin = Literal["discovered", "published", "imported"]


class MeasurementPartOut(Renamed, schema_name="MeasurementPart"):
    """One direction and reporting group of a measurement: everything above it is derived from these.

    Of imported results `group` counts the jobs that ran together, and `name` and `host` name which one it is.
    """

    direction: str
    group: int
    name: str | None
    host: str | None
    ios: int | None
    bytes: int | None
    iops: float | None
    bandwidth_bytes_per_s: float | None
    latency_n: int | None
    latency_mean_ns: float | None
    latency_stddev_ns: float | None
    latency_min_ns: float | None
    latency_max_ns: float | None
    percentiles_of: str | None


class _MeasuredFigures(Renamed):
    id: uuid.UUID
    engine: str | None
    runtime_ms: int | None
    ios: int | None
    bytes: int | None
    iops: float | None
    bandwidth_bytes_per_s: float | None
    latency_n: int | None
    latency_mean_ns: float | None
    latency_stddev_ns: float | None
    latency_min_ns: float | None
    latency_max_ns: float | None


class _MeasuredPercentiles(_MeasuredFigures):
    # The stored percentiles stand between the other figures and their conditions.
    __annotations__ = dict.fromkeys(PERCENTILES, float | None)


class PublishedFigureOut(Strict, schema_name="PublishedFigure"):
    """One figure of a measurement as its source publishes it.

    `text` has the characters of the source, null for a value that was reconstructed from a damaged text. `value` is the
    reading in the base unit of the metric. `source_reads` are the damaged characters. A `restated` figure is a rounding
    elsewhere in the source, and no value of the measurement.
    """

    metric: Annotated[str, MetricKey()]
    value: float
    value_kind: str
    text: str | None
    place: str | None
    source_reads: str | None
    reconstructed: bool
    restated: bool


class MeasurementOut(_MeasuredPercentiles, schema_name="Measurement"):
    """The metrics of one phase over its measurement window. `value_kind` shows how firm published values are.

    `published_figures` has them in the characters of their source, empty for a measurement of a lab.
    A percentile of p percent needs at least 10 / (1 - p/100) of the `latency_n` I/Os behind it to mean something.
    """

    percentiles_of: str | None
    outstanding_ios: int | None
    little_ratio: float | None
    preconditioned: bool | None
    steady: bool | None
    estimated: bool
    value_kind: str
    badges: list[Badge]
    source_note: str | None
    published_figures: list[PublishedFigureOut]
    parts: list[MeasurementPartOut]


class PhaseOut(Strict, schema_name="Phase"):
    """One workload of a run. `t0_ms` and `t1_ms` count from the first I/O of the run."""

    id: uuid.UUID
    ordinal: int
    name: str
    kind: Literal["fill", "precondition", "measure", "published"]
    group: str | None = None
    #: Its loop; a result of a loop is the mean over the rounds that are `in_measurement_window`.
    loop: str | None = None
    round: int | None
    in_measurement_window: bool | None = None
    state: Annotated[PhaseState, _Stored]
    workload: RecordedWorkload
    planned_seconds: float | None
    started_at: dt.datetime | None
    t0_ms: int | None
    t1_ms: int | None
    stop: RecordedStop | None
    stop_reason: str | None
    exit_code: int | None
    message: str | None
    has_series: bool
    measurement: MeasurementOut | None


class AttemptEventOut(Strict, schema_name="AttemptEvent"):
    """An event of an attempt. `actor` is the program that saw it or did it."""

    at: dt.datetime
    actor: str
    kind: str
    message: str


class AttemptProbeResults(Strict):
    """Results of the probes of an attempt: when it was prepared, and again with the drives held open."""

    prepare: list[ProbeResult]
    start: list[ProbeResult]


class OperationState(Strict):
    """State of one operation of the preparation, with its evidence."""

    ordinal: int
    kind: str
    title: str
    state: Literal["planned", "running", "finished", "failed", "skipped", "cancelled", "lost"]
    message: str | None
    started_at: dt.datetime | None
    finished_at: dt.datetime | None
    evidence: OperationEvidence


class NeighbourChange(Strict):
    """A drive beside the target that is not as it was before."""

    device: str
    difference: str


class Neighbours(Strict):
    """State of the drives that were no target: whether each is as it was before the attempt."""

    state: Literal["unchanged", "changed", "unknown"]
    changed: list[NeighbourChange]


class TelemetryState(Strict):
    """Availability of telemetry of the server during the attempt."""

    available: bool
    reason: str | None


class AttemptOut(Strict, schema_name="Attempt"):
    """One try at a run, with what happened to it in order.

    `connectivity` is unreachable also when nothing was heard for 30 s of an attempt that runs. `last_contact_at` is
    when its server was heard last, null once it is over. `cancel_mode` is null while no cancel was requested.
    `resumed_from` is the number of the attempt whose finished phases this one continues. `stuck` means that an engine
    outlived even SIGKILL.
    """

    id: uuid.UUID
    number: str
    ordinal: int
    state: Annotated[AttemptState, _Stored]
    connectivity: Literal["ok", "unreachable"]
    last_contact_at: dt.datetime | None
    started_at: dt.datetime | None
    finished_at: dt.datetime | None
    cancel_mode: CancelMode | None
    resumed_from: str | None
    probe_results: AttemptProbeResults
    operations: list[OperationState]
    neighbours: Neighbours | None
    telemetry: TelemetryState | None
    warnings: list[str]
    stuck: bool
    events: list[AttemptEventOut]


class ResultSource(Strict):
    """Source of a result that was not measured here."""

    title: str
    note: str | None


class AttemptOverride(Strict):
    """Declares an attempt lost that cannot be reached. `server_name` has to be typed again."""

    server_name: Annotated[Line, Field(min_length=1, max_length=100)]
    reason: Annotated[Line, Field(min_length=3, max_length=500)]


class Resumption(Strict):
    """The phases that resuming a run that has ended would preserve and repeat, by their ordinals.

    `refusal` states why it cannot be resumed, null when it can.
    """

    refusal: str | None
    preserved: list[int]
    repeated: list[int]


class RunMarkOut(Strict, schema_name="RunMark"):
    """One decision about a run: that it is invalid or valid again, moved to the trash or restored."""

    at: dt.datetime
    by: str | None
    kind: Literal["invalid", "valid", "trashed", "restored"]
    reason: str | None


class LinkLimit(Renamed):
    """No more bytes a second can cross the links in `words`, such as `4 × 16 GT/s x4`."""

    bytes_per_s: float
    words: str


class RunOut(RunSummary, schema_name="Run"):
    """One run with everything a result page shows. `marks` is every decision about it, newest first."""

    phases: list[PhaseOut]
    configuration_snapshot: ConfigurationSnapshot | None
    class_hash: str | None
    instance_hash: str | None
    attempts: list[AttemptOut]
    artifact_count: int
    source: ResultSource | None
    rankable: bool
    #: Null while the run goes on, and for results that were not measured here.
    resumption: Resumption | None
    #: The SNIA test whose report is at `/runs/{ref}/report`; null for a run that has none.
    report: str | None
    marks: list[RunMarkOut]
    #: What the links under the load can carry; null unless every one of them is known.
    link_limit: LinkLimit | None


class DriveRun(Strict):
    """A run that worked on a drive.

    `written_bytes` is what the drive counted between its health readings at begin and end of the run, else what the
    lab counted, null where a part of that is unknown. `endurance_percent` is its share of the rated endurance.
    `highest_temperature_c` is the higher of the readings at begin and end.
    """

    run: RunSummary
    written_bytes: int | None
    endurance_percent: float | None
    highest_temperature_c: float | None


class DriveRunPage(Listing[DriveRun]):
    """One page of runs of a drive."""


class ArtifactOut(Strict, schema_name="Artifact"):
    """A raw file of a run. Its bytes are at `/artifacts/{id}/content`."""

    id: uuid.UUID
    run_id: uuid.UUID
    phase_ordinal: int | None
    name: str
    kind: str
    media_type: str
    size_bytes: int
    sha256: str
    created_at: dt.datetime


class ArtifactPage(Listing[ArtifactOut]):
    """One page of the raw files of a run."""


class ConfigurationSummary(Strict):
    """Configuration of results: an immutable snapshot with its two hashes, under the name people use.

    `derived_name` is the name it was filed under, null unless a person has given it another one.
    """

    id: uuid.UUID
    number: str
    name: str
    derived_name: str | None
    class_hash: str
    instance_hash: str
    origin: ConfigurationOrigin
    snapshot: ConfigurationSnapshot
    run_count: int
    labels: LabelsShown
    created_at: dt.datetime


class ConfigurationPage(Listing[ConfigurationSummary]):
    """One page of configurations."""


class ConfigurationHistory(Strict):
    """A history that runs on a configuration belong to, at one scale. Request it by its `newest` run on it.

    `run_count` counts those on this configuration alone.
    """

    newest: str
    title: str
    version: int | None
    server: NumberedName | None
    role: str
    scale: Scale
    run_count: int


class ConfigurationFact(Strict):
    """One thing that can change a result. A value of null is unknown."""

    key: str
    label: str
    group: Group
    value: str | None


class ConfigurationUse(Strict):
    """When a configuration was measured first and last, and where last.

    `is_in_place` is false once another configuration was measured on the same drives there or the inventory of the
    server changed, and null without a server.
    """

    first_run_at: dt.datetime
    last_run_at: dt.datetime
    last_run: str
    server: NumberedName | None
    is_in_place: bool | None


class ConfigurationOut(ConfigurationSummary, schema_name="Configuration"):
    """One configuration with its facts and the histories of its runs, the one with the newest run first.

    `use` is null while no run on it has begun.
    """

    facts: list[ConfigurationFact]
    use: ConfigurationUse | None
    histories: list[ConfigurationHistory]
