"""Which drives a campaign works on, chosen late, and whether they still are what they were."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.campaigns.schemas import DrivesIn
from storagelab.db.models import Array, Controller, Drive, Enrolment, Server
from storagelab.domain.campaigns import Layout
from storagelab.errors import InvalidInput
from storagelab.inventory.enrolments import find_drive, standing

BoundDrive = Mapping[str, Any]


def choose_set(
    session: Session,
    server: Server,
    wanted: DrivesIn,
    *,
    now: dt.datetime,
    serials: Sequence[str] | None,
    preferred: Sequence[str] = (),
    must_be_free: bool = True,
) -> list[Drive]:
    """The drives of a campaign, in the order in which configurations take them.

    Only drives with one of `serials` are chosen; None allows every enrolled one, to show a plan. `preferred` stable ids
    come first. Raises InvalidInput for a drive that was named and cannot be used.
    """
    if wanted.stable_ids is not None:
        return _named(session, server, wanted.stable_ids, must_be_free=must_be_free)
    found = [
        drive
        for drive in choose_any(session, server, now)
        if (serials is None or drive.serial in serials)
        and (not must_be_free or not drive.in_use_reasons or drive.stable_id in preferred)
    ]
    alike = Counter((drive.model, drive.size_bytes, drive.firmware) for drive in found)
    found.sort(
        key=lambda drive: (
            drive.stable_id not in preferred,
            -alike[drive.model, drive.size_bytes, drive.firmware],
            str(drive.model),
            drive.size_bytes or 0,
            str(drive.firmware),
            str(drive.stable_id),
        )
    )
    return found[: wanted.any or wanted.count_at_most]


def describe_set(drives: Sequence[Drive]) -> list[dict[str, Any]]:
    """Drives as a campaign keeps them."""
    return [
        {
            "stable_id": drive.stable_id,
            "serial": drive.serial,
            "firmware": drive.firmware,
            "model": drive.model,
            "size_bytes": drive.size_bytes,
        }
        for drive in drives
    ]


def bind(row: Layout, index: int, drives: Sequence[BoundDrive], *, same_set: bool) -> list[BoundDrive]:
    """The drives of one configuration: always the first of the set, or each time the next ones."""
    if same_set or not drives:
        return list(drives[: row.drives])
    start = index * row.drives % len(drives)
    return [*drives[start:], *drives[:start]][: row.drives]


def read_controllers(session: Session, server: Server) -> dict[str, Any]:
    """The firmware of a server's controllers by their keys, and what people call them."""
    rows = session.scalars(select(Controller).where(Controller.server_id == server.id, Controller.present))
    return {row.key: {"firmware": row.firmware, "name": row.model or row.key} for row in rows}


def what_changed(
    session: Session,
    server: Server,
    drives: Sequence[BoundDrive],
    controllers: Mapping[str, Any],
    *,
    now: dt.datetime,
    writes: bool,
) -> dict[str, str]:
    """What is no longer as it was, in sentences, by the stable id of the drive; by "" what concerns all drives."""
    found: dict[str, str] = {}
    writable = {drive.stable_id for drive in choose_any(session, server, now)} if writes else None
    for bound in drives:
        name = str(bound["stable_id"])
        drive = session.scalars(
            select(Drive).where(Drive.server_id == server.id, Drive.present, Drive.stable_ids.contains([name]))
        ).first()
        if drive is None or drive.serial != bound["serial"]:
            found[name] = f"The drive {name} is gone from {server.name}."
        elif drive.firmware != bound["firmware"]:
            found[name] = f"The firmware of {name} was {bound['firmware']} and is now {drive.firmware}."
        elif writable is not None and drive.stable_id not in writable:
            found[name] = f"The drive {name} may no longer be written: its enrolment does not hold, or it is protected."
    for key, present in read_controllers(session, server).items():
        before = controllers.get(key)
        if before is not None and before["firmware"] != present["firmware"]:
            words = f"was {before['firmware']} and is now {present['firmware']}"
            found[""] = f"The firmware of the controller {present['name']} {words}."
    return found


def find_array(session: Session, server: Server, stable_id: str) -> tuple[Drive, Array] | None:
    """The block device and the array that a job made, as the last discovery saw them; None when it is not there."""
    drive = session.scalars(
        select(Drive).where(Drive.server_id == server.id, Drive.present, Drive.stable_ids.contains([stable_id]))
    ).first()
    if drive is None:
        return None
    array = session.scalars(
        select(Array).where(Array.server_id == server.id, Array.present, Array.drive_id == drive.id)
    ).first()
    return (drive, array) if array is not None else None


def arrays_over(session: Session, server: Server, drives: Sequence[BoundDrive]) -> list[Array]:
    """The arrays that have one of these drives as a member."""
    names = {str(bound["stable_id"]) for bound in drives}
    ids = {
        str(row.id)
        for row in session.scalars(select(Drive).where(Drive.server_id == server.id, Drive.present))
        if names & set(row.stable_ids)
    }
    arrays = session.scalars(select(Array).where(Array.server_id == server.id, Array.present)).all()
    return [array for array in arrays if any(str(member.get("drive_id")) in ids for member in array.members)]


def _named(session: Session, server: Server, stable_ids: Sequence[str], *, must_be_free: bool) -> list[Drive]:
    found: list[Drive] = []
    for index, stable_id in enumerate(stable_ids):
        path = f"drives.stable_ids.{index}"
        drive = find_drive(session, server, stable_id, path=path)
        if drive in found:
            raise InvalidInput(f"{stable_id} stands there twice", path=path)
        if drive.kernel_name is None or drive.size_bytes is None or drive.stable_id is None:
            raise InvalidInput(f"{server.name} shows no device of its own for {stable_id}", path=path)
        if drive.in_use_reasons and must_be_free:
            raise InvalidInput(f"{stable_id} ({drive.path}) is in use: {'; '.join(drive.in_use_reasons)}", path=path)
        found.append(drive)
    return found


def choose_any(session: Session, server: Server, now: dt.datetime) -> list[Drive]:
    """The drives that are there, enrolled under the serial number they have, and not protected; arrays are none."""
    enrolled = {
        row.stable_id: row.serial
        for row in session.scalars(select(Enrolment).where(Enrolment.server_id == server.id))
        if standing(row, now)[0] == "active"
    }
    rows = session.scalars(
        select(Drive).where(
            Drive.server_id == server.id,
            Drive.present,
            Drive.kernel_name.is_not(None),
            Drive.serial.is_not(None),
            Drive.size_bytes.is_not(None),
            ~Drive.protected,
        )
    )
    return [
        drive
        for drive in rows
        if drive.stable_id is not None
        and not drive.stable_id.startswith("md-")
        and any(enrolled.get(name) == drive.serial for name in drive.stable_ids)
    ]
