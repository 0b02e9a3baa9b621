"""Campaign data of a pivot: the runs that count, and the reasons for empty cells."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.pivot import Gap, State
from storagelab.analysis.pivot_levels import CONDITION, DRIVES, LEVEL
from storagelab.db.models import Campaign, CampaignCell, Job, Run
from storagelab.db.references import format_number
from storagelab.domain.campaigns import DEVICE, FILE, JBOD, CampaignLayout, CellState
from storagelab.domain.formatting import format_binary_size, format_raid_level
from storagelab.evaluate.pivot_rows import CellOfJob

_STATES: Mapping[str, tuple[State, str]] = {
    CellState.IMPOSSIBLE: ("impossible", "It cannot be."),
    CellState.FAILED: ("failed", "Its job did not end well."),
    CellState.WITHHELD: ("withheld", "It was measured in another condition than was asked for."),
    CellState.NOT_MEASURED: ("not_measured", "Its campaign left it out."),
    CellState.PLANNED: ("not_measured", "Its campaign has not come to it yet."),
    CellState.WAITING: ("not_measured", "Its job waits."),
    CellState.RUNNING: ("not_measured", "It is being measured."),
}


def read_cells_of_jobs(session: Session, job_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, CellOfJob]:
    """Return the campaign cell of each job by job id; jobs outside of campaigns are absent."""
    rows = session.execute(
        select(Job.id, CampaignCell, Campaign.columns)
        .join(CampaignCell, CampaignCell.id == Job.campaign_cell_id)
        .join(Campaign, Campaign.id == CampaignCell.campaign_id)
        .where(Job.id.in_(job_ids))
    )
    return {
        job_id: CellOfJob(
            state=cell.state,
            generation=cell.generation,
            requested_condition=columns[cell.column]["state"] if cell.column is not None else None,
            reason=cell.reason,
            rebuild_seconds=cell.rebuild_seconds,
        )
        for job_id, cell, columns in rows
    }


def _build_campaign_condition(campaign: Campaign) -> ColumnElement[bool]:
    """Return the SQL condition that selects a campaign and its child campaigns."""
    return or_(Campaign.id == campaign.id, Campaign.parent_id == campaign.id)


def select_runs_of(campaign: Campaign) -> Select[uuid.UUID]:
    """Select the ids of the runs in a campaign's cells, child campaigns included, by run number.

    Superseded generations of cells and the jobs between cells are left out.
    """
    return (
        select(Run.id)
        .join(Job, Job.id == Run.job_id)
        .join(CampaignCell, CampaignCell.id == Job.campaign_cell_id)
        .join(Campaign, Campaign.id == CampaignCell.campaign_id)
        .where(
            _build_campaign_condition(campaign),
            CampaignCell.column.is_not(None),
            CampaignCell.superseded.is_(False),
        )
        .order_by(Run.number)
    )


def read_gaps(session: Session, campaign: Campaign) -> list[Gap]:
    """Return the cells of a campaign that have no result, each as a gap with its reason.

    Cells of child campaigns are included. The workload of a gap is its whole profile.
    """
    rows = session.execute(
        select(Campaign, CampaignCell, Run.number)
        .join(CampaignCell, CampaignCell.campaign_id == Campaign.id)
        .outerjoin(Job, Job.campaign_cell_id == CampaignCell.id)
        .outerjoin(Run, Run.job_id == Job.id)
        .where(
            _build_campaign_condition(campaign),
            CampaignCell.column.is_not(None),
            CampaignCell.superseded.is_(False),
            CampaignCell.state.in_(_STATES),
        )
        .order_by(Campaign.number, CampaignCell.row, CampaignCell.column, CampaignCell.generation, Run.number)
    )
    cells: dict[uuid.UUID, tuple[Campaign, CampaignCell, list[str]]] = {}
    for part, cell, number in rows:
        *_, runs = cells.setdefault(cell.id, (part, cell, []))
        if number is not None:
            runs.append(format_number(Run, number))
    return [_build_gap(*entry) for entry in cells.values()]


def _build_gap(campaign: Campaign, cell: CampaignCell, runs: Sequence[str]) -> Gap:
    state, words = _STATES[cell.state]
    layout = CampaignLayout(**campaign.rows[cell.row or 0])
    column = campaign.columns[cell.column or 0]
    return Gap(
        state, cell.reason or words, {**_build_layout_factors(layout, column), **_profile_factors(column)}, tuple(runs)
    )


def _build_layout_factors(layout: CampaignLayout, column: Mapping[str, Any]) -> dict[str, str | None]:
    if layout.layout in (FILE, DEVICE):
        return {}
    factors: dict[str, str | None] = {
        LEVEL: "no array" if layout.layout == JBOD else format_raid_level(layout.layout),
        DRIVES: str(layout.drives),
    }
    if layout.is_array:
        factors[CONDITION] = column["state"]
        if layout.chunk_bytes is not None and layout.layout != "raid1":
            factors["array.strip"] = format_binary_size(layout.chunk_bytes)
    if layout.over_provisioned_percent:
        factors["drives.over_provisioning"] = f"{layout.over_provisioned_percent} %"
    return factors


def _profile_factors(column: Mapping[str, Any]) -> dict[str, str | None]:
    profile = column["profile"]
    version = profile.get("version")
    factors: dict[str, str | None] = {"run.scale": profile.get("scale") or "full"}
    if version is not None:
        factors["run.profile"] = f"{profile['name']}, version {version}"
    return factors
