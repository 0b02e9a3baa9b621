"""Submitting, stopping and deciding on campaigns; what follows from time is in `advancing`."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.campaigns import deciding
from storagelab.campaigns.binding import read_controllers
from storagelab.campaigns.planning import CampaignPlan, plan_campaign
from storagelab.campaigns.schemas import CampaignIn, Choice
from storagelab.campaigns.table import stored_layout
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell, Job, Server
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState, CellState
from storagelab.domain.lifecycle import JOB_TERMINAL
from storagelab.errors import Conflict, InvalidInput
from storagelab.http.references import number_of
from storagelab.jobs.checks import find_server
from storagelab.jobs.service import cancel_job


def plan_only(session: Session, *, body: CampaignIn) -> tuple[CampaignPlan, Server]:
    """The plan that `submit_campaign` would store. It is shown before anybody has typed a serial number."""
    server = find_server(session, body.server_id, engine=body.engine, lock=False)
    now = read_clock(session)
    return plan_campaign(session, body=body, server=server, now=now, binding_serials=False), server


def submit_campaign(session: Session, *, user: Identity, body: CampaignIn, campaign_id: uuid.UUID) -> Campaign:
    """Store a campaign with all of its cells as `campaign_id`; the reconciler begins with it within a second.

    Raises InvalidInput or RequestRefused, with nothing stored, for what cannot be carried out.
    """
    now = read_clock(session)
    if body.deadline is not None and body.deadline <= now:
        raise InvalidInput("has passed already", path="deadline")
    server = find_server(session, body.server_id, engine=body.engine, lock=True)
    plan = plan_campaign(session, body=body, server=server, now=now, binding_serials=True)
    for refusal in plan.refusals:
        raise refusal
    if not plan.order:
        reasons = list(dict.fromkeys(cell.reason for cell in plan.cells if cell.reason))
        raise InvalidInput(f"no cell of this campaign can be measured: {' '.join(reasons)}", path="configurations")
    campaign = Campaign(
        id=campaign_id,
        name=body.name,
        note=body.note,
        labels=body.labels,
        server_id=server.id,
        engine=body.engine,
        state=CampaignState.PLANNED,
        request=body.model_dump(mode="json", exclude={"confirm_serials"}),
        confirm_serials=body.confirm_serials,
        rows=[stored_layout(row) for row in plan.rows],
        columns=plan.columns,
        drives=plan.drives,
        controllers=read_controllers(session, server),
        proposals=[asdict(proposal) for proposal in plan.proposals],
        deadline=body.deadline,
        priority=body.priority,
        repeats=body.repeats,
        submitted_by=user.user_id,
    )
    session.add(campaign)
    session.flush()
    session.add_all(_cells(campaign, plan))
    audit.record(
        session,
        user_id=user.user_id,
        action="campaign_submitted",
        subject=f"campaign {number_of(campaign)}",
        server=number_of(server),
        cells=len(plan.cells),
        destroys=[drive["serial"] for drive in plan.drives] if plan.writes else [],
    )
    session.flush()
    return campaign


def lock(session: Session, campaign: Campaign) -> Campaign:
    """The campaign as it stands now, held until the end of the transaction."""
    query = select(Campaign).where(Campaign.id == campaign.id).with_for_update()
    return session.scalars(query.execution_options(populate_existing=True)).one()


def cancel(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """End a campaign: what runs is stopped, what was measured is kept. Again changes nothing.

    Raises Conflict for one that has finished.
    """
    lock(session, campaign)
    if campaign.state == CampaignState.CANCELLED:
        return
    if campaign.state in CAMPAIGN_TERMINAL:
        raise Conflict(f"{number_of(campaign)} is {campaign.state} already: there is nothing to cancel.")
    deciding.leave_out(session, campaign, "The campaign was cancelled.")
    for job in open_jobs(session, campaign):
        # One that has just ended by itself needs no end.
        with contextlib.suppress(Conflict):
            cancel_job(session, user=user, job=job)
    campaign.state, campaign.question, campaign.waiting_reason = CampaignState.CANCELLED, None, None
    campaign.finished_at = read_clock(session)
    campaign.look_at = None
    _record(session, user, campaign, "campaign_cancelled")


def pause(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """Submit no further cell; what runs goes on. Again changes nothing. Raises Conflict."""
    lock(session, campaign)
    if campaign.state == CampaignState.PAUSED:
        return
    if campaign.state not in (CampaignState.PLANNED, CampaignState.RUNNING):
        raise Conflict(f"{number_of(campaign)} is {_words(campaign)}: only one that goes on can be paused.")
    campaign.state, campaign.waiting_reason = CampaignState.PAUSED, f"{user.name} paused it."
    _record(session, user, campaign, "campaign_paused")


def resume(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """Go on with a campaign that was paused. One that goes on already does so. Raises Conflict."""
    lock(session, campaign)
    if campaign.state in (CampaignState.PLANNED, CampaignState.RUNNING):
        return
    if campaign.state != CampaignState.PAUSED:
        raise Conflict(f"{number_of(campaign)} is {_words(campaign)}, not paused.")
    campaign.state, campaign.waiting_reason, campaign.look_at = CampaignState.RUNNING, None, None
    _record(session, user, campaign, "campaign_resumed")


def decide(session: Session, *, user: Identity, campaign: Campaign, choice: Choice) -> None:
    """Answer the question of a campaign. Raises Conflict when it asks nothing or the choice cannot be carried out."""
    lock(session, campaign)
    if campaign.state != CampaignState.WAITING_FOR_DECISION or campaign.question is None:
        raise Conflict(f"{number_of(campaign)} is {_words(campaign)}: there is nothing to decide.")
    reason = campaign.question["reason"]
    deciding.carry_out(session, campaign, choice, now=read_clock(session))
    _record(session, user, campaign, "campaign_decided", choice=choice, reason=reason)


def open_jobs(session: Session, campaign: Campaign) -> Sequence[Job]:
    """The jobs of a campaign that have not ended."""
    return session.scalars(
        select(Job).where(Job.campaign_id == campaign.id, Job.state.not_in(JOB_TERMINAL)).order_by(Job.number)
    ).all()


def _cells(campaign: Campaign, plan: CampaignPlan) -> list[CampaignCell]:
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


def _words(campaign: Campaign) -> str:
    return campaign.state.replace("_", " ")


def _record(session: Session, user: Identity, campaign: Campaign, action: str, **detail: Any) -> None:
    audit.record(session, user_id=user.user_id, action=action, subject=f"campaign {number_of(campaign)}", **detail)
    session.flush()
