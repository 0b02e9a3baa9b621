"""Permalinks: frozen copies behind a token."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, numbered


class Share(Keyed, Timestamped, Base):
    """A frozen result. `document` is canonical JSON, zstd-compressed; a trigger forbids changing it or its hash.

    A withdrawn share outlives its run, so that its readers are still told that it was withdrawn.
    """

    __tablename__ = "share"

    number: Mapped[int] = numbered("share_number")
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(), unique=True)
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)
    title: Mapped[str]
    author: Mapped[str]
    document: Mapped[bytes] = mapped_column(LargeBinary())
    document_sha256: Mapped[str]
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    expires_at: Mapped[dt.datetime | None]
    revoked_at: Mapped[dt.datetime | None]
