"""Cells of a campaign's plan: the possible ones, their drives, order and cost."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from sqlalchemy.orm import Session

from storagelab.campaigns.drive_selection import bind, count_by_controller, list_usable_drives
from storagelab.campaigns.schemas import CampaignCreate
from storagelab.campaigns.table import build_cell_job
from storagelab.db.models import Server
from storagelab.domain.campaign_deadlines import CHANGING, Cost, Phases
from storagelab.domain.campaign_values import BoundDrive, CampaignColumn, ChosenProfile
from storagelab.domain.campaigns import (
    FILE,
    OPTIMAL,
    REBUILDING,
    CampaignLayout,
    CellState,
    compute_typical_seconds,
    find_cell_obstacle,
    order_columns,
    order_rows,
    prepare,
)
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.operations import OperationValues
from storagelab.domain.plan import PhasePlan
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.endurance_budget import add_wear, list_job_endurance_refusals
from storagelab.planning.plan import RunnablePlan, plan_job
from storagelab.planning.plan_views import describe_plan
from storagelab.planning.schemas import DevicesTarget, FileTarget, JobPlan
from storagelab.planning.targets import TargetPlan, plan_target
from storagelab.profiles.store import find_profile

#: A round of the SNIA specification is long enough for the figure of a point.
SHORT_SECONDS = 60.0
_CONDITIONS = ("fill", "precondition")
_UNCHANGED: frozenset[str] = frozenset()
_CHANGES = [frozenset(some) for count in range(1, len(CHANGING) + 1) for some in combinations(CHANGING, count)]


@dataclass
class PlannedCell:
    """One cell of the plan; `cost` is None where it is impossible."""

    row: int
    column: int
    state: CellState
    reason: str | None = None
    drives: list[str] = field(default_factory=list)
    preparation: list[OperationValues] = field(default_factory=list)
    size_bytes: int = 0
    cost: Cost | None = None
    #: Job plans under each set of measures that change the input of the job.
    outs: dict[frozenset[str], JobPlan] = field(default_factory=dict)
    #: Why its job would be refused for the endurance it takes, under each set of measures: when it finds its array, and
    #: when it makes it.
    worn: dict[frozenset[str], tuple[list[RequestRefused], list[RequestRefused]]] = field(default_factory=dict)
    writes: bool = False
    seconds: float | None = None

    @property
    def out(self) -> JobPlan | None:
        """Return the job plan of the cell as requested; None where the cell is impossible."""
        return self.outs.get(_UNCHANGED)


class CellPlanner:
    """Plans the cells of one campaign; what is the same for many of them is planned once."""

    def __init__(
        self,
        session: Session,
        server: Server,
        body: CampaignCreate,
        rows: Sequence[CampaignLayout],
        columns: Sequence[CampaignColumn],
        drives: Sequence[BoundDrive],
        devices: Sequence[BoundDrive],
    ) -> None:
        self._session, self._server, self._body = session, server, body
        self._rows, self._columns, self._drives, self._devices = rows, columns, drives, devices
        self._plans: dict[tuple[int, int, str], _JobVariant | RequestRefused] = {}
        self._targets: dict[tuple[str, ...], TargetPlan] = {}

    def plan(self) -> list[PlannedCell]:
        """Plan every cell, by row and column; impossible ones have their reason."""
        return [self._cell(row, column) for row in range(len(self._rows)) for column in range(len(self._columns))]

    def _cell(self, index: int, column_index: int) -> PlannedCell:
        row, column = self._rows[index], self._columns[column_index]
        drives = list_usable_drives(row, self._drives)
        by_controller = count_by_controller(drives)
        reason = find_cell_obstacle(row, column["state"], available=len(drives), by_controller=by_controller)
        if reason is not None:
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, reason)
        unchanged = self._plan(index, column, _UNCHANGED)
        if isinstance(unchanged, RequestRefused):
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, _format_sentence(unchanged.message))
        by_measures = {_UNCHANGED: unchanged}
        for measures in _CHANGES:
            changed = self._plan(index, column, measures)
            by_measures[measures] = unchanged if isinstance(changed, RequestRefused) else changed
        plans = {measures: variant.planned for measures, variant in by_measures.items()}
        bound = self._bound(index)
        size = min((drive["size_bytes"] or 0 for drive in bound), default=0)
        return PlannedCell(
            index,
            column_index,
            CellState.PLANNED,
            drives=[str(drive["stable_id"]) for drive in bound],
            size_bytes=size,
            cost=_compute_cost(plans, array=index, repeats=self._body.typical_repeats, shares=row.layout != FILE),
            outs={measures: variant.described for measures, variant in by_measures.items()},
            worn={measures: (variant.worn, variant.worn_when_made) for measures, variant in by_measures.items()},
            writes=unchanged.planned.writes or column["state"] != OPTIMAL,
            preparation=_build_preparation(row, column["state"], bound, size),
        )

    def _bound(self, index: int) -> list[BoundDrive]:
        row, wanted = self._rows[index], self._body.drives
        if row.layout == FILE:
            return []
        same_set = wanted.same_set_preferred if wanted is not None else True
        return bind(row, index, self._drives, self._devices, same_set=same_set)

    def _plan(self, index: int, column: CampaignColumn, measures: frozenset[str]) -> _JobVariant | RequestRefused:
        profile = apply_measures(self._session, column["profile"], measures)
        # Measures that change nothing of a profile share its plan.
        key = (index, column["workload"], str(sorted(profile["parameters"].items())))
        if key not in self._plans:
            is_unchanged = profile == column["profile"]
            try:
                self._plans[key] = self._plan_job(index, {**column, "profile": profile})
            except RequestRefused as refused:
                if is_unchanged and refused.path is not None and refused.path.startswith("profile."):
                    where = f"workloads.{column['workload']}.{refused.path}"
                    raise InvalidInput(refused.message, path=where) from None
                self._plans[key] = refused
        return self._plans[key]

    def _plan_job(self, index: int, column: CampaignColumn) -> _JobVariant:
        row, bound = self._rows[index], self._bound(index)
        size = min((drive["size_bytes"] or 0 for drive in bound), default=0)
        preparation = _build_preparation(row, OPTIMAL, bound, size)
        job = build_cell_job(
            self._body,
            row,
            column,
            stable_ids=[drive["stable_id"] for drive in bound],
            preparation=preparation,
            confirm_serials=[],
            repeats=self._body.repeats,
        )
        profile = find_profile(self._session, job.profile.name, job.profile.version)
        if isinstance(job.target, DevicesTarget):
            names = tuple(job.target.stable_ids)
        else:
            names = (f"file {job.target.size_bytes}", job.target.copy_to or "")
        if names not in self._targets:
            self._targets[names] = target_of(self._session, self._server, job.target)
        planned = plan_job(job, profile=profile, target=self._targets[names])
        # The array is made for the first cell of its row alone: here counts what the phases of each cell write.
        with_wear = add_wear(self._session, _assume_clean_array(planned), body=job, server=self._server)
        worn = list_job_endurance_refusals(with_wear, job)
        making, making_job = planned, job
        if job.repeats > 1:
            # A step before it makes the array, once for all repeats.
            making, making_job = (
                replace(planned, phases=()),
                job.model_copy(update={"repeats": 1, "repeat_until": None}),
            )
        made = add_wear(self._session, making, body=making_job, server=self._server)
        refused = list_job_endurance_refusals(made, making_job)
        return _JobVariant(
            with_wear,
            describe_plan(with_wear),
            worn=worn,
            worn_when_made=[*refused, *worn] if job.repeats > 1 else refused,
        )


@dataclass(frozen=True, slots=True)
class _JobVariant:
    """The plan of a job that finds its array, and why it is refused for wear then, or where that is made first."""

    planned: RunnablePlan
    #: Cells of one layout and workload share it.
    described: JobPlan
    worn: list[RequestRefused]
    worn_when_made: list[RequestRefused]


def list_endurance_refusals(cells: Sequence[PlannedCell], *, measures: Collection[str]) -> list[RequestRefused]:
    """Return the refusals of cells whose jobs would use too much drive endurance, in order.

    The first job of each configuration makes its array; the others use that array. `measures` are the accepted
    measures.
    """
    changing = frozenset(measures) & frozenset(CHANGING)
    begun: set[int] = set()
    refused: list[RequestRefused] = []
    for cell in cells:
        existing, made = cell.worn.get(changing, ([], []))
        refused += existing if cell.row in begun else made
        begun.add(cell.row)
    return refused


def _assume_clean_array(planned: RunnablePlan) -> RunnablePlan:
    """Return the same plan with an array that is not resynchronised when it is made."""
    operations = tuple(
        {**operation, "assume_clean": True} if operation["kind"] == "mdadm_create" else operation
        for operation in planned.preparation.operations
    )
    return replace(planned, preparation=replace(planned.preparation, operations=operations))


def _build_preparation(
    row: CampaignLayout, state: str, bound: Sequence[BoundDrive], size: int
) -> list[OperationValues]:
    """Return the preparation of a cell that is the first of its row."""
    victim = str(bound[-1]["stable_id"]) if bound else None
    return prepare(row, state, condition=None, victim=victim, size_bytes=size)


def apply_measures(session: Session, profile: ChosenProfile, measures: Collection[str]) -> ChosenProfile:
    """Return a profile with its parameters changed by the measures, within the parameters' limits."""
    saved = find_profile(session, profile["name"], profile["version"])
    changed: dict[str, float] = {}
    if "shorter_points" in measures:
        changed = {
            parameter.name: max(parameter.minimum, SHORT_SECONDS)
            for parameter in saved.list_point_times()
            if profile["parameters"].get(parameter.name, parameter.default) > SHORT_SECONDS
        }
    if "until_steady" in measures and saved.until_steady is not None:
        changed[saved.until_steady] = 1.0
    return {**profile, "parameters": {**profile["parameters"], **changed}}


def order_cells(
    rows: Sequence[CampaignLayout],
    columns: Sequence[CampaignColumn],
    cells: Sequence[PlannedCell],
    *,
    repeats: int,
) -> list[PlannedCell]:
    """Return the possible cells in the most efficient order, each with its preparation.

    `repeats` is the number of runs of a cell.
    """
    possible = {(cell.row, cell.column): cell for cell in cells if cell.cost is not None}
    order: list[PlannedCell] = []
    for row in order_rows(rows):
        mine = [possible[row, column] for column in range(len(columns)) if (row, column) in possible]
        traits = [(columns[cell.column]["state"], _is_conditioned_by_random(cell)) for cell in mine]
        array_state: str | None = None
        for index in order_columns(traits):
            cell, layout = mine[index], rows[row]
            state = columns[cell.column]["state"]
            victim, size = cell.drives[-1] if cell.drives else None, cell.size_bytes
            if array_state is not None:
                cell.preparation = prepare(
                    layout, state, condition=array_state, victim=victim, size_bytes=size, repeats=repeats
                )
            # Every repeat prepares again, and waits first for the rebuild that the one before it began.
            again = prepare(layout, state, condition=state, victim=victim, size_bytes=size, repeats=repeats)
            seconds = compute_typical_seconds(
                cell.preparation, layout=layout.layout, size_bytes=size, syncing=array_state == REBUILDING
            )
            seconds += (repeats - 1) * compute_typical_seconds(
                again, layout=layout.layout, size_bytes=size, syncing=state == REBUILDING
            )
            if cell.cost is not None:
                cell.cost = replace(cell.cost, preparation_seconds=seconds)
            array_state = state
            order.append(cell)
    return order


def _compute_cost(plans: Mapping[frozenset[str], RunnablePlan], *, array: int, repeats: int, shares: bool) -> Cost:
    """Return the cost of the phases of a cell's job.

    `plans` are by set of measures. The cost of the preparation follows later from the place of the cell in the order.
    """
    phases = {measures: _list_phases(planned, repeats=repeats, shares=shares) for measures, planned in plans.items()}
    return Cost(preparation_seconds=0.0, phases=phases, array=array)


def _list_phases(planned: RunnablePlan, *, repeats: int, shares: bool) -> Phases:
    """Return the durations of all phases of a cell and of its conditioning.

    Without `shares` every job repeats the conditioning, as on a file, which is always new.
    """
    conditioning = [phase for phase in planned.phases if phase.kind in _CONDITIONS]
    steps = [[phase.workload.to_json(), phase.stop.to_json()] for phase in conditioning]
    return Phases(
        seconds=_sum_seconds(planned, planned.phases) * repeats,
        conditioning_seconds=_sum_seconds(planned, conditioning),
        conditioning=hashlib.sha256(encode_canonical_json(steps)).hexdigest() if steps and shares else None,
    )


def _sum_seconds(planned: RunnablePlan, phases: Sequence[PhasePlan]) -> float:
    return sum(phase.estimated_seconds(planned.target_bytes) for phase in phases)


def _is_conditioned_by_random(cell: PlannedCell) -> bool:
    """Return whether the cell's random writes leave the drives in another state than sequential ones."""
    phases = cell.out.phases if cell.out is not None else []
    return any(phase.workload.random_percent > 0 and phase.workload.read_percent < 100 for phase in phases)


def target_of(session: Session, server: Server, target: FileTarget | DevicesTarget) -> TargetPlan:
    return plan_target(session, server=server, target=target)


def _format_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."
