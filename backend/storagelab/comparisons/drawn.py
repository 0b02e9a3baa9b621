"""Facts that charts need about all compared runs, so that a page makes no request per run."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy.orm import Session

from storagelab.comparisons.schemas import DrawnPhase, DrawnRun
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.evaluate.sampled_phases import list_phase_starts
from storagelab.results.queries import find_readings, find_sampled_phases, load_snapshots
from storagelab.results.views import describe_link_limit


def describe_drawn(session: Session, runs: Sequence[Run]) -> list[DrawnRun]:
    """Describe runs for their charts, in the given order.

    The number of queries does not depend on the number of runs.
    """
    load_snapshots(session, runs)
    ids = [run.id for run in runs]
    sampled, readings = find_sampled_phases(session, run_ids=ids), find_readings(session, run_ids=ids)
    return [
        DrawnRun(
            id=run.id,
            number=format_row_number(run),
            state=run.state,  # type: ignore[arg-type]
            started_at=run.started_at,
            verdict=run.verdict["status"] if run.verdict is not None else None,
            series=[phase.ordinal for phase in sampled[run.id]],
            phases=[DrawnPhase(**asdict(start)) for start in list_phase_starts(sampled[run.id])],
            steady_ms=(run.verdict or {}).get("t0_ms"),
            readings=readings[run.id],
            link_limit=describe_link_limit(run.configuration),
        )
        for run in runs
    ]
