"""Progress of a run, from its plan and its state. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from storagelab.db.models import Phase, Run
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import PHASE_TERMINAL, RUN_TERMINAL, PhaseState
from storagelab.runs.progress_schemas import RunProgress
from storagelab.runs.steady_meter import read_meter


def find_current_run(runs: Sequence[Run]) -> Run | None:
    """Return the run that is being worked on or waited for: the first that has not ended; None without one."""
    return next((run for run in runs if run.state not in RUN_TERMINAL), None)


def measure_progress(
    run: Run, phases: Sequence[Phase], now: dt.datetime, *, reported: Any = None
) -> RunProgress | None:
    """Return the progress of a run that has not ended; None for an ended run and before the begin.

    `phases` are all phases of the run, in order. `reported` is its runner's report on steady state. A phase weighs as
    much as its planned seconds. A phase that ended early counts whole. A phase that takes longer than planned counts as
    nearly done; only the phases after it remain.
    """
    if run.started_at is None or run.state in RUN_TERMINAL:
        return None
    done = remaining = 0.0
    current: Phase | None = None
    for phase in phases:
        planned = phase.planned_seconds or 0.0
        if phase.state in PHASE_TERMINAL:
            done += planned
        elif phase.state == PhaseState.RUNNING and phase.started_at is not None:
            current = phase
            spent = min(max((now - phase.started_at).total_seconds(), 0.0), planned)
            done += spent
            remaining += planned - spent
        else:
            remaining += planned
    total = done + remaining
    return RunProgress(
        run_number=format_row_number(run),
        phase_ordinal=current.ordinal if current is not None else None,
        phase_count=len(phases),
        phase_name=current.name if current is not None else None,
        percent=round(100.0 * done / total, 1) if total > 0 else 0.0,
        elapsed_seconds=round(max((now - run.started_at).total_seconds(), 0.0), 1),
        remaining_seconds=round(remaining, 1),
        estimated_finish_at=now + dt.timedelta(seconds=remaining),
        steady=read_meter(reported),
    )
