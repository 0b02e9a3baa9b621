"""The ledger of drive states: what a run found its drives in, and what it left them in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypedDict

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Attempt,
    Drive,
    DriveStateEntry,
    Job,
    Measurement,
    MeasurementPart,
    Phase,
    Run,
    Server,
)
from storagelab.domain.drive_state import (
    ConditioningState,
    DriveStateEvent,
    OperationDone,
    PhaseDone,
    derive_conditioning,
    derive_state_after_operation,
    derive_state_after_phase,
)
from storagelab.domain.lifecycle import NOT_NEEDED, TIME_LIMIT, PhaseState
from storagelab.domain.operations import has_new_target
from storagelab.inventory.ledger import read_entries
from storagelab.inventory.under_load import SeenHardware, find_targets, iterate_member_drives, read_hardware

_WHOLE = 0.99


class FoundState(TypedDict):
    """The conditioning state in which a phase found one drive."""

    stable_id: str | None
    model: str | None
    state: str
    workload: Mapping[str, Any] | None
    written_since_bytes: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class UnderLoad:
    """A drive under the load.

    `share` is the part of the target's written bytes that reaches the drive. `reached` is true when the target covers
    all of the drive. `size_bytes` is the part of the drive that serves the target. Unknown values are None.
    """

    drive: Drive
    identity: str
    share: float | None
    reached: bool
    size_bytes: int | None


def record_drive_states(
    session: Session, *, run: Run, attempt: Attempt, job: Job, server: Server, lost: bool
) -> dict[int, list[FoundState]]:
    """Append the states in which an ended attempt left its drives to the ledger.

    Returns the states that each phase found, by phase ordinal. Drives that cannot be distinguished from
    others are omitted, and so are phases that never began.
    """
    session.flush()
    drives = list_drives_under_load(session, job=job, server=server, attempt=attempt)
    histories = {item.identity: list(read_entries(session, item.identity)) for item in drives}
    target_bytes = _target_bytes(drives)
    for ordinal, done in _iterate_operations(attempt, lost=lost):
        for item in drives:
            entry = derive_state_after_operation(done, capacity_bytes=item.size_bytes)
            if entry is not None:
                _append(session, item, histories[item.identity], entry, run=run, phase=None, ordinal=ordinal)
    by_phase: dict[int, list[FoundState]] = {}
    made_target = has_new_target(attempt.spec.get("preparation") or [])
    for phase, written in _iterate_phases(session, run, attempt, lost=lost):
        by_phase[phase.ordinal] = [
            _describe_found_state(item, derive_conditioning(histories[item.identity])) for item in drives
        ]
        for item in drives:
            whole = item.reached and not made_target
            done_phase = PhaseDone(
                name=phase.name,
                workload=phase.workload,
                written_bytes=written,
                addressed_bytes=target_bytes if whole else None,
                steady=_was_steady(run, phase),
                lost=lost and phase.state in (PhaseState.LOST, PhaseState.RUNNING),
                cut_short=phase.stop_reason == TIME_LIMIT,
            )
            entry = derive_state_after_phase(derive_conditioning(histories[item.identity]), done_phase)
            if entry is not None:
                _append(session, item, histories[item.identity], entry, run=run, phase=phase)
    return by_phase


def mark_drive_states_unknown(session: Session, *, run: Run, server: Server) -> None:
    """Append an unknown state to the ledger for every drive of a server.

    Used where the effect of `run` could not be recorded.
    """
    drives = session.scalars(select(Drive).where(Drive.server_id == server.id, Drive.identity.is_not(None)))
    session.add_all(
        DriveStateEntry(
            identity=drive.identity,
            drive_id=drive.id,
            run_id=run.id,
            state="unknown",
            reason="what the run left could not be recorded",
        )
        for drive in drives
    )


def list_drives_under_load(session: Session, *, job: Job, server: Server, attempt: Attempt) -> list[UnderLoad]:
    """Return the drives that a job's load reaches, members of arrays too, each once."""
    hardware = read_hardware(session, server)
    runner = server.facts.get("runner") or {}
    place = job.target.get("path") or (attempt.spec.get("target") or {}).get("path") or f"{runner.get('state_dir')}/"
    targets = find_targets(hardware, job.target, place=str(place))
    is_file = job.target["kind"] == "file"
    sizes = [target.size_bytes for target in targets if target.size_bytes]
    smallest = min(sizes) if sizes and len(sizes) == len(targets) else None
    total = smallest * len(targets) if smallest is not None else None
    reserved = _compute_reserved_share(job)
    by_identity: dict[str, UnderLoad] = {}
    for target in targets:
        array = hardware.find_array(target)
        level = target.size_bytes is not None and smallest is not None and smallest >= _WHOLE * target.size_bytes
        for drive in [target] if array is None else iterate_member_drives(hardware, array):
            if drive.identity is not None:
                part = _compute_drive_share(drive, target, total, in_array=array is not None, targets=len(targets))
                size = None if drive.size_bytes is None else round(drive.size_bytes * (1 - reserved))
                by_identity[drive.identity] = UnderLoad(drive, drive.identity, part, level and not is_file, size)
    for drive in _iterate_copy_target_drives(hardware, job):
        if drive.identity is not None:
            # It is not counted how much of the bytes a run wrote was copied there.
            by_identity.setdefault(drive.identity, UnderLoad(drive, drive.identity, None, False, drive.size_bytes))
    return list(by_identity.values())


def _iterate_copy_target_drives(hardware: SeenHardware, job: Job) -> Iterator[Drive]:
    """Yield the drives below the file system to which a job copies files; none without such copies."""
    second = job.target.get("copy_to")
    for target in find_targets(hardware, job.target, place=str(second)) if second is not None else ():
        array = hardware.find_array(target)
        yield from [target] if array is None else iterate_member_drives(hardware, array)


def _compute_drive_share(
    drive: Drive, target: Drive, total: int | None, *, in_array: bool, targets: int
) -> float | None:
    """Return the share of the bytes written to a target that one of its drives receives, from 0 to 1.

    Drives beside each other share equally. A member of an array receives its size as a share of the `total` usable
    bytes. None where sizes are unknown.

    Parity is counted for full stripes; the extra bytes of small writes are not included.
    """
    if not in_array:
        return 1 / targets
    if not drive.size_bytes or not total or not target.size_bytes:
        return None
    return min(drive.size_bytes, target.size_bytes) / total


def _target_bytes(drives: Sequence[UnderLoad]) -> int | None:
    """Return the size of the whole target in bytes, from a drive's size and its share of the target.

    Returns None where no drive has both.
    """
    return next((round(item.size_bytes / item.share) for item in drives if item.size_bytes and item.share), None)


def _compute_reserved_share(job: Job) -> float:
    reserved = [operation["percent"] for operation in job.preparation or [] if operation["kind"] == "over_provision"]
    return reserved[-1] / 100 if reserved else 0.0


def _iterate_operations(attempt: Attempt, *, lost: bool) -> Iterator[tuple[int, OperationDone]]:
    """Yield each preparation operation of an attempt that ran, with its index and its end.

    A lost attempt may have reported none.
    """
    planned: Sequence[Mapping[str, Any]] = attempt.spec.get("preparation") or []
    reports = [report for report in (attempt.exit_record, attempt.status) if report is not None]
    reported = next((done for report in reports if (done := report.get("operations"))), [])
    for ordinal, (operation, view) in enumerate(zip_longest(planned, reported[: len(planned)]), start=1):
        if view is not None or lost:
            outcome = str(view["state"]) if isinstance(view, Mapping) and "state" in view else "lost"
            yield ordinal, OperationDone(str(operation["kind"]), outcome, int(operation.get("passes") or 1))


def _iterate_phases(session: Session, run: Run, attempt: Attempt, *, lost: bool) -> Iterator[tuple[Phase, int | None]]:
    """Yield the phases of an attempt that began, with the bytes each wrote to the target.

    The bytes are None without a count; engines count none during a ramp. In a lost attempt the next phases may have
    begun unseen, up to the first phase that writes: nothing is known after that phase.
    """
    written = (
        select(func.sum(MeasurementPart.bytes))
        .join(Measurement, Measurement.id == MeasurementPart.measurement_id)
        .where(Measurement.phase_id == Phase.id, MeasurementPart.direction == "write")
        .scalar_subquery()
    )
    planned = [phase["ordinal"] for phase in attempt.spec.get("phases") or []]
    rows = session.execute(
        select(Phase, written.label("written"))
        .where(Phase.run_id == run.id, Phase.ordinal.in_(planned))
        .order_by(Phase.ordinal)
    )
    for row in rows:
        if row.Phase.stop_reason == NOT_NEEDED:
            continue
        unseen = row.Phase.t0_ms is None
        if unseen and (not lost or row.Phase.workload.get("read_percent") == 100):
            continue
        is_counted = row.written is not None and not row.Phase.ramp_seconds
        yield row.Phase, int(row.written) if is_counted else None
        if unseen:
            return


def _was_steady(run: Run, phase: Phase) -> bool | None:
    verdict = run.verdict
    if verdict is None or verdict.get("phase_ordinal") != phase.ordinal:
        return None
    return bool(verdict["status"] == "steady")


def _append(
    session: Session,
    item: UnderLoad,
    history: list[DriveStateEvent],
    entry: DriveStateEvent,
    *,
    run: Run,
    phase: Phase | None,
    ordinal: int | None = None,
) -> None:
    written = entry.written_bytes
    if phase is not None and written is not None:
        written = None if item.share is None else round(written * item.share)
    stored = DriveStateEvent(entry.state, entry.reason, entry.workload, written)
    history.append(stored)
    session.add(
        DriveStateEntry(
            identity=item.identity,
            drive_id=item.drive.id,
            run_id=run.id,
            phase_id=phase.id if phase is not None else None,
            state=stored.state,
            workload=dict(stored.workload) if stored.workload is not None else None,
            written_bytes=written,
            reason=stored.reason if ordinal is None else f"operation {ordinal}: {stored.reason}",
        )
    )


def _describe_found_state(item: UnderLoad, state: ConditioningState | None) -> FoundState:
    return {
        "stable_id": item.drive.stable_id,
        "model": item.drive.model,
        "state": state.state if state is not None else "unknown",
        "workload": state.workload if state is not None else None,
        "written_since_bytes": state.written_since_bytes if state is not None else None,
        "reason": state.reason if state is not None else "nothing is known of what was done to the drive before",
    }
