"""Permission of a run to use its server and write its drives, as the lab last saw it.

The server's own allow-list decides. This check runs before anything is sent there, so that a run waits for its
enrolment instead of being refused.
"""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Drive, Enrolment, Job, Reservation, Server, User
from storagelab.domain.runner_spec import RunnerSpec


def is_destructive(spec: RunnerSpec) -> bool:
    """Return whether a run by this spec writes to whole devices."""
    if spec["target"]["kind"] != "devices":
        return False
    changes = any(operation["kind"] != "wait_quiet" for operation in spec.get("preparation", ()))
    return changes or any(phase["writes"] for phase in spec["phases"])


def find_obstacle(session: Session, attempt: Attempt, job: Job, server: Server) -> str | None:
    """Return the decision of a person that a run waits for, in words; None if it waits for none.

    It is the end of a reservation, an enrolment, or the protection of a drive.
    """
    reserved = find_reservation(session, job=job, server=server)
    if reserved is not None:
        return reserved
    if not is_destructive(attempt.spec):
        return None
    stable_ids = list(job.target["stable_ids"])
    protected = session.scalars(
        select(Drive.stable_id).where(
            Drive.server_id == server.id, Drive.protected, Drive.present, Drive.stable_id.in_(stable_ids)
        )
    ).first()
    if protected is not None:
        return f"{protected} on {server.name} is protected"
    now = session.scalars(select(func.clock_timestamp())).one()
    for stable_id in stable_ids:
        members = _find_members(session, server, stable_id)
        for needed in members or [stable_id]:
            reason = _find_enrolment_obstacle(session, server, needed, now)
            if reason is not None:
                return reason
    return None


def find_reservation(session: Session, *, job: Job, server: Server) -> str | None:
    """Return why the job waits while another person has reserved its server; None without such a reservation.

    A reservation of the job's own person does not count.
    """
    held = session.execute(
        select(User.name, Reservation.ends_at, Reservation.reason)
        .join(User, User.id == Reservation.user_id)
        .where(
            Reservation.server_id == server.id,
            Reservation.is_on(func.clock_timestamp()),
            Reservation.user_id.is_distinct_from(job.submitted_by),
        )
        .order_by(Reservation.ends_at.desc())
    ).first()
    if held is None:
        return None
    ends_at = held.ends_at.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"waiting for {server.name}: reserved by {held.name} until {ends_at} ({held.reason})"


def _find_members(session: Session, server: Server, stable_id: str) -> list[str]:
    """Return the stable ids of the drives in a kernel array: they are enrolled, and not the array.

    Empty for any other device.
    """
    if not stable_id.startswith("md-"):
        return []
    resources = session.scalars(
        select(Drive.resources).where(Drive.server_id == server.id, Drive.present, Drive.stable_id == stable_id)
    ).first()
    names = [resource.removeprefix("dev:") for resource in resources or [] if resource.startswith("dev:")]
    return [name for name in names if name != stable_id]


def _find_enrolment_obstacle(session: Session, server: Server, stable_id: str, now: dt.datetime) -> str | None:
    enrolment = session.scalars(
        select(Enrolment).where(Enrolment.server_id == server.id, Enrolment.stable_id == stable_id)
    ).one_or_none()
    place = f"{stable_id} on {server.name}"
    if enrolment is None or enrolment.state == "withdrawn":
        return f"waiting for the enrolment of {place}"
    if enrolment.state == "proposed":
        return f"waiting for the enrolment of {place}: its command has not been run there yet"
    if enrolment.state == "void":
        detail = f": {enrolment.void_reason}" if enrolment.void_reason else ""
        return f"waiting for a new enrolment of {place}, the old one is void{detail}"
    if enrolment.expires_at is not None and enrolment.expires_at <= now:
        return f"waiting for a new enrolment of {place}: the old one has expired"
    return None
