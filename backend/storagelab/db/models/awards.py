"""Awards that people give to configurations of a ranking."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped


class Award(Keyed, Timestamped, Base):
    """One choice of a person in one ranking, with the reason. It is withdrawn, never removed, and affects no figure.

    `ranking` describes the ranking, in the one form that `ranking_key` is the SHA-256 of. The choice is a class of
    configurations, as in the ranking itself: `configuration_id` is the one that represented it at that time, and
    `configuration_name` its name then, which outlives it.
    """

    __tablename__ = "award"
    __table_args__ = (
        Index("ix_award_ranking_key", "ranking_key", "created_at", "id"),
        CheckConstraint("withdrawn_at is not null or withdrawn_by_id is null", name="withdrawn_has_time"),
    )

    ranking_key: Mapped[str]
    ranking: Mapped[Mapping[str, object]]
    class_hash: Mapped[str]
    configuration_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("configuration.id", ondelete="SET NULL"), index=True
    )
    configuration_name: Mapped[str]
    title: Mapped[str]
    reason: Mapped[str]
    author_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    withdrawn_at: Mapped[dt.datetime | None]
    withdrawn_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
