"""Changes of the inventory: one row for each field that differs, with both values."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from storagelab.db.models import InventoryChange

#: Fields that do not describe the hardware: they vary by themselves, follow from others or are reported separately.
VOLATILE = frozenset(
    {
        "health",
        "identity",
        "in_use_reasons",
        "last_seen_at",
        "path",
        "present",
        "progress_percent",
        "resources",
        "search_text",
        "stable_ids",
    }
)
#: Words in the name of a setting or a policy that make it volatile too.
VOLATILE_WORDS = frozenset({"attributes", "temperature", "progress", "uptime", "elapsed", "remaining"})
#: Fields whose entries are fields of their own.
_NESTED = frozenset({"policies", "settings", "tools"})


@dataclass(frozen=True, slots=True)
class InventoryChangeRow:
    """One row of `inventory_change` that a discovery makes."""

    component: str
    piece_id: uuid.UUID
    kind: str
    identity: str | None = None
    field: str | None = None
    before: Any = None
    after: Any = None


def find_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield field, value before and value after of everything that differs and is not volatile."""
    for field in after:
        if field in VOLATILE or before[field] == after[field]:
            continue
        if field in _NESTED:
            yield from _iterate_nested_changes(field, before[field], after[field])
        elif field != "members" or _normalize_members(before[field]) != _normalize_members(after[field]):
            yield field, _convert_to_json(before[field]), _convert_to_json(after[field])


def write_changes(
    session: Session, changes: Sequence[InventoryChangeRow], *, server_id: uuid.UUID, now: dt.datetime
) -> None:
    """Store changes of one discovery, all at its time."""
    if changes:
        rows = [
            {**dataclasses.asdict(change), "server_id": server_id, "at": now, "source": "discovery"}
            for change in changes
        ]
        session.execute(insert(InventoryChange), rows)


def _iterate_nested_changes(
    field: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name) and not VOLATILE_WORDS & set(name.lower().replace(".", "_").split("_")):
            yield f"{field}.{name}", before.get(name), after.get(name)


def _normalize_members(members: Sequence[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Return members in a form to compare, without kernel names: these change after a reboot.

    A known drive is identified by its id.
    """
    return [
        (member["kind"], member["drive_id"] or member["key"], member["slot"], member["state"]) for member in members
    ]


def _convert_to_json(value: Any) -> Any:
    return str(value) if isinstance(value, uuid.UUID) else value
