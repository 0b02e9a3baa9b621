"""Decisions about runs: invalid or valid, trashed or restored; each is recorded and reversible."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.campaigns.result_assignment import file_again
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell, Job, Run, RunMark
from storagelab.db.references import format_row_number
from storagelab.dispatch.repeating import judge_again
from storagelab.domain.lifecycle import RUN_TERMINAL
from storagelab.errors import Conflict
from storagelab.runs.validity import VALIDITY_COLUMNS


def mark_invalid(session: Session, *, user: Identity, run: Run, reason: str) -> None:
    """Mark a run invalid, so that statistics, rankings and campaigns ignore it.

    The same reason again changes nothing. Raises Conflict for a run that has not ended.
    """
    place = _lock(session, run)
    _require_over(session, run, "marked invalid")
    if run.invalid_reason == reason:
        return
    run.invalid_at, run.invalid_reason, run.invalid_by_id = read_clock(session), reason, user.user_id
    _record_mark(session, user, run, "invalid", reason)
    _judge_repeats_and_cell(session, *place)


def mark_valid(session: Session, *, user: Identity, run: Run, reason: str | None) -> None:
    """Mark an invalid run valid, so that its figures count again; a valid run does not change."""
    place = _lock(session, run)
    if run.invalid_at is None:
        return
    run.invalid_at = run.invalid_reason = run.invalid_by_id = None
    _record_mark(session, user, run, "valid", reason)
    _judge_repeats_and_cell(session, *place)


def put_into_trash(session: Session, *, user: Identity, run: Run, reason: str | None) -> None:
    """Put a run into the trash, which excludes it everywhere until it is restored.

    A run in the trash does not change. Raises Conflict for a run that has not ended.
    """
    place = _lock(session, run)
    _require_over(session, run, "moved to trash")
    if run.trashed_at is not None:
        return
    run.trashed_at, run.trashed_reason, run.trashed_by_id = read_clock(session), reason, user.user_id
    _record_mark(session, user, run, "trashed", reason)
    _judge_repeats_and_cell(session, *place)


def restore(session: Session, *, user: Identity, run: Run) -> None:
    """Take a run out of the trash; a run outside of the trash does not change."""
    place = _lock(session, run)
    if run.trashed_at is None:
        return
    run.trashed_at = run.trashed_reason = run.trashed_by_id = None
    _record_mark(session, user, run, "restored", None)
    _judge_repeats_and_cell(session, *place)


def _lock(session: Session, run: Run) -> tuple[Campaign | None, Job | None, CampaignCell | None]:
    """Lock a run with its campaign and job, and return campaign, job and campaign cell.

    The validity of the run decides on these. The order of the locks is that in which campaigns, jobs and their ends
    take them.
    """
    cell = campaign = job = None
    if run.job_id is not None:
        cell = session.scalars(
            select(CampaignCell).join(Job, Job.campaign_cell_id == CampaignCell.id).where(Job.id == run.job_id)
        ).one_or_none()
    if cell is not None:
        campaign = session.get_one(Campaign, cell.campaign_id, with_for_update=True, populate_existing=True)
        session.refresh(cell)
    if run.job_id is not None:
        job = session.get_one(Job, run.job_id, with_for_update=True, populate_existing=True)
    session.refresh(run, attribute_names=["state", *VALIDITY_COLUMNS], with_for_update=True)
    return campaign, job, cell


def _require_over(session: Session, run: Run, action: str) -> None:
    if run.state in RUN_TERMINAL:
        return
    job = session.get(Job, run.job_id) if run.job_id is not None else None
    remedy = (
        f"wait until it is over, or cancel {format_row_number(job)}" if job is not None else "wait until it is over"
    )
    raise Conflict(f"{format_row_number(run)} is {run.state} and cannot be {action}: {remedy}.")


def _record_mark(session: Session, user: Identity, run: Run, kind: str, reason: str | None) -> None:
    session.add(RunMark(run_id=run.id, user_id=user.user_id, kind=kind, reason=reason))
    audit.record_event(
        session, user_id=user.user_id, action=f"run_{kind}", subject=f"run {format_row_number(run)}", reason=reason
    )
    session.flush()


def _judge_repeats_and_cell(
    session: Session, campaign: Campaign | None, job: Job | None, cell: CampaignCell | None
) -> None:
    """Judge the repeats of the job and the cell of the campaign again after the validity of a run has changed."""
    if job is not None:
        judge_again(session, job)
    if campaign is not None and job is not None and cell is not None:
        file_again(session, campaign, cell, job)
    session.flush()
