"""The API's schemas of servers in a list, with what is in their slots."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Literal

from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict
from storagelab.inventory.drive_condition import DriveCondition
from storagelab.overview.schemas import ServerUse


class SlotSummary(Strict):
    """A slot of a server. `array` counts its arrays from 0, null for a drive that is in none."""

    condition: DriveCondition | Literal["empty"]
    array: int | None


class ServerSummary(Strict):
    """A server in a list.

    `free_at` is when what takes the server now would be over, null where that is unknown and where nothing takes it.
    `slots` are in the order of enclosures and slots, then drives without one.
    """

    id: uuid.UUID
    number: str
    name: str
    state: str
    use: ServerUse
    rebuilding: bool
    product_name: str | None
    run_number: str | None
    free_at: dt.datetime | None
    last_seen_at: dt.datetime | None
    drive_count: int
    slots: list[SlotSummary]


class ServerSummaryPage(Listing[ServerSummary]):
    """One page of servers in a list."""
