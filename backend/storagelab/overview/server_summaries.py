"""Servers as a list shows them: what each is used for, until when, and what is in its slots."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Array, Drive, Enclosure, Server
from storagelab.inventory.drive_condition import judge_drive
from storagelab.inventory.drives import parse_member_drive_id
from storagelab.inventory.tree import build_natural_key, map_slots
from storagelab.overview.server_summary_schemas import ServerSummary, SlotSummary
from storagelab.overview.servers import load_glances
from storagelab.overview.timeline import read_timeline
from storagelab.overview.timeline_schemas import BarKind, Horizon, QueueBar
from storagelab.overview.under_way import find_finish_times

#: Bars that occupy a server exclusively until they are over.
_TAKES: tuple[BarKind, ...] = ("running", "reservation", "maintenance", "rebuilding")
_EMPTY = SlotSummary(condition="empty", array=None)


def summarize_servers(session: Session, servers: Sequence[Server]) -> list[ServerSummary]:
    """Return these servers in their order; the number of queries does not grow."""
    ids = [server.id for server in servers]
    glances = load_glances(session, ids)
    finish_at = find_finish_times(session, ids)
    # Nothing that waits takes a server now.
    timeline = read_timeline(session, list(glances.values()), horizon=Horizon.DAY, finish_at=finish_at, max_position=0)
    bars = {lane.server.id: lane.bars for lane in timeline.queue.lanes}
    slots = read_slots(session, ids)
    now = read_clock(session)
    summaries = []
    for server in servers:
        glance = glances[server.id]
        own = slots.get(server.id, [])
        summaries.append(
            ServerSummary(
                id=server.id,
                number=glance.number,
                name=server.name,
                state=server.state,
                use=glance.use,
                rebuilding=glance.rebuild is not None,
                product_name=server.product_name,
                run_number=glance.runs[0] if glance.runs else None,
                free_at=_free_at(bars.get(server.id, ()), now),
                last_seen_at=server.last_seen_at,
                drive_count=sum(slot.condition != "empty" for slot in own),
                slots=own,
            )
        )
    return summaries


def _free_at(bars: Sequence[QueueBar], now: dt.datetime) -> dt.datetime | None:
    """Return when the last occupation of a server at present ends; None where any end is unknown."""
    ends = [bar.ends_at for bar in bars if bar.kind in _TAKES and bar.starts_at is not None and bar.starts_at <= now]
    known_ends = [end for end in ends if end is not None]
    return max(known_ends) if known_ends and len(known_ends) == len(ends) else None


def read_slots(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[SlotSummary]]:
    """Return the slots by server, with three queries however many there are."""
    arrays: dict[uuid.UUID, list[Array]] = defaultdict(list)
    enclosures: dict[uuid.UUID, list[Enclosure]] = defaultdict(list)
    drives: dict[uuid.UUID, list[Drive]] = defaultdict(list)
    for array in session.scalars(
        select(Array).where(Array.server_id.in_(server_ids), Array.present).order_by(Array.key)
    ):
        arrays[array.server_id].append(array)
    for box in session.scalars(
        select(Enclosure).where(Enclosure.server_id.in_(server_ids), Enclosure.present).order_by(Enclosure.key)
    ):
        enclosures[box.server_id].append(box)
    for drive in session.scalars(select(Drive).where(Drive.server_id.in_(server_ids), Drive.present)):
        drives[drive.server_id].append(drive)
    return {
        server_id: _list_slots(drives[server_id], enclosures[server_id], arrays[server_id]) for server_id in server_ids
    }


def _list_slots(drives: Sequence[Drive], enclosures: Sequence[Enclosure], arrays: Sequence[Array]) -> list[SlotSummary]:
    # An array appears as a drive of its own beside its members.
    shapes = {array.drive_id for array in arrays}
    places: dict[uuid.UUID, int] = {}
    for index, array in enumerate(arrays):
        for member in array.members:
            drive_id = parse_member_drive_id(member)
            if drive_id is not None:
                places.setdefault(drive_id, index)
    enclosure_ids = {box.id for box in enclosures}
    slots: list[SlotSummary] = []
    for box in enclosures:
        occupied = [(drive.slot, drive) for drive in drives if drive.enclosure_id == box.id]
        slots += [_summarize(drive, places) for _, drive in map_slots(occupied, box.slot_count)]
    loose = [drive for drive in drives if drive.enclosure_id not in enclosure_ids and drive.id not in shapes]
    loose.sort(key=lambda drive: build_natural_key(drive.kernel_name or drive.location))
    return slots + [_summarize(drive, places) for drive in loose]


def _summarize(drive: Drive | None, places: Mapping[uuid.UUID, int]) -> SlotSummary:
    if drive is None:
        return _EMPTY
    return SlotSummary(condition=judge_drive(drive), array=places.get(drive.id))
