"""The API's schemas of the entries of a dashboard beside what is usual."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState
from storagelab.http.schemas import Strict
from storagelab.runs.schemas import Headline

#: Values of a history at most, the newest among them.
MAX_VALUES = 31


class HistoryValue(Strict):
    """The figure of one run of a history."""

    run_number: str
    started_at: dt.datetime
    value: float


class UsualValues(Strict):
    """Median, lowest and highest of the runs that are usual."""

    median: float
    low: float
    high: float
    run_count: int


class EntryFigure(Strict):
    """The newest result of an entry against earlier runs: the same test of the same drives or file of a server.

    `entry` is its key in a comparison, the number of its first run. `run_number` is the run of the figure, else the
    first. `history` has the same figure of earlier runs, oldest first, and ends with this one. `usual` and all that is
    compared with it are null with fewer than three earlier runs. `since` is the first run that is as bad as a `worse`
    newest one.
    """

    entry: str
    run_number: str
    state: Annotated[RunState, Field(strict=False)]
    finished_at: dt.datetime | None
    figure: Headline | None
    history: Annotated[list[HistoryValue], Field(max_length=MAX_VALUES)]
    usual: UsualValues | None
    change_percent: float | None
    comparison: Literal["worse", "usual", "better"] | None
    since: HistoryValue | None


class DashboardFigures(Strict):
    """The entries of a dashboard with their newest results, in the order of its runs."""

    items: list[EntryFigure]
