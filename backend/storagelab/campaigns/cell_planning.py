"""The cells of a campaign's plan: which can be, on which drives, in which order, and what each of them takes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.orm import Session

from storagelab.campaigns.binding import BoundDrive, bind, count_by_controller
from storagelab.campaigns.schemas import CampaignIn
from storagelab.campaigns.table import cell_job
from storagelab.db.models import Server
from storagelab.domain.campaign_deadlines import Cost
from storagelab.domain.campaigns import (
    FILE,
    OPTIMAL,
    REBUILDING,
    CellState,
    Layout,
    order_columns,
    order_rows,
    prepare,
    typical_seconds,
    why_impossible,
)
from storagelab.domain.configuration import canonical_json
from storagelab.domain.plan import PhasePlan
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.jobs.planning import Planned, plan_job
from storagelab.jobs.schemas import DevicesTarget, FileTarget, PlanOut
from storagelab.jobs.targets import TargetPlan, plan_target
from storagelab.jobs.wear import add_wear, why_worn
from storagelab.profiles.store import find_profile

#: Points need no longer than a round of the SNIA specification to tell a figure.
SHORT_SECONDS = 60.0
_CONDITIONS = ("fill", "precondition")


@dataclass
class PlannedCell:
    """One cell of the plan; `cost` is None where it is impossible."""

    row: int
    column: int
    state: CellState
    reason: str | None = None
    drives: list[str] = field(default_factory=list)
    preparation: list[dict[str, Any]] = field(default_factory=list)
    size_bytes: int = 0
    cost: Cost | None = None
    out: PlanOut | None = None
    #: The plan with shorter points.
    short_out: PlanOut | None = None
    writes: bool = False
    seconds: float | None = None


class CellPlanner:
    """Plans the cells of one campaign; what is the same for many of them is planned once."""

    def __init__(
        self,
        session: Session,
        server: Server,
        body: CampaignIn,
        rows: Sequence[Layout],
        columns: Sequence[dict[str, Any]],
        drives: Sequence[BoundDrive],
        devices: Sequence[BoundDrive],
    ) -> None:
        self._session, self._server, self._body = session, server, body
        self._rows, self._columns, self._drives, self._devices = rows, columns, drives, devices
        self._known: dict[tuple[int, int, bool], Planned | RequestRefused] = {}
        self._targets: dict[tuple[str, ...], TargetPlan] = {}
        #: Jobs that would be refused for the endurance they take.
        self.worn: list[RequestRefused] = []

    def plan(self) -> list[PlannedCell]:
        """Every cell, impossible ones with their reason, by row and column."""
        return [self._cell(row, column) for row in range(len(self._rows)) for column in range(len(self._columns))]

    def _cell(self, index: int, column_index: int) -> PlannedCell:
        row, column = self._rows[index], self._columns[column_index]
        by_controller = count_by_controller(self._drives)
        reason = why_impossible(row, column["state"], available=len(self._drives), by_controller=by_controller)
        if reason is not None:
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, reason)
        planned = self._plan(index, column, short=False)
        if isinstance(planned, RequestRefused):
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, _sentence(planned.message))
        short = self._plan(index, column, short=True)
        if isinstance(short, RequestRefused):
            short = planned
        bound = self._bound(index)
        size = min((drive["size_bytes"] for drive in bound), default=0)
        return PlannedCell(
            index,
            column_index,
            CellState.PLANNED,
            drives=[str(drive["stable_id"]) for drive in bound],
            size_bytes=size,
            cost=_cost(
                planned,
                short,
                array=index,
                repeats=self._body.repeats,
                shares=row.layout != FILE,
            ),
            out=planned.out,
            short_out=short.out,
            writes=planned.writes or column["state"] != OPTIMAL,
            preparation=_preparation(row, column["state"], bound, size),
        )

    def _bound(self, index: int) -> list[BoundDrive]:
        row, wanted = self._rows[index], self._body.drives
        if row.layout == FILE:
            return []
        same_set = wanted.same_set_preferred if wanted is not None else True
        return bind(row, index, self._drives, self._devices, same_set=same_set)

    def _plan(self, index: int, column: dict[str, Any], *, short: bool) -> Planned | RequestRefused:
        if short and shorter(self._session, column["profile"]) == column["profile"]:
            return self._plan(index, column, short=False)
        key = (index, column["workload"], short)
        if key not in self._known:
            try:
                self._known[key] = self._plan_job(index, column, short=short)
            except RequestRefused as refused:
                if refused.path is not None and refused.path.startswith("profile."):
                    where = f"workloads.{column['workload']}.{refused.path}"
                    raise InvalidInput(refused.message, path=where) from None
                self._known[key] = refused
        return self._known[key]

    def _plan_job(self, index: int, column: dict[str, Any], *, short: bool) -> Planned:
        row, bound = self._rows[index], self._bound(index)
        size = min((drive["size_bytes"] for drive in bound), default=0)
        preparation = _preparation(row, OPTIMAL, bound, size)
        wanted = {**column, "profile": shorter(self._session, column["profile"])} if short else column
        job = cell_job(
            self._body,
            row,
            wanted,
            stable_ids=[drive["stable_id"] for drive in bound],
            preparation=preparation,
            confirm_serials=[],
            repeats=self._body.repeats,
        )
        profile = find_profile(self._session, job.profile.name, job.profile.version)
        names = tuple(job.target.stable_ids) if isinstance(job.target, DevicesTarget) else (f"file {row.size_bytes}",)
        if names not in self._targets:
            self._targets[names] = target_of(self._session, self._server, job.target)
        planned = plan_job(job, profile=profile, target=self._targets[names])
        if not short:
            self.worn += why_worn(add_wear(self._session, planned, body=job, server=self._server), job)
        # The array is made for the first cell of its row alone: here counts what the phases of each cell write.
        return add_wear(self._session, _as_if_clean(planned), body=job, server=self._server)


def _as_if_clean(planned: Planned) -> Planned:
    """The same plan with an array that is not resynchronised when it is made."""
    operations = tuple(
        {**operation, "assume_clean": True} if operation["kind"] == "mdadm_create" else operation
        for operation in planned.preparation.operations
    )
    return replace(planned, preparation=replace(planned.preparation, operations=operations))


def _preparation(row: Layout, state: str, bound: Sequence[BoundDrive], size: int) -> list[dict[str, Any]]:
    """What a cell prepares that is the first of its row."""
    victim = str(bound[-1]["stable_id"]) if bound else None
    return prepare(row, state, standing=None, victim=victim, size_bytes=size)


def shorter(session: Session, profile: dict[str, Any]) -> dict[str, Any]:
    """A profile whose times of more than a minute last a minute, as far as its parameters allow."""
    known = find_profile(session, profile["name"], profile["version"])
    changed = {
        parameter.name: max(parameter.minimum, SHORT_SECONDS)
        for parameter in known.parameters
        if parameter.unit == "s" and profile["parameters"].get(parameter.name, parameter.default) > SHORT_SECONDS
    }
    return {**profile, "parameters": {**profile["parameters"], **changed}}


def in_order(
    rows: Sequence[Layout], columns: Sequence[dict[str, Any]], cells: Sequence[PlannedCell], *, repeats: int
) -> list[PlannedCell]:
    """The cells that can be, in the order that loses least, with what each of them then has to prepare."""
    possible = {(cell.row, cell.column): cell for cell in cells if cell.cost is not None}
    order: list[PlannedCell] = []
    for row in order_rows(rows):
        mine = [possible[row, column] for column in range(len(columns)) if (row, column) in possible]
        traits = [(columns[cell.column]["state"], _conditioned_by_random(cell)) for cell in mine]
        standing: str | None = None
        for index in order_columns(traits):
            cell, layout = mine[index], rows[row]
            state = columns[cell.column]["state"]
            victim, size = cell.drives[-1] if cell.drives else None, cell.size_bytes
            if standing is not None:
                cell.preparation = prepare(
                    layout, state, standing=standing, victim=victim, size_bytes=size, repeats=repeats
                )
            # Every repeat prepares again, and waits first for the rebuild that the one before it began.
            again = prepare(layout, state, standing=state, victim=victim, size_bytes=size, repeats=repeats)
            seconds = typical_seconds(
                cell.preparation, layout=layout.layout, size_bytes=size, syncing=standing == REBUILDING
            )
            seconds += (repeats - 1) * typical_seconds(
                again, layout=layout.layout, size_bytes=size, syncing=state == REBUILDING
            )
            if cell.cost is not None:
                cell.cost = replace(cell.cost, preparation_seconds=seconds)
            standing = state
            order.append(cell)
    return order


def _cost(planned: Planned, short: Planned, *, array: int, repeats: int, shares: bool) -> Cost:
    """What the phases of a job take; its preparation follows from its place in the order.

    Without `shares` every job conditions anew, as on a file, which is always new.
    """
    conditioning = [phase for phase in planned.phases if phase.kind in _CONDITIONS]
    told = [[phase.workload.as_json(), phase.stop.as_json()] for phase in conditioning]
    return Cost(
        preparation_seconds=0.0,
        seconds=_seconds(planned, planned.phases) * repeats,
        short_seconds=_seconds(short, short.phases) * repeats,
        conditioning_seconds=_seconds(planned, conditioning),
        short_conditioning_seconds=_seconds(short, [phase for phase in short.phases if phase.kind in _CONDITIONS]),
        conditioning=hashlib.sha256(canonical_json(told)).hexdigest() if told and shares else None,
        array=array,
    )


def _seconds(planned: Planned, phases: Sequence[PhasePlan]) -> float:
    return sum(phase.estimated_seconds(planned.target_bytes) for phase in phases)


def _conditioned_by_random(cell: PlannedCell) -> bool:
    """Whether random writes leave the drives otherwise than sequential ones would."""
    phases = cell.out.phases if cell.out is not None else []
    return any(phase.workload.random_percent > 0 and phase.workload.read_percent < 100 for phase in phases)


def target_of(session: Session, server: Server, target: FileTarget | DevicesTarget) -> TargetPlan:
    return plan_target(session, server=server, target=target, must_be_free=False)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."
