"""What the API says about runs and everything filed under them. Unknown is null; units end the names."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Any, Literal

from pydantic import Field

from storagelab.domain.lifecycle import AttemptState, PhaseState
from storagelab.http.schemas import Strict
from storagelab.jobs.run_schemas import Badge, RunSummary

#: Columns hold states as text; here they are one of the known words.
_Stored = Field(strict=False)
ConfigurationOrigin = Literal["discovered", "published", "imported"]


class MeasurementPart(Strict):
    """One direction and reporting group of a measurement: everything above it is derived from these.

    Of imported results `group` counts the jobs that ran together, and `name` and `host` say which one it is.
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


class Measurement(Strict):
    """The metrics of one phase over its measurement window. `value_kind` says how firm published values are.

    A percentile of p percent needs at least 10 / (1 - p/100) of the `latency_n` I/Os behind it to mean something.
    """

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
    latency_p50_ns: float | None
    latency_p90_ns: float | None
    latency_p99_ns: float | None
    latency_p999_ns: float | None
    latency_p9999_ns: float | None
    percentiles_of: str | None
    outstanding_ios: int | None
    little_ratio: float | None
    preconditioned: bool | None
    steady: bool | None
    estimated: bool
    value_kind: str
    badges: list[Badge]
    source_note: str | None
    parts: list[MeasurementPart]


class Phase(Strict):
    """One workload of a run. `t0_ms` and `t1_ms` count from the first I/O of the run."""

    id: uuid.UUID
    ordinal: int
    name: str
    kind: Literal["fill", "precondition", "measure", "published"]
    round: int | None
    state: Annotated[PhaseState, _Stored]
    workload: dict[str, Any]
    planned_seconds: float | None
    started_at: dt.datetime | None
    t0_ms: int | None
    t1_ms: int | None
    stop: dict[str, Any] | None
    stop_reason: str | None
    exit_code: int | None
    message: str | None
    has_series: bool
    measurement: Measurement | None


class AttemptEvent(Strict):
    """Who saw or did what."""

    at: dt.datetime
    who: str
    kind: str
    message: str


class Attempt(Strict):
    """One try at a run, with what happened to it in order."""

    id: uuid.UUID
    number: str
    ordinal: int
    state: Annotated[AttemptState, _Stored]
    reach: Literal["ok", "unreachable"]
    started_at: dt.datetime | None
    ended_at: dt.datetime | None
    events: list[AttemptEvent]


class Source(Strict):
    """Where a result that was not measured here comes from."""

    title: str
    note: str | None


class Claim(Strict):
    """A printed figure or ranking that is no measurement of the lab; `value` is null for words alone."""

    id: uuid.UUID
    run_id: uuid.UUID
    ordinal: int
    subject: str
    metric: str
    value: float | None
    unit: str | None
    value_kind: str
    printed: str
    conditions: dict[str, Any]
    note: str | None


class Run(RunSummary):
    """One run with everything a result page shows."""

    phases: list[Phase]
    configuration_snapshot: dict[str, Any] | None
    class_hash: str | None
    instance_hash: str | None
    attempts: list[Attempt]
    artifact_count: int
    source: Source | None
    ranked: bool


class Artifact(Strict):
    """A raw file of a run; its bytes are at `/artifacts/{id}/content`."""

    id: uuid.UUID
    run_id: uuid.UUID
    phase_ordinal: int | None
    name: str
    kind: str
    media_type: str
    size_bytes: int
    sha256: str
    created_at: dt.datetime


class Configuration(Strict):
    """What results were measured on: an immutable snapshot with its two hashes."""

    id: uuid.UUID
    number: str
    name: str
    class_hash: str
    instance_hash: str
    origin: ConfigurationOrigin
    snapshot: dict[str, Any]
    run_count: int
    created_at: dt.datetime
