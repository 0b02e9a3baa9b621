"""Schemas of target probes: the question to a server and its answer."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.dispatch.probe_results import ProbeResult
from storagelab.http.schemas import NumberedName, Strict
from storagelab.planning.operation_schemas import MAX_OPERATIONS, Operation
from storagelab.planning.schemas import ProfileSelection, Target
from storagelab.runs.schemas import Failure


class TargetProbeCreate(Strict):
    """A target for a server to judge. Without a profile and preparation it is judged for reading alone."""

    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    target: Target
    profile: ProfileSelection | None = None
    preparation: Annotated[list[Operation], Field(max_length=MAX_OPERATIONS)] = Field(default_factory=list)


class TargetProbe(Strict):
    """A target probe with its answer. `probe_results` and `refused` are null until the server has answered."""

    id: uuid.UUID
    server: NumberedName
    state: Literal["requested", "done", "failed"]
    writes: bool
    refused: bool | None
    probe_results: list[ProbeResult] | None
    error: Failure | None
    created_at: dt.datetime
    finished_at: dt.datetime | None
