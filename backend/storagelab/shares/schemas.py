"""What the API says about shares."""

from __future__ import annotations

import datetime as dt
import uuid

from pydantic import Field

from storagelab.http.schemas import Line, Moment, Strict, Text


class ShareIn(Strict):
    """What is frozen, and under which words."""

    run_id: str = Field(max_length=64, description="Id or number of a run that has ended")
    title: Line = Field(min_length=1, max_length=200)
    author: Line = Field(default="", max_length=200)
    note: Text = Field(default="", max_length=4000)
    expires_at: Moment | None = Field(default=None, description="None: no expiry")


class ShareOut(Strict):
    """A permalink. `url` and `token` are given once, when it is made: only the hash of the token is stored.

    The run is null when it was removed after the permalink had been withdrawn.
    """

    id: uuid.UUID
    number: str
    run_id: uuid.UUID | None
    run_number: str | None
    title: str
    author: str
    document_sha256: str
    created_at: dt.datetime
    expires_at: dt.datetime | None
    revoked_at: dt.datetime | None
    url: str | None
    token: str | None
