"""The API's schemas of a person's notices."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.http.schemas import Line, Moment, NumberedName, Strict
from storagelab.inventory.alert_schemas import AlertKind, Severity
from storagelab.inventory.hardware_schemas import Component
from storagelab.overview.result_schemas import FigureChange
from storagelab.runs.schemas import Headline

#: The kinds of notices in a person's settings.
NoticeCategory = Literal["decision", "alert", "run_finished", "run_failed", "run_steady", "import_finished"]
NoticeKind = (
    AlertKind
    | Literal[
        "campaign_asks",
        "run_failed",
        "run_not_steady",
        "run_regression",
        "run_finished",
        "run_steady",
        "import_finished",
        "import_failed",
    ]
)
MAX_READ = 500


class NoticeLink(Strict):
    """The page that a notice leads to."""

    component: Component | Literal["run", "campaign", "import"]
    id: uuid.UUID
    number: str
    name: str


class LabNotice(Strict, schema_name="Notice"):
    """One thing that a person is notified of, until it is over or a week old.

    `category` names its channels in settings.

    `detail` is a sentence where more is known. A result has its `figure` and `change`. `waiting_count` is how many runs
    wait for the server.
    """

    id: str
    category: NoticeCategory
    kind: NoticeKind
    severity: Severity | None
    link: NoticeLink
    server: NumberedName | None
    waiting_count: int
    detail: str | None
    verdict: Literal["steady", "not_steady", "insufficient_rounds"] | None
    figure: Headline | None
    change: FigureChange | None
    at: dt.datetime | None
    unread: bool


class Notices(Strict):
    """A person's notices in three groups, each the newest first and alerts the worst first.

    Kinds without a channel in the person's settings are left out. `following` are the numbers of the jobs that they
    follow and that are not over.
    """

    needs_decision: list[LabNotice]
    alerts: list[LabNotice]
    followed: list[LabNotice]
    unread_count: int
    following: list[str]


class NoticesUpdate(Strict):
    """The notices that were read: by their ids, and all that are not newer than a moment."""

    read: Annotated[list[Annotated[Line, Field(min_length=1, max_length=200)]], Field(max_length=MAX_READ)] = Field(
        default_factory=list
    )
    read_until: Moment | None = None
