"""Curves over time as their charts take them, from the same reads as `GET /series`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.charts import queries
from storagelab.charts.views import describe_series
from storagelab.db.models import Phase, Run
from storagelab.shares.freezing.subject import without_ids

PANELS = ("iops", "lat_mean", "lat_max", "lat_stddev")
TELEMETRY = ("iops", "bandwidth", "utilisation", "queue", "cpu", "temperature")


def read_curve(
    session: Session, run: Run, phases: Sequence[Phase], metric: str, *, telemetry: bool = False, of: str = "all"
) -> dict[str, Any]:
    """One metric over these phases, as the lab draws it; `of` is what `GET /series` calls them.

    Long phases are drawn from their samples too, which are frozen beside it: a stored overview is as old as its phase.
    """
    drawn = queries.draw_series(
        session,
        phases=phases,
        metric=metric,
        direction="total",
        window=queries.Window(),
        max_points=OVERVIEW_POINTS,
        telemetry=telemetry,
        stored=True,
        overviews=False,
    )
    answer = describe_series(run, phases, drawn, metric=metric, direction="total", phase=of)
    read: dict[str, Any] = without_ids(orjson.loads(orjson.dumps(answer, option=orjson.OPT_SERIALIZE_NUMPY)))
    return read
