"""Workbenches that an address has no room for."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Timestamped


class StoredWorkbench(Timestamped, Base):
    """The document of a workbench under the digest of its content, by which addresses name it. It never changes."""

    __tablename__ = "workbench"

    digest: Mapped[str] = mapped_column(primary_key=True)
    #: As `storagelab.workbench.document` describes it.
    document: Mapped[Mapping[str, object]]
