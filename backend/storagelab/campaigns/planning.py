"""From a request to the whole plan of a campaign: its table, its order, what it takes; nothing is stored here."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.orm import Session

from storagelab.campaigns import binding
from storagelab.campaigns.binding import BoundDrive, bind
from storagelab.campaigns.schemas import CampaignIn
from storagelab.campaigns.table import cell_job, make_columns, make_rows
from storagelab.db.models import Server
from storagelab.domain.campaign_deadlines import Cost, Proposal, solve
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
from storagelab.jobs.targets import TargetPlan, plan_target, why_not_writable
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
    writes: bool = False
    seconds: float | None = None


@dataclass
class CampaignPlan:
    """A campaign as it will be carried out: `order` are the cells that run, `refusals` what stands against it."""

    rows: list[Layout]
    columns: list[dict[str, Any]]
    cells: list[PlannedCell]
    order: list[PlannedCell]
    drives: list[dict[str, Any]]
    target: TargetPlan | None
    proposals: list[Proposal]
    refusals: list[RequestRefused]
    estimated_seconds: float
    available_seconds: float | None

    @property
    def fits(self) -> bool | None:
        """Whether it ends by its deadline; None without one."""
        return None if self.available_seconds is None else self.estimated_seconds <= self.available_seconds

    @property
    def writes(self) -> bool:
        """Whether drives are written to."""
        return any(cell.writes for cell in self.order if self.rows[cell.row].layout != FILE)


def plan_campaign(
    session: Session, *, body: CampaignIn, server: Server, now: dt.datetime, binding_serials: bool
) -> CampaignPlan:
    """Plan a campaign. Raises InvalidInput for what no campaign can be.

    What stands against carrying it out is in `refusals`. With `binding_serials` only drives are chosen whose serial
    number was given.
    """
    rows, columns = make_rows(body), make_columns(session, body)
    refusals: list[RequestRefused] = []
    chosen = _choose(session, server, body, now, refusals, binding_serials=binding_serials)
    planning = _Cells(session, server, body, rows, columns, chosen)
    cells = planning.plan()
    order = _in_order(rows, columns, cells, repeats=body.repeats)
    available = (body.deadline - now).total_seconds() if body.deadline is not None else None
    takes, proposals = solve(
        [cell.cost for cell in order if cell.cost is not None],
        available_seconds=available,
        accepted=body.accept,
        shared=body.conditioning == "reuse",
        can_share=any(row.layout != FILE for row in rows),
    )
    for cell, seconds in zip(order, takes, strict=True):
        cell.seconds = seconds
    dropped = next((each.drops for each in proposals if each.measure == "cells_dropped" and each.accepted), ())
    for index in dropped:
        order[index].state = CellState.NOT_MEASURED
        order[index].reason = "Left out, so that the campaign ends by its deadline."
    _apply(session, body, columns)
    target = _target(session, server, chosen) if chosen else None
    plan = CampaignPlan(
        rows,
        columns,
        cells,
        [cell for cell in order if cell.state is CellState.PLANNED],
        chosen,
        target,
        proposals,
        refusals,
        sum(takes),
        available,
    )
    if plan.writes and target is not None:
        plan.refusals += _why_refused(session, server, body, target, now)
        # One of them says it; the others differ by the name of the drive.
        plan.refusals += planning.worn[:1]
    return plan


def _choose(
    session: Session,
    server: Server,
    body: CampaignIn,
    now: dt.datetime,
    refusals: list[RequestRefused],
    *,
    binding_serials: bool,
) -> list[dict[str, Any]]:
    if body.drives is None:
        return []
    serials = body.confirm_serials if binding_serials else None
    try:
        found = binding.choose_set(session, server, body.drives, now=now, serials=serials)
    except InvalidInput as wrong:
        if binding_serials:
            raise
        refusals.append(wrong)
        found = binding.choose_set(session, server, body.drives, now=now, serials=serials, must_be_free=False)
    if body.drives.any is not None and len(found) < body.drives.any:
        confirmed = " whose serial number was confirmed" if binding_serials else ""
        words = f"{server.name} has {len(found)} free enrolled drives{confirmed}, and {body.drives.any} are needed"
        refusals.append(InvalidInput(words, path="drives.any"))
    return binding.describe_set(found)


class _Cells:
    """Plans the cells of one campaign; what is the same for many of them is planned once."""

    def __init__(
        self,
        session: Session,
        server: Server,
        body: CampaignIn,
        rows: Sequence[Layout],
        columns: Sequence[dict[str, Any]],
        drives: Sequence[BoundDrive],
    ) -> None:
        self._session, self._server, self._body = session, server, body
        self._rows, self._columns, self._drives = rows, columns, drives
        self._known: dict[tuple[int, int, bool], Planned | RequestRefused] = {}
        self._targets: dict[tuple[str, ...], TargetPlan] = {}
        #: Jobs that would be refused for the endurance they take.
        self.worn: list[RequestRefused] = []

    def plan(self) -> list[PlannedCell]:
        """Every cell, impossible ones with their reason, by row and column."""
        return [self._cell(row, column) for row in range(len(self._rows)) for column in range(len(self._columns))]

    def _cell(self, index: int, column_index: int) -> PlannedCell:
        row, column = self._rows[index], self._columns[column_index]
        reason = why_impossible(row, column["state"], available=len(self._drives))
        if reason is not None:
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, reason)
        planned = self._plan(index, column, short=False)
        if isinstance(planned, RequestRefused):
            return PlannedCell(index, column_index, CellState.IMPOSSIBLE, _sentence(planned.message))
        short = self._plan(index, column, short=True)
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
                short if isinstance(short, Planned) else planned,
                array=index,
                repeats=self._body.repeats,
                shares=row.layout != FILE,
            ),
            out=planned.out,
            writes=planned.writes or column["state"] != OPTIMAL,
            preparation=_preparation(row, column["state"], bound, size),
        )

    def _bound(self, index: int) -> list[BoundDrive]:
        row = self._rows[index]
        if row.layout == FILE or self._body.drives is None:
            return []
        return bind(row, index, self._drives, same_set=self._body.drives.same_set_preferred)

    def _plan(self, index: int, column: dict[str, Any], *, short: bool) -> Planned | RequestRefused:
        if short and _shorter(self._session, column["profile"]) == column["profile"]:
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
        wanted = {**column, "profile": _shorter(self._session, column["profile"])} if short else column
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
        if isinstance(job.target, FileTarget):
            return plan_job(job, profile=profile, target=_target_of(self._session, self._server, job.target))
        names = tuple(job.target.stable_ids)
        if names not in self._targets:
            self._targets[names] = _target_of(self._session, self._server, job.target)
        planned = plan_job(job, profile=profile, target=self._targets[names])
        planned = add_wear(self._session, planned, body=job, server=self._server)
        if not short:
            self.worn += why_worn(planned, job)
        return planned


def _preparation(row: Layout, state: str, bound: Sequence[BoundDrive], size: int) -> list[dict[str, Any]]:
    """What a cell prepares that is the first of its row."""
    victim = str(bound[-1]["stable_id"]) if bound else None
    return prepare(row, state, standing=None, victim=victim, size_bytes=size)


def _shorter(session: Session, profile: dict[str, Any]) -> dict[str, Any]:
    """A profile whose times of more than a minute last a minute, as far as its parameters allow."""
    known = find_profile(session, profile["name"], profile["version"])
    changed = {
        parameter.name: max(parameter.minimum, SHORT_SECONDS)
        for parameter in known.parameters
        if parameter.unit == "s" and profile["parameters"].get(parameter.name, parameter.default) > SHORT_SECONDS
    }
    return {**profile, "parameters": {**profile["parameters"], **changed}}


def _in_order(
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


def _apply(session: Session, body: CampaignIn, columns: Sequence[dict[str, Any]]) -> None:
    """Carry accepted measures over into what the jobs are given."""
    for column in columns:
        if "shorter_points" in body.accept:
            column["profile"] = _shorter(session, column["profile"])
        if "shared_conditioning" in body.accept:
            column["conditioning"] = "reuse"


def _why_refused(
    session: Session, server: Server, body: CampaignIn, target: TargetPlan, now: dt.datetime
) -> list[RequestRefused]:
    serials = body.confirm_serials
    if body.drives is not None and body.drives.stable_ids is None:
        # More drives may be confirmed than are chosen: the others stand by.
        known = {drive.serial for drive in binding.choose_any(session, server, now)}
        serials = [each for each in serials if each not in known or each in {d.drive.serial for d in target.drives}]
    refusals = why_not_writable(target, server=server, confirm_serials=serials, now=now)
    for refusal in refusals:
        # A campaign has no target: its drives are.
        refusal.path = "drives" if (refusal.path or "").startswith("target.") else refusal.path
    return refusals


def _target(session: Session, server: Server, drives: Sequence[BoundDrive]) -> TargetPlan:
    target = DevicesTarget(kind="devices", stable_ids=[drive["stable_id"] for drive in drives])
    return _target_of(session, server, target)


def _target_of(session: Session, server: Server, target: FileTarget | DevicesTarget) -> TargetPlan:
    return plan_target(session, server=server, target=target, must_be_free=False)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."
