"""Submission of campaigns: a campaign and all its parts are stored in one transaction.

Later steps are in `advancing`.
"""

from __future__ import annotations

import uuid
from dataclasses import asdict

from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.campaigns.drive_selection import read_controllers
from storagelab.campaigns.planning import CampaignPlan
from storagelab.campaigns.schemas import CampaignCreate
from storagelab.campaigns.table import dump_layout
from storagelab.campaigns.whole_planning import (
    build_child_body,
    build_no_cells_refusal,
    find_servers,
    list_proposals,
    plan_servers,
)
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell
from storagelab.db.references import format_row_number
from storagelab.domain.campaigns import CampaignState, CellState
from storagelab.domain.json_values import RowValues


def preview_plans(session: Session, *, body: CampaignCreate) -> list[CampaignPlan]:
    """Return the plans that `submit_campaign` would store, one for each server.

    The preview needs no confirmed serial numbers and stores nothing.
    """
    servers = find_servers(session, body, lock=False)
    return plan_servers(session, body=body, servers=servers, now=read_clock(session), binding_serials=False)


def submit_campaign(session: Session, *, user: Identity, body: CampaignCreate, campaign_id: uuid.UUID) -> Campaign:
    """Store a campaign, with all of its cells, under the id `campaign_id`.

    The reconciler begins the campaign within a second. A campaign over several servers is stored as a parent with a
    child for each server; the children begin side by side. Raises InvalidInput or RequestRefused, with nothing stored,
    for a campaign that cannot be carried out.
    """
    now = read_clock(session)
    servers = find_servers(session, body, lock=True)
    plans = plan_servers(session, body=body, servers=servers, now=now, binding_serials=True)
    for index, plan in enumerate(plans):
        for refusal in plan.refusals:
            raise refusal
        if not plan.order:
            raise build_no_cells_refusal(plan, body, index)
    if body.servers is None:
        return _store(session, user, body, plans[0], campaign_id=campaign_id, parent=None)
    whole = Campaign(
        id=campaign_id,
        has_children=True,
        columns=plans[0].columns,
        proposals=[asdict(proposal) for proposal in list_proposals(plans)],
        **_collect_common_fields(body, user),
    )
    session.add(whole)
    session.flush()
    for index, plan in enumerate(plans):
        part = build_child_body(body, index, plan.server)
        # Their numbers are in the order of the servers.
        _store(session, user, part, plan, campaign_id=generate_uuid7(), parent=whole)
    audit.record_event(
        session,
        user_id=user.user_id,
        action="campaign_submitted",
        subject=f"campaign {format_row_number(whole)}",
        servers=[format_row_number(server) for server in servers],
        cells=sum(len(plan.cells) for plan in plans),
    )
    session.flush()
    return whole


def _collect_common_fields(body: CampaignCreate, user: Identity) -> RowValues:
    """Return the stored fields of a campaign that do not depend on its servers."""
    request = body.model_dump(mode="json", exclude={"confirm_serials"})
    for share in request["servers"] or []:
        del share["confirm_serials"]
    return {
        "name": body.name,
        "note": body.note,
        "labels": body.labels,
        "engine": body.engine,
        "state": CampaignState.PLANNED,
        "request": request,
        "deadline": body.deadline,
        "priority": body.priority,
        "repeats": body.repeats,
        "submitted_by": user.user_id,
    }


def _store(
    session: Session,
    user: Identity,
    body: CampaignCreate,
    plan: CampaignPlan,
    *,
    campaign_id: uuid.UUID,
    parent: Campaign | None,
) -> Campaign:
    """Store the campaign of one server with its cells; `parent` is the campaign over several servers."""
    campaign = Campaign(
        id=campaign_id,
        parent_id=parent.id if parent is not None else None,
        server_id=plan.server.id,
        confirm_serials=body.confirm_serials,
        rows=[dump_layout(row) for row in plan.rows],
        columns=plan.columns,
        drives=plan.drives,
        devices=plan.devices,
        controllers=read_controllers(session, plan.server),
        proposals=[asdict(proposal) for proposal in plan.proposals],
        **_collect_common_fields(body, user),
    )
    session.add(campaign)
    session.flush()
    session.add_all(_build_cells(campaign, plan))
    audit.record_event(
        session,
        user_id=user.user_id,
        action="campaign_submitted",
        subject=f"campaign {format_row_number(campaign)}",
        server=format_row_number(plan.server),
        cells=len(plan.cells),
        destroys=[item.drive.serial for item in plan.target.drives] if plan.target is not None else [],
    )
    session.flush()
    return campaign


def _build_cells(campaign: Campaign, plan: CampaignPlan) -> list[CampaignCell]:
    positions = {(cell.row, cell.column): position for position, cell in enumerate(plan.order, start=1)}
    return [
        CampaignCell(
            campaign_id=campaign.id,
            row=cell.row,
            column=cell.column,
            position=positions.get((cell.row, cell.column)),
            state=cell.state,
            reason=cell.reason,
            estimated_seconds=cell.seconds if cell.state is CellState.PLANNED else None,
        )
        for cell in plan.cells
    ]
