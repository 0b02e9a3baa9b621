"""Refusal to fill a lab that has anything of its own: results are never mixed with invented ones."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Campaign, Import, Job, Run, Server
from storagelab.demo.load import count_demo_runs, list_demo_servers
from storagelab.errors import Conflict


def require_empty(session: Session) -> None:
    """Raise Conflict for a lab that has anything beside the demo data and the machine it runs on."""
    demo_servers = [server.id for server in list_demo_servers(session)]
    servers = (
        select(func.count()).select_from(Server).where(Server.transport != "local", Server.id.not_in(demo_servers))
    )
    counts = {
        "servers": session.scalars(servers).one(),
        "runs": _count(session, Run) - count_demo_runs(session),
        "jobs": _count(session, Job),
        "campaigns": _count(session, Campaign),
        "imports": _count(session, Import),
    }
    own = [f"{number} {name}" for name, number in counts.items() if number]
    if own:
        raise Conflict(f"This lab is in use: it has {', '.join(own)} of its own. Only an empty lab can be filled.")


def _count(session: Session, model: type[Run | Job | Campaign | Import]) -> int:
    return session.scalars(select(func.count()).select_from(model)).one()
