"""Targets of jobs and their write permission: the lab's check before the server's own."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Drive, Enrolment, Server
from storagelab.domain.job_values import StoredTarget
from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import ProfileDefinition
from storagelab.domain.runner_spec import DeviceSpec, TargetSpec
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.inventory.enrolments import ENDING_LENGTH, find_drive, get_enrolment_state
from storagelab.inventory.naming import get_drive_place
from storagelab.planning.schemas import DestroyedDrive, DevicesTarget, FileTarget

#: The second place of a file target: given if and only if a profile copies to another file system.
_COPY_PATH = "target.copy_to"


class DriveNotEnrolled(RequestRefused):
    """Error for a drive whose destruction was not confirmed on the server: the lab has to confirm it."""

    code = "drive_not_enrolled"
    responsible = "lab"


class DriveProtected(RequestRefused):
    """Error for a drive that is never written, by a decision of the lab."""

    code = "drive_protected"
    responsible = "lab"


@dataclass(frozen=True)
class TargetDrive:
    """One drive of a target, under the name its enrolment has, else its best one.

    `enrolments` are those it takes to write to it, by stable id, None where there is none: its own, or those of all
    members where it is an array of the kernel. `protected` are those of all these names that must not be written.
    """

    stable_id: str
    drive: Drive
    enrolments: Mapping[str, Enrolment | None]
    protected: tuple[str, ...]


@dataclass(frozen=True)
class DrivePermissions:
    """Enrolled and protected drives of one server, as people decided."""

    enrolments: Sequence[Enrolment]
    protected: Sequence[Drive]


@dataclass(frozen=True)
class TargetPlan:
    """A target that exists: a file to be made, or drives.

    Load is spread evenly over several drives, so as much of each is addressed as the smallest one has.
    """

    drives: tuple[TargetDrive, ...]
    smallest_bytes: int
    total_bytes: int
    file: FileTarget | None = None

    def build_runner_target(self) -> TargetSpec:
        """Return the target as a dict for the runner.

        It is a file with path and size, or devices with stable id, serial number, path and size.
        """
        if self.file is not None:
            target: TargetSpec = {"kind": "file", "path": self.file.path, "size_bytes": self.file.size_bytes}
            if self.file.copy_to is not None:
                target["copy_to"] = self.file.copy_to
            return target
        devices: list[DeviceSpec] = [
            {
                "stable_id": item.stable_id,
                "serial": item.drive.serial,
                "path": item.drive.path,
                "size_bytes": item.drive.size_bytes,
            }
            for item in self.drives
        ]
        return {"kind": "devices", "devices": devices}

    def build_stored_target(self) -> StoredTarget:
        """Return the target as a dict for the row of its job, drives by their best-known stable ids."""
        if self.file is not None:
            path, copy_to = self.file.path, self.file.copy_to
            return {"kind": "file", "path": path, "size_bytes": self.file.size_bytes, "copy_to": copy_to}
        return {"kind": "devices", "stable_ids": [item.stable_id for item in self.drives], "layout": "parallel"}

    def list_destroyed_drives(self) -> list[DestroyedDrive]:
        """Return the drives whose data a writing job destroys; none for a file target, whose file is new."""
        return [
            DestroyedDrive(
                stable_id=item.stable_id,
                model=item.drive.model,
                serial_ending=(item.drive.serial or "")[-ENDING_LENGTH:],
            )
            for item in self.drives
        ]


def plan_target(session: Session, *, server: Server, target: FileTarget | DevicesTarget) -> TargetPlan:
    """Find the drives of a target.

    Raises InvalidInput for drives that are unknown, absent or named twice. A drive in use is not refused here: the
    server decides on it, at its check and before it writes.
    """
    if isinstance(target, FileTarget):
        return TargetPlan((), target.size_bytes, target.size_bytes, file=target)
    permissions = DrivePermissions(
        enrolments=session.scalars(select(Enrolment).where(Enrolment.server_id == server.id)).all(),
        protected=session.scalars(select(Drive).where(Drive.server_id == server.id, Drive.protected)).all(),
    )
    drives: dict[Drive, TargetDrive] = {}
    for index, stable_id in enumerate(target.stable_ids):
        path = f"target.stable_ids.{index}"
        drive = find_drive(session, server, stable_id, path=path)
        if drive in drives:
            raise InvalidInput(f"{stable_id} is the same drive as {drives[drive].stable_id}", path=path)
        if drive.kernel_name is None:
            raise InvalidInput(_explain_missing_device(stable_id, drive), path=path)
        if drive.size_bytes is None:
            raise InvalidInput(f"the size of {drive.path} is unknown: discover {server.name} again", path=path)
        drives[drive] = _describe(drive, stable_id, permissions)
    smallest = min(drive.size_bytes or 0 for drive in drives)
    return TargetPlan(tuple(drives.values()), smallest, smallest * len(drives))


def write_refusals(
    plan: TargetPlan, *, server: Server, confirm_serials: Sequence[str], now: dt.datetime
) -> list[RequestRefused]:
    """Return every reason against writing to the drives of a target, as errors to be raised or shown.

    A file needs no permission: the runner creates and removes it.
    """
    reasons: list[RequestRefused] = []
    for index, item in enumerate(plan.drives):
        path = f"target.stable_ids.{index}"
        reasons += [DriveProtected(f"{name} is protected: it is never written", path=path) for name in item.protected]
        if item.drive.serial is None:
            words = f"{item.drive.path} has no serial number: such a drive is never written"
            reasons.append(RequestRefused(words, path=path))
        elif (reason := _find_enrolment_problem(item, server, now)) is not None:
            reasons.append(DriveNotEnrolled(reason, path=path))
    return reasons + _list_confirmation_refusals(plan, confirm_serials)


def use_warnings(plan: TargetPlan) -> list[str]:
    """Return a warning for each drive of a target that was in use at the last discovery.

    The server decides on such drives before it reads or writes.
    """
    return [
        f"{item.stable_id} ({item.drive.path}) was in use at the last discovery: "
        f"{'; '.join(item.drive.in_use_reasons)}. The server decides before anything is read or written."
        for item in plan.drives
        if item.drive.in_use_reasons
    ]


def _explain_missing_device(stable_id: str, drive: Drive) -> str:
    return (
        f"{stable_id} is behind a RAID controller ({get_drive_place(drive)}) and has no device of its own: choose its "
        "array, or let the controller pass it through"
    )


def _describe(drive: Drive, stable_id: str, permissions: DrivePermissions) -> TargetDrive:
    own = next((row for row in permissions.enrolments if row.stable_id in drive.stable_ids), None)
    name = own.stable_id if own is not None else drive.stable_id or stable_id
    held = [resource.removeprefix("dev:") for resource in drive.resources if resource.startswith("dev:")]
    members = [member for member in held if member not in drive.stable_ids] if name.startswith("md-") else []
    never = {name for row in permissions.protected for name in row.stable_ids}
    protected = tuple(candidate for candidate in (name, *members) if candidate in never)
    if own is not None or not members:
        return TargetDrive(name, drive, {name: own}, protected)
    by_name = {row.stable_id: row for row in permissions.enrolments}
    return TargetDrive(name, drive, {member: by_name.get(member) for member in members}, protected)


def _find_enrolment_problem(item: TargetDrive, server: Server, now: dt.datetime) -> str | None:
    for name, enrolment in item.enrolments.items():
        state, reason = get_enrolment_state(enrolment, now) if enrolment is not None else ("withdrawn", None)
        if enrolment is None or state == "withdrawn":
            return f"{name} is not enrolled: an administrator proposes it, and root enrols it on {server.name}"
        if state == "proposed":
            return f"{name} is proposed, and root has not enrolled it on {server.name} yet"
        if state == "active" and name == item.stable_id and enrolment.serial != item.drive.serial:
            state, reason = "void", "The drive that was enrolled there had another serial number."
        if state == "void":
            return f"the enrolment of {name} is no longer valid: {reason or 'the drive has changed'}"
    return None


def _list_confirmation_refusals(plan: TargetPlan, confirm_serials: Sequence[str]) -> list[RequestRefused]:
    """Return refusals unless `confirm_serials` are exactly the serial numbers of the target's drives.

    No serial number is disclosed to a caller who guesses.
    """
    reasons: list[RequestRefused] = []
    left = Counter(confirm_serials)
    for item in plan.drives:
        if item.drive.serial is None:
            continue
        if left[item.drive.serial] == 0:
            words = f"the whole serial number of {item.stable_id} is missing: this job erases all data on the drive"
            reasons.append(InvalidInput(words, path="confirm_serials"))
        else:
            left[item.drive.serial] -= 1
    if plan.drives and left.total() > 0:
        words = "a serial number belongs to none of the drives of this job, or is listed twice"
        reasons.append(InvalidInput(words, path="confirm_serials"))
    return reasons


def check_copy_target(
    target: FileTarget | DevicesTarget, profile: ProfileDefinition, phases: Sequence[PhasePlan]
) -> None:
    """Check that a target has `copy_to` where a phase copies to another file system, and only there.

    Raises InvalidInput or RequestRefused, naming the first phase concerned.
    """
    across = next((phase for phase in phases if phase.workload.file_set and phase.workload.file_set.goes_across), None)
    if isinstance(target, DevicesTarget):
        if across is not None:
            raise RequestRefused(
                f"Phase {across.ordinal} ({across.name}) copies to another file system, and a prepared drive has "
                "only one. Choose a file as the target, and give copy_to.",
                path="target.kind",
            )
    elif across is not None and target.copy_to is None:
        raise InvalidInput(
            f"phase {across.ordinal} ({across.name}) copies to another file system, and the target has no path on "
            "one: give a new path there, such as /mnt/other/lab.dat, or choose a profile without copies across",
            path=_COPY_PATH,
        )
    elif across is None and target.copy_to is not None:
        raise InvalidInput(f"nothing of {profile.name} is copied to another file system: leave it out", path=_COPY_PATH)
