"""Verdict on the finished loops of a run: the rounds that count, and their steady state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.loop_state import judge_loop
from storagelab.analysis.loop_verdicts import add_loop_verdict
from storagelab.db.models import Measurement, Phase, Run
from storagelab.domain.lifecycle import PHASE_TERMINAL, PhaseState
from storagelab.domain.loops import TRACKED_METRICS, LoopRule
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import PhaseMeasurement
from storagelab.evaluate.loop_verdict import collect_rounds, describe_loop
from storagelab.results.load import build_phase

#: Columns of the metrics that rules track.
_TRACKED = tuple(METRICS[name].column for name in TRACKED_METRICS.values())


def judge_loops(session: Session, *, run: Run, rules: Sequence[LoopRule], over: bool = False) -> list[Phase]:
    """Judge the loops of a run that have ended and have no verdict yet.

    `over` means that nothing more will run. Stores the verdict of the run and which rounds count. Returns the phases of
    the judged loops, because the statements of their measurements depend on the verdict.
    """
    if not rules:
        return []
    session.flush()
    judged: list[Phase] = []
    ended = _find_ended_loops(session, run, over=over)
    for rule in (rule for rule in rules if rule.name in ended):
        phases = session.scalars(
            select(Phase).where(Phase.run_id == run.id, Phase.loop == rule.name).order_by(Phase.ordinal)
        ).all()
        run.verdict = add_loop_verdict(run.verdict, _judge(session, rule, phases))
        judged += phases
    session.flush()
    return judged


def _find_ended_loops(session: Session, run: Run, *, over: bool) -> set[str | None]:
    done = and_(Phase.state.in_(PHASE_TERMINAL), or_(Phase.folded_at.is_not(None), Phase.state == PhaseState.SKIPPED))
    query = (
        select(Phase.loop)
        .where(Phase.run_id == run.id, Phase.loop.is_not(None))
        .group_by(Phase.loop)
        .having(func.bool_and(Phase.in_measurement_window.is_(None)))
    )
    if over:
        # What never began has nothing to be judged.
        query = query.having(func.bool_or(Phase.state == PhaseState.FINISHED))
    else:
        query = query.having(func.bool_and(done)).having(func.bool_or(Phase.state == PhaseState.FINISHED))
    return set(session.scalars(query))


def _judge(session: Session, rule: LoopRule, phases: Sequence[Phase]) -> dict[str, Any]:
    """Return the steady-state verdict on one loop, and set on its phases which rounds count."""
    measured = {
        row.phase_id: PhaseMeasurement(figures={name: getattr(row, name) for name in _TRACKED})
        for row in session.execute(
            select(Measurement.phase_id, *(getattr(Measurement, name) for name in _TRACKED)).where(
                Measurement.phase_id.in_([phase.id for phase in phases])
            )
        )
    }
    cells = [build_phase(phase, measurement=measured.get(phase.id)) for phase in phases]
    state = judge_loop(
        collect_rounds(rule.tracked, cells),
        window=rule.window,
        range_limit=rule.range_limit,
        slope_limit=rule.slope_limit,
    )
    first, last = state.window or (0, -1)
    for phase in phases:
        phase.in_measurement_window = first <= (phase.round or 0) <= last and phase.state == PhaseState.FINISHED
    counted = [phase for phase in phases if phase.in_measurement_window]
    return {
        **describe_loop(rule, state),
        # A round is as long as its cells together; the specification sets the length of one.
        "round_seconds": min((float(phase.stop["seconds"]) for phase in phases), default=None),
        "t0_ms": min((phase.t0_ms for phase in counted if phase.t0_ms is not None), default=None),
        "t1_ms": max((phase.t1_ms for phase in counted if phase.t1_ms is not None), default=None),
    }
