"""Decisions on a campaign whose hardware has changed, and their effect on its cells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.campaigns import drive_selection
from storagelab.campaigns.schemas import DriveSelection
from storagelab.campaigns.table import parse_layout
from storagelab.db.models import Campaign, CampaignCell, Drive, Server
from storagelab.domain.campaign_values import BoundDrive, Choice, StoredRequest
from storagelab.domain.campaigns import CELL_ENDED, DEVICE, FILE, CampaignState, CellState, find_cell_obstacle
from storagelab.errors import Conflict, InvalidInput

CHOICES: tuple[Choice, ...] = ("redo", "keep_both", "stop")
#: Automatic repeats without a person looking; another failure then requests a decision.
_MAX_AUTOMATIC_RETRIES = 3


def list_cells(session: Session, campaign: Campaign) -> list[CampaignCell]:
    """Return all generations of a campaign's cells, and the steps between them, in running order."""
    query = select(CampaignCell).where(CampaignCell.campaign_id == campaign.id)
    return list(session.scalars(query.order_by(CampaignCell.position, CampaignCell.generation, CampaignCell.id)))


def request_decision(
    session: Session, campaign: Campaign, reason: str, *, rows: Collection[int], now: dt.datetime
) -> None:
    """Request a decision about a changed drive or array, or carry out the choice made in advance.

    `rows` are the affected configurations. A choice that cannot be carried out becomes a request.
    """
    cells = list_cells(session, campaign)
    affected = _list_affected_cells(cells, rows)
    over = _count_repetitions(cells, affected, rows)
    if over >= _MAX_AUTOMATIC_RETRIES:
        reason = f"{reason} The cell was already repeated {over} times."
    campaign.pending_decision = {
        "asked_at": now.isoformat(),
        "reason": reason,
        "cells": [[cell.row, cell.column] for cell in affected],
        "rows": sorted(rows),
        "decides_at": None,
    }
    policy = campaign.request["on_drive_failure"]
    if policy == "stop" or (policy != "ask" and over < _MAX_AUTOMATIC_RETRIES):
        try:
            carry_out(session, campaign, policy, now=now)
            return
        except Conflict as problem:
            campaign.pending_decision = {**campaign.pending_decision, "reason": f"{reason} {problem.message}"}
    campaign.state = CampaignState.WAITING_FOR_DECISION
    campaign.waiting_reason = campaign.pending_decision["reason"]
    campaign.next_check_at = _compute_decision_deadline(campaign.request, over, now)
    if campaign.next_check_at is not None:
        campaign.pending_decision = {**campaign.pending_decision, "decides_at": campaign.next_check_at.isoformat()}


def get_default_choice(request: StoredRequest) -> Choice:
    """Return the choice that is carried out when no decision is made in time."""
    return request.get("decide_with") or CHOICES[0]


def _compute_decision_deadline(request: StoredRequest, over: int, now: dt.datetime) -> dt.datetime | None:
    """Return the time at which the default choice is carried out, or None to wait for people.

    `over` is the number of earlier repetitions: repeated failures wait for people.
    """
    seconds = request.get("decide_after_seconds")
    if seconds is None or (over >= _MAX_AUTOMATIC_RETRIES and get_default_choice(request) != "stop"):
        return None
    return now + dt.timedelta(seconds=seconds)


def decide_by_default(session: Session, campaign: Campaign, *, now: dt.datetime) -> bool:
    """Carry out the default choice once it is due; return False where there is none or it is too early.

    A choice that cannot be carried out then waits for people, with its reason.
    """
    question = campaign.pending_decision
    if campaign.state != CampaignState.WAITING_FOR_DECISION or question is None:
        return False
    decides_at = question.get("decides_at")
    if decides_at is None or dt.datetime.fromisoformat(decides_at) > now:
        return False
    try:
        # Only a savepoint takes back what was changed before a refusal.
        with session.begin_nested():
            carry_out(session, campaign, get_default_choice(campaign.request), now=now)
    except Conflict as problem:
        reason = f"{question['reason']} {problem.message}"
        campaign.pending_decision = {**question, "reason": reason, "decides_at": None}
        campaign.waiting_reason, campaign.next_check_at = reason, None
        return True
    # Findings from the time of waiting do not apply any more.
    campaign.inventory_not_before = now
    return True


def carry_out(session: Session, campaign: Campaign, choice: Choice, *, now: dt.datetime) -> None:
    """Carry out the choice about the pending decision. Raises Conflict when that is not possible now."""
    question = campaign.pending_decision
    reason, rows = (question["reason"], question.get("rows", ())) if question is not None else ("", ())
    if choice == "stop":
        leave_out(session, campaign, f"The campaign was stopped: {reason}")
        campaign.state, campaign.finished_at = CampaignState.FINISHED, now
    else:
        _choose_again(session, campaign, now=now)
        for cell in _list_affected_cells(list_cells(session, campaign), rows):
            reschedule_cell(session, campaign, cell, keep=choice == "keep_both")
        if campaign.array is not None and campaign.array["row"] in rows:
            campaign.array = {**campaign.array, "stale": True}
        campaign.state = CampaignState.RUNNING
    campaign.pending_decision, campaign.waiting_reason, campaign.next_check_at = None, None, None
    session.flush()


def reschedule_cell(session: Session, campaign: Campaign, cell: CampaignCell, *, keep: bool) -> None:
    """Plan another generation of a cell.

    With `keep` the result set contains both generations, else the old one is superseded.
    """
    last = session.scalars(
        select(func.max(CampaignCell.generation)).where(
            CampaignCell.campaign_id == campaign.id,
            CampaignCell.row == cell.row,
            CampaignCell.column == cell.column,
        )
    ).one()
    cell.superseded = not keep
    session.add(
        CampaignCell(
            campaign_id=campaign.id,
            row=cell.row,
            column=cell.column,
            generation=(last or cell.generation) + 1,
            position=cell.position,
            state=CellState.PLANNED,
            estimated_seconds=cell.estimated_seconds,
        )
    )
    session.flush()


def leave_out(session: Session, campaign: Campaign, reason: str) -> None:
    """Mark every cell that has not begun as not measured, with `reason`."""
    for cell in list_cells(session, campaign):
        if cell.state == CellState.PLANNED:
            cell.state, cell.reason = CellState.NOT_MEASURED, reason
    session.flush()


def _list_affected_cells(cells: Sequence[CampaignCell], rows: Collection[int]) -> list[CampaignCell]:
    """Return the ended cells of these rows, each in its last generation.

    Superseded cells and earlier generations are not included.
    """
    last: dict[tuple[int | None, int], CampaignCell] = {}
    for cell in cells:
        if cell.column is not None and cell.row in rows:
            before = last.get((cell.row, cell.column))
            if before is None or before.generation < cell.generation:
                last[cell.row, cell.column] = cell
    return [cell for cell in last.values() if cell.state in CELL_ENDED and not cell.superseded]


def _count_repetitions(cells: Sequence[CampaignCell], affected: Sequence[CampaignCell], rows: Collection[int]) -> int:
    """Return the number of earlier repetitions of the affected cells.

    Without affected cells it is the number of repetitions of the array.
    """
    if affected:
        return max(cell.generation for cell in affected) - 1
    return sum(cell.column is None and cell.row in rows for cell in cells) - 1


def _choose_again(session: Session, campaign: Campaign, *, now: dt.datetime) -> None:
    """Choose the drives of a campaign from those present now, and record the current firmware.

    Unchanged drives stay in their places. Raises Conflict when the drives are not enough for the plan, and for a drive
    that may not be written.
    """
    server = session.get_one(Server, campaign.server_id)
    campaign.controllers = drive_selection.read_controllers(session, server)
    _take_devices_again(session, server, campaign, now=now)
    if campaign.request["drives"] is None:
        return
    wanted = DriveSelection.model_validate(campaign.request["drives"])
    names = [drive["stable_id"] for drive in campaign.drives]
    try:
        drives = drive_selection.choose_set(
            session,
            server,
            wanted,
            now=now,
            serials=campaign.confirm_serials,
            preferred=names,
            spread=any(parse_layout(row).controllers is not None for row in campaign.rows),
        )
    except InvalidInput as wrong:
        raise Conflict(f"The campaign cannot continue with these drives: {wrong.message}.") from None
    if campaign.confirm_serials:
        _require_writable(session, server, campaign, drives, now)
    pooled = [layout for layout in map(parse_layout, campaign.rows) if layout.layout not in (FILE, DEVICE)]
    min_drives = max((layout.drives for layout in pooled), default=0)
    needed = min(min_drives, len(campaign.drives))
    if len(drives) < needed:
        raise Conflict(
            f"The campaign needs {needed} drives, and {len(drives)} can be used. Enrol another one with a confirmed "
            "serial number, repair this one, or stop the campaign."
        )
    campaign.drives = _match_drive_places(campaign.drives, drive_selection.describe_set(session, drives))
    _leave_out_impossible(session, campaign)


def _take_devices_again(session: Session, server: Server, campaign: Campaign, *, now: dt.datetime) -> None:
    """Update the records of devices that are measured as they are.

    Raises Conflict for a device that cannot be used or may not be written now.
    """
    names = [str(device["stable_id"]) for device in campaign.devices]
    try:
        devices = drive_selection.find_named(session, server, names, place="configurations")
    except InvalidInput as wrong:
        raise Conflict(f"The campaign cannot continue with these devices: {wrong.message}.") from None
    for before, device in zip(campaign.devices, devices, strict=True):
        if before["serial"] not in campaign.confirm_serials:
            continue
        if device.serial not in campaign.confirm_serials:
            reason: str | None = f"the serial number of {device.stable_id} was not confirmed"
        else:
            reason = drive_selection.write_refusal_reason(session, server, str(device.stable_id), now=now)
        if reason is not None:
            raise Conflict(f"The campaign cannot continue with these devices: {reason}.")
    campaign.devices = drive_selection.describe_devices(session, names, devices)


def _require_writable(
    session: Session, server: Server, campaign: Campaign, drives: Sequence[Drive], now: dt.datetime
) -> None:
    """Raise Conflict for a drive with an unconfirmed serial number or one that may not be written now."""
    writable = {drive.stable_id for drive in drive_selection.choose_any(session, server, now)}
    for drive in drives:
        reason = None
        if drive.serial not in campaign.confirm_serials:
            reason = f"the serial number of {drive.stable_id} was not confirmed"
        elif drive.stable_id not in writable:
            reason = f"{drive.stable_id} may not be written, because its enrolment is void or it is protected"
        if reason is not None:
            raise Conflict(f"The campaign cannot continue with these drives: {reason}.")


def _match_drive_places(before: Sequence[BoundDrive], present: Sequence[BoundDrive]) -> list[BoundDrive]:
    """Return the present drives in their old places; a new drive takes the place of a missing one."""
    by_name = {drive["stable_id"]: drive for drive in present}
    earlier = {drive["stable_id"] for drive in before}
    fresh = iter([drive for drive in present if drive["stable_id"] not in earlier])
    placed = [by_name.get(drive["stable_id"]) or next(fresh, None) for drive in before]
    return [drive for drive in placed if drive is not None] + list(fresh)


def _leave_out_impossible(session: Session, campaign: Campaign) -> None:
    for cell in list_cells(session, campaign):
        if cell.state != CellState.PLANNED or cell.row is None or cell.column is None:
            continue
        layout = parse_layout(campaign.rows[cell.row])
        state = campaign.columns[cell.column]["state"]
        drives = drive_selection.list_usable_drives(layout, campaign.drives)
        by_controller = drive_selection.count_by_controller(drives)
        reason = find_cell_obstacle(layout, state, available=len(drives), by_controller=by_controller)
        if reason is not None:
            cell.state, cell.reason = CellState.NOT_MEASURED, reason
