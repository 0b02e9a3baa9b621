"""The API's schemas of server windows: maintenance and reservations. Unknown is null."""

from __future__ import annotations

import datetime as dt
import uuid
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, Moment, Strict


class ServerWindowKind(StrEnum):
    """Kind of a server window. Maintenance excludes all runs from a server, a reservation those of others."""

    MAINTENANCE = "maintenance"
    RESERVATION = "reservation"


class ServerWindowCreate(Strict):
    """A time of maintenance on a server, or a reservation for the caller. `starts_at` null is now."""

    kind: Annotated[ServerWindowKind, Field(strict=False)]
    starts_at: Moment | None = None
    ends_at: Moment
    reason: Annotated[Line, Field(min_length=1, max_length=500)]

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.starts_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at must be later than starts_at")
        return self


class ServerWindow(Strict):
    """A time in which runs wait on a server, all of them or those of others. A run in progress finishes.

    A reservation belongs to the person who made it. `released_at` is when it was ended early. Maintenance that is ended
    is removed.
    """

    id: uuid.UUID
    kind: ServerWindowKind
    starts_at: dt.datetime
    ends_at: dt.datetime
    reason: str
    is_on: bool
    created_by_id: uuid.UUID | None
    created_by: str | None
    released_at: dt.datetime | None
    created_at: dt.datetime


class ServerWindowPage(Listing[ServerWindow]):
    """One page of windows."""
