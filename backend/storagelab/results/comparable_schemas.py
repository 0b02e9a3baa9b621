"""Runs that one can be compared with, and why."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Literal

from storagelab.http.schemas import NumberedName, Strict
from storagelab.runs.schemas import Origin

ProposalKind = Literal["repeat", "before", "after", "one_factor", "other_level", "best"]


class ComparableRun(Strict):
    """One run to compare with. `factors` are the labels of what is known to differ between the configurations."""

    kind: ProposalKind
    reason: str
    id: uuid.UUID
    number: str
    title: str
    origin: Origin
    configuration: NumberedName | None
    finished_at: dt.datetime | None
    factors: list[str]


class ComparableRuns(Strict):
    """Runs to compare with a run, best proposals of each kind first. Each run is proposed once."""

    number: str
    proposals: list[ComparableRun]
