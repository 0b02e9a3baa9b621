"""Schemas of notes."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from storagelab.domain.metrics import SERIES_METRICS
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import Strict, Text

#: What a note can be about alone: the metrics that are drawn over time.
NotedMetric = Annotated[str, MetricKey(SERIES_METRICS)]
#: A moment on the time axis of a run.
Moment = Annotated[int, Field(ge=0, le=10**12)]


def _strip_text(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text.strip()


class NoteCreate(Strict):
    """A note: plain text about a moment, or about the stretch until `to_ms`, of one metric or of all (null)."""

    from_ms: Moment
    to_ms: Moment | None = None
    metric: NotedMetric | None = None
    text: Annotated[Text, Field(min_length=1, max_length=2000), AfterValidator(_strip_text)]

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.to_ms is not None and self.to_ms <= self.from_ms:
            raise ValueError("to_ms must be later than from_ms: omit it for a moment")
        return self


class NoteUpdate(NoteCreate):
    """A note in its new form. `before` may have the note that its writer had read.

    If another user changed it since, nothing is changed.
    """

    before: NoteCreate | None = None


class Note(Strict):
    """A note in its present form. `author` is null when the account was removed. `may_change` is about the caller."""

    id: uuid.UUID
    from_ms: int
    to_ms: int | None
    metric: NotedMetric | None
    text: str
    author: str | None
    created_at: dt.datetime
    edited_at: dt.datetime | None
    may_change: bool


class RunNotes(Strict):
    """All notes of a run in order of time: their places in it are the numbers that charts show."""

    run_id: uuid.UUID
    run: str
    items: list[Note]


class Notes(Strict):
    """The notes of one or several runs, run by run in the order in which they were named."""

    items: list[RunNotes]
