"""Response times of a run over time, one map for each phase whose histograms are stored by slice."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.http.references import format_row_number
from storagelab.latency import over_time as timed
from storagelab.shares.freezing.subject import OfferedChart

#: Of more phases, those with the most slices.
_MAX_PHASES = 12


def list_timed_charts(session: Session, run: Run) -> list[OfferedChart]:
    """Return a heat map of every direction together for each phase, in the order of the run."""
    phases = timed.list_timed_phases(session, run_id=run.id)
    longest = sorted(phases, key=lambda phase: -phase["slices"])[:_MAX_PHASES]
    return [
        OfferedChart(
            f"response-times-{phase['phase_ordinal']}", "histogram-over-time",
            f"Response times over time: {phase['phase_ordinal']}. {phase['name']}", _format_caption(phase["state"]),
            partial(_read, session, run, phase["phase_ordinal"]), (format_row_number(run),), default=False,
            settings={"phase": phase["phase_ordinal"], "direction": timed.TOTAL},
        )
        for phase in phases
        if phase in longest
    ]  # fmt: skip


def _format_caption(state: str) -> str:
    cut_short = "" if state == "finished" else f" The phase is {state}: this is what was measured until then."
    return f"How many I/Os took how long, from the histogram of each slice of time.{cut_short}"


def _read(session: Session, run: Run, ordinal: int) -> dict[str, Any]:
    direction = timed.read_timed_direction(
        session, run_id=run.id, run_number=format_row_number(run), ordinal=ordinal, direction=timed.TOTAL
    )
    return timed.describe_timed(direction, direction=timed.TOTAL)
