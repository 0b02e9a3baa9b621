"""Reuse of conditioning: phases of a plan that the drives' ledger shows to be done already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Job, Phase, Run, Server
from storagelab.domain.lifecycle import was_left_out
from storagelab.domain.plan import PhasePlan
from storagelab.domain.reuse import (
    History,
    ReusedPhase,
    Step,
    find_left_out,
    find_reuse_obstacle,
    iterate_phase_stretches,
    judge,
)
from storagelab.inventory.ledger import read_histories
from storagelab.planning.schemas import DriveConditioning


@dataclass(frozen=True)
class Conditioning:
    """Conditioning of the target's drives for each phase that conditions, and the phases to leave out.

    `spoiled` is true if phases could be left out, but not in every repeat.
    """

    drives: tuple[DriveConditioning, ...] = ()
    left_out: tuple[ReusedPhase, ...] = ()
    spoiled: bool = False


def find_conditioning(
    session: Session, phases: Sequence[PhasePlan], *, server: Server, stable_ids: Sequence[str], repeats: int
) -> Conditioning:
    """Return the conditioning of every drive for these phases, from the ledger of drive states.

    The result also has the phases that can be left out. `stable_ids` are the drives and arrays under the load.
    """
    steps = [
        Step.of(phase.ordinal, phase.name, _get_phase_kind(phase), phase.workload.to_json(), phase.stop.to_json())
        for phase in phases
    ]
    if all(step.wanted is None for step in steps):
        return Conditioning()
    target = frozenset(stable_ids)
    drives = read_histories(session, server=server, stable_ids=stable_ids)
    left_out = find_left_out(steps, drives, target=target, repeats=repeats)
    spoiled = not left_out and repeats > 1 and bool(find_left_out(steps, drives, target=target))
    states = [state for drive in drives for state in _judge_drive_phases(steps, drive, target)]
    return Conditioning(tuple(states), tuple(left_out), spoiled)


def find_stale_reason(session: Session, *, run: Run, job: Job, server: Server, resumed: bool) -> str | None:
    """Return the reason that the left-out phases of a run are necessary again; None without a reason.

    The reason is a later change of the drives. With `resumed`, changes by the run itself do not count.
    """
    rows = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    relied_on = [row.ordinal for row in rows if was_left_out(row.state, row.stop_reason)]
    if not relied_on:
        return None
    stable_ids = list(job.target["stable_ids"])
    drives = read_histories(session, server=server, stable_ids=stable_ids)
    if resumed:
        drives = [_remove_run_entries(drive, run.number) for drive in drives]
    steps = [Step.of(row.ordinal, row.name, _get_phase_kind(row), row.workload, row.stop) for row in rows]
    reasons = (
        f"{', '.join(step.name for step in stretch)} had been left out, but {reason}"
        for stretch in iterate_phase_stretches(steps, relied_on)
        if (reason := find_reuse_obstacle(stretch, drives, target=frozenset(stable_ids))) is not None
    )
    return next(reasons, None)


def _get_phase_kind(phase: PhasePlan | Phase) -> str:
    """Return the kind of a phase; every phase of a loop counts as `measure`.

    Conditioning within the rounds of a loop is never left out.
    """
    return phase.kind if phase.loop is None else "measure"


def _judge_drive_phases(steps: Sequence[Step], drive: History, target: frozenset[str]) -> Iterator[DriveConditioning]:
    for step in steps:
        if step.wanted is None:
            continue
        verdict = judge(step, drive, target=target)
        yield DriveConditioning(
            ordinal=step.ordinal,
            phase=step.name,
            stable_id=drive.stable_id,
            wanted=step.wanted,
            stands=verdict.reuse,
            reason=verdict.reason,
        )


def _remove_run_entries(drive: History, run_number: int) -> History:
    entries = tuple(entry for entry in drive.entries if entry.maker is None or entry.maker.run != run_number)
    return History(drive.stable_id, entries, drive.capacity_bytes)
