"""Control of campaigns: pause, resume, cancel and decide, for a whole and each of its parts."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.campaigns import decisions
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, Job
from storagelab.db.references import format_row_number
from storagelab.dispatch.service import cancel_job
from storagelab.domain.campaign_parts import derive_parent_state
from storagelab.domain.campaign_values import Choice
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState
from storagelab.domain.lifecycle import JOB_TERMINAL
from storagelab.errors import Conflict

_GOES_ON = (CampaignState.PLANNED, CampaignState.RUNNING)


def cancel(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """End a campaign: stop its running jobs and retain its measurements. A second call changes nothing.

    Raises Conflict for one that has finished.
    """
    held = lock(session, campaign)
    going = [part for part in held if part.state not in CAMPAIGN_TERMINAL]
    if not going:
        if any(part.state == CampaignState.CANCELLED for part in held):
            return
        raise Conflict(f"{format_row_number(campaign)} is {_format_state(held)} already: there is nothing to cancel.")
    for part in going:
        decisions.leave_out(session, part, "The campaign was cancelled.")
        for job in list_open_jobs(session, part):
            # One that has just ended by itself needs no end.
            with contextlib.suppress(Conflict):
                cancel_job(session, user=user, job=job)
        part.state, part.pending_decision, part.waiting_reason = CampaignState.CANCELLED, None, None
        part.finished_at = read_clock(session)
        part.next_check_at = None
    _record_action(session, user, campaign, "campaign_cancelled", going)


def pause(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """Pause a campaign: submit no further cell, and let running jobs go on.

    A second call changes nothing. Raises Conflict for a campaign that is neither planned nor running nor paused.
    """
    held = lock(session, campaign)
    going = [part for part in held if part.state in _GOES_ON]
    if not going:
        if any(part.state == CampaignState.PAUSED for part in held):
            return
        raise Conflict(
            f"{format_row_number(campaign)} is {_format_state(held)}: only a planned or running campaign can be paused."
        )
    for part in going:
        part.state, part.waiting_reason = CampaignState.PAUSED, f"Paused by {user.name}."
    _record_action(session, user, campaign, "campaign_paused", going)


def resume(session: Session, *, user: Identity, campaign: Campaign) -> None:
    """Resume a paused campaign. A second call changes nothing.

    Raises Conflict for a campaign that is neither paused nor under way.
    """
    held = lock(session, campaign)
    paused = [part for part in held if part.state == CampaignState.PAUSED]
    if not paused:
        if any(part.state in _GOES_ON for part in held):
            return
        raise Conflict(f"{format_row_number(campaign)} is {_format_state(held)}, not paused.")
    for part in paused:
        part.state, part.waiting_reason, part.next_check_at = CampaignState.RUNNING, None, None
        _require_new_inventory(session, part)
    _record_action(session, user, campaign, "campaign_resumed", paused)


def decide(session: Session, *, user: Identity, campaign: Campaign, choice: Choice) -> None:
    """Answer the pending decision of a campaign, or of all children of a parent.

    Raises Conflict when no decision is pending or the choice cannot be carried out; then no child is answered.
    """
    held = lock(session, campaign)
    waiting = [
        part for part in held if part.state == CampaignState.WAITING_FOR_DECISION and part.pending_decision is not None
    ]
    if not waiting:
        raise Conflict(f"{format_row_number(campaign)} is {_format_state(held)}: there is nothing to decide.")
    for part in waiting:
        reason = part.pending_decision["reason"] if part.pending_decision is not None else ""
        try:
            decisions.carry_out(session, part, choice, now=read_clock(session))
        except Conflict as problem:
            if not campaign.has_children:
                raise
            raise Conflict(f"{format_row_number(part)} ({part.name}): {problem.message}") from None
        _require_new_inventory(session, part)
        _record_action(session, user, part, "campaign_decided", [], choice=choice, reason=reason)


def lock(session: Session, campaign: Campaign) -> list[Campaign]:
    """Lock the campaign, or the children of a parent, until the end of the transaction; return them.

    The rows are read from the database again.
    """
    query = select(Campaign).where(
        Campaign.parent_id == campaign.id if campaign.has_children else Campaign.id == campaign.id
    )
    query = query.order_by(Campaign.number).with_for_update(of=Campaign)
    return list(session.scalars(query.execution_options(populate_existing=True)))


def list_open_jobs(session: Session, campaign: Campaign) -> Sequence[Job]:
    """Return the jobs of a campaign that have not ended."""
    return session.scalars(
        select(Job).where(Job.campaign_id == campaign.id, Job.state.not_in(JOB_TERMINAL)).order_by(Job.number)
    ).all()


def _require_new_inventory(session: Session, campaign: Campaign) -> None:
    """Require a new inventory: people may have changed the server while the campaign was paused."""
    campaign.inventory_not_before = read_clock(session)


def _format_state(held: Sequence[Campaign]) -> str:
    state = held[0].state if len(held) == 1 else derive_parent_state([part.state for part in held])
    return state.replace("_", " ")


def _record_action(
    session: Session, user: Identity, campaign: Campaign, action: str, held: Sequence[Campaign], **detail: Any
) -> None:
    if campaign.has_children:
        detail["parts"] = [format_row_number(part) for part in held]
    audit.record_event(
        session, user_id=user.user_id, action=action, subject=f"campaign {format_row_number(campaign)}", **detail
    )
    session.flush()
