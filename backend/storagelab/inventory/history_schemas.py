"""API schemas of the history of hardware. Unknown is null."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from storagelab.domain.lifecycle import JobState
from storagelab.http.free_objects import RecordedWorkload
from storagelab.http.listing import Listing
from storagelab.http.schemas import NumberedName, Strict
from storagelab.inventory.schemas import HealthValues

ChangedComponent = Literal["server", "controller", "enclosure", "drive", "array"]
ChangeKind = Literal["appeared", "vanished", "returned", "moved", "changed"]
ChangeSource = Literal["discovery", "run", "person", "import"]


class InventoryChangeOut(Strict, schema_name="InventoryChange"):
    """One change: of one field, or of the component itself where `field` is null.

    The run is the one that caused it, if any.

    The number and the name of a component that is no longer known are null.
    """

    id: int
    at: dt.datetime
    component: ChangedComponent
    component_id: uuid.UUID
    component_number: str | None
    component_name: str | None
    server: NumberedName | None
    kind: ChangeKind
    field: str | None
    before: JsonValue
    after: JsonValue
    source: ChangeSource
    changed_by: str | None
    run_number: str | None


class InventoryChangePage(Listing[InventoryChangeOut]):
    """One page of changes."""


class HealthReadingOut(Strict, schema_name="HealthReading"):
    """Health values that a drive reported at one time."""

    id: uuid.UUID
    at: dt.datetime
    taken_during: str
    run_number: str | None
    values: HealthValues


class EnduranceForecast(Strict):
    """When a drive will have been written as much as it is rated for, as it was written lately.

    `reason` states in words why days or rate are null, or what they are made of. Only readings of the last 90 days
    count, unless these span less than a day. `remaining_days` is counted from the last reading. The 95 % interval of
    the end is from `exhausted_earliest_at` to `exhausted_latest_at`, Student's t over the growth of `week_count` whole
    weeks: null below four weeks. The latest is null as well where the interval has no end. Dates are null beyond 100
    years.
    `alert_percent` is where the lab raises an alert, and `alert_at` when that is reached, null if it was.
    """

    remaining_days: float | None
    exhausted_at: dt.datetime | None
    exhausted_earliest_at: dt.datetime | None
    exhausted_latest_at: dt.datetime | None
    week_count: int
    used_percent: float | None
    percent_per_day: float | None
    alert_percent: float
    alert_at: dt.datetime | None
    basis: Literal["rated_endurance", "used_percent"] | None
    reason: str
    drive_writes_per_day: float | None
    bytes_per_day: float | None
    write_amplification: float | None
    rated_endurance_bytes: int | None
    span_days: float | None
    reading_count: int


class DriveHealth(Listing[HealthReadingOut]):
    """One page of readings of a drive, newest first, with its newest values and a forecast of all of them."""

    identity: str | None
    latest: HealthValues
    forecast: EnduranceForecast


class DriveStateEntryOut(Strict, schema_name="DriveStateEntry"):
    """The state that something which really ran left a drive in. `written_bytes` is what that wrote."""

    id: int
    at: dt.datetime
    state: Literal["unknown", "purged", "filled", "random_conditioned", "steady", "dirty"]
    workload: RecordedWorkload | None
    written_bytes: int | None
    reason: str
    run_number: str | None


class DriveStateEntryPage(Listing[DriveStateEntryOut]):
    """One page of states."""


class HealthCheck(Strict):
    """A health check of a server. `requested_by` is null for one of the schedule. `reason` states why it failed."""

    job_number: str
    run_number: str | None
    created_at: dt.datetime
    finished_at: dt.datetime | None
    scheduled: bool
    requested_by: str | None
    state: Annotated[JobState, Field(strict=False)]
    #: Null while it is under way, and of one that was cancelled.
    passed: bool | None
    reason: str | None


class HealthCheckPage(Listing[HealthCheck]):
    """One page of health checks."""
