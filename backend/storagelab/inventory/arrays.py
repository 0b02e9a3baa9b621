"""Reads of arrays; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.db.references import format_row_number
from storagelab.domain.components import count_missing_members
from storagelab.domain.redundancy import format_lost_redundancy
from storagelab.http.schemas import NumberedName
from storagelab.inventory.drives import parse_member_drive_id
from storagelab.inventory.filters import PieceFilter, apply_filter
from storagelab.inventory.hardware_schemas import (
    ArrayMember,
    ArrayOut,
    CachePolicy,
    Component,
    ComponentLink,
)
from storagelab.inventory.naming import load_numbered_names, make_numbered_name

_COMPUTED = {"number", "server", "controller", "drive", "policies", "members", "redundancy"}


def select_arrays(wanted: PieceFilter, *, level: str | None = None, condition: str | None = None) -> Select[Array]:
    """Select the wanted arrays, of one level or in one condition where given."""
    query = apply_filter(select(Array), Array, wanted)
    if level is not None:
        query = query.where(Array.level == level)
    return query if condition is None else query.where(Array.condition == condition)


def describe_arrays(session: Session, arrays: Sequence[Array]) -> list[ArrayOut]:
    """Return arrays as the API shows them, with descriptions of their members."""
    servers = load_numbered_names(session, Server, [row.server_id for row in arrays])
    controllers = load_numbered_names(session, Controller, [row.controller_id for row in arrays])
    members = [parse_member_drive_id(member) for row in arrays for member in row.members]
    drives = load_numbered_names(session, Drive, [*(row.drive_id for row in arrays), *members])
    nested = _load_arrays_by_key(session, arrays)
    return [
        ArrayOut(
            **{name: getattr(row, name) for name in ArrayOut.model_fields if name not in _COMPUTED},
            number=format_row_number(row),
            server=servers[row.server_id],
            controller=controllers.get(row.controller_id) if row.controller_id else None,
            drive=drives.get(row.drive_id) if row.drive_id else None,
            policies={name: _convert_cache_policy(value) for name, value in row.policies.items()},
            members=[_describe_member(member, row.server_id, drives, nested) for member in row.members],
            redundancy=find_lost_redundancy(row),
        )
        for row in arrays
    ]


def find_lost_redundancy(array: Array) -> str | None:
    """Return `no redundancy left` for a degraded array whose members prove it.

    Returns None where redundancy remains or is unknown.
    """
    facts = {
        "level": array.level,
        "implementation": array.implementation,
        "members": array.members,
        "member_count": array.settings.get("raid_devices") or array.drive_count,
        "settings": array.settings,
    }
    return format_lost_redundancy(facts, count_missing_members(facts)) if array.condition == "degraded" else None


def _load_arrays_by_key(session: Session, arrays: Sequence[Array]) -> dict[tuple[uuid.UUID, str], NumberedName]:
    """Return the arrays that are members of these arrays, by server id and array key."""
    keys = {str(item["key"]) for row in arrays for item in row.members if item.get("kind") == "array"}
    if not keys:
        return {}
    servers = {row.server_id for row in arrays}
    rows = session.scalars(select(Array).where(Array.server_id.in_(servers), Array.key.in_(keys)))
    return {(row.server_id, row.key): make_numbered_name(row) for row in rows}


def _convert_cache_policy(value: Any) -> CachePolicy:
    policy: Mapping[str, Any] = value if isinstance(value, dict) else {}
    return CachePolicy(requested=policy.get("requested"), effective=policy.get("effective"))


def _describe_member(
    member: Mapping[str, Any],
    server_id: uuid.UUID,
    drives: Mapping[uuid.UUID, NumberedName],
    arrays: Mapping[tuple[uuid.UUID, str], NumberedName],
) -> ArrayMember:
    drive_id = parse_member_drive_id(member)
    key = str(member.get("key") or "")
    component: Component = "array" if drive_id is None else "drive"
    reference = arrays.get((server_id, key)) if drive_id is None else drives.get(drive_id)
    return ArrayMember(
        kind=str(member.get("kind") or "drive"),
        key=key,
        slot=member.get("slot"),
        state=member.get("state"),
        link=ComponentLink(component=component, **reference.model_dump()) if reference is not None else None,
    )
