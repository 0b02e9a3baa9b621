"""Readiness of the lab, as `/readyz` checks it, one line for each part."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from fastapi import APIRouter, Response
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.config import CHECKOUT, get_settings
from storagelab.db.models import LabSetting
from storagelab.db.session import get_database
from storagelab.errors import LabUnavailable
from storagelab.http.documentation import WITHOUT_SIGN_IN
from storagelab.http.problems import declare_problem_responses
from storagelab.http.schemas import Strict
from storagelab.queue import ping_broker

RECONCILER_SECONDS = 10.0
WORKER_SECONDS = 30.0

#: Another method than GET and HEAD is all that can be wrong with a request.
router = APIRouter(responses=declare_problem_responses(405))


class ReadinessCheck(Strict):
    """One part of the lab."""

    ok: bool
    detail: str


class Readiness(Strict):
    """Readiness of the lab to take jobs, with the state of each part."""

    ready: bool
    checks: dict[str, ReadinessCheck]


class Health(Strict):
    """The process answers."""

    status: str


@router.get("/healthz", openapi_extra=WITHOUT_SIGN_IN)
def get_health() -> Health:
    """Report that this process is alive. No other part of the lab is checked."""
    return Health(status="ok")


@router.get(
    "/readyz",
    openapi_extra=WITHOUT_SIGN_IN,
    responses={503: {"model": Readiness, "description": "Some part is not ready"}},
)
def get_readiness(response: Response) -> Readiness:
    """Check database, broker, migrations, reconciler and worker."""
    checks = check_parts()
    ready = all(check.ok for check in checks.values())
    if not ready:
        response.status_code = 503
    return Readiness(ready=ready, checks=checks)


def check_parts() -> dict[str, ReadinessCheck]:
    """Return the state of every part; a part whose database is down is not ready either."""
    checks = {
        name: ReadinessCheck(ok=False, detail="Not checked: the database does not answer.") for name in _DATABASE_CHECKS
    }
    try:
        with Session(get_database(get_settings().database_url)) as session:
            session.execute(text("select 1"))
            checks["database"] = ReadinessCheck(ok=True, detail="Reachable.")
            for name, check in _DATABASE_CHECKS.items():
                checks[name] = check(session)
    except SQLAlchemyError as error:
        reason = str(error.__cause__ or error).strip().splitlines()
        checks["database"] = ReadinessCheck(ok=False, detail=f"Not reachable: {reason[0] if reason else 'no reason'}")
    checks["broker"] = _check_broker()
    return {name: checks[name] for name in ("database", "broker", "migrations", "reconciler", "worker")}


@cache
def newest_revision() -> str | None:
    """Return the newest migration that comes with this program; None where migrations are not installed."""
    try:
        return ScriptDirectory.from_config(Config(toml_file=CHECKOUT / "pyproject.toml")).get_current_head()
    except CommandError:
        return None


def _check_broker() -> ReadinessCheck:
    try:
        ping_broker()
    except LabUnavailable as error:
        return ReadinessCheck(ok=False, detail=error.message)
    return ReadinessCheck(ok=True, detail="Reachable.")


def _check_migrations(session: Session) -> ReadinessCheck:
    newest = newest_revision()
    if session.scalar(select(func.to_regclass("alembic_version"))) is None:
        return ReadinessCheck(
            ok=False, detail="The database is empty: start the lab with `make up`, which migrates it."
        )
    current = session.scalar(text("select version_num from alembic_version"))
    if newest is None or current == newest:
        return ReadinessCheck(ok=True, detail=f"At revision {current}.")
    return ReadinessCheck(ok=False, detail=f"At revision {current}, this program needs {newest}.")


def _check_heartbeat(key: str, seconds: float, name: str) -> Callable[[Session], ReadinessCheck]:
    def check(session: Session) -> ReadinessCheck:
        age = session.scalar(
            select(func.extract("epoch", func.clock_timestamp() - LabSetting.updated_at)).where(LabSetting.key == key)
        )
        if age is None:
            return ReadinessCheck(ok=False, detail=f"No {name} has been seen yet.")
        return ReadinessCheck(ok=float(age) <= seconds, detail=f"Last seen {max(float(age), 0):.1f} s ago.")

    return check


_DATABASE_CHECKS: dict[str, Callable[[Session], ReadinessCheck]] = {
    "migrations": _check_migrations,
    "reconciler": _check_heartbeat("heartbeat.reconciler", RECONCILER_SECONDS, "reconciler"),
    "worker": _check_heartbeat("heartbeat.worker", WORKER_SECONDS, "worker"),
}
