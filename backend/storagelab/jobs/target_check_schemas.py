"""What the API says about asking a server whether it would accept a target."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.http.schemas import Strict
from storagelab.jobs.findings import Finding
from storagelab.jobs.operation_schemas import MAX_OPERATIONS, Operation
from storagelab.jobs.run_schemas import Failure, NumberedName
from storagelab.jobs.schemas import ProfileIn, Target


class CheckIn(Strict):
    """A question to a server. Without a profile and preparation it is asked about reading alone."""

    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    target: Target
    profile: ProfileIn | None = None
    preparation: Annotated[list[Operation], Field(max_length=MAX_OPERATIONS)] = Field(default_factory=list)


class CheckOut(Strict):
    """The question and its answer. `results` and `refused` are null until the server has answered."""

    id: uuid.UUID
    server: NumberedName
    state: Literal["requested", "done", "failed"]
    writes: bool
    refused: bool | None
    results: list[Finding] | None
    error: Failure | None
    created_at: dt.datetime
    finished_at: dt.datetime | None
