"""Campaigns as the API shows them: as a whole, as a matrix and in time."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload

from storagelab.campaigns.deciding import CHOICES
from storagelab.campaigns.planning import CampaignPlan, PlannedCell
from storagelab.campaigns.schemas import (
    CalendarOut,
    CampaignListed,
    CampaignOut,
    CampaignPlanOut,
    CellOut,
    ColumnOut,
    MatrixOut,
    PlannedCellOut,
    ProposalOut,
    QuestionOut,
    RowOut,
    SlotOut,
)
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell, Job, Run, Server, User
from storagelab.domain.campaign_deadlines import TITLES
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CELL_OPEN, CellState
from storagelab.domain.operations import describe
from storagelab.http.references import find_by_reference, format_number, no_such, number_of
from storagelab.jobs.run_schemas import NumberedName

_DONE = (CellState.MEASURED, CellState.WITHHELD, CellState.FAILED)
_UNDER_WAY = (CellState.WAITING, CellState.RUNNING)
#: Beyond these many times its estimate the speed of the first cells says nothing about the others.
_SLOWEST, _FASTEST = 10.0, 0.1
_LAST = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)


def find_campaign(session: Session, reference: str) -> Campaign:
    """The campaign with this id or number, with its server. Raises NotFound."""
    campaign = find_by_reference(session, Campaign, reference, joinedload(Campaign.server))
    if campaign.server is None:
        raise no_such(Campaign, reference)
    return campaign


def select_campaigns(*, state: str | None = None, server_id: uuid.UUID | None = None) -> Select[Campaign]:
    """Campaigns with their servers."""
    query = select(Campaign).where(Campaign.server_id.is_not(None)).options(joinedload(Campaign.server))
    if state is not None:
        query = query.where(Campaign.state == state)
    return query if server_id is None else query.where(Campaign.server_id == server_id)


def list_campaigns(session: Session, campaigns: Sequence[Campaign]) -> list[CampaignListed]:
    """Campaigns that were loaded with their servers, with three queries for all of them."""
    return [CampaignListed(**fields) for fields in _described(session, campaigns)]


def describe_campaign(session: Session, campaign: Campaign) -> CampaignOut:
    """One campaign that was loaded with its server."""
    (fields,) = _described(session, [campaign])
    drives = [str(drive["stable_id"]) for drive in campaign.drives]
    return CampaignOut(**fields, request=campaign.request, drives=drives)


def describe_plan(
    plan: CampaignPlan, *, server: Server, now: dt.datetime, deadline: dt.datetime | None
) -> CampaignPlanOut:
    """The plan of a campaign that was not submitted."""
    impossible = sum(cell.state is CellState.IMPOSSIBLE for cell in plan.cells)
    warnings = list(dict.fromkeys(warning for cell in plan.order if cell.out for warning in cell.out.warnings))
    warnings += [f"As it stands the campaign is refused: {each.message.removesuffix('.')}." for each in plan.refusals]
    if not plan.order:
        warnings.append(f"No cell of this campaign can be measured on {server.name}.")
    positions = {id(cell): position for position, cell in enumerate(plan.order, start=1)}
    return CampaignPlanOut(
        cells_total=len(plan.cells),
        cells_impossible=impossible,
        estimated_seconds=plan.estimated_seconds,
        finish_at=_after(now, plan.estimated_seconds) if plan.order else None,
        deadline=deadline,
        fits=plan.fits,
        proposals=[
            ProposalOut(
                measure=each.measure,
                title=TITLES[each.measure],
                available=each.available,
                accepted=each.accepted,
                saves_seconds=each.saves_seconds,
                fits=each.fits,
                reason=each.reason,
            )
            for each in plan.proposals
        ],
        matrix=MatrixOut(
            rows=[_row(index, vars_of(row)) for index, row in enumerate(plan.rows)],
            columns=_columns(plan.columns),
            cells=[_planned_cell(cell, positions.get(id(cell))) for cell in plan.cells],
        ),
        order=[
            PlannedCellOut(
                row=cell.row,
                column=cell.column,
                title=_title(vars_of(plan.rows[cell.row]), plan.columns[cell.column]),
                drives=cell.drives,
                preparation=[describe(operation) for operation in cell.preparation],
                estimated_seconds=cell.seconds or 0.0,
            )
            for cell in plan.order
        ],
        destroys=plan.target.as_destroyed() if plan.writes and plan.target is not None else [],
        warnings=warnings,
    )


def describe_matrix(session: Session, campaign: Campaign) -> MatrixOut:
    """Configurations by workloads, every generation of every cell."""
    cells = [cell for cell in _cells(session, [campaign])[campaign.id] if cell.column is not None]
    jobs = _jobs(session, [cell.id for cell in cells])
    return MatrixOut(
        rows=[_row(index, row) for index, row in enumerate(campaign.rows)],
        columns=_columns(campaign.columns),
        cells=[_cell(cell, *jobs.get(cell.id, (None, None))) for cell in cells],
    )


def describe_calendar(session: Session, campaign: Campaign) -> CalendarOut:
    """What took place and what is going to, by estimates that follow how long the cells really took."""
    now = read_clock(session)
    cells = _cells(session, [campaign])[campaign.id]
    slots = []
    for cell in cells:
        if cell.started_at is None or cell.state not in (*_DONE, *_UNDER_WAY, CellState.NOT_MEASURED):
            continue
        ends = cell.finished_at or _after(now, _left(cell, now, _pace(cells)))
        certainty = "known" if cell.finished_at else "likely"
        slots.append(_slot(campaign, cell, cell.started_at, ends, certainty))
    slots.sort(key=lambda slot: slot.starts_at)
    if campaign.state not in CAMPAIGN_TERMINAL:
        slots += _to_come(campaign, cells, now)
    return CalendarOut(items=slots)


def vars_of(row: Any) -> dict[str, Any]:
    """A configuration as a mapping, as its campaign keeps it."""
    return {name: getattr(row, name) for name in RowOut.model_fields if name != "row"}


def _to_come(campaign: Campaign, cells: Sequence[CampaignCell], now: dt.datetime) -> Iterable[SlotOut]:
    pace = _pace(cells)
    begins = _after(now, sum(_left(cell, now, pace) for cell in cells if cell.state in _UNDER_WAY))
    waiting = [cell for cell in cells if cell.state == CellState.WAITING and cell.started_at is None]
    planned = [cell for cell in cells if cell.state == CellState.PLANNED and cell.column is not None]
    at = now
    for cell in waiting:
        ends = _after(at, _left(cell, now, pace))
        yield _slot(campaign, cell, at, ends, "likely")
        at = ends
    at = max(at, begins)
    for index, cell in enumerate(sorted(planned, key=lambda cell: (cell.position or 0, cell.generation))):
        ends = _after(at, _left(cell, now, pace))
        yield _slot(campaign, cell, at, ends, "likely" if index == 0 else "rough")
        at = ends


def _slot(campaign: Campaign, cell: CampaignCell, starts: dt.datetime, ends: dt.datetime, certainty: Any) -> SlotOut:
    is_step = cell.column is None or cell.row is None
    return SlotOut(
        row=None if is_step else cell.row,
        column=cell.column,
        generation=cell.generation,
        title=(
            (cell.title or "A step between cells")
            if cell.column is None or cell.row is None
            else _title(campaign.rows[cell.row], campaign.columns[cell.column])
        ),
        starts_at=starts,
        ends_at=max(ends, starts),
        certainty=certainty,
    )


def _described(session: Session, campaigns: Sequence[Campaign]) -> Iterable[dict[str, Any]]:
    now = read_clock(session)
    cells = _cells(session, campaigns)
    people = select(User.id, User.name).where(User.id.in_({campaign.submitted_by for campaign in campaigns}))
    names = {row.id: row.name for row in session.execute(people)}
    for campaign in campaigns:
        mine = [cell for cell in cells[campaign.id] if cell.column is not None and not cell.superseded]
        pace = _pace(cells[campaign.id])
        left = sum(_left(cell, now, pace) for cell in mine if cell.state in CELL_OPEN)
        over = campaign.state in CAMPAIGN_TERMINAL
        finish_at = campaign.finished_at if over else _after(now, left)
        deadline = campaign.deadline
        counts = {state: sum(cell.state == state for cell in mine) for state in CellState}
        yield {
            "id": campaign.id,
            "number": number_of(campaign),
            "name": campaign.name,
            "note": campaign.note,
            "labels": campaign.labels,
            "server": _named(campaign.server),
            "engine": campaign.engine,
            "state": campaign.state,
            "cells_total": len(mine),
            "cells_done": counts[CellState.MEASURED],
            "cells_failed": counts[CellState.FAILED],
            "cells_withheld": counts[CellState.WITHHELD],
            "cells_impossible": counts[CellState.IMPOSSIBLE],
            "estimated_seconds": 0.0 if over else left,
            "finish_at": finish_at,
            "deadline": deadline,
            "fits": None if deadline is None or finish_at is None else finish_at <= deadline,
            "proposals": [_proposal(each) for each in campaign.proposals],
            "waiting_reason": campaign.waiting_reason,
            "question": _question(campaign),
            "priority": campaign.priority,
            "repeats": campaign.repeats,
            "submitted_by": names.get(campaign.submitted_by) if campaign.submitted_by else None,
            "created_at": campaign.created_at,
            "started_at": campaign.started_at,
            "finished_at": campaign.finished_at,
        }


def _named(server: Server | None) -> NumberedName | None:
    return NumberedName(id=server.id, number=number_of(server), name=server.name) if server is not None else None


def _proposal(stored: dict[str, Any]) -> ProposalOut:
    told = {name: value for name, value in stored.items() if name != "drops"}
    return ProposalOut(title=TITLES[stored["measure"]], **told)


def _question(campaign: Campaign) -> QuestionOut | None:
    stored = campaign.question
    if stored is None:
        return None
    return QuestionOut(
        asked_at=dt.datetime.fromisoformat(stored["asked_at"]),
        reason=stored["reason"],
        cells=[(row, column) for row, column in stored["cells"]],
        choices=list(CHOICES),
    )


def _cells(session: Session, campaigns: Sequence[Campaign]) -> dict[uuid.UUID, list[CampaignCell]]:
    found: dict[uuid.UUID, list[CampaignCell]] = defaultdict(list)
    query = select(CampaignCell).where(CampaignCell.campaign_id.in_([campaign.id for campaign in campaigns]))
    for cell in session.scalars(query.order_by(CampaignCell.row, CampaignCell.column, CampaignCell.generation)):
        found[cell.campaign_id].append(cell)
    return found


def _jobs(session: Session, cell_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID | None, tuple[str | None, str | None]]:
    """Number of the job and of its first run, by cell."""
    rows = session.execute(
        select(Job.campaign_cell_id, Job.number, Run.number)
        .outerjoin(Run, (Run.job_id == Job.id) & (Run.repeat_index == 1))
        .where(Job.campaign_cell_id.in_(cell_ids))
    )
    return {
        cell_id: (format_number(Job, job), format_number(Run, run) if run is not None else None)
        for cell_id, job, run in rows
    }


def _pace(cells: Sequence[CampaignCell]) -> float:
    """How long cells really took, as a share of what was estimated; 1 until one has ended."""
    ended = [
        ((cell.finished_at - cell.started_at).total_seconds(), cell.estimated_seconds)
        for cell in cells
        if cell.state == CellState.MEASURED and cell.started_at and cell.finished_at and cell.estimated_seconds
    ]
    estimated = sum(each[1] for each in ended)
    if estimated <= 0:
        return 1.0
    return min(max(sum(each[0] for each in ended) / estimated, _FASTEST), _SLOWEST)


def _left(cell: CampaignCell, now: dt.datetime, pace: float) -> float:
    so_far = (now - cell.started_at).total_seconds() if cell.started_at is not None else 0.0
    return max((cell.estimated_seconds or 0.0) * pace - so_far, 0.0)


def _after(moment: dt.datetime, seconds: float) -> dt.datetime:
    """So much later, as far as a calendar goes."""
    return moment + dt.timedelta(seconds=seconds) if seconds < (_LAST - moment).total_seconds() else _LAST


def _row(index: int, row: dict[str, Any]) -> RowOut:
    return RowOut(row=index, **row)


def _columns(columns: Sequence[dict[str, Any]]) -> list[ColumnOut]:
    return [
        ColumnOut(
            column=index,
            label=column["label"],
            profile=column["profile"]["name"],
            scale=column["profile"]["scale"],
            state=column["state"],
        )
        for index, column in enumerate(columns)
    ]


def _title(row: dict[str, Any], column: dict[str, Any]) -> str:
    return f"{row['name']}: {column['label']}, {column['state']}"


def _planned_cell(cell: PlannedCell, position: int | None) -> CellOut:
    return CellOut(
        row=cell.row,
        column=cell.column,
        state=cell.state.value,
        reason=cell.reason,
        position=position,
        generation=1,
        superseded=False,
        estimated_seconds=cell.seconds if cell.state is CellState.PLANNED else None,
        **dict.fromkeys(("job_number", "run_number", "metric", "value", "unit", "condition", "rebuild_seconds")),
    )


def _cell(cell: CampaignCell, job_number: str | None, run_number: str | None) -> CellOut:
    told = {name: getattr(cell, name) for name in CellOut.model_fields if name not in ("job_number", "run_number")}
    return CellOut(**told, job_number=job_number, run_number=run_number)
