"""Facts about servers at a glance: their hardware, temperatures, and arrays that are being rebuilt."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Float, case, cast, func, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.id_lists import is_one_of
from storagelab.db.models import Array, Controller, Drive, InventoryChange
from storagelab.db.references import format_number
from storagelab.http.schemas import NumberedName
from storagelab.overview.schemas import HardwareCount, RebuildGlance

#: Models of one kind that are named of a server.
MAX_MODELS = 2
_AT_WORK = ("rebuilding", "initialising")


@dataclass(slots=True)
class GlanceFacts:
    """Facts about one server."""

    hardware: list[HardwareCount] = field(default_factory=list)
    temperature_c: float | None = None
    temperature_at: dt.datetime | None = None
    rebuild: RebuildGlance | None = None


def read_server_facts(session: Session, server_ids: Sequence[uuid.UUID]) -> defaultdict[uuid.UUID, GlanceFacts]:
    """Return the hardware facts of each server by server id, with five queries for any number."""
    by_server: defaultdict[uuid.UUID, GlanceFacts] = defaultdict(GlanceFacts)
    for component, model in (("controller", Controller), ("drive", Drive)):
        _add_hardware(session, server_ids, by_server, component, model)  # type: ignore[arg-type]
    _add_temperatures(session, server_ids, by_server)
    for server_id, rebuild in read_rebuilds(session, server_ids).items():
        by_server[server_id].rebuild = rebuild
    return by_server


def _add_hardware(
    session: Session,
    server_ids: Sequence[uuid.UUID],
    by_server: dict[uuid.UUID, GlanceFacts],
    component: Literal["controller", "drive"],
    model: Any,
) -> None:
    query = select(model.server_id, model.model, func.count().label("count")).where(
        is_one_of(model.server_id, server_ids), model.present, model.lifecycle != "retired", model.model.is_not(None)
    )
    if model is Drive:
        # An array appears as a drive of its own beside its members.
        query = query.where(Drive.id.not_in(select(Array.drive_id).where(Array.present, Array.drive_id.is_not(None))))
    rows = session.execute(query.group_by(model.server_id, model.model).order_by(func.count().desc(), model.model))
    shown: dict[uuid.UUID, int] = defaultdict(int)
    for row in rows:
        shown[row.server_id] += 1
        if shown[row.server_id] <= MAX_MODELS:
            by_server[row.server_id].hardware.append(HardwareCount(component=component, model=row.model, count=row[2]))


def _add_temperatures(
    session: Session, server_ids: Sequence[uuid.UUID], by_server: dict[uuid.UUID, GlanceFacts]
) -> None:
    stored = Drive.health["temperature_c"]
    # A condition beside the cast could be looked at after it.
    degrees = case((func.jsonb_typeof(stored) == "number", cast(stored.astext, Float)))
    rows = session.execute(
        select(Drive.server_id, func.max(degrees).label("degrees"), func.max(Drive.last_seen_at).label("seen_at"))
        .where(is_one_of(Drive.server_id, server_ids), Drive.present, func.jsonb_typeof(stored) == "number")
        .group_by(Drive.server_id)
    )
    for row in rows:
        facts = by_server[row.server_id]
        facts.temperature_c, facts.temperature_at = row.degrees, row.seen_at


def read_rebuilds(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, RebuildGlance]:
    """Return by server the last array, by name, that is being rebuilt or initialised."""
    arrays = session.execute(
        select(
            *(Array.id, Array.number, Array.name, Array.server_id, Array.condition, Array.progress_percent),
            Array.last_seen_at,
        )
        .where(is_one_of(Array.server_id, server_ids), Array.present, Array.condition.in_(_AT_WORK))
        .order_by(Array.name)
    ).all()
    if not arrays:
        return {}
    changes = (
        select(InventoryChange.piece_id, func.max(InventoryChange.at).label("at"))
        .where(
            InventoryChange.component == "array",
            InventoryChange.piece_id.in_([array.id for array in arrays]),
            InventoryChange.field == "condition",
        )
        .group_by(InventoryChange.piece_id)
    )
    began = {row.piece_id: row.at for row in session.execute(changes)}
    now = read_clock(session)
    rebuilds = {}
    for array in arrays:
        started_at = began.get(array.id)
        rebuilds[array.server_id] = RebuildGlance(
            array=NumberedName(id=array.id, number=format_number(Array, array.number), name=array.name),
            condition=array.condition,
            percent=array.progress_percent,
            started_at=started_at,
            estimated_finish_at=estimate_finish(
                started_at, seen_at=array.last_seen_at, percent=array.progress_percent, now=now
            ),
        )
    return rebuilds


def estimate_finish(
    started_at: dt.datetime | None, *, seen_at: dt.datetime, percent: float | None, now: dt.datetime
) -> dt.datetime | None:
    """Return the estimated end of work that was `percent` complete at `seen_at`, at a constant pace.

    Returns None where the pace is unknown. The end is never before `now`.
    """
    if started_at is None or percent is None or not 0 < percent < 100 or seen_at <= started_at:
        return None
    whole = (seen_at - started_at) * (100 / percent)
    return max(started_at + whole, now)
