"""What the API says about what became of hardware. Unknown is null."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Any, Literal

from pydantic import Field

from storagelab.domain.lifecycle import JobState
from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict
from storagelab.inventory.hardware_schemas import PieceRef
from storagelab.inventory.schemas import HealthValues

ChangedComponent = Literal["server", "controller", "enclosure", "drive", "array"]
ChangeKind = Literal["appeared", "vanished", "returned", "moved", "changed"]


class ChangePiece(Strict):
    """The piece that a change tells of; `number` and `name` are null once it is gone."""

    component: str
    id: uuid.UUID
    number: str | None
    name: str | None


class ChangeOut(Strict):
    """One change: of one field, or of the piece itself where `field` is null. `run` caused it, where one did."""

    id: int
    at: dt.datetime
    piece: ChangePiece
    server: PieceRef | None
    kind: ChangeKind
    field: str | None
    before: Any
    after: Any
    source: Literal["discovery", "run", "person", "import"]
    by: str | None
    run_number: str | None


class ChangePage(Listing[ChangeOut]):
    """One page of changes."""


class HealthReadingOut(Strict):
    """What a drive said about itself at one time."""

    id: uuid.UUID
    at: dt.datetime
    taken_during: str
    run_number: str | None
    values: HealthValues


class ForecastOut(Strict):
    """When a drive will have been written as much as it is rated for, as it was written lately.

    `reason` says in words why days or rate are null, or what they are made of.
    """

    days_left: float | None
    basis: Literal["rated_endurance", "used_percent"] | None
    reason: str
    drive_writes_per_day: float | None
    bytes_per_day: float | None
    write_amplification: float | None
    rated_endurance_bytes: int | None
    span_days: float | None
    readings: int


class DriveHealthOut(Listing[HealthReadingOut]):
    """One page of readings of a drive, newest first, with its newest values and a forecast of all of them."""

    identity: str | None
    latest: HealthValues
    forecast: ForecastOut


class DriveStateOut(Strict):
    """The state that something which really ran left a drive in; `written_bytes` is what that wrote."""

    id: int
    at: dt.datetime
    state: Literal["unknown", "purged", "filled", "random_conditioned", "steady", "dirty"]
    workload: dict[str, Any] | None
    written_bytes: int | None
    reason: str
    run_number: str | None


class DriveStatePage(Listing[DriveStateOut]):
    """One page of states."""


class HealthCheckOut(Strict):
    """A health check of a server. `asked_by` is null where the schedule asked; `reason` says why it failed."""

    job_number: str
    run_number: str | None
    at: dt.datetime
    finished_at: dt.datetime | None
    scheduled: bool
    asked_by: str | None
    state: Annotated[JobState, Field(strict=False)]
    #: Null while it is under way, and of one that was cancelled.
    passed: bool | None
    reason: str | None


class HealthCheckPage(Listing[HealthCheckOut]):
    """One page of health checks."""
