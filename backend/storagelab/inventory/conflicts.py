"""Pieces of hardware that contradict one another: shown, and never merged."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, load_only

from storagelab.db.models import Controller, Drive, Server
from storagelab.http.listing import decode_key, encode_key
from storagelab.inventory.alert_schemas import InventoryConflict, InventoryConflictPage
from storagelab.inventory.naming import make_component_link, make_numbered_name

#: Of each kind; more of them have one cause, such as a machine that is registered twice.
MAX_CONFLICTS = 200
#: In the order in which they are listed.
KINDS = ("same_machine", "same_identity", "same_serial", "same_controller")


#: Pieces that share the key that should distinguish them.
_Groups = Iterable[Sequence[Any]]


def page_conflicts(session: Session, *, limit: int, cursor: str | None = None) -> InventoryConflictPage:
    """Return one page of the current inventory conflicts.

    Raises InvalidInput for a cursor of another list.
    """
    conflicts = find_conflicts(session)
    counts = Counter(conflict.kind for conflict in conflicts)
    start = decode_key(cursor, int, str, str) if cursor is not None else None
    wanted = sorted(
        (conflict for conflict in conflicts if start is None or _build_sort_key(conflict) > start), key=_build_sort_key
    )
    shown = wanted[:limit]
    return InventoryConflictPage(
        items=shown,
        next_cursor=encode_key(_build_sort_key(shown[-1])) if len(wanted) > limit else None,
        truncated=any(count > MAX_CONFLICTS for count in counts.values()),
    )


def _build_sort_key(conflict: InventoryConflict) -> tuple[int, str, str]:
    return KINDS.index(conflict.kind), conflict.message, str(conflict.components[0].id)


def find_conflicts(session: Session) -> list[InventoryConflict]:
    """Return the current inventory conflicts, at most `MAX_CONFLICTS` + 1 of each kind."""
    identities = list(_iterate_repeated_rows(session, Drive, Drive.identity, *_build_live_conditions(Drive)))
    model_and_serial = func.lower(func.concat_ws("|", func.coalesce(Drive.model, ""), func.trim(Drive.serial)))
    serials = list(
        _iterate_repeated_rows(
            session, Drive, model_and_serial, *_build_live_conditions(Drive), func.trim(Drive.serial) != ""
        )
    )
    of_controllers = func.concat_ws("|", func.coalesce(Controller.model, ""), func.trim(Controller.serial))
    controllers = list(
        _iterate_repeated_rows(
            session, Controller, of_controllers, *_build_live_conditions(Controller), func.trim(Controller.serial) != ""
        )
    )
    servers = _read_servers(session, [*identities, *serials, *controllers])
    machines = list(_find_same_machines(session))
    one_machine = [{link.id for link in conflict.components} for conflict in machines]
    pieces = [
        *_find_same_identities(identities, servers),
        *_find_same_serials(serials, servers),
        *_find_same_controllers(controllers, servers),
    ]
    # A machine that is registered twice has every drive twice: that is reported once.
    return machines + [
        conflict
        for conflict in pieces
        if len(conflict.servers) == 1 or not any({row.id for row in conflict.servers} <= own for own in one_machine)
    ]


def _read_servers(session: Session, groups: _Groups) -> dict[uuid.UUID, Server]:
    """Return the servers of the hardware in `groups`, by id; without hardware no query runs."""
    ids = {row.server_id for group in groups for row in group}
    if not ids:
        return {}
    # Whole rows are wide: a server has all its facts in one.
    named = select(Server).options(load_only(Server.number, Server.name, raiseload=True))
    return {row.id: row for row in session.scalars(named.where(Server.id.in_(ids)))}


def _find_same_machines(session: Session) -> Iterator[InventoryConflict]:
    for group in _iterate_repeated_rows(session, Server, Server.machine_id, Server.state != "retired"):
        yield InventoryConflict(
            kind="same_machine",
            message=(
                f"{_join_names(row.name for row in group)} have the same machine id. Retire all but one, or give each "
                "copy of an installation its own machine id."
            ),
            components=[make_component_link(row) for row in group],
            servers=[make_numbered_name(row) for row in group],
        )


def _find_same_identities(groups: _Groups, servers: Mapping[uuid.UUID, Server]) -> Iterator[InventoryConflict]:
    for group in groups:
        there = sorted({servers[row.server_id].name for row in group})
        if len(there) > 1:
            words = (
                f"{_join_names(there)} show one drive at once ({group[0].identity}): it has two ports, or it was moved "
                "and its old server was not discovered since."
            )
        else:
            words = f"{there[0]} shows {group[0].identity} {len(group)} times: several paths lead to one drive."
        yield _make_conflict("same_identity", words, group, servers)


def _find_same_serials(groups: _Groups, servers: Mapping[uuid.UUID, Server]) -> Iterator[InventoryConflict]:
    """Yield a conflict for each group of drives with one model and serial that are not one drive.

    Paths to one drive and the namespaces of one NVMe drive are no conflict.
    """
    for group in groups:
        identities = {row.identity for row in group}
        are_paths = len(identities) == 1 and None not in identities
        # The namespaces of one NVMe drive share its serial number and have names of their own.
        are_namespaces = len(identities - {None}) == len(group) and {row.transport for row in group} == {"nvme"}
        if not are_paths and not are_namespaces:
            words = f"{len(group)} drives report the serial number {group[0].serial}, so it identifies none of them."
            yield _make_conflict("same_serial", words, group, servers)


def _find_same_controllers(groups: _Groups, servers: Mapping[uuid.UUID, Server]) -> Iterator[InventoryConflict]:
    for group in groups:
        words = f"{len(group)} controllers report the serial number {group[0].serial}."
        yield _make_conflict("same_controller", words, group, servers)


def _make_conflict(
    kind: Literal["same_identity", "same_serial", "same_controller"],
    message: str,
    group: Sequence[Drive | Controller],
    servers: Mapping[uuid.UUID, Server],
) -> InventoryConflict:
    there = {row.server_id: make_numbered_name(servers[row.server_id]) for row in group}
    return InventoryConflict(
        kind=kind, message=message, components=[make_component_link(row) for row in group], servers=list(there.values())
    )


def _iterate_repeated_rows(
    session: Session, model: Any, key: Any, *conditions: ColumnElement[bool]
) -> Iterator[Sequence[Any]]:
    """Yield rows that share a key with another row, in groups; rows without a key share nothing."""
    values = (
        select(key)
        .where(key.is_not(None), *conditions)
        .group_by(key)
        .having(func.count() > 1)
        .order_by(key)
        .limit(MAX_CONFLICTS + 1)
    )
    rows = session.execute(
        select(model, key.label("key")).where(key.in_(values), *conditions).order_by(key, model.number)
    ).all()
    for _, group in groupby(rows, key=lambda row: row.key):
        yield [row[0] for row in group]


def _build_live_conditions(model: Any) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for hardware that is present in a server that is not retired."""
    return model.present, model.server_id.in_(select(Server.id).where(Server.state != "retired"))


def _join_names(names: Iterable[str]) -> str:
    """Join names to an English list: `a`, `a and b`, `a, b and c`."""
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last
