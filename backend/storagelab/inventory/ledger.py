"""Operations and phases on the drives under a load, from the ledger of drive states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from storagelab.db.models import Array, Drive, DriveStateEntry, Job, Phase, Run, Server
from storagelab.domain.drive_state import DriveStateEvent, Maker, State
from storagelab.domain.job_values import StoredTarget
from storagelab.domain.operations import has_new_target
from storagelab.domain.plan import StopValues
from storagelab.domain.reuse import History
from storagelab.inventory.under_load import SeenHardware, find_inner_array, find_targets, read_hardware

#: A drive's state follows from its last writes; what was done long before is not read.
_MAX_ENTRIES = 500


def read_entries(session: Session, identity: str) -> list[DriveStateEvent]:
    """Return the state entries of a drive, oldest first."""
    query = (
        select(DriveStateEntry, Run.number, Job.target, Job.preparation, Phase.stop)
        .outerjoin(Run, Run.id == DriveStateEntry.run_id)
        .outerjoin(Job, Job.id == Run.job_id)
        .outerjoin(Phase, Phase.id == DriveStateEntry.phase_id)
        .where(DriveStateEntry.identity == identity)
        .order_by(DriveStateEntry.id.desc())
        .limit(_MAX_ENTRIES)
    )
    return [_convert_entry(row) for row in reversed(session.execute(query).all())]


def read_histories(session: Session, *, server: Server, stable_ids: Sequence[str]) -> list[History]:
    """Return the history of every drive behind these stable ids; an array gives one for each member.

    A component that cannot be identified as one drive has an empty history, so that no plan relies on it.
    """
    hardware = read_hardware(session, server)
    return [history for name in stable_ids for history in _iterate_histories(session, hardware, name)]


def _iterate_histories(session: Session, hardware: SeenHardware, name: str) -> Iterator[History]:
    target = next(iter(find_targets(hardware, {"kind": "devices", "stable_ids": [name]}, place="")), None)
    array = hardware.find_array(target) if target is not None else None
    if array is not None:
        yield from _iterate_member_histories(session, hardware, array, set())
    else:
        yield _load_history(session, name, target)


def _iterate_member_histories(
    session: Session, hardware: SeenHardware, array: Array, above: set[Any]
) -> Iterator[History]:
    if not array.members:
        yield History(f"the members of {array.name}", (), None)
    for member in array.members:
        drive = hardware.drive_with(member.get("drive_id"))
        inner = find_inner_array(hardware, member, drive)
        if inner is not None and inner.id not in above:
            yield from _iterate_member_histories(session, hardware, inner, above | {array.id})
        else:
            name = (drive.stable_id if drive is not None else None) or f"{member.get('key')} of {array.name}"
            yield _load_history(session, name, drive)


def _load_history(session: Session, name: str, drive: Drive | None) -> History:
    if drive is None or drive.identity is None:
        return History(name, (), None)
    return History(name, tuple(read_entries(session, drive.identity)), drive.size_bytes)


def _convert_entry(row: Row[DriveStateEntry, int, StoredTarget, list[Any], StopValues]) -> DriveStateEvent:
    entry, number, target, preparation, stop = row
    state: State = entry.state  # type: ignore[assignment]  # The column's check has the same words.
    maker = Maker(number, _list_loaded_ids(target, preparation), stop) if number is not None else None
    return DriveStateEvent(state, entry.reason, entry.workload, entry.written_bytes, maker)


def _list_loaded_ids(target: StoredTarget | None, preparation: list[Any] | None) -> frozenset[str] | None:
    """Return the stable ids of the drives and arrays under the load of a job.

    None for a file, and for devices that the job created from its drives.
    """
    if target is None or target["kind"] != "devices" or has_new_target(preparation or []):
        return None
    return frozenset(target["stable_ids"])
