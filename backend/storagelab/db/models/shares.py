"""Permalinks: frozen documents, their parts and addresses, and how often they were read."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    LargeBinary,
    UniqueConstraint,
    func,
    or_,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column, generate_uuid7


class Share(Keyed, Timestamped, Base):
    """A frozen result. `document` is canonical JSON, zstd-compressed; a trigger forbids changing it or its hash.

    A draft has no address and may be removed. A published share remains, and a withdrawn share outlives its runs, so
    that its readers still see that it was withdrawn. Versions of one result have the same lineage.
    """

    __tablename__ = "share"
    __table_args__ = (
        UniqueConstraint("lineage_id", "version"),
        CheckConstraint("kind in ('run', 'comparison', 'ranking', 'campaign')", name="kind_known"),
        CheckConstraint("state in ('draft', 'published')", name="state_known"),
        CheckConstraint("origin in ('frozen', 'received')", name="origin_known"),
        CheckConstraint("doi is null or state = 'published'", name="doi_of_published"),
        Index(
            "uq_share_received_document", "document_sha256", unique=True, postgresql_where=text("origin = 'received'")
        ),
    )

    number: Mapped[int] = build_number_column("share_number")
    #: Whether this lab froze it, or took it in as another one froze it (`ReceivedShare`).
    origin: Mapped[str] = mapped_column(default="frozen", server_default="frozen")
    kind: Mapped[str] = mapped_column(default="run", server_default="run")
    #: The schema of the document.
    schema: Mapped[int] = mapped_column(default=1, server_default="1")
    lineage_id: Mapped[uuid.UUID] = mapped_column(default=generate_uuid7)
    version: Mapped[int] = mapped_column(default=1, server_default="1")
    state: Mapped[str] = mapped_column(default="published", server_default="published")
    #: The run of a share of kind `run`; `ShareRun` has all runs of every kind.
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)
    title: Mapped[str]
    author: Mapped[str]
    licence: Mapped[str | None]
    contact: Mapped[str | None]
    embargo_until: Mapped[dt.datetime | None]
    #: Whether the page stays closed until the embargo ends.
    closed_until_embargo: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    document: Mapped[bytes] = mapped_column(LargeBinary())
    document_sha256: Mapped[str]
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    published_at: Mapped[dt.datetime | None]
    expires_at: Mapped[dt.datetime | None]
    revoked_at: Mapped[dt.datetime | None]
    #: Shown to readers of a withdrawn share.
    revoked_reason: Mapped[str | None]
    #: Shown above the frozen page since then.
    correction: Mapped[str | None]
    corrected_at: Mapped[dt.datetime | None]
    #: Registered for it after its publication, as in `10.5281/zenodo.123`; not part of the document.
    doi: Mapped[str | None]

    @classmethod
    def is_live(cls) -> ColumnElement[bool]:
        """Return the condition that readers can open a share: published, not withdrawn, not expired."""
        return (
            (cls.state == "published")
            & cls.revoked_at.is_(None)
            & or_(cls.expires_at.is_(None), cls.expires_at > func.now())
        )


class ShareAddress(Keyed, Timestamped, Base):
    """An address of a published share for one audience. Readers find it by the hash of its token.

    The token is stored encrypted, bound to this row, so that those who manage the share can find the address again
    (ADR 0033). It is null where an earlier release created the address.
    """

    __tablename__ = "share_address"
    __table_args__ = (UniqueConstraint("share_id", "number"),)

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"))
    #: Its place among the addresses of the share, from 1.
    number: Mapped[int]
    audience: Mapped[str]
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(), unique=True)
    token_encrypted: Mapped[bytes | None] = mapped_column(LargeBinary())
    #: Whether its readers can download raw output that the share has.
    raw_files: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    created_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    expires_at: Mapped[dt.datetime | None]
    revoked_at: Mapped[dt.datetime | None]
    #: Shown to readers of a withdrawn address.
    revoked_reason: Mapped[str | None]


class ShareListing(Base):
    """Place of a published share on the public page: its own path without a token, and the texts of its card.

    All texts are from the frozen, redacted document. A share without a row is not listed, and has no public path.
    """

    __tablename__ = "share_listing"
    __table_args__ = (Index("ix_share_listing_listed_at", "listed_at"),)

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    #: The last part of its public path.
    slug: Mapped[str] = mapped_column(unique=True)
    listed_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    listed_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    title: Mapped[str]
    author: Mapped[str]
    finding: Mapped[str]
    workload: Mapped[str]
    hardware: Mapped[str]
    controllers: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    drives: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    #: All of these in lower case.
    search_text: Mapped[str]
    frozen_at: Mapped[dt.datetime]
    #: The chart on the card, and the size of its narrow picture in CSS px; None without a chart.
    chart_key: Mapped[str | None]
    chart_width: Mapped[int | None]
    chart_height: Mapped[int | None]


class ShareSummary(Base):
    """Facts of a share for lists and searches, which its frozen, redacted document gives.

    `revision` is that of the code that made the row (`storagelab.shares.page.summary`); older rows are made again.
    """

    __tablename__ = "share_summary"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int]
    layout: Mapped[str]
    #: Number of its charts.
    figures: Mapped[int]
    #: Facts above its title; each has a `text` and a `tone`.
    badges: Mapped[list[dict[str, Any]]] = mapped_column(default=list, server_default="[]")
    #: The finding that leads its page.
    finding: Mapped[str]
    #: All findings.
    search_text: Mapped[str]
    #: Kinds of texts that are hidden from readers.
    hidden: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    #: What its picture is of: a chart, or ratings; None without a picture.
    picture: Mapped[str | None]
    #: The chart of its picture.
    chart_key: Mapped[str | None]


class ShareRun(Base):
    """A run that a share uses. It may lose the run when that is removed, and never gets another one."""

    __tablename__ = "share_run"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    run_number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)


class ReceivedShare(Base):
    """Origin of a share that another lab froze. Lineage and version are those of that lab, and not of ours."""

    __tablename__ = "received_share"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    #: The permalink that its zip names; None where it was none that readers could open.
    address: Mapped[str | None]
    #: The release that packed it.
    product: Mapped[str]
    lineage_id: Mapped[uuid.UUID]
    version: Mapped[int]
    received_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    received_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))


class ReceivedRun(Base):
    """A run of a received share, by its number there, and what it was filed as here, as long as that exists."""

    __tablename__ = "received_run"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    run_number: Mapped[str] = mapped_column(primary_key=True)
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("run.id", ondelete="SET NULL"), index=True)


class SharePart(Base):
    """Bytes that documents name by their SHA-256, zstd-compressed; equal ones are stored once for all shares."""

    __tablename__ = "share_part"

    sha256: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary())
    #: Of the bytes themselves.
    size_bytes: Mapped[int]
    media_type: Mapped[str]


class SharePartUse(Base):
    """Under which name a share has a part."""

    __tablename__ = "share_part_use"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("share_part.sha256", ondelete="RESTRICT"), index=True)


class ShareView(Base):
    """Views of the page of a share at one address on one day (UTC): count, and time of the last one.

    The address of an earlier version also opens later ones, so it may be that of another share of the lineage.
    """

    __tablename__ = "share_view"

    share_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    address_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("share_address.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    day: Mapped[dt.date] = mapped_column(primary_key=True)
    views: Mapped[int] = mapped_column(default=0, server_default="0")
    last_at: Mapped[dt.datetime]
