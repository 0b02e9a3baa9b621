"""Drives that were seen in several servers: moved from one to another, or in both at once."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Drive, Server
from storagelab.domain.lifecycle import ServerState
from storagelab_workers.hardware.changes import InventoryChangeRow
from storagelab_workers.hardware.identity import describe
from storagelab_workers.hardware.rows import Match, Row

#: More servers with one drive are a fleet of copies: the warning names these.
MAX_NAMED = 5
_PLACE = ("slot", "location", "kernel_name")
#: What a drive that goes to another slot leaves.
_SLOT_FIELDS = ("controller_id", "enclosure_id", "slot", "location")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A drive in another server; `live` when that server is believed to have it still."""

    server_id: uuid.UUID
    server_name: str
    live: bool
    last_seen_at: dt.datetime
    warnings: Sequence[str]
    place: Mapping[str, Any]


Sightings = Mapping[str, Sequence[Sighting]]


def read_sightings(session: Session, server: Server, identities: Iterable[str]) -> Sightings:
    """Return the other servers on which the lab saw drives with these identities, by identity.

    The newest sighting is first. A server that is registered as the same machine does not count.
    """
    wanted = sorted(set(identities))
    if not wanted:
        return {}
    live = (Drive.present & (Server.state != ServerState.RETIRED)).label("live")
    rank = func.row_number().over(partition_by=Drive.identity, order_by=(live.desc(), Drive.last_seen_at.desc()))
    query = (
        select(
            Drive.identity, *(getattr(Drive, name) for name in _PLACE), Drive.last_seen_at, live,
            Server.id.label("server_id"), Server.name, Server.warnings, rank.label("rank"),
        )
        .join(Server, Server.id == Drive.server_id)
        .where(Drive.identity.in_(wanted), Drive.server_id != server.id)
    )  # fmt: skip
    if server.machine_id is not None:
        query = query.where(Server.machine_id.is_distinct_from(server.machine_id))
    ranked = query.subquery()
    by_identity: dict[str, list[Sighting]] = {}
    for row in session.execute(select(ranked).where(ranked.c.rank <= MAX_NAMED).order_by(ranked.c.rank)):
        place = {name: getattr(row, name) for name in _PLACE}
        sighting = Sighting(row.server_id, row.name, row.live, row.last_seen_at, row.warnings, place)
        by_identity.setdefault(row.identity, []).append(sighting)
    return by_identity


def merge_moves(
    changes: Iterable[InventoryChangeRow],
    matches: Sequence[Match],
    previous: Sequence[Row],
    sightings: Sightings,
    server: Server,
) -> list[InventoryChangeRow]:
    """Return the inventory changes, with a drive that came from or went to another place as one move.

    Places are on this server or, from `sightings`, on another.
    """
    by_id = {match.id: match for match in matches}
    rows = {row["id"]: row for row in previous}
    result: list[InventoryChangeRow] = []
    for change in changes:
        match = by_id.get(change.piece_id)
        place = _describe_place(match.values if match else rows[change.piece_id], server)
        others = sightings.get(change.identity or "", ())
        if change.kind == "vanished" and (live := _filter_live_sightings(others)):
            change = dataclasses.replace(change, kind="moved", before=place, after=_describe_sighting_place(live[0]))
        elif change.kind in ("appeared", "returned") and others and not _filter_live_sightings(others):
            last = max(others, key=lambda sighting: sighting.last_seen_at)
            if match is None or match.row is None or match.row["last_seen_at"] < last.last_seen_at:
                change = dataclasses.replace(change, kind="moved", before=_describe_sighting_place(last), after=place)
        result.append(change)
    return _merge_slot_changes(result, by_id, server)


def warn(
    session: Session, server: Server, matches: Sequence[Match], missing: Iterable[str], sightings: Sightings
) -> list[str]:
    """Update the warnings of other servers about shared drives; return the sentences for this server.

    A server that is being discovered at this moment is left alone: its own discovery finds them.
    """
    here = {match.values["identity"] for match in matches} - {None}
    own: list[str] = []
    add: dict[uuid.UUID, list[str]] = {}
    remove: dict[uuid.UUID, list[str]] = {}
    for identity, others in sightings.items():
        live = _filter_live_sightings(others)
        if identity in here:
            own += [_format_sentence(identity, sighting.server_name) for sighting in live]
        elif identity not in missing:
            continue
        sentence = _format_sentence(identity, server.name)
        for sighting in live:
            if identity in here and sentence not in sighting.warnings:
                add.setdefault(sighting.server_id, []).append(sentence)
            elif identity not in here and sentence in sighting.warnings:
                remove.setdefault(sighting.server_id, []).append(sentence)
    _write_elsewhere(session, add, remove)
    return sorted(own)


def warn_of_twins(session: Session, server: Server) -> list[str]:
    """Return a sentence if other servers are registered with the same machine id, else nothing.

    One sentence replaces the list of their drives, which would have no end.
    """
    if server.machine_id is None:
        return []
    query = select(Server.name).where(
        Server.machine_id == server.machine_id, Server.id != server.id, Server.state != ServerState.RETIRED
    )
    names = session.scalars(query.order_by(Server.name).limit(MAX_NAMED + 1)).all()
    if not names:
        return []
    others = ", ".join(names[:MAX_NAMED]) + (" and others" if len(names) > MAX_NAMED else "")
    return [
        f"It has the machine id of {others}: one machine that was registered twice, or a copy. Their drives are one."
    ]


def _write_elsewhere(
    session: Session, add: Mapping[uuid.UUID, list[str]], remove: Mapping[uuid.UUID, list[str]]
) -> None:
    wanted = add.keys() | remove.keys()
    if not wanted:
        return
    for other in session.scalars(select(Server).where(Server.id.in_(wanted)).with_for_update(skip_locked=True)):
        remaining = [warning for warning in other.warnings if warning not in remove.get(other.id, ())]
        other.warnings = list(dict.fromkeys([*remaining, *add.get(other.id, ())]))


def _merge_slot_changes(
    changes: Sequence[InventoryChangeRow], matches: Mapping[uuid.UUID, Match], server: Server
) -> list[InventoryChangeRow]:
    """Merge a change to another slot of the same server into one move, instead of one change per field."""
    moved = Counter(
        change.piece_id
        for change in changes
        if change.field in _SLOT_FIELDS and change.before is not None and change.after is not None
    )
    result = [change for change in changes if change.field not in _SLOT_FIELDS or not moved[change.piece_id]]
    for piece_id in moved:
        match = matches[piece_id]
        before, after = _describe_place(match.row or {}, server), _describe_place(match.values, server)
        result.append(InventoryChangeRow("drive", piece_id, "moved", match.values["identity"], None, before, after))
    return result


def _filter_live_sightings(sightings: Iterable[Sighting]) -> list[Sighting]:
    return [sighting for sighting in sightings if sighting.live]


def _describe_place(values: Mapping[str, Any], server: Server) -> dict[str, object]:
    return {"server_id": str(server.id), "server": server.name, **{name: values[name] for name in _PLACE}}


def _describe_sighting_place(sighting: Sighting) -> dict[str, object]:
    return {"server_id": str(sighting.server_id), "server": sighting.server_name, **sighting.place}


def _format_sentence(identity: str, server_name: str) -> str:
    """Return the warning that a drive is also in another server, always equal for equal arguments.

    It can thus be found and removed again.
    """
    return (
        f"In {server_name} there is {describe(identity)} too: it was moved and {server_name} has not been read since, "
        "both reach it, or two drives have one name. Both entries are kept."
    )
