"""Users, sign-ins and their audit trail."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, LargeBinary, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped

ROLE_KNOWN = "role in ('viewer', 'operator', 'admin')"


class User(Keyed, Timestamped, Base):
    """A person or a program that may sign in."""

    __tablename__ = "user"
    __table_args__ = (CheckConstraint(ROLE_KNOWN, name="role_known"),)

    name: Mapped[str] = mapped_column(unique=True)
    role: Mapped[str]
    disabled_at: Mapped[dt.datetime | None]
    #: What the person chose of their own settings (`auth.personal_settings`); the rest follows the defaults.
    settings: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    #: When the home page was open last, and the end of the visit before that one.
    visited_at: Mapped[dt.datetime | None]
    previous_visit_at: Mapped[dt.datetime | None]


class NoticeRead(Base):
    """A notice that a person has read. `notice_id` names it by its subject and moment (`overview.notices`)."""

    __tablename__ = "notice_read"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), primary_key=True)
    notice_id: Mapped[str] = mapped_column(primary_key=True)
    read_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())


class SignInLink(Base):
    """A one-time way in, printed where the lab runs. Only its SHA-256 is stored."""

    __tablename__ = "sign_in_link"

    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(), primary_key=True)
    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"))
    expires_at: Mapped[dt.datetime]
    used_at: Mapped[dt.datetime | None]


class UserSession(Base):
    """A browser that is signed in. Only the SHA-256 of its cookie is stored."""

    __tablename__ = "user_session"

    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(), primary_key=True)
    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    last_used_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[dt.datetime]

    user: Mapped[User] = relationship(lazy="raise")


class APIToken(Keyed, Timestamped, Base):
    """A Bearer token of a program. Only its SHA-256 is stored; it is shown once."""

    __tablename__ = "api_token"
    __table_args__ = (CheckConstraint(ROLE_KNOWN, name="role_known"),)

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    role: Mapped[str]
    token_sha256: Mapped[bytes] = mapped_column(LargeBinary(), unique=True)
    expires_at: Mapped[dt.datetime]
    revoked_at: Mapped[dt.datetime | None]
    last_used_at: Mapped[dt.datetime | None]

    user: Mapped[User] = relationship(lazy="raise")


class Idempotency(Base):
    """The first answer to a creating request, given again to its repetitions."""

    __tablename__ = "idempotency"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    body_sha256: Mapped[bytes] = mapped_column(LargeBinary())
    resource_id: Mapped[uuid.UUID]
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())


class AuditEvent(Base):
    """Append-only (a trigger forbids change): sign-ins, tokens, shares, host keys, submissions."""

    __tablename__ = "audit_event"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="RESTRICT"))
    action: Mapped[str]
    subject: Mapped[str]
    detail: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")


class LabSetting(Base):
    """Facts about this lab that its processes share, such as its public SSH key and when each was last alive."""

    __tablename__ = "lab_setting"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[dict[str, Any]]
    updated_at: Mapped[dt.datetime] = mapped_column(server_default=func.now(), onupdate=func.clock_timestamp())


class Outbox(Base):
    """Messages to external systems, stored with the change they report and sent after it."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
    topic: Mapped[str]
    payload: Mapped[Mapping[str, object]]
    sent_at: Mapped[dt.datetime | None]
