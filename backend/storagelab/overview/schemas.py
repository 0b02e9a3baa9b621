"""What the API says about the lab at a glance."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState
from storagelab.http.schemas import Strict
from storagelab.inventory.alert_schemas import AlertCounts, AlertKind, Severity
from storagelab.inventory.hardware_schemas import Component
from storagelab.jobs.run_schemas import NumberedName, RunSummary
from storagelab.jobs.schemas import RunProgress

#: What can be done with a server now: the first of these that is true, from the left.
ServerUse = Literal["quarantined", "unreachable", "new", "maintenance", "leased", "reserved", "idle"]


class ServerGlance(Strict):
    """A server, what it is used for now, and why where there is a reason.

    `runs` are the numbers of those under way; `is_local` says that it is the machine of the lab itself.
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


class ServersGlance(Strict):
    """The servers that are not retired, those out of use first; `counts` are of all of them, shown or not."""

    items: list[ServerGlance]
    counts: dict[ServerUse, int]


class RunUnderWay(Strict):
    """A run that is at work on its server. `progress` is null before its first phase."""

    id: uuid.UUID
    number: str
    title: str
    state: Annotated[RunState, Field(strict=False)]
    job: NumberedName
    server: NumberedName
    cancelling: bool
    progress: RunProgress | None


class UnderWay(Strict):
    """Runs at work, the one that began first before the others; `count` is of all, `waiting_count` of the queue."""

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
    """One thing that needs a person, in a sentence; `at` is when it happened, where that is known."""

    severity: Severity
    kind: AlertKind | Literal["run_failed", "run_not_steady", "campaign_asks"]
    message: str
    link: OverviewAlertLink
    at: dt.datetime | None


class OverviewAlerts(Strict):
    """The worst alerts of hardware, runs and campaigns; `counts` are of all, shown or not."""

    items: list[OverviewAlert]
    counts: AlertCounts


class Overview(Strict):
    """The lab at a glance.

    `ended` are the runs of this lab that ended last; while there is none, the newest results from elsewhere, and
    `comparison` names such runs that are worth comparing. Runs that failed or were not steady are to be looked at
    for `look_back_days`.
    """

    has_measured: bool
    servers: ServersGlance
    under_way: UnderWay
    ended: list[RunSummary]
    alerts: OverviewAlerts
    comparison: list[str]
    look_back_days: int
