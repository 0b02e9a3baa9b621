"""Progress of a run towards steady state, from its runner's report on the current phase or loop."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.steady_meter import read_rounds
from storagelab.db.models import Attempt
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.runs.progress_schemas import SteadyProgress, TrackedMetric, TrackedProgress

_MAX_ROUNDS = 1_000_000
_Limit = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]
_Value = Annotated[float, Field(ge=0, allow_inf_nan=False)] | None


class _Lenient(BaseModel):
    """Base of models that ignore additional fields of a newer runner."""

    model_config = ConfigDict(extra="ignore")


class _Series(_Lenient):
    name: str
    metric: TrackedMetric
    values: Annotated[list[_Value], Field(max_length=5000)]


class _SteadyReport(_Lenient):
    kind: Literal["phase", "loop"]
    name: str
    round: Annotated[int, Field(ge=0, le=_MAX_ROUNDS)]
    max_rounds: Annotated[int, Field(ge=1, le=_MAX_ROUNDS)]
    window: Annotated[int, Field(ge=2, le=_MAX_ROUNDS)]
    range_limit: _Limit
    slope_limit: _Limit
    tracked: Annotated[list[_Series], Field(min_length=1, max_length=100)]


def read_steady_reports(session: Session, attempt_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID | None, Any]:
    """Return the steady-state reports of the runners by attempt id, for live attempts.

    The rest of the status of an attempt is not read.
    """
    query = select(Attempt.id, Attempt.status["steady"].label("steady")).where(
        Attempt.id.in_(attempt_ids), Attempt.state.not_in(ATTEMPT_TERMINAL)
    )
    return {row.id: row.steady for row in session.execute(query)}


def read_meter(reported: Any) -> SteadyProgress | None:
    """Return the progress towards steady state from a runner's report.

    Returns None for a value without a report, or with a report that this lab cannot read.
    """
    try:
        report = _SteadyReport.model_validate(reported)
    except ValidationError:
        return None
    limits = {"range_limit": report.range_limit, "slope_limit": report.slope_limit}
    tracked = []
    for series in report.tracked:
        if len(series.values) < min(report.round, report.window):
            return None
        reading = read_rounds(series.values, window=report.window, **limits)
        tracked.append(
            TrackedProgress(
                name=series.name,
                metric=series.metric,
                values=series.values,
                average=reading.average,
                range_percent=reading.range_percent,
                slope_percent=reading.slope_percent,
                range_limit_percent=100 * report.range_limit,
                slope_limit_percent=100 * report.slope_limit,
                steady=reading.steady,
            )
        )
    return SteadyProgress(
        kind=report.kind,
        name=report.name,
        round=report.round,
        max_rounds=report.max_rounds,
        filled=min(report.round, report.window),
        window=report.window,
        tracked=tracked,
    )
