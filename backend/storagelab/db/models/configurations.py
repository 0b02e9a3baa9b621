"""Configurations: immutable snapshots that results are filed under."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.domain.labels import Labels


class Configuration(Keyed, Timestamped, Base):
    """System that a result was measured on.

    Only its name and labels are ever updated; a changed system is another one.
    """

    __tablename__ = "configuration"
    __table_args__ = (CheckConstraint("origin in ('discovered', 'published', 'imported')", name="origin_known"),)

    number: Mapped[int] = build_number_column("configuration_number")
    name: Mapped[str]
    #: The name it was filed under, where a person has given it another one.
    derived_name: Mapped[str | None]
    origin: Mapped[str]
    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="SET NULL"), index=True)
    class_hash: Mapped[str] = mapped_column(index=True)
    instance_hash: Mapped[str] = mapped_column(index=True)
    snapshot: Mapped[dict[str, Any]]
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
