"""Base of all tables: naming convention, UUIDv7 keys, timestamps, numbered objects."""

from __future__ import annotations

import datetime as dt
import secrets
import time
import uuid
from collections.abc import Mapping
from typing import Any, ClassVar, get_origin, is_typeddict

from sqlalchemy import BigInteger, DateTime, Double, MetaData, Sequence, Text, event, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, TypeResolve, mapped_column

from storagelab.domain.metrics import PERCENTILES

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def generate_uuid7() -> uuid.UUID:
    """Return a version 7 UUID (RFC 9562): 48 bits of milliseconds, then 74 random bits, so keys sort by creation
    time.
    """
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds & ((1 << 48) - 1)) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)


class Base(DeclarativeBase):
    """Declarative base; plain Python types map to the PostgreSQL types of the lab."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        dt.datetime: DateTime(timezone=True),
        str: Text(),
        int: BigInteger(),
    }


@event.listens_for(Base, "resolve_type_annotation")
def _map_to_json(annotation: TypeResolve) -> JSONB | None:
    """Return the JSON type for a mapping, a list or a TypedDict; None leaves a type to the map of the base."""
    python_type = annotation.resolved_type
    is_json = is_typeddict(python_type) or get_origin(python_type) in (dict, list, Mapping)
    return JSONB() if is_json else None


class Keyed:
    """A UUIDv7 primary key, made in Python so that an object knows its address before it is stored."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=generate_uuid7)


class Timestamped:
    """When the row was born, by the clock of the database."""

    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())


class StoredPercentiles:
    """The percentiles of the metric table, each as a column in ns."""


for _column in PERCENTILES:
    setattr(StoredPercentiles, _column, mapped_column(Double()))


def build_number_column(sequence_name: str) -> Mapped[int]:
    """Build a column for the short number of an object, counted by its own sequence."""
    sequence = Sequence(sequence_name, metadata=Base.metadata)
    return mapped_column(BigInteger(), sequence, server_default=sequence.next_value(), unique=True)
