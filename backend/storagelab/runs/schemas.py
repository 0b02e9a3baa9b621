"""A run as lists and its job show it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import Better
from storagelab.domain.plan import Scale
from storagelab.http.labels import LabelsShown
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import Numbered, NumberedName, Strict

Origin = Literal["measured", "imported", "published"]


class ProfileReference(Strict):
    """The recipe a run followed."""

    name: str
    version: int
    title: str


class TrackedVerdict(Renamed):
    """One tracked variable of a loop. `phase` is a name without its round, the figures are those of the loop's window.

    The best line through the window is `slope_per_round` * round + `intercept`.
    """

    phase: str
    metric: Annotated[str, MetricKey()]
    rounds: list[float | None]
    average: float | None
    range_pct: float | None
    slope_pct: float | None
    slope_per_round: float | None
    intercept: float | None
    sentence: str


class LoopVerdict(Renamed):
    """Verdict on a loop: steady if all tracked variables were in one window. `window` has the result rounds.

    `round_seconds` is the length of its shortest cell.
    """

    name: str
    status: Literal["steady", "not_steady", "insufficient_rounds"]
    round_seconds: float | None
    window: list[int] | None = Field(min_length=2, max_length=2)
    first_steady_round: int | None
    range_limit_pct: float
    slope_limit_pct: float
    tracked: list[TrackedVerdict]
    sentence: str
    t0_ms: int | None
    t1_ms: int | None


class Verdict(Renamed):
    """Steady-state verdict on a workload, with its figures (SNIA PTS). Times are on the run's axis."""

    status: Literal["steady", "not_steady", "insufficient_rounds"]
    metric: Annotated[str, MetricKey()]
    round_seconds: float | None
    #: From the start of one round to that of the next, where they do not follow one another at once.
    round_spacing_seconds: float | None = None
    window: list[int] | None = Field(min_length=2, max_length=2)
    first_steady_round: int | None
    average: float | None
    range_pct: float | None
    slope_pct: float | None
    range_limit_pct: float | None
    slope_limit_pct: float | None
    #: How far the medians of later windows of a curve may lie from `mean`; null where no later window was looked at.
    level_limit_percent: float | None = None
    #: The first steady window of a curve, where its level did not last: then it is not `window`.
    passing_window: list[int] | None = Field(default=None, min_length=2, max_length=2)
    rounds: list[float | None]
    sentence: str
    t0_ms: int | None
    t1_ms: int | None
    phase_ordinal: int | None
    #: The verdict on the last minutes of an imported curve alone, which is stricter.
    strict: Verdict | None = None
    #: The loops of the run, in order. The figures above are then those of the first variable of the last one.
    loops: list[LoopVerdict] | None = None


class Headline(Strict):
    """One number that represents a run, in the base unit of its metric, with its workload in words.

    All numbers of a run are of one load generator.
    """

    metric: Annotated[str, MetricKey()]
    label: str
    value: float
    unit: str
    better: Better
    workload: str | None


class Badge(Strict):
    """Something a reader must know before using a number."""

    code: str
    label: str
    level: Literal["info", "warn", "error"]
    detail: str | None = None


class Failure(Strict):
    """The reason why a run ended badly, who is responsible for it, and what was preserved."""

    kind: str
    message: str
    responsible: Literal["request", "lab", "tool", "us"]
    preserved: str | None


class RunDecision(Strict):
    """A decision about a run that is over. `by` is null where the person is no longer known."""

    at: dt.datetime
    by: str | None
    reason: str | None


class RunSummary(Strict):
    """One run as lists show it. No statistics count a run that is `invalid` or `trashed`."""

    id: uuid.UUID
    number: str
    title: str
    job: Numbered | None
    server: NumberedName | None
    configuration: NumberedName | None
    profile: ProfileReference | None
    engine: str | None
    engine_version: str | None
    origin: Origin
    state: Annotated[RunState, Field(strict=False)]
    completeness: Literal["complete", "partial"]
    scale: Scale = "full"
    verdict: Verdict | None
    headline: list[Headline] = Field(max_length=4)
    badges: list[Badge]
    failure: Failure | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None
    duration_seconds: float | None
    labels: LabelsShown
    invalid: RunDecision | None
    trashed: RunDecision | None
