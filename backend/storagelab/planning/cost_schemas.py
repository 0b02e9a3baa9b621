"""REST schemas of the cost of a job: bytes, endurance and time."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict


class ExpectedWrites(Renamed):
    """Bytes that all runs of a job together will write. `max_bytes` is null without a known rate.

    `preparation_bytes` is the part of `typical_bytes` that the preparation writes to all drives together. It is null
    where that is unknown, and `typical_bytes` then has only the known part.

    `basis` is the weakest basis of the figures: exact volumes, rates measured on this configuration, or an assumed
    rate.
    """

    typical_bytes: int
    maximum_bytes: int | None
    preparation_bytes: int | None = None
    basis: Literal["exact", "measured", "nominal"]
    sentence: str


class EnduranceUse(Renamed):
    """Share of the rated endurance of one drive that a job uses, in percent, null for an unknown rating."""

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
    """Planned seconds of one run, and the median duration of the finished ones."""

    planned_seconds: float
    duration_seconds: float
    runs: int
