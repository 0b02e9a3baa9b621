"""Queries of the campaign views; their number does not grow with the list."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, and_, exists, not_, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from storagelab.analysis.steady_state import Status
from storagelab.db.models import Campaign, CampaignCell, Job, Run
from storagelab.db.references import build_not_found, find_by_reference, format_number
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState, CellState
from storagelab.inventory.filters import filter_by_labels
from storagelab.runs.validity import COUNTED

#: Beyond these multiples of its estimate the speed of the first cells does not predict the others.
_SLOWEST, _FASTEST = 10.0, 0.1
_LAST = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)
#: Number of a job and of its first run.
JobOfCell = tuple[str | None, str | None]


def find_campaign(session: Session, reference: str) -> Campaign:
    """Return the campaign with this id or number, with its server. Raises NotFound."""
    campaign = find_by_reference(session, Campaign, reference, joinedload(Campaign.server))
    if campaign.server is None and not campaign.has_children:
        raise build_not_found(Campaign, reference)
    return campaign


def select_campaigns(
    *, state: str | None = None, server_id: uuid.UUID | None = None, labels: Sequence[str] | None = None
) -> Select[Campaign]:
    """Select campaigns with their servers. A campaign over several servers is listed once, without its children."""
    query = select(Campaign).where(is_listed()).options(joinedload(Campaign.server))
    query = filter_by_labels(query, Campaign, labels)
    if state is not None:
        query = query.where(or_(and_(Campaign.has_children.is_(False), Campaign.state == state), is_parent_in(state)))
    if server_id is not None:
        part = aliased(Campaign)
        has_part = exists().where(part.parent_id == Campaign.id, part.server_id == server_id)
        query = query.where(or_(Campaign.server_id == server_id, has_part))
    return query


def is_listed() -> ColumnElement[bool]:
    """Return the SQL condition that a campaign is no child and has a server or children."""
    return and_(or_(Campaign.server_id.is_not(None), Campaign.has_children), Campaign.parent_id.is_(None))


def is_parent_in(state: str) -> ColumnElement[bool]:
    """Return the SQL condition that the children of a parent campaign are in `state` together.

    The rules are those of `derive_parent_state`.
    """
    part = aliased(Campaign)

    def has(*states: str) -> ColumnElement[bool]:
        return exists().where(part.parent_id == Campaign.id, part.state.in_(states))

    waiting, running, planned = CampaignState.WAITING_FOR_DECISION, CampaignState.RUNNING, CampaignState.PLANNED
    ended = has(*CAMPAIGN_TERMINAL)
    of_state = {
        waiting: has(waiting),
        running: and_(not_(has(waiting)), or_(has(running), and_(has(planned), ended))),
        planned: and_(not_(has(waiting, running)), has(planned), not_(ended)),
        CampaignState.PAUSED: and_(not_(has(waiting, running, planned)), has(CampaignState.PAUSED)),
        CampaignState.FINISHED: and_(
            not_(has(waiting, running, planned, CampaignState.PAUSED)), has(CampaignState.FINISHED)
        ),
        CampaignState.CANCELLED: not_(has(*(other for other in CampaignState if other != CampaignState.CANCELLED))),
    }
    return and_(Campaign.has_children, of_state[CampaignState(state)])


def read_parts(session: Session, campaigns: Sequence[Campaign]) -> dict[uuid.UUID, list[Campaign]]:
    """Return the campaigns that run on a server, with their servers, by id of the given campaign.

    These are the children of a parent in their order, or else the campaign itself.
    """
    wholes = [campaign.id for campaign in campaigns if campaign.has_children]
    parts: dict[uuid.UUID, list[Campaign]] = {item.id: [] if item.has_children else [item] for item in campaigns}
    if wholes:
        query = select(Campaign).where(Campaign.parent_id.in_(wholes)).options(joinedload(Campaign.server))
        for part in session.scalars(query.order_by(Campaign.number)):
            if part.parent_id is not None:
                parts[part.parent_id].append(part)
    return parts


def read_shares(session: Session, campaign: Campaign) -> list[tuple[int, Campaign]]:
    """Return the children of a campaign, or itself, each with the index of its first matrix row."""
    of_it = Campaign.parent_id == campaign.id if campaign.has_children else Campaign.id == campaign.id
    query = select(Campaign).where(of_it).options(joinedload(Campaign.server)).order_by(Campaign.number)
    shares, first = [], 0
    for part in session.scalars(query):
        shares.append((first, part))
        first += len(part.rows)
    return shares


def read_cells(session: Session, campaigns: Sequence[Campaign]) -> dict[uuid.UUID, list[CampaignCell]]:
    """Read every generation of every cell, and the steps between them, by campaign."""
    cells: dict[uuid.UUID, list[CampaignCell]] = defaultdict(list)
    query = select(CampaignCell).where(CampaignCell.campaign_id.in_([campaign.id for campaign in campaigns]))
    for cell in session.scalars(query.order_by(CampaignCell.row, CampaignCell.column, CampaignCell.generation)):
        cells[cell.campaign_id].append(cell)
    return cells


def read_jobs(session: Session, cell_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID | None, JobOfCell]:
    """Return the numbers of the job and of its first run, by cell id.

    The number of the run is None where it does not exist yet.
    """
    rows = session.execute(
        select(Job.campaign_cell_id, Job.number, Run.number)
        .outerjoin(Run, (Run.job_id == Job.id) & (Run.repeat_index == 1))
        .where(Job.campaign_cell_id.in_(cell_ids))
    )
    return {
        cell_id: (format_number(Job, job), format_number(Run, run) if run is not None else None)
        for cell_id, job, run in rows
    }


def read_verdicts(session: Session, cell_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID | None, Status]:
    """Return the steady state status of each cell, from its counted runs.

    It is steady if all runs are steady, else the first other status.
    """
    rows = session.execute(
        select(Job.campaign_cell_id, Run.verdict["status"].astext)
        .join(Run, Run.job_id == Job.id)
        .where(Job.campaign_cell_id.in_(cell_ids), Run.verdict.is_not(None), COUNTED)
        .order_by(Run.repeat_index)
    )
    verdicts: dict[uuid.UUID | None, Status] = {}
    for cell_id, status in rows:
        if verdicts.get(cell_id, "steady") == "steady":
            verdicts[cell_id] = status
    return verdicts


def compute_pace(cells: Sequence[CampaignCell]) -> float:
    """Return the real duration of measured cells as a share of their estimate.

    It is 1 until a cell has ended, and has a lower and an upper limit.
    """
    ended = [
        ((cell.finished_at - cell.started_at).total_seconds(), cell.estimated_seconds)
        for cell in cells
        if cell.state == CellState.MEASURED and cell.started_at and cell.finished_at and cell.estimated_seconds
    ]
    estimated = sum(pair[1] for pair in ended)
    if estimated <= 0:
        return 1.0
    return min(max(sum(pair[0] for pair in ended) / estimated, _FASTEST), _SLOWEST)


def estimate_remaining_seconds(cell: CampaignCell, now: dt.datetime, pace: float) -> float:
    """Return the estimated remaining seconds of a cell, 0 or more.

    `pace` is the real duration as a share of the estimate.
    """
    so_far = (now - cell.started_at).total_seconds() if cell.started_at is not None else 0.0
    return max((cell.estimated_seconds or 0.0) * pace - so_far, 0.0)


def add_seconds(moment: dt.datetime, seconds: float) -> dt.datetime:
    """Return the time `seconds` after `moment`, at most the last time that a calendar has."""
    return moment + dt.timedelta(seconds=seconds) if seconds < (_LAST - moment).total_seconds() else _LAST
