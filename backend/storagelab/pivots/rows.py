"""Results of runs as the input of a pivot, with what campaigns and attempts know of them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from itertools import accumulate

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Phase, Run
from storagelab.domain.result import RESULT_KINDS
from storagelab.evaluate.pivot_rows import PivotRows, PivotRun, read_pivot_rows
from storagelab.pivots.campaign import read_cells_of_jobs
from storagelab.pivots.conditions import read_seen
from storagelab.results.load import MAX_ROWS, counts_or_is_first, load_results


def read_results(session: Session, runs: Sequence[Run]) -> PivotRows:
    """Read every result of the runs as observations and gaps, in four queries.

    Raises RequestRefused for more than MAX_ROWS phases.
    """
    ids = [run.id for run in runs]
    cells = read_cells_of_jobs(session, [run.job_id for run in runs if run.job_id is not None])
    seen = read_seen(session, ids)
    results = load_results(session, ids, every_round=False, snapshots=True)
    return read_pivot_rows(
        [
            PivotRun(
                result=result,
                source=_find_source(run),
                server=run.server.name if run.server is not None else None,
                cell=cells.get(run.job_id) if run.job_id is not None else None,
                conditions=seen.get(run.id, {}),
            )
            for run, result in zip(runs, results, strict=True)
        ]
    )


def select_fitting(session: Session, runs: Iterable[Run]) -> list[Run]:
    """Return the first runs, as many as have at most MAX_ROWS results together."""
    ordered = list(runs)
    query = (
        select(Phase.run_id, func.count())
        .where(Phase.run_id.in_([run.id for run in ordered]), Phase.kind.in_(RESULT_KINDS), counts_or_is_first())
        .group_by(Phase.run_id)
    )
    counts: dict[uuid.UUID, int] = {row[0]: row[1] for row in session.execute(query)}
    sums = accumulate(counts.get(run.id, 0) for run in ordered)
    return [run for run, results in zip(ordered, sums, strict=True) if results <= MAX_ROWS]


def _find_source(run: Run) -> str:
    """Return the name of the source of a run's results; an empty text for a run measured by this lab."""
    if run.origin == "measured":
        return ""
    return run.source_title or str(run.import_id or run.id)
