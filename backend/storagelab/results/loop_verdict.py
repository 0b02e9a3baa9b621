"""Verdict on the finished loops of a run: the rounds that count, and their steady state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.loop_state import LoopState, judge_loop
from storagelab.analysis.loop_verdicts import add_loop_verdict
from storagelab.analysis.steady_state import RoundWindow
from storagelab.db.models import Measurement, Phase, Run
from storagelab.domain.lifecycle import PHASE_TERMINAL, PhaseState
from storagelab.domain.loops import LoopRule, Tracked, parse_round_name

#: What the tracked metrics are called where figures are shown.
METRICS = {"iops": "iops", "bytes_per_s": "bandwidth", "latency": "lat_mean"}


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
        row.phase_id: row
        for row in session.execute(
            select(
                Measurement.phase_id,
                Measurement.iops.label("iops"),
                Measurement.bandwidth_bytes_per_s.label("bytes_per_s"),
                Measurement.latency_mean_ns.label("latency"),
            ).where(Measurement.phase_id.in_([phase.id for phase in phases if phase.state == PhaseState.FINISHED]))
        )
    }
    rounds = list(_iterate_whole_rounds(phases))

    def value(round_: Mapping[str, Phase], tracked: Tracked) -> float | None:
        row = measured.get(round_[tracked.name_in_round].id)
        return None if row is None else getattr(row, tracked.metric)

    series = {tracked.describe(): [value(round_, tracked) for round_ in rounds] for tracked in rule.tracked}
    state = judge_loop(series, window=rule.window, range_limit=rule.range_limit, slope_limit=rule.slope_limit)
    first, last = state.window or (0, -1)
    for phase in phases:
        phase.in_measurement_window = first <= (phase.round or 0) <= last and phase.state == PhaseState.FINISHED
    return _describe_loop_state(rule, state, phases)


def _iterate_whole_rounds(phases: Sequence[Phase]) -> Iterator[dict[str, Phase]]:
    """Yield the phases of each round by their names in the round.

    Ends at the first round in which a phase has not finished.
    """
    for number, group in groupby(phases, key=lambda phase: phase.round):
        cells = list(group)
        if any(cell.state != PhaseState.FINISHED for cell in cells):
            return
        yield {parse_round_name(cell.name, number): cell for cell in cells}


def _describe_loop_state(rule: LoopRule, state: LoopState, phases: Sequence[Phase]) -> dict[str, Any]:
    tracked = [
        {
            "phase": variable.name_in_round,
            "metric": METRICS[variable.metric],
            "rounds": list(series.values),
            "average": series.window.average if series.window else None,
            **_describe_window(series.window),
            "sentence": series.sentence,
        }
        for variable, series in zip(rule.tracked, state.series, strict=True)
    ]
    counted = [phase for phase in phases if phase.in_measurement_window]
    return {
        "name": rule.name,
        "status": state.status,
        # A round is as long as its cells together; the specification sets the length of one.
        "round_seconds": min((float(phase.stop["seconds"]) for phase in phases), default=None),
        "window": list(state.window) if state.window else None,
        "first_steady_round": state.steady_round,
        "range_limit_pct": 100 * rule.range_limit,
        "slope_limit_pct": 100 * rule.slope_limit,
        "tracked": tracked,
        "sentence": f"{rule.name}: {state.sentence}",
        "t0_ms": min((phase.t0_ms for phase in counted if phase.t0_ms is not None), default=None),
        "t1_ms": max((phase.t1_ms for phase in counted if phase.t1_ms is not None), default=None),
    }


def _describe_window(window: RoundWindow | None) -> dict[str, float | None]:
    return {
        "range_pct": window.range_pct if window else None,
        "slope_pct": window.slope_excursion_pct if window else None,
        "slope_per_round": window.slope_per_round if window else None,
        "intercept": window.intercept if window else None,
    }
