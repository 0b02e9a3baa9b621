"""Dashboards and stored workbenches as clients save them and as the API shows them."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated

from pydantic import ConfigDict, Field

from storagelab.http.listing import Listing
from storagelab.http.optimistic_locking import Edit
from storagelab.http.schemas import Line, Strict
from storagelab.runs.schemas import RunSummary
from storagelab.workbench.document import WorkbenchDocument

DashboardName = Annotated[Line, Field(min_length=1, max_length=100)]
Colour = Annotated[int, Field(ge=0, le=7)]


class DashboardCreate(Strict):
    """A workbench to save under a name. `colour` is a place in the series of colours."""

    name: DashboardName
    colour: Colour = 0
    document: WorkbenchDocument
    shared: bool = False


class DashboardUpdate(Edit):
    """Changes of a dashboard."""

    model_config = ConfigDict(serialize_by_alias=True)

    name: DashboardName | None = None
    colour: Colour | None = None
    document: WorkbenchDocument | None = None
    shared: bool | None = None


class DashboardOut(Strict, schema_name="Dashboard"):
    """A dashboard. Everyone sees a shared one, and only its owner or an administrator changes it (`can_change`).

    `owner` is null for those of the demo data. `pin_position` is its place among the dashboards that you have pinned,
    null where you have not. `updated_by` is who changed it last, null where that is unknown. `trashed_at` is when it
    was moved to the trash.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    id: uuid.UUID
    number: str
    name: str
    colour: int
    document: WorkbenchDocument
    shared: bool
    owner: str | None
    is_own: bool
    can_change: bool
    pin_position: int | None
    created_at: dt.datetime
    updated_at: dt.datetime
    updated_by: str | None
    trashed_at: dt.datetime | None


class WorkbenchCreate(Strict):
    """A workbench to store."""

    document: WorkbenchDocument


class StoredWorkbenchOut(Strict, schema_name="StoredWorkbench"):
    """A stored workbench, which `/workbench?view=` of the pages opens by its digest."""

    model_config = ConfigDict(serialize_by_alias=True)

    digest: str
    document: WorkbenchDocument
    created_at: dt.datetime


class DashboardPage(Listing[DashboardOut]):
    """One page of dashboards."""


class DashboardEntries(Strict):
    """The runs that a dashboard means now: those named, or the newest `newest` of `total` that its query finds.

    `missing` are the numbers of runs that are not in the lab any more. `newest` is null for named runs.
    """

    runs: list[RunSummary]
    missing: list[str]
    total: int
    newest: int | None
