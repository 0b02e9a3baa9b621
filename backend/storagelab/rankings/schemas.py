"""A ranking as the API gives it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from storagelab.domain.metrics import Better
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import NumberedName, Strict


class RankedWorkload(Strict):
    """A workload of a ranking and the metric it is ranked by. Its `values` are in the unit of that metric.

    `chosen` is false for one that was left out on request. Its figures are left out. `counted` is true if it is part of
    the rating. A workload that some configuration lacks is not.
    """

    key: str
    label: str
    metric: Annotated[str, MetricKey()]
    metric_label: str
    unit: str
    better: Better
    chosen: bool
    counted: bool


class RankedFigure(Renamed):
    """One configuration under one workload: the median over `n` runs, with their minimum and maximum.

    `ratio` is above 1 where the configuration is better than the reference, whichever direction that is, null for a
    workload that does not count.
    """

    workload: str
    value: float
    n: int
    least: float
    most: float
    ratio: float | None
    runs: list[str]


class RankedConfiguration(Renamed):
    """A configuration and its rating, the geometric mean of its ratios times 100. The reference has 100.

    `podium_rank` 1 to 3 is the podium, shared by ratings within 2 % of each other, null below it. `worst_ratio` and
    `best_ratio` are the extremes behind the rating. Configurations of the same class are one entry, called as the
    newest of them. `class_hash` stays the same when a newer one comes.
    """

    configuration: NumberedName
    class_hash: str
    rating: float | None
    rank: int | None
    place: int | None = Field(alias="podium_rank")
    worst_ratio: float | None
    best_ratio: float | None
    figures: list[RankedFigure]


class RankingExclusion(Strict):
    """Figures that do not count, and why."""

    reason: str
    figures: int


class RankingOut(Strict):
    """Configurations in the order of their rating over the workloads that all of them have.

    `runs_considered` is how many runs it rests on; `more_runs` that older ones exist which were not looked at.
    """

    profile: str | None
    runs_considered: int
    more_runs: bool
    reference: str | None
    workloads: list[RankedWorkload]
    configurations: list[RankedConfiguration]
    left_out: list[RankingExclusion]


class RankableProfile(Strict):
    """A profile under which at least two configurations were measured."""

    profile: str
    title: str
    configurations: int
    runs: int


class ChosenRanking(RankingOut, schema_name="Ranking"):
    """The ranking of a profile or of runs.

    Without either of them all of it is empty but `profiles`: those that a ranking can be made of, the one with the most
    configurations first. There are no more of them than versions of profiles with runs.
    """

    profiles: list[RankableProfile] = Field(default_factory=list)
