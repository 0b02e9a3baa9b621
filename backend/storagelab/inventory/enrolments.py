"""Enrolment of drives that may be destroyed: proposed by the lab, decided by root on the server.

Discovery reads the decision.
"""

from __future__ import annotations

import datetime as dt
import shlex
import uuid
from collections.abc import Sequence

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.config import get_settings
from storagelab.db.clock import read_clock
from storagelab.db.models import Drive, Enrolment, Server, User
from storagelab.db.references import find_by_reference, format_row_number
from storagelab.domain.lifecycle import ServerState
from storagelab.errors import Conflict, InvalidInput, NotFound, RequestRefused
from storagelab.inventory.enrolment_schemas import EnrolmentCreate, EnrolmentOut, EnrolmentState
from storagelab.inventory.naming import get_drive_place, make_numbered_name

#: How much of the serial number is typed in the lab; all of it is typed on the server.
ENDING_LENGTH = 6


def propose(session: Session, *, user: Identity, body: EnrolmentCreate, enrolment_id: uuid.UUID) -> Enrolment:
    """Store the request to enrol a drive as `enrolment_id`; replace an earlier one that is void.

    Raises InvalidInput for an unknown drive or a wrong serial, RequestRefused for a drive that cannot be identified,
    Conflict for a drive that is protected or already enrolled.
    """
    server = _find_server(session, body.server_id)
    drive = find_drive(session, server, body.stable_id, path="stable_id")
    if drive.serial is None or drive.stable_id is None:
        raise RequestRefused(f"{get_drive_place(drive)} has no serial number, so it cannot be identified.")
    if body.serial_ending != drive.serial[-ENDING_LENGTH:]:
        raise InvalidInput(
            f"does not match the end of the serial number of {get_drive_place(drive)}: type its last {ENDING_LENGTH} "
            "characters",
            path="serial_ending",
        )
    if drive.protected:
        raise Conflict(f"{drive.stable_id} is protected: take the protection off first.")
    _make_way(session, server, drive)
    enrolment = Enrolment(
        id=enrolment_id,
        server_id=server.id,
        stable_id=drive.stable_id,
        serial=drive.serial,
        state="proposed",
        proposed_by=user.user_id,
    )
    try:
        with session.begin_nested():
            session.add(enrolment)
    except IntegrityError:
        raise Conflict(f"{drive.stable_id} was proposed by another user meanwhile.") from None
    _audit(session, user, server, enrolment, action="enrolment_proposed")
    return enrolment


def withdraw(session: Session, *, user: Identity, enrolment: Enrolment) -> None:
    """Withdraw an enrolment at once; repeating changes nothing.

    The entry on the server remains until root removes it.
    """
    if enrolment.state == "withdrawn":
        return
    enrolment.state = "withdrawn"
    enrolment.void_reason = f"Withdrawn by {user.name}."
    _audit(session, user, enrolment.server, enrolment, action="enrolment_withdrawn")
    session.flush()


def set_protection(session: Session, *, user: Identity, drive: Drive, protected: bool) -> None:
    """Protect a drive from every write, or no longer."""
    if drive.protected == protected:
        return
    drive.protected = protected
    server = session.get_one(Server, drive.server_id)
    audit.record_event(
        session,
        user_id=user.user_id,
        action="drive_protected" if protected else "drive_unprotected",
        subject=f"server {format_row_number(server)}",
        stable_id=drive.stable_id,
        serial=drive.serial,
    )
    session.flush()


def find_drive(session: Session, server: Server, stable_id: str, *, path: str) -> Drive:
    """Find the drive that a server shows now under any of its stable names.

    Raises InvalidInput with the field `path`.
    """
    drive = session.scalars(
        select(Drive)
        .where(Drive.server_id == server.id, Drive.stable_ids.contains([stable_id]))
        .order_by(Drive.present.desc(), Drive.last_seen_at.desc())
    ).first()
    if drive is None:
        raise InvalidInput(
            f"{server.name} has no drive {stable_id}: discover the server again, or choose another drive", path=path
        )
    if not drive.present:
        raise InvalidInput(
            f"{stable_id} was last seen on {server.name} at {drive.last_seen_at:%Y-%m-%d %H:%M} UTC and is missing now",
            path=path,
        )
    return drive


def find_enrolment(session: Session, enrolment_id: uuid.UUID, *, lock: bool = False) -> Enrolment:
    """Find the enrolment with its server. Raises NotFound."""
    query = select(Enrolment).where(Enrolment.id == enrolment_id).options(joinedload(Enrolment.server))
    enrolment = session.scalars(query.with_for_update(of=Enrolment) if lock else query).one_or_none()
    if enrolment is None:
        raise NotFound(f"There is no enrolment {enrolment_id}.")
    return enrolment


def select_enrolments(*, server_id: uuid.UUID | None = None, state: str | None = None) -> Select[Enrolment]:
    """Select enrolments with their servers, of one server or in one state where given; one that has expired is void."""
    query = select(Enrolment).options(joinedload(Enrolment.server))
    if server_id is not None:
        query = query.where(Enrolment.server_id == server_id)
    expired = and_(Enrolment.state == "active", func.coalesce(Enrolment.expires_at <= func.now(), False))
    if state == "active":
        return query.where(Enrolment.state == "active", ~expired)
    if state == "void":
        return query.where(or_(Enrolment.state == "void", expired))
    return query if state is None else query.where(Enrolment.state == state)


def get_enrolment_state(enrolment: Enrolment, now: dt.datetime) -> tuple[EnrolmentState, str | None]:
    """Return the state in force at `now` and the reason if it is void.

    An active enrolment whose time is over is void.
    """
    if enrolment.state == "active" and enrolment.expires_at is not None and enrolment.expires_at <= now:
        return "void", f"It expired at {enrolment.expires_at:%Y-%m-%d %H:%M} UTC."
    state: EnrolmentState = enrolment.state  # type: ignore[assignment]  # A constraint of the table holds the words.
    return state, enrolment.void_reason


def describe_enrolments(session: Session, enrolments: Sequence[Enrolment]) -> list[EnrolmentOut]:
    """Return enrolments that were loaded with their servers, with three queries for all of them."""
    now = read_clock(session)
    drives = _load_enrolled_drives(session, enrolments)
    people = select(User.id, User.name).where(User.id.in_({row.proposed_by for row in enrolments}))
    names = {row.id: row.name for row in session.execute(people)}
    shown = []
    for row in enrolments:
        state, reason = get_enrolment_state(row, now)
        drive = drives.get((row.server_id, row.stable_id))
        shown.append(
            EnrolmentOut(
                id=row.id,
                server_id=row.server_id,
                server=make_numbered_name(row.server),
                stable_id=row.stable_id,
                serial=row.serial,
                model=drive.model if drive else None,
                size_bytes=drive.size_bytes if drive else None,
                state=state,
                void_reason=reason,
                proposed_by=names.get(row.proposed_by) if row.proposed_by else None,
                created_at=row.created_at,
                enrolled_at=row.enrolled_at,
                expires_at=row.expires_at,
                last_seen_at=row.last_seen_at,
                command=_build_enrolment_command(row.server, state, row.stable_id),
                extend_command=_build_runner_command(row.server, "enrol", row.stable_id) if state == "active" else None,
            )
        )
    return shown


def _build_enrolment_command(server: Server, state: EnrolmentState, stable_id: str) -> str | None:
    """Return the command that root must run on the server; None for an active enrolment.

    It enrols a proposed or void drive and unenrols a withdrawn one.
    """
    if state == "active":
        return None
    return _build_runner_command(server, "unenrol" if state == "withdrawn" else "enrol", stable_id)


def _build_runner_command(server: Server, verb: str, stable_id: str) -> str:
    program, options = ["storagelab-runner"], []
    if server.transport == "local" and server.runner_sha256 is not None:
        # No set-up script was run on the lab's own machine: its runner lies in the data folder.
        settings = get_settings()
        program = ["python3", str(settings.data_dir / "runner" / f"runner-{server.runner_sha256}.pyz")]
        if settings.runner_state_dir is not None and verb == "enrol":
            options += ["--state", str(settings.runner_state_dir)]
        if settings.runner_config_dir is not None:
            options += ["--config", str(settings.runner_config_dir)]
    return shlex.join(["sudo", *program, verb, *options, "--stable-id", stable_id])


def _find_server(session: Session, reference: str) -> Server:
    try:
        server = find_by_reference(session, Server, reference)
    except NotFound as error:
        raise InvalidInput(error.message, path="server_id") from None
    if server.state == ServerState.RETIRED:
        raise Conflict(f"{server.name} is retired: register it again to use it.")
    return server


def _make_way(session: Session, server: Server, drive: Drive) -> None:
    """Delete an earlier enrolment of this drive that is not in force; the audit log has its history.

    Raises Conflict where the drive is enrolled already.
    """
    earlier = session.scalars(
        select(Enrolment)
        .where(Enrolment.server_id == server.id, Enrolment.stable_id == drive.stable_id)
        .with_for_update()
    ).one_or_none()
    if earlier is None:
        return
    if get_enrolment_state(earlier, read_clock(session))[0] == "active" and earlier.serial == drive.serial:
        raise Conflict(f"{drive.stable_id} is enrolled already.")
    session.delete(earlier)
    session.flush()


def _load_enrolled_drives(session: Session, enrolments: Sequence[Enrolment]) -> dict[tuple[uuid.UUID, str], Drive]:
    """Return the drive of each enrolment by server and stable id; one that the server does not show is absent."""
    rows = session.scalars(
        select(Drive)
        .where(
            Drive.server_id.in_({row.server_id for row in enrolments}),
            Drive.stable_id.in_({row.stable_id for row in enrolments}),
        )
        .order_by(Drive.present, Drive.last_seen_at)
    )
    return {(row.server_id, row.stable_id): row for row in rows if row.stable_id is not None}


def _audit(session: Session, user: Identity, server: Server, enrolment: Enrolment, *, action: str) -> None:
    audit.record_event(
        session,
        user_id=user.user_id,
        action=action,
        subject=f"server {format_row_number(server)}",
        stable_id=enrolment.stable_id,
        serial=enrolment.serial,
    )
