"""REST schemas of a pivot: factors to choose from, the cells of a choice, and derived views."""

from __future__ import annotations

from typing import Annotated, Literal

from storagelab.domain.metrics import METRICS, Better
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import NumberedName, Strict
from storagelab.runs.schemas import Badge

MetricName = Annotated[str, MetricKey(METRICS)]
CellState = Literal["measured", "several", "impossible", "failed", "withheld", "not_measured", "not_published"]
ValueKind = Literal["exact", "approximate", "range", "range_low", "range_high", "lower_bound", "upper_bound", "ratio"]


class PivotLevel(Strict):
    """A value of a factor, and how many results have it. `known` is false for what is unknown or does not apply."""

    value: str
    known: bool
    results: int


class PivotFactor(Strict):
    """Something in which the chosen results differ, with its levels in order."""

    key: str
    label: str
    group: Literal["server", "controller", "array", "drives", "profile", "settings", "workload", "run"]
    levels: list[PivotLevel]


class PivotFactorValue(Strict):
    """One value of a factor, with the label of the factor."""

    key: str
    label: str
    value: str


class PivotMetric(Strict):
    """The metric of the cells."""

    name: MetricName
    label: str
    unit: str
    better: Better


class PivotChoice(Strict):
    """Choice of a pivot's cells. `proposed` is true if the lab chose it by its rule, without a request."""

    rows: str | None
    row_label: str | None
    columns: str | None
    column_label: str | None
    panel: str | None
    panel_label: str | None
    metric: PivotMetric
    fixed: list[PivotFactorValue]
    proposed: bool


class PivotDiffers(Strict):
    """A factor in which the results of one cell differ. `known` is false where it is unknown if they differ."""

    key: str
    label: str
    levels: list[str]
    known: bool


class PivotCell(Renamed):
    """One cell, in base units. Axes that are not used are null.

    `measured` has a `value`, the median where `n` is above 1 (then with minimum, maximum and the coefficient of
    variation, and from 3 on the 95 % interval of the mean), or the ends of a printed range. `several`: `groups` kinds
    of results that differ in `differs` are not merged. All other states may have a `reason` why there is nothing.
    `not_measured` without one is that no chosen run measured it, `not_published` that the sources of the chosen runs,
    which are all published, do not print it.
    """

    row: str | None
    column: str | None
    panel: str | None
    state: CellState
    value: float | None
    low: float | None
    high: float | None
    value_kind: ValueKind | None
    n: int
    least: float | None
    most: float | None
    ci95_low: float | None
    ci95_high: float | None
    cov_percent: float | None
    groups: int
    differs: list[PivotDiffers]
    reason: str | None
    run_numbers: list[str]
    conditions: list[str]
    steady: bool | None
    badges: list[Badge]


class PivotSpread(Renamed):
    """The spread behind a figure of several results: from 3 on also the 95 % interval of their mean."""

    n: int
    least: float | None
    most: float | None
    ci95_low: float | None
    ci95_high: float | None


class PivotSingle(Strict):
    """Figure of single drives with `read_percent` reads, over `n` results of these runs."""

    read_percent: float
    value: float
    n: int
    run_numbers: list[str]


class PivotIdeal(Strict):
    """Basis of an ideal: the RAID level of the model, the workload, and its single drives."""

    level: Literal["RAID0", "RAID1", "RAID10", "RAID5", "RAID6"]
    read_percent: float
    random_percent: Literal[0, 100]
    singles: list[PivotSingle]


class PivotScale(Strict):
    """Cell of a pivot over numbers of drives, compared with the ideal of its drives.

    `ideal` is that of the same number of single drives behind this RAID level, by `ideal_from`. It is null where the
    model does not apply or no single drive was measured. `efficiency_percent` is of `ideal` (basis `model`) or of
    linear growth from `from_drives`.
    """

    level: str | None
    panel: str | None
    drives: int
    state: CellState
    value: float | None
    value_kind: ValueKind | None
    ideal: float | None
    efficiency_percent: float | None
    basis: Literal["model", "linear"] | None
    from_drives: int | None
    ideal_from: PivotIdeal | None = None
    spread: PivotSpread | None = None


class PivotLoss(Strict):
    """One configuration and workload on an array that is degraded or rebuilding, against the same one optimal."""

    names: list[PivotFactorValue]
    condition: Literal["degraded", "rebuilding"]
    optimal: float
    value: float
    percent: float
    rebuild_seconds: float | None
    run_numbers: list[str]
    optimal_run_numbers: list[str] | None = None
    optimal_spread: PivotSpread | None = None
    spread: PivotSpread | None = None


class Pivot(Strict):
    """Results by factors. `along` are the factors that are in no axis and differ from cell to cell.

    `more_runs` is true if older runs exist that were not looked at.
    """

    runs: list[NumberedName]
    results: int
    factors: list[PivotFactor]
    metrics: list[PivotMetric]
    choice: PivotChoice
    rows: list[str | None]
    columns: list[str | None]
    panels: list[str | None]
    cells: list[PivotCell]
    along: list[PivotFactorValue]
    scale: list[PivotScale]
    losses: list[PivotLoss]
    more_runs: bool = False
