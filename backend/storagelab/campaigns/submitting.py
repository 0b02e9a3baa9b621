"""Submission of the jobs of a campaign, each exactly once and in the transaction that records it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.campaigns.table import build_cell_job, build_step_job, parse_layout
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Array, Campaign, CampaignCell, Drive, User
from storagelab.db.references import format_row_number
from storagelab.dispatch.service import submit_job
from storagelab.domain.campaign_values import CampaignArray
from storagelab.domain.campaigns import CampaignState, CellState, take_apart
from storagelab.domain.labels import CAMPAIGN_KEY
from storagelab.domain.operations import OperationValues
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.schemas import JobCreate

#: How long until a campaign that waits for something looks again.
LOOK_AGAIN_SECONDS = 3.0


def submit_take_apart(
    session: Session, campaign: Campaign, array: CampaignArray, existing: tuple[Drive, Array], now: dt.datetime
) -> None:
    """Submit the job that takes the campaign's array apart, so that its drives are free again.

    `existing` is the same array as it was discovered, with its block device.
    """
    device, seen = existing
    serials = [device.serial] if device.serial else []
    names = list(array["drives"])
    submit_step(
        session,
        campaign,
        f"take {seen.name} apart",
        [array["stable_id"]],
        take_apart(),
        serials,
        now,
        row=None,
        drives=names,
    )


def submit_step(
    session: Session,
    campaign: Campaign,
    title: str,
    stable_ids: Sequence[str],
    preparation: Sequence[OperationValues],
    serials: list[str],
    now: dt.datetime,
    *,
    row: int | None,
    drives: Sequence[str] | None = None,
) -> None:
    """Submit a step between two cells as a job that only prepares drives.

    `serials` confirms the devices that the job names.
    """
    body = build_step_job(campaign, title, stable_ids=stable_ids, preparation=preparation, serials=serials)
    step = CampaignCell(
        campaign_id=campaign.id,
        row=row,
        title=title,
        state=CellState.PLANNED,
        drives=list(drives if drives is not None else stable_ids),
        estimated_seconds=None,
    )
    _submit(session, campaign, step, body, now)


def submit_cell(
    session: Session,
    campaign: Campaign,
    cell: CampaignCell,
    stable_ids: Sequence[str],
    preparation: Sequence[OperationValues],
    serials: Sequence[str],
    now: dt.datetime,
    *,
    drives: Sequence[str] = (),
) -> None:
    """Submit the one job of a cell.

    `serials` confirms the drives or the array that the job names by `stable_ids`.
    """
    cell.drives = list(drives)
    try:
        body = build_cell_job(
            campaign,
            parse_layout(campaign.rows[cell.row or 0]),
            campaign.columns[cell.column or 0],
            stable_ids=stable_ids,
            preparation=preparation,
            confirm_serials=serials,
            repeats=campaign.repeats,
        )
    except ValueError as wrong:
        cell.state, cell.reason = CellState.NOT_MEASURED, f"Its job cannot be described: {wrong}"
        return
    _submit(session, campaign, cell, body, now)


def _submit(session: Session, campaign: Campaign, cell: CampaignCell, body: JobCreate, now: dt.datetime) -> None:
    """Submit the job `body` of a cell in the transaction that records the cell.

    A refusal becomes the reason of the cell, or the reason that the campaign waits.
    """
    try:
        with session.begin_nested():
            session.add(cell)
            session.flush()
            job = submit_job(session, user=_find_submitter(session, campaign), body=body, job_id=generate_uuid7())
            job.campaign_id, job.campaign_cell_id = campaign.id, cell.id
            job.labels = {**campaign.labels, CAMPAIGN_KEY: format_row_number(campaign)}
            cell.state, cell.reason = CellState.WAITING, None
            session.flush()
    except RequestRefused as refused:
        if cell.column is None or refused.responsible == "lab" or _can_pass(refused):
            wait(campaign, f"The next job is refused: {refused.message}", now)
        else:
            cell.state, cell.reason = CellState.NOT_MEASURED, f"Its job was refused: {refused.message}"
        return
    campaign.state, campaign.waiting_reason, campaign.next_check_at = CampaignState.RUNNING, None, None
    campaign.started_at = campaign.started_at or now


def _can_pass(refused: RequestRefused) -> bool:
    """Return whether people can fix the cause of a refusal, in the drives or an archived profile.

    A refusal of the requested cell itself is final.
    """
    people = ("target.", "confirm_serials", "profile.name")
    return isinstance(refused, InvalidInput) and (refused.path or "").startswith(people)


def _find_submitter(session: Session, campaign: Campaign) -> Identity | None:
    user = session.get(User, campaign.submitted_by) if campaign.submitted_by is not None else None
    return Identity(user.id, user.name, "operator", by_cookie=False) if user is not None else None


def wait(campaign: Campaign, reason: str, now: dt.datetime) -> None:
    """Record the reason that a campaign waits, and schedule its next check a little later."""
    campaign.state = CampaignState.RUNNING
    campaign.waiting_reason = reason
    campaign.next_check_at = now + dt.timedelta(seconds=LOOK_AGAIN_SECONDS)
