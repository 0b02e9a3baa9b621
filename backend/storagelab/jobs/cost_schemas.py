"""What a job costs, as the API shows it: bytes, wear and time."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict


class ExpectedWrites(Renamed):
    """What all runs of a job together will write. `max_bytes` is null where no rate of the target is known.

    `preparation_bytes` is how much of `typical_bytes` the preparation writes to all drives together, null where that is
    not known, and then only what is known is in `typical_bytes`.

    `basis` is the weakest of what the figures rest on: exact volumes, rates that were measured on this configuration,
    or an assumed rate.
    """

    typical_bytes: int
    maximum_bytes: int | None
    preparation_bytes: int | None = None
    basis: Literal["exact", "measured", "nominal"]
    sentence: str


class EnduranceUse(Renamed):
    """What a job takes of the rated endurance of one drive, in percent of it, null where its model's is not known."""

    drive: str
    model: str | None
    rated_bytes: int | None
    typical_percent: float | None
    maximum_percent: float | None
    sentence: str


class CompletionEstimate(Strict):
    """When a job that is submitted now would be over, behind the jobs before it, null while that is unknown."""

    estimated_finish_at: dt.datetime | None
    max_finish_at: dt.datetime | None
    jobs_ahead: int
    sentence: str


class EstimateAccuracy(Strict):
    """What one run was planned to take, and the median of what the finished ones took."""

    planned_seconds: float
    duration_seconds: float
    runs: int
