"""Requests for repeats until they agree, and their agreement, as the API shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.job_values import RepeatUntilValues
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import Strict

MAX_REPEATS = 100
#: Below three repeats their variation cannot be judged.
MIN_JUDGED_REPEATS = 3

Interval = Annotated[list[float], Field(min_length=2, max_length=2)]


class RepeatUntil(Renamed):
    """Repeat until every measured point varies by `cv_percent` at most, after `min_repeats` that count."""

    cv_percent: Annotated[float, Field(gt=0, le=100)] = 5.0
    at_least: Annotated[int, Field(ge=MIN_JUDGED_REPEATS, le=MAX_REPEATS)] = MIN_JUDGED_REPEATS

    def to_json(self) -> RepeatUntilValues:
        """Return the rule as a job stores it."""
        return {"cv_percent": self.cv_percent, "at_least": self.at_least}


class RepeatVerdictOut(Strict, schema_name="RepeatVerdict"):
    """Decision after the last run of a job whose repeats continue until they agree.

    `worst_point` varies most, by `cv_percent`. `needed_repeats` predicts, from the spread so far, the number of repeats
    that bring the 95 % interval of every mean within `target_percent`.
    """

    outcome: Literal["going_on", "repeatable", "limit_reached", "failing", "ended"]
    repeats_done: int
    failed: int
    limit: int
    worst_point: str | None
    cv_percent: float | None
    target_percent: float
    needed_repeats: int | None
    sentence: str


class RepeatPoint(Strict):
    """One measured point over the runs that count, in the base unit of its metric.

    `values` are in the order of `runs`, null where a run has no such figure. `interval` is Student's 95 % interval of
    the mean, from three repeats on and never below 0. `median_interval` contains the median whatever the distribution,
    from six values on. `verdict` is too_few below three values. `outliers` count the values from 0: marked, never left
    out.
    """

    phase_ordinal: int
    name: str
    group: str | None
    metric: Annotated[Literal["iops", "bandwidth", "lat_mean"], MetricKey()]
    unit: str
    values: list[float | None]
    n: int
    median: float | None
    mean: float | None
    min: float | None
    max: float | None
    interval: Interval | None
    median_interval: Interval | None
    cv_percent: float | None
    outliers: list[int]
    needed_repeats: int | None
    verdict: Literal["repeatable", "not_repeatable", "too_few"]


class JobRepeats(Strict):
    """The measured points of a job over its finished runs, whose numbers are `runs`. No other run counts.

    `left_out` has a sentence for each finished run that is marked invalid or in the trash.
    """

    job_number: str
    runs: list[str]
    target_percent: float
    items: list[RepeatPoint]
    left_out: list[str]
    verdict: RepeatVerdictOut | None
