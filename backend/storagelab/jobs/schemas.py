"""REST schemas of submitted jobs."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated

from pydantic import Field

from storagelab.domain.lifecycle import JobState
from storagelab.http.free_objects import RecordedOperation
from storagelab.http.labels import LabelsShown
from storagelab.http.listing import Listing
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import NumberedName, Strict
from storagelab.planning.cost_schemas import EstimateAccuracy
from storagelab.planning.repeat_schemas import RepeatUntil, RepeatVerdictOut
from storagelab.planning.schemas import CancelMode, ConditioningChoice, JobCreate, JobPlan, Target
from storagelab.runs.progress_schemas import RunProgress
from storagelab.runs.schemas import Failure, RunSummary


class JobProfile(Strict):
    """The recipe a job follows, with the value of every parameter."""

    name: str
    version: int
    title: str
    parameters: dict[str, float]


class JobSummary(Renamed):
    """A job as lists show it. Of many repeats `runs` are the first ten, the one at work, and the first that failed."""

    id: uuid.UUID
    number: str
    name: str
    labels: LabelsShown
    server: NumberedName
    engine: str
    profile: JobProfile
    target: Target
    preparation: list[RecordedOperation]
    configuration_name: str | None
    repeats: int
    #: The rule by which another run follows; `repeats` is then their limit.
    repeat_until: RepeatUntil | None = None
    #: Null until a run of such a job has ended.
    repeat_verdict: RepeatVerdictOut | None = None
    priority: int
    start_after: dt.datetime | None
    start_before: dt.datetime | None
    on_lost: str
    note: str
    state: Annotated[JobState, Field(strict=False)]
    waiting_reason: str | None
    failure: Failure | None
    submitted_by: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None
    cancel_requested_at: dt.datetime | None
    #: The moment at which the cancel takes effect. Null while none was requested.
    cancel_mode: CancelMode | None
    estimated_seconds: float
    maximum_seconds: float
    runs: list[RunSummary]
    #: How many runs are in each state, also of those that are not in `runs`.
    run_counts: dict[str, int]
    progress: RunProgress | None


class JobOut(JobSummary, schema_name="Job"):
    """A job with its plan and all of its runs. `accuracy` is null until one of them has finished.

    `request` submits the same job again: with the profile in the version that it had and every parameter, without
    serial numbers, consent to wear and a window in time, which are not repeated. It is null for a job of an earlier
    release that could not be submitted as it is.
    """

    conditioning: ConditioningChoice
    plan: JobPlan
    accuracy: EstimateAccuracy | None = None
    request: JobCreate | None


class JobCancellation(Strict):
    """The moment at which a cancel takes effect: at once, or when the phase that runs has ended by itself."""

    mode: CancelMode = "now"


class JobFollow(Strict):
    """Follow state of a job for the caller."""

    following: bool


class JobPage(Listing[JobSummary]):
    """One page of jobs."""
