"""What the API says about reservations."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Self

from pydantic import Field, model_validator

from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, Moment, Strict


class ReservationIn(Strict):
    """A time in which a server is kept for whoever asks; `starts_at` null is now."""

    starts_at: Moment | None = None
    ends_at: Moment
    reason: Annotated[Line, Field(min_length=1, max_length=500)]

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.starts_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at must lie after starts_at")
        return self


class ReservationOut(Strict):
    """A reservation; the runs of others wait until it ends. `released_at` says that it ended early."""

    id: uuid.UUID
    starts_at: dt.datetime
    ends_at: dt.datetime
    reason: str
    user_id: uuid.UUID
    user: str
    is_on: bool
    released_at: dt.datetime | None
    created_at: dt.datetime


class ReservationPage(Listing[ReservationOut]):
    """One page of reservations."""
