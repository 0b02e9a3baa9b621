"""Servers at a glance: what each is used for now."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, get_args

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Lease, MaintenanceWindow, Reservation, Run, Server
from storagelab.db.references import format_number
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.inventory.server_windows import find_current_windows
from storagelab.overview.schemas import ServerGlance, ServersGlance, ServerUse
from storagelab.overview.server_facts import GlanceFacts, read_rebuilds, read_server_facts

USES: tuple[ServerUse, ...] = get_args(ServerUse)
#: States in which nothing is started, regardless of other facts of the server.
_OUT_OF_USE: Mapping[str, ServerUse] = {"quarantined": "quarantined", "unreachable": "unreachable", "new": "new"}


def glance_at_servers(session: Session, *, limit: int) -> ServersGlance:
    """Return the first `limit` servers, those out of use first, and the count of servers by use.

    The number of queries does not depend on `limit`.
    """
    used = _read_uses(session, Server.state != "retired")
    used.sort(key=lambda server_use: (USES.index(server_use.use), server_use.row.name))
    counts = Counter(server_use.use for server_use in used)
    return ServersGlance(
        items=add_facts(session, [_make_glance(server_use) for server_use in used[:limit]]),
        counts={use: counts[use] for use in USES if counts[use]},
    )


def list_glances_without_hardware(session: Session) -> list[ServerGlance]:
    """Return all servers that are not retired, without their hardware and temperature."""
    items = [_make_glance(server_use) for server_use in _read_uses(session, Server.state != "retired")]
    rebuilds = read_rebuilds(session, [item.id for item in items])
    return [item.model_copy(update={"rebuild": rebuilds[item.id]}) if item.id in rebuilds else item for item in items]


def load_glances(session: Session, server_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ServerGlance]:
    """Return these servers by id, retired ones as well; the number of queries does not grow."""
    used = _read_uses(session, Server.id.in_(server_ids))
    return {item.id: item for item in add_facts(session, [_make_glance(server_use) for server_use in used])}


class _UsedServer(NamedTuple):
    """A server, and what it is used for; `row` has its columns."""

    row: Any
    use: ServerUse
    reason: str | None
    runs: Sequence[str]
    waiting_count: int


def _read_uses(session: Session, wanted: ColumnElement[bool]) -> list[_UsedServer]:
    servers = session.execute(
        select(
            Server.id,
            Server.number,
            Server.name,
            Server.transport,
            Server.state,
            Server.state_reason,
            Server.last_error,
            Server.last_seen_at,
            Server.product_name,
        ).where(wanted)
    ).all()
    # Hundreds of ids would take longer to send than to look up.
    ids = select(Server.id).where(wanted)
    windows = find_current_windows(session, MaintenanceWindow, ids)
    reservations = find_current_windows(session, Reservation, ids)
    runs, waiting = _load_run_counts(session)
    leased = _list_leased_servers(session)
    used = []
    for server in servers:
        window, reservation = windows.get(server.id), reservations.get(server.id)
        use, reason = _OUT_OF_USE.get(server.state, "idle"), server.state_reason
        if use != "idle":
            reason = server.state_reason or server.last_error
        elif server.state == "maintenance" or (window is not None and window.is_on):
            use, reason = "maintenance", window.reason if window is not None and window.is_on else server.state_reason
        elif server.id in leased or server.id in runs:
            use, reason = "leased", None
        elif reservation is not None and reservation.is_on:
            use, reason = "reserved", f"{reservation.created_by}: {reservation.reason}"
        used.append(_UsedServer(server, use, reason, runs.get(server.id, ()), waiting[server.id]))
    return used


def add_facts(session: Session, items: Sequence[ServerGlance]) -> list[ServerGlance]:
    """Return servers with their hardware, temperature and rebuild."""
    facts = read_server_facts(session, [item.id for item in items])
    return [item.model_copy(update=_collect_fact_fields(facts[item.id])) for item in items]


def _collect_fact_fields(facts: GlanceFacts) -> dict[str, object]:
    return {attribute.name: getattr(facts, attribute.name) for attribute in fields(facts)}


def _make_glance(used: _UsedServer) -> ServerGlance:
    server = used.row
    return ServerGlance(
        id=server.id,
        number=format_number(Server, server.number),
        name=server.name,
        is_local=server.transport == "local",
        use=used.use,
        reason=used.reason,
        runs=list(used.runs),
        waiting_count=used.waiting_count,
        last_seen_at=server.last_seen_at,
        state=server.state,
        product_name=server.product_name,
        hardware=[],
        temperature_c=None,
        temperature_at=None,
        unreachable_since=server.last_seen_at if server.state == "unreachable" else None,
        rebuild=None,
        next_run=None,
    )


def _load_run_counts(session: Session) -> tuple[dict[uuid.UUID, list[str]], Counter[uuid.UUID]]:
    """Return by server the numbers of the runs under way, and how many attempts wait."""
    rows = session.execute(
        select(Attempt.server_id, Run.number)
        .join(Run, Run.id == Attempt.run_id)
        .where(Attempt.state.not_in([*ATTEMPT_TERMINAL, AttemptState.QUEUED]))
        .order_by(Run.number)
    )
    under_way: dict[uuid.UUID, list[str]] = defaultdict(list)
    for server_id, number in rows:
        under_way[server_id].append(format_number(Run, number))
    # Of thousands that wait only their number is shown.
    queued = select(Attempt.server_id, func.count()).where(Attempt.state == AttemptState.QUEUED)
    counts = session.execute(queued.group_by(Attempt.server_id))
    return under_way, Counter(dict(counts.all()))


def _list_leased_servers(session: Session) -> set[uuid.UUID]:
    query = select(Attempt.server_id).join(Lease, Lease.attempt_id == Attempt.id).distinct()
    return set(session.scalars(query))
