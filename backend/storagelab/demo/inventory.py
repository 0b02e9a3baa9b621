"""Packs servers with the history of their hardware as rows, and files them in another lab, out of use."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import Session

from storagelab.db.base import Base, generate_uuid7
from storagelab.db.models import (
    Array,
    Controller,
    Drive,
    DriveStateEntry,
    Enclosure,
    HealthReading,
    InventoryChange,
    Server,
)
from storagelab.domain.json_values import RowValues
from storagelab.inventory.search_text import search_text_of

FILE = "inventory.json.gz"
STATE_REASON = "Part of the demo data"
#: In the order of their references to each other.
_OF_SERVER = (Controller, Enclosure, Drive, Array, InventoryChange)
_OF_DRIVE = (HealthReading, DriveStateEntry)
_MODELS = {model.__tablename__: model for model in (Server, *_OF_SERVER, *_OF_DRIVE)}
#: What belongs to the lab that measured: its people, runs and keys, and how it reached a server.
_LEFT_OUT = {"number", "by_user_id", "run_id", "phase_id", "resources", "search_text"}
_LEFT_OUT_OF_SERVER = {
    *("host_key", "host_key_fingerprint", "offered_host_key", "offered_host_key_fingerprint"),
    *("address", "port", "username", "fence", "machine_id", "boot_id", "runner_version", "runner_sha256"),
    *("state", "state_reason", "discovery", "discovery_due_at", "health_check_hours", "health_check_due_at"),
    *("last_error_kind", "last_error", "unknown_attempts", "resync_requested", "warnings", "clock_offset_ms"),
}
_ADDRESS = "out-of-use.invalid"

Row = RowValues


def pack_servers(session: Session, server_ids: Sequence[uuid.UUID]) -> bytes:
    """Return servers with all their hardware as compressed JSON: lists of rows by table.

    Hardware changes, readings and drive states are included.
    """
    servers = session.scalars(select(Server).where(Server.id.in_(server_ids)).order_by(Server.number)).all()
    rows: dict[str, list[Row]] = {Server.__tablename__: [_build_row(server) for server in servers]}
    for model in _OF_SERVER:
        pieces = session.scalars(select(model).where(model.server_id.in_(server_ids)).order_by(model.id))
        rows[model.__tablename__] = [_build_row(piece) for piece in pieces]
    drive_ids = select(Drive.id).where(Drive.server_id.in_(server_ids))
    for model_of_drive in _OF_DRIVE:
        entries = session.scalars(
            select(model_of_drive)
            .where(model_of_drive.drive_id.in_(drive_ids))
            .order_by(model_of_drive.at, model_of_drive.id)
        )
        rows[model_of_drive.__tablename__] = [_build_row(entry) for entry in entries]
    return gzip.compress(json.dumps(rows, sort_keys=True, separators=(",", ":")).encode(), mtime=0)


def read_packaged_servers() -> bytes:
    """Return the packaged servers of the demo data."""
    return resources.files("storagelab.demo").joinpath("data", FILE).read_bytes()


def file_servers(session: Session, packed: bytes) -> list[uuid.UUID]:
    """Store packed servers as retired, under new ids; return the ids of the servers.

    No lab reaches them: they have no address, no key and no schedule.
    """
    rows: Mapping[str, list[Row]] = json.loads(gzip.decompress(packed))
    ids: dict[str, str] = {}
    for table in ("server", "controller", "enclosure", "drive", "array", "health_reading"):
        ids |= {str(row["id"]): str(generate_uuid7()) for row in rows[table]}
    for table, model in _MODELS.items():
        for row in rows[table]:
            session.add(_build_object(model, _replace_ids(row, ids)))
        session.flush()
    return [uuid.UUID(ids[str(row["id"])]) for row in rows["server"]]


def remove_servers(session: Session, server_ids: Collection[uuid.UUID]) -> None:
    """Delete servers of the demo data with their hardware and its history."""
    drive_ids = select(Drive.id).where(Drive.server_id.in_(server_ids))
    for model in _OF_DRIVE:
        session.execute(delete(model).where(model.drive_id.in_(drive_ids)))
    session.execute(delete(Server).where(Server.id.in_(server_ids)))


def _build_row(piece: Base) -> Row:
    return {
        name: value.isoformat() if isinstance(value, dt.datetime) else _convert_uuid(value)
        for name, value in _iterate_columns(piece)
    }


def _convert_uuid(value: Any) -> Any:
    return str(value) if isinstance(value, uuid.UUID) else value


def _iterate_columns(piece: Base) -> Iterator[tuple[str, Any]]:
    left_out = _LEFT_OUT | (_LEFT_OUT_OF_SERVER if isinstance(piece, Server) else set())
    for attribute in inspect(type(piece)).column_attrs:
        value = getattr(piece, attribute.key)
        is_counted = attribute.key == "id" and isinstance(value, int)
        if attribute.key not in left_out and not is_counted:
            yield attribute.key, value


def _replace_ids(value: Any, ids: Mapping[str, str]) -> Any:
    """Return a JSON value with every old id replaced by its new id in `ids`, at any depth."""
    if isinstance(value, dict):
        return {key: _replace_ids(item, ids) for key, item in value.items()}
    if isinstance(value, list):
        return [_replace_ids(item, ids) for item in value]
    return ids.get(value, value) if isinstance(value, str) else value


def _build_object(model: type[Base], row: Row) -> Base:
    kinds = {attribute.key: attribute.columns[0].type.python_type for attribute in inspect(model).column_attrs}
    values = {name: _parse_typed(value, kinds[name]) for name, value in row.items()}
    if model is Server:
        # Discovery, runs and checks leave a retired server alone.
        values |= {"transport": "ssh", "address": _ADDRESS, "state": "retired", "state_reason": STATE_REASON}
    piece = model(**values)
    if isinstance(piece, Server | Controller | Drive | Array):
        piece.search_text = search_text_of(piece)
    return piece


def _parse_typed(value: Any, kind: type) -> Any:
    if value is None:
        return None
    if kind is uuid.UUID:
        return uuid.UUID(value)
    return dt.datetime.fromisoformat(value) if kind is dt.datetime else value
