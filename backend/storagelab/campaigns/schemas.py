"""What clients submit as a campaign, and what the API says about it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from storagelab.http.pagination import Listing
from storagelab.http.schemas import Line, Moment, Strict, Text
from storagelab.jobs.operation_schemas import BlockBytes
from storagelab.jobs.repeat_schemas import MAX_REPEATS
from storagelab.jobs.run_schemas import NumberedName
from storagelab.jobs.schemas import (
    ConditioningChoice,
    DestroyedOut,
    FileSize,
    LabelKey,
    ProfileIn,
    StableId,
)

MAX_CONFIGURATIONS = 100
MAX_WORKLOADS = 50
MAX_CELLS = 400
MAX_DRIVES = 64
LAST_YEAR = 9000

Layout = Literal["file", "jbod", "raid0", "raid1", "raid5", "raid6", "raid10"]
#: What an array is asked to be in while it is measured.
Condition = Literal["optimal", "degraded", "rebuilding"]
CampaignState = Literal["planned", "running", "waiting_for_decision", "paused", "finished", "cancelled"]
CellState = Literal["impossible", "planned", "waiting", "running", "measured", "failed", "not_measured", "withheld"]
Measure = Literal["shorter_points", "until_steady", "shared_conditioning", "cells_dropped"]
Choice = Literal["redo", "keep_both", "stop"]
Percent = Annotated[int, Field(ge=0, le=90)]
DriveCount = Annotated[int, Field(ge=1, le=MAX_DRIVES)]


def _only_optimal() -> list[Condition]:
    return ["optimal"]


class DrivesIn(Strict):
    """Which drives a campaign may use; exactly one of `stable_ids`, `any` and `count_at_most`.

    `any` needs that many, `count_at_most` takes what there is up to that. Both choose late, among enrolled drives whose
    serial number stands in `confirm_serials`. With `same_set_preferred` every configuration takes the first of one set,
    so that few drives have to be conditioned; without it drives take turns.
    """

    stable_ids: Annotated[list[StableId], Field(min_length=1, max_length=MAX_DRIVES)] | None = None
    any: DriveCount | None = None
    count_at_most: DriveCount | None = None
    same_set_preferred: bool = True

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if sum(each is not None for each in (self.stable_ids, self.any, self.count_at_most)) != 1:
            raise ValueError("must have exactly one of stable_ids, any and count_at_most")
        return self


class ConfigurationIn(Strict):
    """One row: `drives` drives as JBOD or as a software array, or a file of `size_bytes` on the server."""

    name: Annotated[Line, Field(min_length=1, max_length=100)] | None = None
    layout: Layout
    drives: DriveCount = 1
    chunk_bytes: BlockBytes | None = None
    over_provisioned_percent: Percent = 0
    size_bytes: FileSize | None = None

    @model_validator(mode="after")
    def _check_size(self) -> Self:
        if (self.layout == "file") != (self.size_bytes is not None):
            raise ValueError("must have size_bytes for the layout file, and for no other")
        return self


class AxesIn(Strict):
    """Rows as every combination; chunks are for the layouts that have them."""

    layouts: Annotated[list[Layout], Field(min_length=1, max_length=7)]
    drive_counts: Annotated[list[DriveCount], Field(min_length=1, max_length=MAX_DRIVES)]
    over_provisioned_percents: Annotated[list[Percent], Field(min_length=1, max_length=10)] = Field(
        default_factory=lambda: [0]
    )
    chunk_bytes: BlockBytes | None = None

    @model_validator(mode="after")
    def _check_layouts(self) -> Self:
        if "file" in self.layouts:
            raise ValueError("must not have the layout file: a file has no drives to count")
        return self


class WorkloadIn(Strict):
    """One workload of every configuration."""

    profile: ProfileIn
    label: Annotated[Line, Field(min_length=1, max_length=100)] | None = None


class CampaignIn(Strict):
    """A campaign: every configuration under every workload, in every state of its array.

    What writes to drives names in `confirm_serials` the whole serial number of every drive that may be used.
    `accept` are measures by which the plan may be made shorter; the dry run says what each of them saves. `accept_wear`
    lets its jobs take more of the endurance of their drives than the lab lets one job take unasked.
    """

    name: Annotated[Line, Field(min_length=1, max_length=200)]
    note: Annotated[Text, Field(max_length=4000)] = ""
    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    engine: Annotated[str, Field(min_length=1, max_length=50)] = "fio"
    drives: DrivesIn | None = None
    configurations: Annotated[list[ConfigurationIn], Field(max_length=MAX_CONFIGURATIONS)] = Field(default_factory=list)
    axes: AxesIn | None = None
    states: Annotated[list[Condition], Field(min_length=1, max_length=3)] = Field(default_factory=_only_optimal)
    workloads: Annotated[list[WorkloadIn], Field(min_length=1, max_length=MAX_WORKLOADS)]
    conditioning: ConditioningChoice = "redo"
    repeats: Annotated[int, Field(ge=1, le=MAX_REPEATS)] = 1
    priority: Annotated[int, Field(ge=0, le=100)] = 50
    deadline: Moment | None = None
    on_drive_failure: Literal["ask", "redo", "keep_both", "stop"] = "ask"
    confirm_serials: Annotated[list[Annotated[Line, Field(max_length=100)]], Field(max_length=MAX_DRIVES)] = Field(
        default_factory=list
    )
    accept: Annotated[list[Measure], Field(max_length=4)] = Field(default_factory=list)
    accept_wear: bool = False
    labels: dict[LabelKey, Annotated[Line, Field(max_length=200)]] = Field(default_factory=dict, max_length=32)

    @model_validator(mode="after")
    def _check_rows(self) -> Self:
        if bool(self.configurations) == (self.axes is not None):
            raise ValueError("must have either configurations or axes")
        layouts = self.axes.layouts if self.axes is not None else [each.layout for each in self.configurations]
        if self.drives is None and any(layout != "file" for layout in layouts):
            raise ValueError("must have drives for every layout but file")
        if self.deadline is not None and self.deadline.year >= LAST_YEAR:
            raise ValueError(f"deadline must lie before the year {LAST_YEAR}")
        for name in ("states", "accept"):
            if len(set(getattr(self, name))) < len(getattr(self, name)):
                raise ValueError(f"{name} must not name anything twice")
        return self


class DecisionIn(Strict):
    """The answer to a campaign's question."""

    choice: Choice


class RowOut(Strict):
    """A configuration."""

    row: int
    name: str
    layout: Layout
    drives: int
    chunk_bytes: int | None
    over_provisioned_percent: int
    size_bytes: int | None


class ColumnOut(Strict):
    """A workload in one state of the array."""

    column: int
    label: str
    profile: str
    scale: str
    state: Condition


class CellOut(Strict):
    """One configuration under one workload in one state; of a cell that was measured again, one for each generation.

    `value` is the headline: the best random phase with small blocks, or the best throughput where there is none, in
    `unit`; null until it was measured. `condition` is what the array was found in while it was measured, whatever was
    asked for. `position` counts cells in the order they run, null for those that never will. `superseded` cells gave
    way to a later generation.
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
    metric: str | None
    value: float | None
    unit: str | None
    condition: str | None
    rebuild_seconds: float | None


class MatrixOut(Strict):
    """Configurations by workloads."""

    rows: list[RowOut]
    columns: list[ColumnOut]
    cells: list[CellOut]


class SlotOut(Strict):
    """When something takes place: `known` has happened, `likely` is under way or next, `rough` is by estimates."""

    row: int | None
    column: int | None
    generation: int
    title: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    certainty: Literal["known", "likely", "rough"]


class CalendarOut(Strict):
    """Cells and the steps between them in time."""

    items: list[SlotOut]


class ProposalOut(Strict):
    """One measure that makes a campaign shorter, in the order in which they are tried.

    `saves_seconds` is what it saves after those before it, null where that cannot be told; `fits` says whether the
    campaign then ends in time, null without a deadline.
    """

    measure: Measure
    title: str
    available: bool
    accepted: bool
    saves_seconds: float | None
    fits: bool | None
    reason: str


class QuestionOut(Strict):
    """What somebody has to decide before the campaign goes on."""

    asked_at: dt.datetime
    reason: str
    cells: list[tuple[int, int]]
    choices: list[Choice]


class ShapeOut(Strict):
    """How large a campaign is and how long it takes; times count what is still to come.

    `fits` is null without a deadline.
    """

    cells_total: int
    cells_impossible: int
    estimated_seconds: float
    finish_at: dt.datetime | None
    deadline: dt.datetime | None
    fits: bool | None
    proposals: list[ProposalOut]


class PlannedCellOut(Strict):
    """A cell of a plan, in its order: its place in the matrix, its drives, and what its job prepares."""

    row: int
    column: int
    title: str
    drives: list[str]
    preparation: list[str]
    estimated_seconds: float


class CampaignPlanOut(ShapeOut):
    """What a campaign will do; nothing was stored. `destroys` is every drive that it may write to."""

    matrix: MatrixOut
    order: list[PlannedCellOut]
    destroys: list[DestroyedOut]
    warnings: list[str]


class CampaignDryRunOut(Strict):
    """The plan of a campaign that was not submitted."""

    plan: CampaignPlanOut


class CampaignListed(ShapeOut):
    """A campaign as lists show it; `waiting_reason` is why nothing goes on at this moment."""

    id: uuid.UUID
    number: str
    name: str
    note: str
    labels: dict[str, str]
    server: NumberedName
    engine: str
    state: CampaignState
    cells_done: int
    cells_failed: int
    cells_withheld: int
    waiting_reason: str | None
    question: QuestionOut | None
    priority: int
    repeats: int
    submitted_by: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class CampaignOut(CampaignListed):
    """A campaign with what was asked for; serial numbers are not shown again."""

    request: dict[str, Any]
    drives: list[str]


class CampaignPage(Listing[CampaignListed]):
    """One page of campaigns."""


class FiguresOut(Strict):
    """What one phase measured in one state of the array; of several repeats the mean of each figure."""

    state: Condition
    cell_state: CellState
    reason: str | None
    condition: str | None
    iops: float | None
    bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None
    rebuild_seconds: float | None
    generation: int
    job_number: str | None
    run_numbers: list[str]
    badges: list[dict[str, Any]]


class ResultLineOut(Strict):
    """A configuration under one phase of a workload, its states side by side."""

    row: int
    configuration: str
    layout: Layout
    drives: int
    over_provisioned_percent: int
    workload: str
    phase: str | None
    generation: int
    figures: list[FiguresOut]


class ResultsOut(Strict):
    """The result set: configuration by workload. Withheld figures are not in it; their reason is."""

    number: str
    name: str
    states: list[Condition]
    lines: list[ResultLineOut]
