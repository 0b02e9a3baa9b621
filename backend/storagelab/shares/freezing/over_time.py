"""Curves over time as their charts take them, from the same reads as `GET /series`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.db.models import Phase, Run
from storagelab.domain.metrics import READINGS
from storagelab.evaluate.series import TimeWindow, is_phase_of
from storagelab.results.load import build_phase
from storagelab.results.queries import list_phases, list_phases_with_series
from storagelab.series import queries
from storagelab.series.views import describe_run_series, encode_series_answer
from storagelab.shares.freezing.subject import remove_ids

PANELS = ("iops", "lat_mean", "lat_max", "lat_stddev")
TELEMETRY = ("iops", "bandwidth", "utilisation", "queue", "cpu", "temperature")


def read_curve(
    session: Session, run: Run, phases: Sequence[Phase], metric: str, *, telemetry: bool = False, of: str = "all"
) -> dict[str, Any]:
    """Return the drawn curve of one metric over `phases`, in the form of `GET /series`.

    `of` is the name of the phases in `GET /series`. Long phases are drawn from their samples too, and the share freezes
    the samples with the curve: a stored overview is as old as its phase.
    """
    drawn = queries.draw_series(
        session,
        phases=phases,
        metric=metric,
        direction="total",
        window=TimeWindow(),
        max_points=OVERVIEW_POINTS,
        telemetry=telemetry,
        stored=True,
        overviews=False,
    )
    answer = describe_run_series(run, phases, drawn, metric=metric, direction="total", phase=of)
    read: dict[str, Any] = remove_ids(orjson.loads(encode_series_answer(answer)))
    return read


def read_whole_curve(session: Session, run: Run, metric: str) -> dict[str, Any]:
    """Return one metric over the whole run.

    Where only one phase has a curve, it is drawn from the beginning of that phase.
    """
    phases, telemetry = list_phases(session, run_id=run.id), metric in READINGS
    with_series = list_phases_with_series(session, phase_ids=[phase.id for phase in phases])
    sampled = [phase for phase in phases if phase.id in with_series]
    if len(sampled) == 1:
        return read_curve(session, run, sampled, metric, telemetry=telemetry, of=str(sampled[0].ordinal))
    return read_curve(session, run, phases, metric, telemetry=telemetry)


def read_phase_curve(session: Session, run: Run, metric: str, *, phase: str) -> dict[str, Any]:
    """Return one metric over the phases of a kind or a name; for a loop over all of its rounds."""
    phases = list_phases(session, run_id=run.id)
    chosen = [candidate for candidate in phases if is_phase_of(build_phase(candidate), phase)]
    return read_curve(session, run, chosen, metric, telemetry=metric in READINGS, of=phase)
