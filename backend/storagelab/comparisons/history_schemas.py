"""The history of a configuration by one metric."""

from __future__ import annotations

from typing import Annotated, Literal

from storagelab.analysis.change_points import Direction
from storagelab.domain.metrics import Better
from storagelab.domain.plan import Scale
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import Strict
from storagelab.results.configuration_schemas import RunHistory


class LevelChange(Strict):
    """The first run of a new level, counted among the items from 0, null after a level of 0."""

    index: int
    direction: Direction
    change_percent: float | None
    better: bool


class HistoryLine(Strict):
    """One workload over the runs of a history: a value for each item, null where it was not measured or not counted.

    `newest` shows whether the newest value is far from all before it.
    """

    workload: str
    values: list[float | None]
    changes: list[LevelChange]
    newest: Literal["regression", "improvement"] | None


class HistoryFigures(Strict):
    """One metric of each workload over the runs of a history.

    `left_out` are runs that are marked invalid, `other_scale` those at another scale than the requested run: they are
    in the history without a value.
    """

    metric: Annotated[str, MetricKey()]
    label: str
    unit: str
    better: Better
    scale: Scale
    left_out: list[str]
    other_scale: list[str]
    lines: list[HistoryLine]


class MeasuredHistory(RunHistory, schema_name="History"):
    """The history that a run belongs to. `figures` are null where no metric was named."""

    figures: HistoryFigures | None
