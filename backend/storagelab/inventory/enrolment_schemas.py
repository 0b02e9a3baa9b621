"""API schemas of drives that may be destroyed."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, NumberedName, Strict

EnrolmentState = Literal["proposed", "active", "void", "withdrawn"]


class EnrolmentCreate(Strict):
    """A drive to propose. `serial_ending` is the last six characters of its serial number, as it is printed on it."""

    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    stable_id: Annotated[Line, Field(min_length=1, max_length=256)]
    serial_ending: Annotated[Line, Field(min_length=1, max_length=100)]


class EnrolmentOut(Strict, schema_name="Enrolment"):
    """One drive that may be destroyed, or was to be.

    `command` is what root runs on the server next, null where nothing is to be run. `extend_command` gives an active
    enrolment its whole time again, null for any other. An enrolment that has expired is shown as void.
    """

    id: uuid.UUID
    server_id: uuid.UUID
    server: NumberedName
    stable_id: str
    serial: str
    model: str | None
    size_bytes: int | None
    state: EnrolmentState
    void_reason: str | None
    proposed_by: str | None
    created_at: dt.datetime
    enrolled_at: dt.datetime | None
    expires_at: dt.datetime | None
    last_seen_at: dt.datetime | None
    command: str | None
    extend_command: str | None


class EnrolmentPage(Listing[EnrolmentOut]):
    """One page of enrolments."""
