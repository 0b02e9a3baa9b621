"""REST schemas of campaigns, their progress and their result sets."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from storagelab.campaigns.plan_schemas import CampaignShape
from storagelab.campaigns.schemas import CampaignState, CellState, Condition, Layout
from storagelab.domain.campaign_values import Choice
from storagelab.http.free_objects import RecordedCampaign
from storagelab.http.labels import LabelsShown
from storagelab.http.listing import Listing
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import NumberedName, Strict
from storagelab.runs.schemas import Badge


class PendingDecision(Strict):
    """A decision that the campaign waits for.

    `campaign` is the number under which it is answered. The cells are those in the matrix of what is shown.
    `repeat_seconds` is what measuring them again takes. At `decides_at` the campaign carries out `default_choice`,
    null where it waits until people decide.
    """

    campaign: str
    created_at: dt.datetime
    reason: str
    cells: list[tuple[int, int]]
    choices: list[Choice]
    repeat_seconds: float
    default_choice: Choice | None
    decides_at: dt.datetime | None


class ChildCampaign(Strict):
    """The share of one server in a campaign over several: a campaign of its own, with its own number."""

    id: uuid.UUID
    number: str
    server: NumberedName
    state: CampaignState
    cells_total: int
    cells_impossible: int
    cells_done: int
    cells_failed: int
    cells_withheld: int
    estimated_seconds: float
    estimated_finish_at: dt.datetime | None
    fits: bool | None
    waiting_reason: str | None
    pending_decision: PendingDecision | None


class CampaignSummary(CampaignShape):
    """A campaign as lists show it. `waiting_reason` is why it waits.

    One over several servers has `parts` and no `server`. Its state, progress and end follow from them, and
    `pending_decision` is the oldest of theirs. `parent` is the campaign over several servers that this one belongs to.
    `cell_states` has the newest state of each cell, by rows and columns of the matrix.
    """

    id: uuid.UUID
    number: str
    name: str
    note: str
    labels: LabelsShown
    server: NumberedName | None
    parent: NumberedName | None
    parts: list[ChildCampaign]
    engine: str
    state: CampaignState
    cells_done: int
    cells_failed: int
    cells_withheld: int
    cell_states: list[list[CellState]]
    waiting_reason: str | None
    pending_decision: PendingDecision | None
    priority: int
    repeats: int
    submitted_by: str | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    finished_at: dt.datetime | None


class CampaignOut(CampaignSummary, schema_name="Campaign"):
    """A campaign with its request. Serial numbers are not shown again."""

    request: RecordedCampaign
    drives: list[str]


class CampaignPage(Listing[CampaignSummary]):
    """One page of campaigns."""


class CampaignRepeat(Renamed):
    """Figures of one run in one phase. Figures of loops are means over the rounds that count."""

    run_number: str
    iops: float | None
    bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None


class CampaignFigures(Renamed):
    """Figures of one phase in one state of the array. Figures of several repeats are means.

    `repeats` are the runs of the means. `run_numbers` may name others where none of them counts.
    """

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
    badges: list[Badge]
    repeats: list[CampaignRepeat]


class CampaignResultLine(Strict):
    """Configuration of one server under one phase of a workload, its states side by side.

    `figure` is the usual metric of such a phase. It is requests per second where requests are random and small, else
    throughput. It is null where nothing was measured.
    """

    row: int
    server: NumberedName
    configuration: str
    layout: Layout
    drives: int | None
    controllers: int | None
    over_provisioned_percent: int
    workload: str
    phase: str | None
    generation: int
    figure: Annotated[Literal["iops", "bytes_per_s"], MetricKey()] | None
    figures: list[CampaignFigures]


class CampaignResults(Strict):
    """The result set: configuration by workload. Withheld figures are left out, with their reason."""

    number: str
    name: str
    states: list[Condition]
    lines: list[CampaignResultLine]
