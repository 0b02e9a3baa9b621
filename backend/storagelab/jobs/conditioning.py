"""Whether drives still are what the conditioning phases of a plan are to make of them, by their ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from storagelab.domain.drive_state import State, what_must_be_redone
from storagelab.domain.profile import PhasePlan
from storagelab.inventory.ledger import read_entries
from storagelab.jobs.schemas import ConditioningOut
from storagelab.jobs.targets import TargetDrive, TargetPlan


def tell_conditioning(session: Session, phases: Sequence[PhasePlan], target: TargetPlan) -> list[ConditioningOut]:
    """What each drive is, for each phase that only brings it into a state; nothing for a file, which is new."""
    return [found for item in target.drives for found in _of_drive(session, phases, item)]


def _of_drive(session: Session, phases: Sequence[PhasePlan], item: TargetDrive) -> Iterator[ConditioningOut]:
    identity = item.drive.identity
    entries = read_entries(session, identity) if identity is not None else []
    for phase in phases:
        wanted = _wanted(phase)
        if wanted is None:
            continue
        found = what_must_be_redone(
            entries, wanted, workload=phase.workload.as_json(), capacity_bytes=item.drive.size_bytes
        )
        yield ConditioningOut(
            ordinal=phase.ordinal,
            phase=phase.name,
            stable_id=item.stable_id,
            wanted=wanted,
            stands=found.reuse,
            reason=found.reason,
        )


def _wanted(phase: PhasePlan) -> State | None:
    """The state that a phase is to leave its drives in; None for one that measures."""
    if phase.kind == "fill":
        return "filled"
    if phase.kind != "precondition":
        return None
    if phase.stop.kind == "steady":
        return "steady"
    return "random_conditioned" if phase.workload.random_percent == 100 else "filled"
