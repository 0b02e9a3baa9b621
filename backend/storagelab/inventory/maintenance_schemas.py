"""What the API says about maintenance windows."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Self

from pydantic import Field, model_validator

from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, Moment, Strict


class MaintenanceIn(Strict):
    """A time in which nothing is to be started on a server; `starts_at` null is now."""

    starts_at: Moment | None = None
    ends_at: Moment
    reason: Annotated[Line, Field(min_length=1, max_length=500)]

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.starts_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at must lie after starts_at")
        return self


class MaintenanceOut(Strict):
    """A maintenance window; what ran when it began goes on."""

    id: uuid.UUID
    starts_at: dt.datetime
    ends_at: dt.datetime
    reason: str
    is_on: bool
    created_by: str | None
    created_at: dt.datetime


class MaintenancePage(Listing[MaintenanceOut]):
    """One page of maintenance windows."""
