"""Use of a configuration: where and since when it was measured, and whether it is still in place."""

from __future__ import annotations

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, joinedload, load_only

from storagelab.db.models import Configuration, InventoryChange, Job, Run, Server
from storagelab.db.references import number_of
from storagelab.domain.series_key import role_of
from storagelab.http.schemas import NumberedName
from storagelab.results.schemas import ConfigurationUse

#: The newest later runs of a server among which another configuration of the same drives is looked for.
_MAX_LATER = 200


def read_use(session: Session, configuration: Configuration) -> ConfigurationUse | None:
    """Return where a configuration was measured last; None where no run on it has begun. Four queries.

    It is in place while no later run on the same drives of that server had another class of configuration, and
    nothing in the inventory of the server has changed since. Without a server that is unknown.
    """
    own = (Run.configuration_id == configuration.id, Run.trashed_at.is_(None), Run.started_at.is_not(None))
    first = session.scalar(select(func.min(Run.started_at)).where(*own))
    row = session.execute(
        select(Run, Job.target)
        .outerjoin(Job, Job.id == Run.job_id)
        .options(
            load_only(Run.number, Run.started_at, Run.server_id),
            joinedload(Run.server).load_only(Server.number, Server.name),
        )
        .where(*own)
        .order_by(Run.started_at.desc(), Run.id.desc())
        .limit(1)
    ).first()
    if row is None or first is None or row.Run.started_at is None:
        return None
    last: Run = row.Run
    server = last.server
    return ConfigurationUse(
        first_run_at=first,
        last_run_at=row.Run.started_at,
        last_run=number_of(last),
        server=NumberedName(id=server.id, number=number_of(server), name=server.name) if server is not None else None,
        in_place=_is_in_place(session, configuration, last, role_of(row.target)) if server is not None else None,
    )


def _is_in_place(session: Session, configuration: Configuration, last: Run, role: str) -> bool:
    changed = exists().where(InventoryChange.server_id == last.server_id, InventoryChange.at > last.started_at)
    later = (
        select(Job.target)
        .select_from(Run)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .outerjoin(Job, Job.id == Run.job_id)
        .where(Run.server_id == last.server_id, Run.started_at > last.started_at, Run.trashed_at.is_(None))
        .where(Configuration.class_hash != configuration.class_hash)
        .limit(_MAX_LATER)
    )
    if session.scalar(select(changed)):
        return False
    return all(role_of(row.target) != role for row in session.execute(later))
