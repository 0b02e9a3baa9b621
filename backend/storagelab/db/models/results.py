"""Samples while an attempt lives, series and measurements afterwards, and the raw files behind them."""

from __future__ import annotations

import builtins
import datetime as dt
import uuid
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, LargeBinary, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, StoredPercentiles, Timestamped
from storagelab.db.models.jobs import Phase
from storagelab.domain.published import PublishedFigureValues


class LiveChunk(Base):
    """The samples of one poll of one stream, stored in the transaction that moved the cursor."""

    __tablename__ = "live_chunk"
    __table_args__ = (
        UniqueConstraint("attempt_id", "stream", "start_offset"),
        # A few chunks of a phase that has thousands are found by their ids.
        Index("ix_live_chunk_phase_id_id", "phase_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    attempt_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("attempt.id", ondelete="CASCADE"))
    phase_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("phase.id", ondelete="CASCADE"))
    stream: Mapped[str]
    start_offset: Mapped[int]
    end_offset: Mapped[int]
    #: Interval samples as JSON objects (`domain.samples.IntervalSample`), times within the phase.
    samples: Mapped[list[Any]]
    #: The response times of each sample (analysis.latency_slices.pack_histograms); None where the engine reports none.
    histograms: Mapped[bytes | None] = mapped_column(LargeBinary(), deferred=True)
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())


class StreamCursor(Base):
    """Read position in one output stream of an attempt, and the state from which the next difference starts."""

    __tablename__ = "stream_cursor"

    attempt_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("attempt.id", ondelete="CASCADE"), primary_key=True)
    stream: Mapped[str] = mapped_column(primary_key=True)
    offset: Mapped[int] = mapped_column(default=0)
    state: Mapped[dict[str, Any] | None]


class Series(Base):
    """One metric of one phase over time, losslessly packed. Value = integer x `factor` in `unit`."""

    __tablename__ = "series"
    __table_args__ = (Index("ix_series_phase_id", "phase_id"),)

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    phase_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("phase.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[str] = mapped_column(primary_key=True)
    metric: Mapped[str] = mapped_column(primary_key=True)
    direction: Mapped[str] = mapped_column(primary_key=True)
    job: Mapped[int] = mapped_column(primary_key=True, default=0)
    unit: Mapped[str]
    factor: Mapped[float]
    estimated: Mapped[bool] = mapped_column(default=False)
    #: The file and the host it was read from, where there are several.
    member: Mapped[str | None]
    host: Mapped[str | None]
    n: Mapped[int]
    t0_ms: Mapped[int]
    t1_ms: Mapped[int]
    value_min: Mapped[float | None]
    value_max: Mapped[float | None]
    value_mean: Mapped[float | None]
    overview: Mapped[bytes | None] = mapped_column(LargeBinary())
    data: Mapped[bytes] = mapped_column(LargeBinary())


class LatencyOverTime(Base):
    """The response times of one direction of one phase over time: the histograms of at most a few hundred slices."""

    __tablename__ = "latency_over_time"
    __table_args__ = (Index("ix_latency_over_time_phase_id", "phase_id"),)

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    phase_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("phase.id", ondelete="CASCADE"), primary_key=True)
    direction: Mapped[str] = mapped_column(primary_key=True)
    #: Slices, and the I/Os that all of them count.
    n: Mapped[int]
    ios: Mapped[int]
    #: Packed edges and counts (analysis.latency_slices.pack_slices).
    times: Mapped[bytes] = mapped_column(LargeBinary())
    data: Mapped[bytes] = mapped_column(LargeBinary())


class Measurement(Keyed, Timestamped, StoredPercentiles, Base):
    """The metrics of one phase over its measurement window, with the conditions they hold under."""

    __tablename__ = "measurement"
    __table_args__ = (
        CheckConstraint(
            "value_kind in ('exact', 'approximate', 'range_low', 'range_high', 'lower_bound', 'upper_bound', 'ratio')",
            name="value_kind_known",
        ),
        Index("ix_measurement_pattern", "block_bytes", "read_percent", "outstanding_ios", text("iops desc")),
    )

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    phase_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("phase.id", ondelete="CASCADE"), unique=True)
    engine: Mapped[str | None]
    block_bytes: Mapped[int | None]
    read_percent: Mapped[float | None]
    random_percent: Mapped[float | None]
    threads: Mapped[int | None]
    queue_depth: Mapped[int | None]
    outstanding_ios: Mapped[int | None]
    offered_iops: Mapped[float | None]
    runtime_ms: Mapped[int | None]
    ios: Mapped[int | None]
    bytes: Mapped[int | None]
    iops: Mapped[float | None]
    bandwidth_bytes_per_s: Mapped[float | None]
    #: I/Os behind the latencies: a percentile needs enough of them.
    latency_n: Mapped[int | None]
    latency_mean_ns: Mapped[float | None]
    latency_stddev_ns: Mapped[float | None]
    latency_min_ns: Mapped[float | None]
    latency_max_ns: Mapped[float | None]
    percentiles_of: Mapped[str | None]
    little_ratio: Mapped[float | None]
    preconditioned: Mapped[bool | None]
    steady: Mapped[bool | None]
    estimated: Mapped[bool] = mapped_column(default=False)
    value_kind: Mapped[str] = mapped_column(default="exact")
    badges: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    source_note: Mapped[str | None]
    #: Its figures in the characters of their source; empty where the lab measured them.
    published_figures: Mapped[list[PublishedFigureValues]] = mapped_column(default=list, server_default="[]")

    phase: Mapped[Phase] = relationship(lazy="raise")
    parts: Mapped[list[MeasurementPart]] = relationship(lazy="raise", order_by="MeasurementPart.direction")


class MeasurementPart(Base):
    """Part statistics of one direction and group: everything in `measurement` is derived from these.

    Of imported results the group counts the jobs that ran at the same time; `name` and `host` identify the job, and a
    figure that is missing in its file is None. Direction `total` is for a file without figures by direction.
    """

    __tablename__ = "measurement_part"

    measurement_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("measurement.id", ondelete="CASCADE"), primary_key=True
    )
    direction: Mapped[str] = mapped_column(primary_key=True)
    group: Mapped[int] = mapped_column(primary_key=True, default=0)
    name: Mapped[str | None]
    host: Mapped[str | None]
    ios: Mapped[int | None]
    bytes: Mapped[int | None]
    iops: Mapped[float | None]
    bandwidth_bytes_per_s: Mapped[float | None]
    runtime_ms: Mapped[int | None]
    latency_n: Mapped[int | None]
    latency_mean_ns: Mapped[float | None]
    latency_stddev_ns: Mapped[float | None]
    latency_min_ns: Mapped[float | None]
    latency_max_ns: Mapped[float | None]
    percentiles_of: Mapped[str | None]
    #: Packed latency bins (analysis.bins.pack); None where the engine gave none.
    bins: Mapped[builtins.bytes | None] = mapped_column(LargeBinary())


class Artifact(Keyed, Timestamped, Base):
    """A raw file of an engine or collector, byte for byte, in the artifact store under its SHA-256.

    Without a `storage_key` the file is rebuilt from the series of its run, following `layout` (decision 9).
    """

    __tablename__ = "artifact"
    __table_args__ = (UniqueConstraint("attempt_id", "name"),)

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    attempt_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("attempt.id", ondelete="CASCADE"))
    phase_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("phase.id", ondelete="SET NULL"))
    name: Mapped[str]
    kind: Mapped[str]
    media_type: Mapped[str]
    size_bytes: Mapped[int]
    sha256: Mapped[str]
    storage_key: Mapped[str | None]
    layout: Mapped[dict[str, Any] | None]
    expires_at: Mapped[dt.datetime | None]
