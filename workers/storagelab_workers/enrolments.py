"""Synchronisation of the lab's enrolments with the allow-list of the server, which decides."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Enrolment, Server


class ReportedAllowList(msgspec.Struct):
    """Allow-list of a runner, as far as the lab reads it."""

    entries: list[dict[str, object]]


#: What of an entry must still be true of the drive.
_PINS = (
    "wwid",
    "model",
    "size_bytes",
    "logical_block_bytes",
    "transport",
    "members",
    "level",
    "strip_bytes",
    "enrolled_by",
)


def read_entries(text: str | None) -> list[dict[str, object]] | None:
    """Parse the entries of a server's allow-list; None where the text is missing or unreadable."""
    if text is None:
        return None
    try:
        return list(msgspec.json.decode(text, type=ReportedAllowList).entries)
    except msgspec.DecodeError:
        return None


def store_enrolments(
    session: Session, *, server: Server, entries: Sequence[Mapping[str, Any]], now: dt.datetime
) -> None:
    """Store the entries of a server's allow-list; enrolments missing from it become withdrawn."""
    existing = {
        row.stable_id: row for row in session.scalars(select(Enrolment).where(Enrolment.server_id == server.id))
    }
    for entry in entries:
        row = existing.get(entry["stable_id"])
        if row is None:
            # Root needs no permission to enrol a drive.
            row = Enrolment(server_id=server.id, stable_id=entry["stable_id"], serial=entry["serial"], state="proposed")
            session.add(row)
        elif _was_withdrawn_here(row, entry):
            row.last_seen_at = now
            continue
        _store(row, entry, now)
    listed = {entry["stable_id"] for entry in entries}
    for stable_id, row in existing.items():
        if stable_id not in listed and row.state in ("active", "void"):
            row.state, row.void_reason = "withdrawn", f"It is no longer in the allow-list of {server.name}."


def _store(row: Enrolment, entry: Mapping[str, Any], now: dt.datetime) -> None:
    if row.state == "proposed" and row.serial != entry["serial"]:
        reason = "The drive that was enrolled there has another serial number than the one proposed here."
        row.state, row.void_reason = "void", reason
        return
    row.serial = entry["serial"]
    row.pins = {key: entry.get(key) for key in _PINS}
    row.enrolled_at = _convert_realtime(entry.get("enrolled_realtime_ns"))
    row.expires_at = _convert_realtime(entry.get("expires_realtime_ns"))
    row.last_seen_at = now
    if entry["valid"]:
        row.state, row.void_reason = "active", None
    else:
        row.state, row.void_reason = "void", entry.get("void_reason") or "The server gives no reason."


def _was_withdrawn_here(row: Enrolment, entry: Mapping[str, Any]) -> bool:
    """Return whether an administrator of the lab withdrew this very entry.

    Root has yet to remove it from the list.
    """
    enrolled_at = _convert_realtime(entry.get("enrolled_realtime_ns"))
    return row.state == "withdrawn" and (row.enrolled_at is None or row.enrolled_at == enrolled_at)


def _convert_realtime(realtime_ns: Any) -> dt.datetime | None:
    return dt.datetime.fromtimestamp(realtime_ns // 1000 / 1e6, dt.UTC) if isinstance(realtime_ns, int) else None
