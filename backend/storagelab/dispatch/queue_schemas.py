"""REST schemas of the queue, the leases of running attempts, and the pause of the lab."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Self

from pydantic import Field, model_validator

from storagelab.domain.lifecycle import AttemptState, RunState
from storagelab.http.labels import LabelsToSubmit
from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, NumberedName, Strict, Text


class QueueItem(Strict):
    """A run that waits or is under way. `position` counts the waiting ones of its server from 1, null once it began."""

    job_id: uuid.UUID
    job_number: str
    job_name: str
    run_id: uuid.UUID
    run_number: str
    attempt_id: uuid.UUID
    server: NumberedName
    state: Annotated[RunState, Field(strict=False)]
    attempt_state: Annotated[AttemptState, Field(strict=False)]
    priority: int
    position: int | None
    waiting_reason: str | None
    since: dt.datetime


class QueuePage(Listing[QueueItem]):
    """One page of the queue, in the order in which runs are taken."""


class JobUpdate(Strict):
    """Changes of a submitted job. Fields that are left out stay. Only priority and place change what it does.

    Its runs take the name as their title. Without a name they are titled by profile and server. Permalinks keep theirs.
    A waiting job goes directly before the job that `move_before` names, or after that of `move_after`.
    """

    name: Annotated[Line, Field(max_length=200)] | None = None
    labels: LabelsToSubmit | None = None
    note: Annotated[Text, Field(max_length=4000)] | None = None
    priority: Annotated[int, Field(ge=0, le=100)] | None = None
    move_before: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    move_after: Annotated[str, Field(min_length=1, max_length=64)] | None = None

    @model_validator(mode="after")
    def _check_place(self) -> Self:
        if self.move_before is not None and self.move_after is not None:
            raise ValueError("name one job in either move_before or move_after")
        return self


class LeaseOut(Strict, schema_name="Lease"):
    """Something that one attempt holds alone, such as a server, a controller or a drive. It never expires."""

    resource: str
    attempt_id: uuid.UUID
    attempt_number: str
    run_number: str
    job_number: str | None
    server: NumberedName
    fence: int
    acquired_at: dt.datetime


class LeasePage(Listing[LeaseOut]):
    """One page of leases, by resource."""


class LabPauseCreate(Strict):
    """Reason for the pause, which everyone sees."""

    reason: Annotated[Line, Field(min_length=1, max_length=500)]


class LabPause(Strict):
    """Pause of the lab: while it is paused nothing starts, and runs in progress finish."""

    paused: bool
    reason: str | None
    since: dt.datetime | None
    by: str | None
