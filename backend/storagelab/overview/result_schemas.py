"""The API's schemas of a result in short: its figure, its change, and the picture of its curve."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from storagelab.http.schemas import Strict
from storagelab.runs.schemas import Headline, RunSummary

#: Points of a line of a thumbnail at most.
MAX_POINTS = 60
#: Lines of a thumbnail at most.
MAX_LINES = 8


class FigureChange(Strict):
    """The difference of a figure from that of the run before: the same test of the same drives or file of a server.

    `value` is the figure of that run. `unusual` compares with up to ten runs before: five standard deviations or more.
    """

    percent: float
    value: float
    run_number: str
    run_title: str
    unusual: Literal["regression", "improvement"] | None


class Thumbnail(Strict):
    """A small picture of a result: one curve over time, values by round, lines over queue depth, or bars by phase.

    Points of a line are equally far apart, null where nothing is known. `window` is where it is steady, from and to as
    parts of the width. A sweep has a line for each workload, with a point for each depth.
    """

    kind: Literal["time", "rounds", "sweep", "bars"]
    lines: Annotated[
        list[Annotated[list[float | None], Field(max_length=MAX_POINTS)]], Field(min_length=1, max_length=MAX_LINES)
    ]
    window: Annotated[list[float], Field(min_length=2, max_length=2)] | None


class RunThumbnail(Strict):
    """The picture of one run, null for a run without results."""

    number: str
    thumbnail: Thumbnail | None


class RunThumbnails(Strict):
    """The pictures of runs, in the order of the request."""

    items: list[RunThumbnail]


class RecentResult(RunSummary):
    """A run that ended lately. `is_new` is true if that was since the last visit of the caller."""

    figure: Headline | None
    change: FigureChange | None
    thumbnail: Thumbnail | None
    is_new: bool
