"""From a request to the whole plan of a campaign on one server; nothing is stored here."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from storagelab.campaigns import drive_selection
from storagelab.campaigns.cell_planning import (
    CellPlanner,
    PlannedCell,
    apply_measures,
    list_endurance_refusals,
    order_cells,
    target_of,
)
from storagelab.campaigns.plan_sums import PlanSums, add_up
from storagelab.campaigns.schemas import CampaignCreate
from storagelab.campaigns.table import make_columns, make_rows
from storagelab.db.models import Drive, Server
from storagelab.domain.campaign_deadlines import Proposal, compute_durations, solve
from storagelab.domain.campaign_values import BoundDrive, CampaignColumn
from storagelab.domain.campaigns import DEVICE, FILE, CampaignLayout, CellState
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.inventory.enrolments import find_drive
from storagelab.planning.schemas import DevicesTarget, FileTarget
from storagelab.planning.targets import TargetPlan, write_refusals
from storagelab.planning.validation import check_place


@dataclass
class CampaignPlan:
    """Campaign on one server as it will be carried out.

    `order` are the cells that run, `refusals` the reasons against it; `target` are the drives that are written to, None
    where there are none. `plain_seconds` is its duration without any measure that shortens it.
    """

    server: Server
    rows: list[CampaignLayout]
    columns: list[CampaignColumn]
    cells: list[PlannedCell]
    order: list[PlannedCell]
    drives: list[BoundDrive]
    devices: list[BoundDrive]
    target: TargetPlan | None
    proposals: list[Proposal]
    refusals: list[RequestRefused]
    sums: PlanSums
    plain_seconds: float
    estimated_seconds: float
    available_seconds: float | None

    @property
    def fits(self) -> bool | None:
        """Return whether the campaign ends by its deadline; None without one."""
        return None if self.available_seconds is None else self.estimated_seconds <= self.available_seconds

    @property
    def writes(self) -> bool:
        """Return whether drives are written to."""
        return self.target is not None


def plan_campaign(
    session: Session, *, body: CampaignCreate, server: Server, now: dt.datetime, binding_serials: bool
) -> CampaignPlan:
    """Plan a campaign on one server. Raises InvalidInput for an impossible campaign.

    `refusals` of the plan has the reasons against carrying it out. With `binding_serials` only drives with a confirmed
    serial number are chosen.
    """
    rows, columns = make_rows(body), make_columns(session, body)
    _check_places(rows, engine=body.engine)
    refusals: list[RequestRefused] = []
    chosen = _choose(session, server, body, now, refusals, binding_serials=binding_serials)
    devices = _find_devices(session, server, rows)
    cells = CellPlanner(session, server, body, rows, columns, chosen, devices).plan()
    order = order_cells(rows, columns, cells, repeats=body.typical_repeats)
    costs = [cell.cost for cell in order if cell.cost is not None]
    available = (body.deadline - now).total_seconds() if body.deadline is not None else None
    takes, proposals = solve(
        costs,
        available_seconds=available,
        accepted=body.accept,
        shared=body.conditioning == "reuse",
        can_share=any(row.layout != FILE for row in rows),
    )
    for cell, seconds in zip(order, takes, strict=True):
        cell.seconds = seconds
    dropped = next(
        (proposal.drops for proposal in proposals if proposal.measure == "cells_dropped" and proposal.accepted), ()
    )
    for index in dropped:
        order[index].state = CellState.NOT_MEASURED
        order[index].reason = "Left out, so that the campaign ends by its deadline."
    _apply(session, body, columns)
    running = [cell for cell in order if cell.state is CellState.PLANNED]
    target = _list_written_targets(session, server, rows, running, chosen)
    plan = CampaignPlan(
        server=server,
        rows=rows,
        columns=columns,
        cells=cells,
        order=running,
        drives=chosen,
        devices=devices,
        target=target,
        proposals=proposals,
        refusals=refusals,
        sums=add_up(running, measures=body.accept, repeats=body.typical_repeats),
        plain_seconds=sum(compute_durations(costs, shared=body.conditioning == "reuse")),
        estimated_seconds=sum(takes),
        available_seconds=available,
    )
    if available is not None and available <= 0:
        plan.refusals.append(InvalidInput("must be in the future", path="deadline"))
    if target is not None:
        plan.refusals += _find_refusals(session, server, body, target, now)
        # One refusal is enough; the others differ only by the name of the drive.
        plan.refusals += list_endurance_refusals(running, measures=body.accept)[:1]
    return plan


def _check_places(rows: Sequence[CampaignLayout], *, engine: str) -> None:
    """Raise InvalidInput for a configuration whose copy target may not be written."""
    for index, row in enumerate(rows):
        if row.layout == FILE:
            try:
                check_place(FileTarget(kind="file", size_bytes=row.size_bytes or 0, copy_to=row.copy_to), engine=engine)
            except InvalidInput as wrong:
                raise InvalidInput(wrong.message, path=f"configurations.{index}.copy_to") from None


def _choose(
    session: Session,
    server: Server,
    body: CampaignCreate,
    now: dt.datetime,
    refusals: list[RequestRefused],
    *,
    binding_serials: bool,
) -> list[BoundDrive]:
    if body.drives is None:
        return []
    serials = body.confirm_serials if binding_serials else None
    spread = any(row.controllers is not None for row in make_rows(body))
    drives = drive_selection.choose_set(session, server, body.drives, now=now, serials=serials, spread=spread)
    if body.drives.any is not None and len(drives) < body.drives.any:
        confirmed = " whose serial number was confirmed" if binding_serials else ""
        words = f"{server.name} has {len(drives)} free enrolled drives{confirmed}, and {body.drives.any} are needed"
        refusals.append(InvalidInput(words, path="drives.any"))
    return drive_selection.describe_set(session, drives)


def _find_devices(session: Session, server: Server, rows: Sequence[CampaignLayout]) -> list[BoundDrive]:
    """Return the devices that are measured as they are, each once. Raises InvalidInput for an unknown device."""
    devices: dict[str, Drive] = {}
    for index, row in enumerate(rows):
        place = f"configurations.{index}"
        if row.layout != DEVICE:
            continue
        drives = drive_selection.find_named(session, server, row.stable_ids, place=place)
        devices.update(zip(row.stable_ids, drives, strict=True))
    return drive_selection.describe_devices(session, list(devices), list(devices.values()))


def _list_written_targets(
    session: Session,
    server: Server,
    rows: Sequence[CampaignLayout],
    cells: Sequence[PlannedCell],
    chosen: Sequence[BoundDrive],
) -> TargetPlan | None:
    """Return the target of all drives and devices that the campaign may write to, or None.

    These are all chosen drives where a cell writes to them or makes an array of them, and the written devices.
    """
    writing = [cell for cell in cells if cell.writes and rows[cell.row].layout != FILE]
    names = [name for cell in writing if rows[cell.row].layout == DEVICE for name in cell.drives]
    if any(rows[cell.row].layout != DEVICE for cell in writing):
        names = [*(str(drive["stable_id"]) for drive in chosen), *names]
    once: dict[uuid.UUID, str] = {}
    for name in dict.fromkeys(names):
        once.setdefault(find_drive(session, server, name, path="drives").id, name)
    if not once:
        return None
    return target_of(session, server, DevicesTarget(kind="devices", stable_ids=list(once.values())))


def _apply(session: Session, body: CampaignCreate, columns: Sequence[CampaignColumn]) -> None:
    """Change the profiles and the conditioning of `columns` by the measures that the user accepted."""
    for column in columns:
        column["profile"] = apply_measures(session, column["profile"], body.accept)
        if "shared_conditioning" in body.accept:
            column["conditioning"] = "reuse"


def _find_refusals(
    session: Session, server: Server, body: CampaignCreate, target: TargetPlan, now: dt.datetime
) -> list[RequestRefused]:
    serials = body.confirm_serials
    if body.drives is not None and body.drives.stable_ids is None:
        # More drives may be confirmed than are chosen: the others are spares.
        usable = {drive.serial for drive in drive_selection.choose_any(session, server, now)}
        serials = [
            serial for serial in serials if serial not in usable or serial in {d.drive.serial for d in target.drives}
        ]
    refusals = write_refusals(target, server=server, confirm_serials=serials, now=now)
    for refusal in refusals:
        # A campaign has no target: its drives are.
        refusal.path = "drives" if (refusal.path or "").startswith("target.") else refusal.path
    return refusals
