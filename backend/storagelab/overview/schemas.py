"""The API's schemas of the lab at a glance."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState, ServerState
from storagelab.http.schemas import NumberedName, Strict
from storagelab.inventory.alert_schemas import AlertCounts, AlertKind, Severity
from storagelab.inventory.hardware_schemas import Component
from storagelab.overview.result_schemas import RecentResult, Thumbnail
from storagelab.overview.timeline_schemas import QueueTimeline
from storagelab.runs.progress_schemas import RunProgress

#: What can be done with a server now: the first of these that is true, from the left.
ServerUse = Literal["quarantined", "unreachable", "new", "maintenance", "leased", "reserved", "idle"]


class HardwareCount(Strict):
    """Number of controllers or drives of one model in a server."""

    component: Literal["controller", "drive"]
    model: str
    count: int


class RebuildGlance(Strict):
    """An array that is being rebuilt or initialised. Its end is an estimate from the progress so far."""

    array: NumberedName
    condition: str
    percent: float | None
    started_at: dt.datetime | None
    estimated_finish_at: dt.datetime | None


class NextRun(Strict):
    """The run that a server takes next, null where the time is unknown."""

    run_number: str
    title: str
    estimated_start_at: dt.datetime | None


class ServerGlance(Strict):
    """A server, what it is used for now, and why where there is a reason.

    `runs` are the numbers of those under way. `is_local` is true if it is the machine of the lab itself. `hardware` has
    the models that it has most of, two of controllers and two of drives at most. `temperature_c` is the highest of its
    drives by the newest readings.
    """

    id: uuid.UUID
    number: str
    name: str
    is_local: bool
    use: ServerUse
    reason: str | None
    runs: list[str]
    waiting_count: int
    last_seen_at: dt.datetime | None
    state: Annotated[ServerState, Field(strict=False)]
    product_name: str | None
    hardware: list[HardwareCount]
    temperature_c: float | None
    temperature_at: dt.datetime | None
    unreachable_since: dt.datetime | None
    rebuild: RebuildGlance | None
    next_run: NextRun | None


class ServersGlance(Strict):
    """The servers that are not retired, those out of use first. `counts` are of all of them, shown or not."""

    items: list[ServerGlance]
    counts: dict[ServerUse, int]


class PhaseSegment(Strict):
    """Phases of a run that follow one another and are shown as one: the rounds of a loop, or one phase."""

    name: str
    state: Literal["done", "running", "planned"]
    phase_count: int
    planned_seconds: float
    percent: float


class LiveFigure(Strict):
    """The newest sample of a run at work, over all directions. Latency is null in a stall.

    `at_ms` is on the run's axis.
    """

    phase_ordinal: int
    at_ms: int
    iops: float | None
    throughput_bytes_per_s: float | None
    latency_mean_ns: float | None


class RunUnderWay(Strict):
    """A run that is at work on its server. `progress` is null before its first phase.

    `segments` are all of its phases, `workload` is that of the phase at work, `curve` its IOPS so far.
    """

    id: uuid.UUID
    number: str
    title: str
    state: Annotated[RunState, Field(strict=False)]
    job: NumberedName
    server: NumberedName
    cancelling: bool
    progress: RunProgress | None
    configuration: NumberedName | None
    workload: str | None
    segments: list[PhaseSegment]
    live: LiveFigure | None
    curve: Thumbnail | None
    temperature_c: float | None


class UnderWay(Strict):
    """Runs at work, the one that began first before the others. `count` is of all, `waiting_count` of the queue."""

    items: list[RunUnderWay]
    count: int
    waiting_count: int


class OverviewAlertLink(Strict):
    """The page where an alert is dealt with."""

    component: Component | Literal["run", "campaign"]
    id: uuid.UUID
    number: str
    name: str


class OverviewAlert(Strict):
    """One thing that needs a person, in a sentence. `at` is when it happened, where that is known.

    `waiting_count` is how many runs wait for its server.
    """

    severity: Severity
    kind: AlertKind | Literal["run_failed", "run_not_steady", "run_regression", "campaign_asks"]
    message: str
    link: OverviewAlertLink
    at: dt.datetime | None
    server: NumberedName | None
    waiting_count: int


class OverviewAlerts(Strict):
    """The worst alerts of hardware, runs and campaigns. `counts` are of all, shown or not."""

    items: list[OverviewAlert]
    counts: AlertCounts


class EntryCounts(Strict):
    """Entries of the lists: hardware in place, campaigns that have not ended, and all else outside of the trash.

    Of dashboards those that the caller sees.
    """

    runs: int
    dashboards: int
    permalinks: int
    campaigns: int
    profiles: int
    drives: int
    arrays: int
    configurations: int


class LabCounts(Strict):
    """Counts of servers that are not retired, of runs at work and waiting, and of the entries of lists.

    `has_measured` is true once a run of this lab began.
    """

    has_measured: bool
    server_count: int
    under_way_count: int
    waiting_count: int
    entry_counts: EntryCounts


class Overview(Strict):
    """The lab at a glance.

    `ended` are the runs of this lab that ended last. While there are none, it has the newest results from elsewhere.
    `comparison` names such runs that are worth a comparison. Runs that failed or were not steady count as alerts for
    `look_back_days`. `new_result_count` counts results since the last visit of the caller.
    """

    has_measured: bool
    entry_counts: EntryCounts
    servers: ServersGlance
    under_way: UnderWay
    queue: QueueTimeline
    ended: list[RecentResult]
    last_visit_at: dt.datetime | None
    new_result_count: int
    alerts: OverviewAlerts
    comparison: list[str]
    look_back_days: int
