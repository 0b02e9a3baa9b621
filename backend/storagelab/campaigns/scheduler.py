"""Scheduler of campaigns: one cell after the other, each submitted exactly once as one job.

Every step is one transaction that holds the campaign's row. The state of a cell and its job are stored together, and a
cell can have only one job. A process that dies in between has done all of a step or nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import and_, exists, or_, select
from sqlalchemy.orm import Session

from storagelab.campaigns import decisions, drive_selection
from storagelab.campaigns.result_assignment import file_cell, keep_array
from storagelab.campaigns.submitting import submit_cell, submit_step, submit_take_apart, wait
from storagelab.campaigns.table import parse_layout
from storagelab.db.models import Attempt, Campaign, CampaignCell, Job, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.campaign_values import BoundDrive
from storagelab.domain.campaigns import (
    CAMPAIGN_TERMINAL,
    CELL_UNDER_WAY,
    DEGRADED,
    FILE,
    CampaignLayout,
    CampaignState,
    CellState,
    build,
    must_be_rebuilt,
    prepare,
)
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, JOB_TERMINAL, FailureKind, JobState, ServerState
from storagelab.inventory.service import request_discovery

#: How long until a cell under way is looked at again.
LOOK_AT_JOB_SECONDS = 1.0
#: So often a cell is done again by itself because its server went away under it.
_MAX_GENERATIONS = 3


def find_due(session: Session, now: dt.datetime, *, limit: int = 20) -> Sequence[Any]:
    """Return the ids of the campaigns whose next step may be due, at most `limit`."""
    under_way = exists().where(CampaignCell.campaign_id == Campaign.id, CampaignCell.state.in_(CELL_UNDER_WAY))
    decides_itself = and_(
        Campaign.state == CampaignState.WAITING_FOR_DECISION,
        Campaign.pending_decision["decides_at"].astext.is_not(None),
        Campaign.next_check_at.is_not(None),
    )
    return session.scalars(
        select(Campaign.id)
        .where(
            # A parent has no server, nor has a campaign that an older release could not distinguish from one.
            Campaign.server_id.is_not(None),
            or_(Campaign.state.in_((CampaignState.PLANNED, CampaignState.RUNNING)), under_way, decides_itself),
            or_(Campaign.next_check_at.is_(None), Campaign.next_check_at <= now),
        )
        # The least recently checked campaign comes first, so that a large number of campaigns starves none.
        .order_by(Campaign.next_check_at.nulls_first(), Campaign.created_at)
        .limit(limit)
    ).all()


def advance(session: Session, campaign_id: Any, now: dt.datetime) -> bool:
    """Take one step with a campaign; return False when nothing was to be done.

    It also returns False when another process has locked the campaign.
    """
    campaign = session.scalars(
        select(Campaign).where(Campaign.id == campaign_id).with_for_update(skip_locked=True)
    ).one_or_none()
    if campaign is None:
        return False
    server = session.get_one(Server, campaign.server_id)
    cells = decisions.list_cells(session, campaign)
    for cell in cells:
        if cell.state in CELL_UNDER_WAY and not _follow(session, campaign, server, cell, now):
            campaign.next_check_at = now + dt.timedelta(seconds=LOOK_AT_JOB_SECONDS)
            return True
    if decisions.decide_by_default(session, campaign, now=now):
        session.flush()
        return True
    if campaign.state not in (CampaignState.PLANNED, CampaignState.RUNNING):
        return False
    _go_on(session, campaign, server, decisions.list_cells(session, campaign), now)
    session.flush()
    return True


def _follow(session: Session, campaign: Campaign, server: Server, cell: CampaignCell, now: dt.datetime) -> bool:
    """Update a cell from the state of its job; return whether the job has ended.

    After a failed step it requests a decision; after a lost server it plans the cell again.
    """
    job = session.scalars(select(Job).where(Job.campaign_cell_id == cell.id)).one_or_none()
    if job is None:
        # It was deleted, and what it did is not known.
        cell.state, cell.reason = CellState.FAILED, "The job of the cell no longer exists."
        return True
    if job.state not in JOB_TERMINAL:
        cell.state = CellState.WAITING if job.state == JobState.QUEUED else CellState.RUNNING
        cell.reason = _find_waiting_reason(session, job) if cell.state == CellState.WAITING else None
        cell.started_at = job.started_at
        return False
    keep_array(session, campaign, cell, job)
    file_cell(session, campaign, cell, job)
    # An inventory from before the end of this job does not show the state after it.
    campaign.inventory_not_before = job.finished_at or now
    if cell.column is None and cell.state is not CellState.MEASURED and campaign.state not in CAMPAIGN_TERMINAL:
        campaign.state = CampaignState.WAITING_FOR_DECISION
        reason = f"A step between two cells failed ({format_row_number(job)}): {cell.reason}"
        campaign.pending_decision = {"asked_at": now.isoformat(), "reason": reason, "cells": [], "rows": []}
        campaign.waiting_reason = reason
    elif (
        cell.state is CellState.FAILED
        and campaign.state not in CAMPAIGN_TERMINAL
        and cell.generation < _MAX_GENERATIONS
        and _is_server_loss(session, server, job)
    ):
        decisions.reschedule_cell(session, campaign, cell, keep=False)
    session.flush()
    return True


def _is_server_loss(session: Session, server: Server, job: Job) -> bool:
    """Return whether a job failed because its server was rebooted or taken away.

    Such a failure is no result of the cell.
    """
    if server.state not in (ServerState.MAINTENANCE, ServerState.UNREACHABLE):
        return False
    kinds = session.scalars(select(Run.failure_kind).where(Run.job_id == job.id, Run.failure_kind.is_not(None))).all()
    return bool(kinds) and all(kind == FailureKind.INFRASTRUCTURE for kind in kinds)


def _find_waiting_reason(session: Session, job: Job) -> str | None:
    return session.scalars(
        select(Attempt.waiting_reason)
        .join(Run, Run.id == Attempt.run_id)
        .where(Run.job_id == job.id, Attempt.state.not_in(ATTEMPT_TERMINAL), Attempt.waiting_reason.is_not(None))
        .limit(1)
    ).first()


def _go_on(
    session: Session, campaign: Campaign, server: Server, cells: Sequence[CampaignCell], now: dt.datetime
) -> None:
    """Submit the next job of a campaign, finish the campaign, or record the reason to wait."""
    planned = [cell for cell in cells if cell.state == CellState.PLANNED and cell.column is not None]
    following = min(planned, key=lambda cell: (cell.position or 0, cell.generation), default=None)
    if following is None and campaign.array is None:
        uses_drives = any(row["layout"] != FILE for row in campaign.rows)
        if uses_drives and _find_unavailable_reason(server) is None and not _is_fresh(session, campaign, server, now):
            # The last inventory of the drives shows a deleted array: the next job would be refused them.
            return
        campaign.state, campaign.finished_at = CampaignState.FINISHED, now
        campaign.waiting_reason = campaign.next_check_at = None
        return
    if (reason := _find_unavailable_reason(server)) is not None:
        # Changes to the server in the meantime must be discovered before anything continues.
        campaign.inventory_not_before = now
        wait(campaign, reason, now)
        return
    if following is not None and parse_layout(campaign.rows[following.row or 0]).layout == FILE:
        if campaign.array is None:
            submit_cell(session, campaign, following, [], [], [], now)
            return
        following = None
    if not _is_fresh(session, campaign, server, now):
        return
    _continue_with_drives(session, campaign, server, following, now)


def _continue_with_drives(
    session: Session, campaign: Campaign, server: Server, following: CampaignCell | None, now: dt.datetime
) -> None:
    """Submit the next job on drives from a fresh discovery, or the step that takes the array apart.

    Records the reason to wait, or requests a decision, where that is not possible.
    """
    array = campaign.array
    present = drive_selection.find_array(session, server, array["stable_id"]) if array is not None else None
    if array is not None and present is not None:
        strangers = drive_selection.list_foreign_members(session, present[1], array["drives"])
        if strangers:
            which = ", ".join(strangers)
            reason = f"{present[1].name} has members that this campaign did not add: {which}. Remove them first."
            wait(campaign, reason, now)
            return
    if array is not None and present is None:
        # The array was taken apart: the campaign has nothing on these drives any more.
        array = campaign.array = None
    if following is None:
        if array is not None and present is not None:
            submit_take_apart(session, campaign, array, present, now)
        return
    row = parse_layout(campaign.rows[following.row or 0])
    bound = _bind(campaign, row, following.row or 0)
    if _request_decision_if_changed(session, campaign, server, row, bound, now):
        return
    names = [str(drive["stable_id"]) for drive in bound]
    wanted = campaign.columns[following.column or 0]["state"]
    if array is not None and present is not None:
        if array["row"] != following.row or array["stale"] or array["drives"] != names:
            submit_take_apart(session, campaign, array, present, now)
            return
        if must_be_rebuilt(array["standing"] or "", wanted):
            submit_take_apart(session, campaign, array, present, now)
            return
        device, seen = present
        if array["standing"] != DEGRADED and seen.condition in (DEGRADED, "failed"):
            reason = f"{seen.name} is {seen.condition}, and this campaign did not cause that."
            decisions.request_decision(session, campaign, reason, rows=[following.row or 0], now=now)
            return
        size = min(drive["size_bytes"] or 0 for drive in bound)
        steps = prepare(
            row,
            wanted,
            condition=array["standing"],
            victim=names[-1],
            size_bytes=size,
            repeats=campaign.repeats,
        )
        serials = [device.serial] if device.serial else []
        submit_cell(session, campaign, following, [array["stable_id"]], steps, serials, now, drives=names)
        return
    foreign = drive_selection.list_arrays_of_drives(session, server, bound)
    if foreign:
        reason = (
            f"The drives of the cell are members of {foreign[0].name}, which this campaign did not create. Take "
            "that array apart first."
        )
        wait(campaign, reason, now)
        return
    # Only serial numbers that a person typed are confirmed, whatever drive is in that place now.
    serials = [str(drive["serial"]) for drive in bound if drive["serial"] in campaign.confirm_serials]
    size = min(drive["size_bytes"] or 0 for drive in bound)
    if row.is_array and campaign.repeats > 1:
        # Every repeat carries out the preparation of its job again, and an array is made once.
        title = f"make {row.name}"
        submit_step(session, campaign, title, names, build(row, size_bytes=size), serials, now, row=following.row)
        return
    steps = prepare(row, wanted, condition=None, victim=names[-1], size_bytes=size)
    submit_cell(session, campaign, following, names, steps, serials, now, drives=names)


def _bind(campaign: Campaign, row: CampaignLayout, index: int) -> list[BoundDrive]:
    wanted = campaign.request["drives"]
    same_set = wanted.get("same_set_preferred", True) if wanted is not None else True
    return drive_selection.bind(row, index, campaign.drives, campaign.devices, same_set=same_set)


def _request_decision_if_changed(
    session: Session,
    campaign: Campaign,
    server: Server,
    row: CampaignLayout,
    bound: Sequence[BoundDrive],
    now: dt.datetime,
) -> bool:
    """Request a decision if the hardware has changed; return whether it has."""
    changed = drive_selection.describe_changes(
        session, server, bound, campaign.controllers, now=now, confirmed=campaign.confirm_serials, row=row
    )
    if not changed:
        return False
    rows = [index for index, stored in enumerate(campaign.rows) if _is_affected(campaign, stored, index, set(changed))]
    decisions.request_decision(session, campaign, " ".join(changed.values()), rows=rows, now=now)
    return True


def _is_affected(campaign: Campaign, stored: Mapping[str, object], index: int, changed: set[str]) -> bool:
    row = parse_layout(stored)
    if row.layout == FILE:
        return False
    return "" in changed or bool(changed & {str(drive["stable_id"]) for drive in _bind(campaign, row, index)})


def _is_fresh(session: Session, campaign: Campaign, server: Server, now: dt.datetime) -> bool:
    """Return whether a discovery has run on the server since the last job ended; request one if not.

    A discovery that is still pending was requested after another job. That job may have made an array of these drives.
    """
    if server.discovery == "idle":
        seen, needed = server.discovered_at, campaign.inventory_not_before
        if needed is None or (seen is not None and seen > needed):
            return True
        request_discovery(session, server=server)
    wait(campaign, f"The campaign waits for a discovery of {server.name}.", now)
    return False


def _find_unavailable_reason(server: Server) -> str | None:
    if server.state in (ServerState.READY, ServerState.BUSY):
        return None
    detail = f": {server.state_reason.removesuffix('.')}" if server.state_reason else ""
    words = "under maintenance" if server.state == ServerState.MAINTENANCE else server.state
    return f"{server.name} is {words}{detail}. The campaign continues when it is ready again."
