"""Drive selection of a campaign: drives chosen late, and checks that they are unchanged."""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from storagelab.campaigns.schemas import DriveSelection
from storagelab.db.models import Array, Controller, Drive, Enrolment, Server
from storagelab.domain.campaign_values import BoundDrive, StoredController
from storagelab.domain.campaigns import DEVICE, CampaignLayout
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.inventory.enrolments import find_drive, get_enrolment_state
from storagelab.planning.schemas import DevicesTarget
from storagelab.planning.targets import plan_target, write_refusals

#: The kind of a controller that is the drive itself.
NVME = "nvme"


def choose_set(
    session: Session,
    server: Server,
    wanted: DriveSelection,
    *,
    now: dt.datetime,
    serials: Sequence[str] | None,
    preferred: Sequence[str] = (),
    spread: bool = False,
) -> list[Drive]:
    """Choose the drives of a campaign, in the order in which configurations take them.

    Drives that `wanted` does not name are free at the last discovery, or `preferred`, and have one of `serials`; None
    allows every enrolled drive, to show a plan. `preferred` stable ids come first. With `spread`, drives of one kind
    are taken from controllers in turn, so that a few of them are still on all controllers. Raises InvalidInput for a
    named drive that cannot be used.
    """
    if wanted.stable_ids is not None:
        return find_named(session, server, wanted.stable_ids, place="drives")
    candidates = [
        drive
        for drive in choose_any(session, server, now)
        if (serials is None or drive.serial in serials) and (not drive.in_use_reasons or drive.stable_id in preferred)
    ]
    alike = Counter((drive.model, drive.size_bytes, drive.firmware) for drive in candidates)
    turns = _compute_drive_places(candidates) if spread else {}
    candidates.sort(
        key=lambda drive: (
            drive.stable_id not in preferred,
            -alike[drive.model, drive.size_bytes, drive.firmware],
            str(drive.model),
            drive.size_bytes or 0,
            str(drive.firmware),
            turns.get(drive.id, 0),
            str(drive.stable_id),
        )
    )
    return candidates[: wanted.any or wanted.count_at_most]


def _compute_drive_places(drives: Sequence[Drive]) -> dict[uuid.UUID, int]:
    """Return the index of each drive among the similar drives of its controller, by drive id."""
    seen: Counter[tuple[Any, ...]] = Counter()
    turns = {}
    for drive in sorted(drives, key=lambda drive: str(drive.stable_id)):
        place = (drive.controller_id, drive.model, drive.size_bytes, drive.firmware)
        turns[drive.id] = seen[place]
        seen[place] += 1
    return turns


def describe_set(session: Session, drives: Sequence[Drive]) -> list[BoundDrive]:
    """Describe drives in the form that a campaign stores.

    A dict has stable_id, serial, firmware, model, size_bytes and controller.
    """
    keys = _find_controller_keys(session, drives)
    return [
        {
            "stable_id": drive.stable_id or "",
            "serial": drive.serial,
            "firmware": drive.firmware,
            "model": drive.model,
            "size_bytes": drive.size_bytes,
            "controller": keys.get(drive.controller_id) if drive.controller_id is not None else None,
        }
        for drive in drives
    ]


def describe_devices(session: Session, names: Sequence[str], drives: Sequence[Drive]) -> list[BoundDrive]:
    """Describe devices in the form that a campaign stores: under the names that its rows use."""
    described = describe_set(session, drives)
    return [{**device, "stable_id": name} for name, device in zip(names, described, strict=True)]


def _find_controller_keys(session: Session, drives: Sequence[Drive]) -> dict[uuid.UUID, str]:
    """Return the keys of the controllers of drives. The key of an NVMe drive is the drive itself and does not count.

    The configuration of a run counts controllers in the same way.
    """
    ids = {drive.controller_id for drive in drives if drive.controller_id is not None}
    rows = session.execute(select(Controller.id, Controller.key).where(Controller.id.in_(ids), Controller.kind != NVME))
    return {row.id: row.key for row in rows}


def count_by_controller(drives: Sequence[BoundDrive]) -> Counter[str]:
    """Return the number of drives on each controller."""
    return Counter(str(drive["controller"]) for drive in drives if drive.get("controller") is not None)


def list_usable_drives(row: CampaignLayout, drives: Sequence[BoundDrive]) -> list[BoundDrive]:
    """Return the drives that a configuration may take: all, or those of its model."""
    return [drive for drive in drives if row.model is None or drive["model"] == row.model]


def bind(
    row: CampaignLayout, index: int, drives: Sequence[BoundDrive], devices: Sequence[BoundDrive] = (), *, same_set: bool
) -> list[BoundDrive]:
    """Return the drives of the configuration at `index`.

    With `same_set` they are always the first drives, else each configuration takes the next ones. With several
    controllers drives are taken from them in turn. The result has fewer drives than requested where the drives do not
    suffice.
    """
    if row.layout == DEVICE:
        return [device for name in row.stable_ids for device in devices if device["stable_id"] == name]
    drives = list_usable_drives(row, drives)
    if not drives:
        return []
    start = 0 if same_set else index * row.drives % len(drives)
    in_turn = [*drives[start:], *drives[:start]]
    if row.controllers is None:
        return in_turn[: row.drives]
    groups: dict[str, list[BoundDrive]] = defaultdict(list)
    for drive in in_turn:
        if (controller := drive.get("controller")) is not None:
            groups[controller].append(drive)
    per_controller = row.drives // row.controllers
    chosen = [group[:per_controller] for group in groups.values() if len(group) >= per_controller][: row.controllers]
    return list(itertools.chain.from_iterable(zip(*chosen, strict=True)))


def read_controllers(session: Session, server: Server) -> dict[str, StoredController]:
    """Return firmware and name of each present controller of a server, by controller key."""
    rows = session.scalars(select(Controller).where(Controller.server_id == server.id, Controller.present))
    return {row.key: {"firmware": row.firmware, "name": row.model or row.key} for row in rows}


def describe_changes(
    session: Session,
    server: Server,
    drives: Sequence[BoundDrive],
    controllers: Mapping[str, StoredController],
    *,
    now: dt.datetime,
    confirmed: Sequence[str],
    row: CampaignLayout,
) -> dict[str, str]:
    """Describe what has changed since a campaign chose its drives, in sentences by stable id.

    The key "" is for all drives. `controllers` are the recorded ones. Drives may be written where any serial number was
    `confirmed`. Devices measured as they are may be written where their own serial number was confirmed.
    """
    changes: dict[str, str] = {}
    writable = {drive.stable_id for drive in choose_any(session, server, now)} if confirmed else None
    for bound in drives:
        name = str(bound["stable_id"])
        drive = session.scalars(
            select(Drive).where(Drive.server_id == server.id, Drive.present, Drive.stable_ids.contains([name]))
        ).first()
        if drive is None or drive.serial != bound["serial"]:
            changes[name] = f"The drive {name} is missing in {server.name}."
        elif drive.firmware != bound["firmware"]:
            changes[name] = f"The firmware of {name} was {bound['firmware']} and is now {drive.firmware}."
        elif row.layout == DEVICE:
            reason = write_refusal_reason(session, server, name, now=now) if drive.serial in confirmed else None
            if reason is not None:
                changes[name] = f"{name} may no longer be written: {reason}."
        elif writable is not None and drive.stable_id not in writable:
            changes[name] = f"The drive {name} may no longer be written: its enrolment is void, or it is protected."
        elif row.controllers is not None and describe_set(session, [drive])[0]["controller"] != bound.get("controller"):
            changes[name] = f"The drive {name} is no longer attached to the same controller."
    for key, present in read_controllers(session, server).items():
        before = controllers.get(key)
        if before is not None and before["firmware"] != present["firmware"]:
            words = f"was {before['firmware']} and is now {present['firmware']}"
            changes[""] = f"The firmware of the controller {present['name']} {words}."
    return changes


def write_refusal_reason(session: Session, server: Server, stable_id: str, *, now: dt.datetime) -> str | None:
    """Return the reason that a device must not be written now, or None if it may be written.

    A confirmation of its serial number is assumed.
    """
    wanted = DevicesTarget(kind="devices", stable_ids=[stable_id])
    try:
        target = plan_target(session, server=server, target=wanted)
    except RequestRefused as refused:
        return refused.message
    serials = [item.drive.serial for item in target.drives if item.drive.serial is not None]
    reasons = write_refusals(target, server=server, confirm_serials=serials, now=now)
    return reasons[0].message if reasons else None


def is_on_array(session: Session, server_id: uuid.UUID, stable_ids: Sequence[str]) -> bool:
    """Return whether one of the block devices with these stable ids is a known array of the server."""
    return session.scalars(
        select(
            exists().where(
                Array.server_id == server_id,
                Array.present,
                Array.drive_id == Drive.id,
                Drive.present,
                or_(*(Drive.stable_ids.contains([name]) for name in stable_ids)),
            )
        )
    ).one()


def find_array(session: Session, server: Server, stable_id: str) -> tuple[Drive, Array] | None:
    """Return the block device and the array that a job made, as of the last discovery; None when it is missing."""
    drive = session.scalars(
        select(Drive).where(Drive.server_id == server.id, Drive.present, Drive.stable_ids.contains([stable_id]))
    ).first()
    if drive is None:
        return None
    array = session.scalars(
        select(Array).where(Array.server_id == server.id, Array.present, Array.drive_id == drive.id)
    ).first()
    return (drive, array) if array is not None else None


def list_arrays_of_drives(session: Session, server: Server, drives: Sequence[BoundDrive]) -> list[Array]:
    """Return the arrays that have one of these drives as a member."""
    names = {str(bound["stable_id"]) for bound in drives}
    ids = {
        str(row.id)
        for row in session.scalars(select(Drive).where(Drive.server_id == server.id, Drive.present))
        if names & set(row.stable_ids)
    }
    arrays = session.scalars(select(Array).where(Array.server_id == server.id, Array.present)).all()
    return [array for array in arrays if any(str(member.get("drive_id")) in ids for member in array.members)]


def list_foreign_members(session: Session, array: Array, names: Collection[str]) -> list[str]:
    """Return the stable ids of an array's members other than the drives in `names`."""
    ids = [uuid.UUID(member["drive_id"]) for member in array.members if member.get("drive_id")]
    rows = session.scalars(select(Drive).where(Drive.id.in_(ids)).order_by(Drive.number))
    return [str(drive.stable_id or drive.path) for drive in rows if not set(names) & set(drive.stable_ids)]


def find_named(session: Session, server: Server, stable_ids: Sequence[str], *, place: str) -> list[Drive]:
    """Return the drives with these stable ids, in their order.

    Raises InvalidInput, with a path below `place`, for a drive that is unknown, listed twice or has no device of its
    own.
    """
    drives: list[Drive] = []
    for index, stable_id in enumerate(stable_ids):
        path = f"{place}.stable_ids.{index}"
        drive = find_drive(session, server, stable_id, path=path)
        if drive in drives:
            raise InvalidInput(f"{stable_id} is listed twice", path=path)
        if drive.kernel_name is None or drive.size_bytes is None or drive.stable_id is None:
            raise InvalidInput(f"{server.name} has no separate device for {stable_id}", path=path)
        drives.append(drive)
    return drives


def choose_any(session: Session, server: Server, now: dt.datetime) -> list[Drive]:
    """Return the drives that are present, enrolled under their current serial number, and not protected.

    Arrays are left out.
    """
    enrolled = {
        row.stable_id: row.serial
        for row in session.scalars(select(Enrolment).where(Enrolment.server_id == server.id))
        if get_enrolment_state(row, now)[0] == "active"
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
