"""REST schemas of a campaign's plan: its matrix, order, calendar and cost."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from storagelab.analysis.steady_state import Status
from storagelab.campaigns.schemas import CellState, Condition, Layout
from storagelab.domain.campaign_deadlines import Measure
from storagelab.http.rest_names import MetricKey
from storagelab.http.schemas import NumberedName, Strict
from storagelab.planning.cost_schemas import EnduranceUse, ExpectedWrites
from storagelab.planning.schemas import DestroyedDrive


class MatrixRow(Strict):
    """Configuration on one server. `drives` is null for a file, and for devices as they are, which are in `stable_ids`.

    `copy_to` is the destination of workloads that copy to another file system. `model` is the one model of its drives.
    It is null where the configuration takes any drives.
    """

    row: int
    server: NumberedName
    name: str
    layout: Layout
    drives: int | None
    chunk_bytes: int | None
    over_provisioned_percent: int
    size_bytes: int | None
    copy_to: str | None
    controllers: int | None
    stable_ids: list[str]
    model: str | None


class MatrixColumn(Strict):
    """A workload in one state of the array."""

    column: int
    label: str
    profile: str
    scale: str
    state: Condition


class MatrixCell(Strict):
    """Configuration under one workload in one state. A cell that was measured again has one for each generation.

    `value` is the headline in `unit`, null until it was measured. It is the best random phase with small blocks, or the
    best throughput where there is none. `phase_name` is the phase of the value, which may differ between cells. It is
    also null in cells that were filed before it was recorded. `condition` is the observed condition of the array during
    the measurement, whatever was requested. `verdict` is that on its runs, null where none was judged. Of several it is
    the first that is not steady. `position` counts cells in the order they run, null for those that never will.
    `superseded` cells were replaced by a later generation.
    """

    row: int
    column: int
    state: CellState
    reason: str | None
    position: int | None
    generation: int
    superseded: bool
    estimated_seconds: float | None
    job_number: str | None
    run_number: str | None
    metric: Annotated[str, MetricKey()] | None
    value: float | None
    unit: str | None
    phase_name: str | None
    condition: str | None
    verdict: Status | None
    rebuild_seconds: float | None


class CampaignMatrix(Strict):
    """Configurations by workloads."""

    rows: list[MatrixRow]
    columns: list[MatrixColumn]
    cells: list[MatrixCell]


class CalendarEntry(Strict):
    """When something takes place: `known` has happened, `likely` is under way or next, `rough` is by estimates.

    `job_number` and `run_number` are of what was submitted for it already.
    """

    server: NumberedName
    row: int | None
    column: int | None
    generation: int
    title: str
    job_number: str | None
    run_number: str | None
    starts_at: dt.datetime
    ends_at: dt.datetime
    certainty: Literal["known", "likely", "rough"]


class CampaignCalendar(Strict):
    """Cells and the steps between them in time."""

    items: list[CalendarEntry]


class PlanProposal(Strict):
    """One measure that makes a campaign shorter, in the order in which they are tried.

    `saves_seconds` is what it saves after those before it, null where that is unknown. `fits` is true if the campaign
    then ends in time, null without a deadline.
    """

    measure: Measure
    title: str
    available: bool
    accepted: bool
    saves_seconds: float | None
    fits: bool | None
    reason: str


class CampaignShape(Strict):
    """Size and duration of a campaign; times count the remaining work.

    `fits` is null without a deadline.
    """

    cells_total: int
    cells_impossible: int
    estimated_seconds: float
    estimated_finish_at: dt.datetime | None
    deadline: dt.datetime | None
    fits: bool | None
    proposals: list[PlanProposal]


class PlannedCellOut(Strict, schema_name="PlannedCell"):
    """A cell of a plan, in its order: its place in the matrix, its drives, and what its job prepares.

    `preparation_seconds` are the part of `estimated_seconds` in which the array is made and waited for.
    """

    server: NumberedName
    row: int
    column: int
    title: str
    drives: list[str]
    preparation: list[str]
    preparation_seconds: float
    estimated_seconds: float


class ChildCampaignPlan(Strict):
    """Plan of one server of a campaign over several servers."""

    server: NumberedName
    cells_total: int
    cells_impossible: int
    estimated_seconds: float
    estimated_finish_at: dt.datetime | None
    fits: bool | None


class CampaignPlanOut(CampaignShape, schema_name="CampaignPlan"):
    """Plan of a campaign, of which nothing was stored. `destroys` is every drive that it may write to.

    `expected_writes` and `endurance` are of the phases of all cells together. They exclude the writes that make and
    rebuild arrays, and count shared conditioning as if it was done. `sample_count` is the number of interval samples of
    all its runs. `parts` are those of a campaign over several servers, else empty.
    """

    matrix: CampaignMatrix
    order: list[PlannedCellOut]
    parts: list[ChildCampaignPlan]
    destroys: list[DestroyedDrive]
    expected_writes: ExpectedWrites | None
    endurance: list[EnduranceUse]
    sample_count: int
    warnings: list[str]


class CampaignDryRun(Strict):
    """The plan of a campaign that was not submitted."""

    plan: CampaignPlanOut
