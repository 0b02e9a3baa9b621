"""What charts have to know of the runs that are compared, so that a page need not ask for each of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.charts.comparison_schemas import DrawnRun
from storagelab.db.models import Run
from storagelab.db.references import number_of
from storagelab.results.queries import ordinals_with_series
from storagelab.results.views import describe_link_limit


def describe_drawn(session: Session, runs: Sequence[Run]) -> list[DrawnRun]:
    """The runs in their order. The number of queries does not depend on how many there are."""
    series = ordinals_with_series(session, run_ids=[run.id for run in runs])
    return [
        DrawnRun(
            id=run.id,
            number=number_of(run),
            state=run.state,  # type: ignore[arg-type]
            verdict=run.verdict["status"] if run.verdict is not None else None,
            series=series[run.id],
            link_limit=describe_link_limit(run.configuration),
        )
        for run in runs
    ]
