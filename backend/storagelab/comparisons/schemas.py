"""REST schemas of a comparison of runs: entries, configuration factors and differences."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated

from pydantic import Field

from storagelab.analysis.comparison import Verdict
from storagelab.analysis.steady_state import Status
from storagelab.domain.configuration_table import CellState, RowState
from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import Better
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import NumberedName, Strict
from storagelab.results.configuration_schemas import FactorGroup
from storagelab.results.schemas import LinkLimit
from storagelab.runs.schemas import Origin


class EntryRun(Strict):
    """A run of an entry. `left_out` states why its figures are not counted, null where they are."""

    id: uuid.UUID
    number: str
    title: str
    left_out: str | None


class ComparisonEntry(Strict):
    """Entry of a comparison, drawn as one: a run, or the pooled repeats of one test.

    `key` is the number of its first run. Entries with the same `group` share a workload and may share a chart. `lab` is
    the name of the other lab that measured it, null for this lab. `label` has it where the labs of entries differ.
    """

    key: str
    label: str
    runs: list[EntryRun]
    origin: Origin
    lab: str | None
    configuration: NumberedName | None
    n: int
    group: int
    workloads: list[str]


class FactorCell(Strict):
    """The value of a factor of one entry, null is unknown, or does not apply there.

    `state` compares with the baseline, and where that is unknown, with the first entry that is known.
    """

    value: str | None
    state: CellState


class FactorRow(Strict):
    """One factor, with a cell for each entry in their order. It differs when any two known values do."""

    key: str
    label: str
    group: FactorGroup
    state: RowState
    cells: list[FactorCell]


class ComparisonFactors(Strict):
    """Configuration factors of the entries. `by` is the label of the only known difference, null for several.

    `without` are entries without a recorded configuration: none of their factors is known.
    """

    rows: list[FactorRow]
    known_count: int
    unknown_count: int
    by: str | None
    sentence: str
    without: list[str]


class ComparisonGroup(Strict):
    """Entries that may share a chart. `reason` states why they do not share that of the baseline, null for its own."""

    entries: list[str]
    reason: str | None


class ComparisonCell(Strict):
    """The figure of one entry at one workload, all null where it has none.

    `median` is over `n` repeats. `low`, `high` and the 95 % interval of their mean exist from three repeats on. `ratio`
    is entry / baseline, `better` whether that is the good direction. `approximate` means that the source of a value
    calls it so, `estimated` that a percentile was interpolated within the wide buckets of its engine.
    """

    n: int
    median: float | None
    low: float | None
    high: float | None
    ci95_low: float | None
    ci95_high: float | None
    ratio: float | None
    better: bool | None
    verdict: Verdict
    approximate: bool
    estimated: bool


class ComparisonPoint(Strict):
    """One workload that the baseline and another entry have, with a cell for each entry in their order."""

    workload: str
    cells: list[ComparisonCell]


class ComparisonVerdict(Strict):
    """The verdict on an entry against the baseline, at the workload with the largest difference that is supported.

    `spread` is the range over all workloads with a supported difference. `workload` is null where the sentence is about
    several workloads or none.
    """

    entry: str
    verdict: Verdict
    better: bool | None
    sentence: str
    spread: str | None
    workload: str | None


class ComparisonOut(Strict):
    """Runs compared by one metric. `poolable` means that some of them are repeats that can be merged."""

    metric: Annotated[str, MetricKey()]
    label: str
    unit: str
    better: Better
    baseline: str
    pooled: bool
    poolable: bool
    entries: list[ComparisonEntry]
    groups: list[ComparisonGroup]
    factors: ComparisonFactors
    points: list[ComparisonPoint]
    verdicts: list[ComparisonVerdict]
    rule: str


class DrawnPhase(Strict):
    """A phase with a stored curve, of a loop all of its rounds. `t0_ms` is where the first begins on the axis."""

    kind: str
    name: str
    t0_ms: int


class DrawnRun(Strict):
    """Facts that charts need about a compared run.

    `series` are the ordinals of its phases with stored curves, and `phases` are their kinds and names in order of time.
    `verdict` is null for a run that was not judged. `steady_ms`, the begin of the steady window, is null for a run
    without one. `started_at` is null for a run that never began, and where a source does not state it.
    """

    id: uuid.UUID
    number: str
    state: Annotated[RunState, Field(strict=False)]
    started_at: dt.datetime | None
    verdict: Status | None
    series: list[int]
    phases: list[DrawnPhase]
    steady_ms: int | None
    readings: list[str]
    link_limit: LinkLimit | None


class DrawnComparison(ComparisonOut, schema_name="Comparison"):
    """A comparison with what its page draws it from: every run once, in the order of the request."""

    runs: list[DrawnRun]
