"""Profiles that people of this lab wrote, in versions that never change."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped


class CustomProfile(Keyed, Timestamped, Base):
    """A profile of this lab. Of the row only the newest version and whether it is archived are ever updated."""

    __tablename__ = "custom_profile"
    __table_args__ = (CheckConstraint("latest_version >= 1", name="has_a_version"),)

    name: Mapped[str] = mapped_column(unique=True)
    owner_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    latest_version: Mapped[int]
    archived_at: Mapped[dt.datetime | None]


class ProfileVersion(Keyed, Timestamped, Base):
    """One version as it was saved; a trigger forbids change. `text` is the YAML that a person wrote.

    `document` is the same as JSON text: a JSON column would lose the order of its keys, and the axes of a sweep are
    taken in the order written. `title` and `description` are those of the document, for lists and searches.
    """

    __tablename__ = "custom_profile_version"
    __table_args__ = (UniqueConstraint("profile_id", "version"),)

    profile_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("custom_profile.id"))
    version: Mapped[int]
    title: Mapped[str]
    description: Mapped[str]
    text: Mapped[str]
    document: Mapped[str]
    sha256: Mapped[str]
    based_on: Mapped[str | None]
    note: Mapped[str] = mapped_column(default="", server_default="")
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id"))
