"""Findings: published, written by hand or computed, and the runs that they are about."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column


class StoredFinding(Keyed, Timestamped, Base):
    """One finding as `domain.finding.Finding` describes it, with its place in the lab."""

    __tablename__ = "finding"
    __table_args__ = (
        CheckConstraint("origin in ('published', 'written', 'computed')", name="origin_known"),
        CheckConstraint("strength in ('clear', 'slight', 'stated', 'tested', 'untested')", name="strength_known"),
        Index("ix_finding_source_title", "source_title", "ordinal"),
        Index("ix_finding_run_id", "run_id", "ordinal"),
        Index("ix_finding_recent", "created_at", "id"),
    )

    number: Mapped[int] = build_number_column("finding_number")
    origin: Mapped[str]
    source_title: Mapped[str | None]
    #: Its place among the findings of its source or of its run.
    ordinal: Mapped[int | None]
    #: Heading and paragraph in the source.
    place: Mapped[str | None]
    test: Mapped[str | None]
    #: Keys of `domain.finding.WORKLOAD_KEYS` in the order of the source, which JSON text keeps.
    workload: Mapped[Mapping[str, str]] = mapped_column(JSON(), default=dict)
    raid_level: Mapped[str | None]
    state: Mapped[str | None]
    subject: Mapped[str]
    relation: Mapped[str]
    object: Mapped[str | None]
    value: Mapped[float | None]
    unit: Mapped[str | None]
    #: Of a printed figure: its kind as of a measurement, and its own characters.
    value_kind: Mapped[str | None]
    printed: Mapped[str | None]
    #: The damaged characters in the source that the figure was reconstructed from.
    source_reads: Mapped[str | None]
    strength: Mapped[str] = mapped_column(default="stated", server_default="stated")
    note: Mapped[str | None]
    #: The run that it was filed with and that it is removed with.
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    edited_at: Mapped[dt.datetime | None]
    edited_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))


class FindingRun(Keyed, Base):
    """A run that the subject or the object of a finding was measured by.

    A removed run leaves its number, so that nobody takes the finding for one without runs.
    """

    __tablename__ = "finding_run"
    __table_args__ = (
        CheckConstraint("side in ('subject', 'object')", name="side_known"),
        UniqueConstraint("finding_id", "side", "run_number"),
    )

    finding_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("finding.id", ondelete="CASCADE"))
    side: Mapped[str]
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)
    run_number: Mapped[int]
