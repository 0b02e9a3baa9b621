"""The phases of a plan as rows of a run, those that are left out among them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from storagelab.db.models import Phase
from storagelab.domain.lifecycle import LEFT_OUT, PhaseState
from storagelab.domain.plan import PhasePlan
from storagelab.planning.plan import RunnablePlan


def make_phases(run_id: uuid.UUID, planned: RunnablePlan) -> Iterator[Phase]:
    """Yield a database row for every phase of a plan: phases to run, then left-out phases as skipped.

    A left-out phase has the reason in its message.
    """
    for plan in planned.phases:
        yield _make_phase(run_id, plan, planned_seconds=planned.estimate_phase_seconds(plan))
    for entry in planned.left_out:
        phase = _make_phase(run_id, entry.plan, planned_seconds=None)
        phase.state, phase.stop_reason, phase.message = PhaseState.SKIPPED, LEFT_OUT, f"Left out: {entry.reason}."
        yield phase


def _make_phase(run_id: uuid.UUID, plan: PhasePlan, *, planned_seconds: float | None) -> Phase:
    workload = plan.workload
    return Phase(
        run_id=run_id,
        ordinal=plan.ordinal,
        name=plan.name,
        kind=plan.kind,
        group=plan.group,
        loop=plan.loop,
        round=plan.round,
        workload=workload.to_json(),
        block_bytes=workload.block_bytes,
        read_percent=workload.read_percent,
        random_percent=workload.random_percent,
        threads=workload.threads,
        queue_depth=workload.queue_depth,
        outstanding_ios=workload.outstanding_ios,
        offered_iops=workload.offered_iops,
        stop=plan.stop.to_json(),
        ramp_seconds=plan.ramp_seconds,
        planned_seconds=planned_seconds,
    )
