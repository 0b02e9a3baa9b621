"""Reads of drives; each issues a number of queries that does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.clock import read_clock
from storagelab.db.models import Array, Controller, Drive, Enrolment, Server
from storagelab.db.references import format_row_number
from storagelab.http.schemas import NumberedName
from storagelab.inventory.enrolments import get_enrolment_state
from storagelab.inventory.filters import PieceFilter, apply_filter
from storagelab.inventory.naming import load_numbered_names, make_numbered_name
from storagelab.inventory.schemas import DriveEnrolment, DriveOut, HealthValues

_COMPUTED = {"number", "server", "controller", "arrays", "health", "enrolment"}


def select_drives(wanted: PieceFilter, *, model: str | None = None, firmware: str | None = None) -> Select[Drive]:
    """Select the wanted drives, of one model or with one firmware where given."""
    query = apply_filter(select(Drive), Drive, wanted)
    if model is not None:
        query = query.where(Drive.model == model)
    return query if firmware is None else query.where(Drive.firmware == firmware)


def describe_drives(session: Session, drives: Sequence[Drive]) -> list[DriveOut]:
    """Return drives as the API shows them, with the known facts of their enrolments."""
    enrolments = _load_drive_enrolments(session, drives)
    servers = load_numbered_names(session, Server, [drive.server_id for drive in drives])
    controllers = load_numbered_names(session, Controller, [drive.controller_id for drive in drives])
    arrays = load_arrays_by_drive(session, {drive.server_id for drive in drives})
    return [
        DriveOut(
            **{name: getattr(drive, name) for name in DriveOut.model_fields if name not in _COMPUTED},
            number=format_row_number(drive),
            server=servers[drive.server_id],
            controller=controllers.get(drive.controller_id) if drive.controller_id else None,
            arrays=arrays.get(drive.id, []),
            health=describe_health(drive.health),
            enrolment=enrolments.get(drive.id),
        )
        for drive in drives
    ]


def describe_health(values: Mapping[str, Any]) -> HealthValues:
    """Return the values of a reading; a value of the wrong type is unknown."""
    result: dict[str, object] = dict.fromkeys(HealthValues.model_fields)
    for name, field in HealthValues.model_fields.items():
        value = values.get(name)
        if name == "warnings":
            result[name] = [str(item) for item in value] if isinstance(value, list) else []
        elif name == "passed":
            result[name] = value if isinstance(value, bool) else None
        elif isinstance(value, int | float) and not isinstance(value, bool):
            result[name] = float(value) if field.annotation == float | None else int(value)
    return HealthValues.model_validate(result)


def load_arrays_by_drive(session: Session, server_ids: set[uuid.UUID]) -> dict[uuid.UUID, list[NumberedName]]:
    """Return by drive id the present arrays of which the drive is a member."""
    result: dict[uuid.UUID, list[NumberedName]] = {}
    for array in session.scalars(select(Array).where(Array.server_id.in_(server_ids), Array.present)):
        for drive_id in {parse_member_drive_id(member) for member in array.members}:
            if drive_id is not None:
                result.setdefault(drive_id, []).append(make_numbered_name(array))
    return result


def parse_member_drive_id(member: Mapping[str, Any]) -> uuid.UUID | None:
    """Return the drive id of a stored member of an array; None where it is another array or not known."""
    drive_id = member.get("drive_id")
    return uuid.UUID(str(drive_id)) if drive_id else None


def _load_drive_enrolments(session: Session, drives: Sequence[Drive]) -> dict[uuid.UUID, DriveEnrolment]:
    """Return the enrolment of each drive by drive id.

    An enrolment of an earlier drive with the same name is void for the present one.
    """
    names = {name for drive in drives for name in drive.stable_ids}
    rows = session.scalars(
        select(Enrolment).where(
            Enrolment.server_id.in_({drive.server_id for drive in drives}), Enrolment.stable_id.in_(names)
        )
    )
    by_name = {(row.server_id, row.stable_id): row for row in rows}
    now = read_clock(session)
    enrolments = {}
    for drive in drives:
        own = (by_name.get((drive.server_id, name)) for name in drive.stable_ids)
        row = next((row for row in own if row is not None), None)
        if row is None:
            continue
        state, reason = get_enrolment_state(row, now)
        if state == "active" and row.serial != drive.serial:
            state, reason = "void", "The drive that was enrolled here had another serial number."
        enrolments[drive.id] = DriveEnrolment(id=row.id, state=state, void_reason=reason, expires_at=row.expires_at)
    return enrolments
