"""Imported results: uploads and their contents."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.domain.import_values import ResultChoice, StoredPreview

#: States in which a worker has something to do.
WORKING = "state in ('reading', 'storing')"


class Import(Keyed, Timestamped, Base):
    """One upload. Its files lie in the staging folder until its results are stored as runs or it is discarded."""

    __tablename__ = "import"
    __table_args__ = (
        CheckConstraint(
            "state in ('reading', 'ready', 'storing', 'stored', 'failed', 'discarded')", name="state_known"
        ),
        Index("ix_import_recent", text("created_at desc"), text("id desc")),
        Index("ix_import_working", "claimed_until", postgresql_where=text(WORKING)),
    )

    number: Mapped[int] = build_number_column("import_number")
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    state: Mapped[str]
    format: Mapped[str]
    title: Mapped[str]
    configuration_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("configuration.id", ondelete="SET NULL"))
    #: Whether every result is stored as soon as it has been read, without a review.
    store_when_read: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    file_count: Mapped[int]
    size_bytes: Mapped[int]
    #: How far reading or storing is, as the API shows it.
    progress: Mapped[Mapping[str, int | str]]
    #: What was read, as the API shows it; None until then.
    preview: Mapped[StoredPreview | None]
    #: What is to be stored: index, title and configuration of each result; None means all as they are.
    selection: Mapped[list[ResultChoice] | None]
    error_message: Mapped[str | None]
    error_kept: Mapped[str | None]
    #: Until when a worker holds it; one that died lets go by that.
    claimed_until: Mapped[dt.datetime | None]
    enqueued_at: Mapped[dt.datetime | None]
    #: How often its present work was begun; a file that kills its reader must not do so for ever.
    tries: Mapped[int] = mapped_column(default=0, server_default="0")
    finished_at: Mapped[dt.datetime | None]
