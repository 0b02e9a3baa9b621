"""Use of configurations: where and since when they were measured, and whether they are still in place."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session, joinedload, load_only

from storagelab.db.models import Configuration, InventoryChange, Job, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.domain.series_key import get_target_role
from storagelab.http.schemas import NumberedName
from storagelab.results.schemas import ConfigurationUse

#: Newest runs of all servers among which those on the same drives are looked for.
MAX_LATER_RUNS = 2000


@dataclass(frozen=True, slots=True)
class LastUse:
    """The newest run on a configuration that began.

    The configuration is in place while no later run on the same drives of its server had another class, and nothing in
    the inventory of the server has changed since. Without a server that is unknown.
    """

    run: str
    began: dt.datetime
    server: NumberedName | None
    is_measuring: bool
    is_in_place: bool | None


@dataclass(frozen=True, slots=True)
class _LastRun:
    run: Run
    began: dt.datetime
    role: str


@dataclass(frozen=True, slots=True)
class _Servers:
    """The present state of servers: when each changed, and the class of its newest run on the same drives."""

    changed_at: dict[uuid.UUID, dt.datetime]
    classes: dict[tuple[uuid.UUID, str], str]


def read_last_uses(session: Session, configurations: Sequence[Configuration]) -> dict[uuid.UUID, LastUse]:
    """Return the last use of each configuration with a started run, by configuration id.

    Three queries read all of them.
    """
    last = _load_last_runs(session, [configuration.id for configuration in configurations])
    servers = _read_servers(session, {use.run.server_id for use in last.values() if use.run.server_id is not None})
    return {
        configuration.id: _make_last_use(last[configuration.id], configuration.class_hash, servers)
        for configuration in configurations
        if configuration.id in last
    }


def read_use(session: Session, configuration: Configuration) -> ConfigurationUse | None:
    """Return the first and last run, and the server, of a configuration, in four queries.

    Returns None where no run on the configuration has begun.
    """
    last = read_last_uses(session, [configuration]).get(configuration.id)
    if last is None:
        return None
    first = session.scalar(
        select(func.min(Run.started_at)).where(Run.configuration_id == configuration.id, Run.trashed_at.is_(None))
    )
    return ConfigurationUse(
        first_run_at=first or last.began,
        last_run_at=last.began,
        last_run=last.run,
        server=last.server,
        is_in_place=last.is_in_place,
    )


def _load_last_runs(session: Session, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _LastRun]:
    query = (
        select(Run, Job.target)
        .ext(distinct_on(Run.configuration_id))
        .outerjoin(Job, Job.id == Run.job_id)
        .options(
            load_only(Run.number, Run.configuration_id, Run.server_id, Run.state, Run.started_at),
            joinedload(Run.server).load_only(Server.number, Server.name),
        )
        .where(Run.configuration_id.in_(ids), Run.trashed_at.is_(None), Run.started_at.is_not(None))
        .order_by(Run.configuration_id, Run.started_at.desc(), Run.id.desc())
    )
    return {
        run.configuration_id: _LastRun(run, run.started_at, get_target_role(target))
        for run, target in session.execute(query)
        if run.configuration_id is not None and run.started_at is not None
    }


def _read_servers(session: Session, ids: set[uuid.UUID]) -> _Servers:
    changes = (
        select(InventoryChange.server_id, func.max(InventoryChange.at).label("at"))
        .where(InventoryChange.server_id.in_(ids))
        .group_by(InventoryChange.server_id)
    )
    runs = (
        select(Run.server_id, Configuration.class_hash, Job.target)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .outerjoin(Job, Job.id == Run.job_id)
        .where(Run.server_id.in_(ids), Run.trashed_at.is_(None), Run.started_at.is_not(None))
        .order_by(Run.started_at.desc(), Run.id.desc())
        .limit(MAX_LATER_RUNS)
    )
    classes: dict[tuple[uuid.UUID, str], str] = {}
    for row in session.execute(runs):
        if row.server_id is not None:
            classes.setdefault((row.server_id, get_target_role(row.target)), row.class_hash)
    changed_at = {row.server_id: row.at for row in session.execute(changes) if row.server_id is not None}
    return _Servers(changed_at, classes)


def _make_last_use(last: _LastRun, class_hash: str, servers: _Servers) -> LastUse:
    server = last.run.server
    changed_at = servers.changed_at.get(server.id) if server is not None else None
    is_newest = server is not None and servers.classes.get((server.id, last.role), class_hash) == class_hash
    return LastUse(
        run=format_row_number(last.run),
        began=last.began,
        server=NumberedName(id=server.id, number=format_row_number(server), name=server.name)
        if server is not None
        else None,
        is_measuring=last.run.state not in RUN_TERMINAL and last.run.state != RunState.WAITING,
        is_in_place=is_newest and (changed_at is None or changed_at <= last.began) if server is not None else None,
    )
