"""Campaigns as the API shows them; a campaign over several servers is derived from its children."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.campaigns.campaign_schemas import CampaignOut, CampaignSummary, ChildCampaign, PendingDecision
from storagelab.campaigns.decisions import CHOICES, get_default_choice
from storagelab.campaigns.matrix_views import describe_server
from storagelab.campaigns.plan_schemas import PlanProposal
from storagelab.campaigns.reading import add_seconds, compute_pace, estimate_remaining_seconds, read_cells, read_parts
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell, User
from storagelab.db.references import format_row_number
from storagelab.domain.campaign_deadlines import TITLES
from storagelab.domain.campaign_parts import derive_parent_state
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CELL_OPEN, CellState
from storagelab.http.schemas import NumberedName

_COUNTS = ("cells_total", "cells_impossible", "cells_done", "cells_failed", "cells_withheld")


def list_campaigns(session: Session, campaigns: Sequence[Campaign]) -> list[CampaignSummary]:
    """Return summaries of campaigns that were loaded with their servers, with five queries for all of them."""
    return [CampaignSummary.model_validate(fields) for fields in _describe_campaigns(session, campaigns)]


def describe_campaign(session: Session, campaign: Campaign) -> CampaignOut:
    """Describe one campaign that was loaded with its server."""
    (fields,) = _describe_campaigns(session, [campaign])
    parts = read_parts(session, [campaign])[campaign.id]
    drives = dict.fromkeys(str(device["stable_id"]) for part in parts for device in (*part.drives, *part.devices))
    return CampaignOut.model_validate({**fields, "request": campaign.request, "drives": list(drives)})


def _describe_campaigns(session: Session, campaigns: Sequence[Campaign]) -> Iterator[dict[str, object]]:
    now = read_clock(session)
    parts = read_parts(session, campaigns)
    cells = read_cells(session, [part for group in parts.values() for part in group])
    wholes = _read_wholes(session, campaigns)
    people = select(User.id, User.name).where(User.id.in_({campaign.submitted_by for campaign in campaigns}))
    names = {row.id: row.name for row in session.execute(people)}
    for campaign in campaigns:
        first, summaries = 0, []
        states: list[list[str]] = []
        for part in parts[campaign.id]:
            summaries.append(_describe_progress(part, cells[part.id], now, first=first))
            states += _list_row_states(part, cells[part.id])
            first += len(part.rows)
        yield {
            "id": campaign.id,
            "number": format_row_number(campaign),
            "name": campaign.name,
            "note": campaign.note,
            "labels": campaign.labels,
            "server": None if campaign.has_children else describe_server(campaign.server),
            "parent": wholes.get(campaign.parent_id) if campaign.parent_id is not None else None,
            "parts": [ChildCampaign.model_validate(summary) for summary in summaries] if campaign.has_children else [],
            "engine": campaign.engine,
            **_merge_children(campaign, parts[campaign.id], summaries),
            "cell_states": states,
            "deadline": campaign.deadline,
            "proposals": [_describe_proposal(proposal) for proposal in campaign.proposals],
            "priority": campaign.priority,
            "repeats": campaign.repeats,
            "submitted_by": names.get(campaign.submitted_by) if campaign.submitted_by else None,
            "created_at": campaign.created_at,
        }


def _describe_progress(
    campaign: Campaign, cells: Sequence[CampaignCell], now: dt.datetime, *, first: int
) -> dict[str, object]:
    """Describe the progress of a campaign on one server.

    `first` is the index of its first row in the matrix shown.
    """
    mine = [cell for cell in cells if cell.column is not None and not cell.superseded]
    pace = compute_pace(cells)
    left = sum(estimate_remaining_seconds(cell, now, pace) for cell in mine if cell.state in CELL_OPEN)
    over = campaign.state in CAMPAIGN_TERMINAL
    finish_at = campaign.finished_at if over else add_seconds(now, left)
    counts = {state: sum(cell.state == state for cell in mine) for state in CellState}
    return {
        "id": campaign.id,
        "number": format_row_number(campaign),
        "server": describe_server(campaign.server),
        "state": campaign.state,
        "cells_total": len(mine),
        "cells_done": counts[CellState.MEASURED],
        "cells_failed": counts[CellState.FAILED],
        "cells_withheld": counts[CellState.WITHHELD],
        "cells_impossible": counts[CellState.IMPOSSIBLE],
        "estimated_seconds": 0.0 if over else left,
        "estimated_finish_at": finish_at,
        "fits": None if campaign.deadline is None or finish_at is None else finish_at <= campaign.deadline,
        "waiting_reason": campaign.waiting_reason,
        "pending_decision": _describe_pending_decision(campaign, mine, pace, first),
    }


def _merge_children(
    campaign: Campaign, parts: Sequence[Campaign], summaries: Sequence[Mapping[str, Any]]
) -> dict[str, object]:
    """Merge the state, counts and times of all children of a campaign.

    Children work side by side, so the parent ends with the last of them. A campaign without children has its own.
    """
    if not campaign.has_children:
        own = {name: value for name, value in summaries[0].items() if name not in ("id", "number", "server")}
        return {**own, "started_at": campaign.started_at, "finished_at": campaign.finished_at}
    state = derive_parent_state([part.state for part in parts])
    ends = [summary["estimated_finish_at"] for summary in summaries]
    finish_at = None if None in ends else max(ends, default=None)
    questions = [summary["pending_decision"] for summary in summaries if summary["pending_decision"] is not None]
    begun = [part.started_at for part in parts if part.started_at is not None]
    return {
        "state": state,
        **{name: sum(summary[name] for summary in summaries) for name in _COUNTS},
        "estimated_seconds": max((summary["estimated_seconds"] for summary in summaries), default=0.0),
        "estimated_finish_at": finish_at,
        "fits": None if campaign.deadline is None or finish_at is None else finish_at <= campaign.deadline,
        "waiting_reason": _find_common_waiting_reason(summaries),
        "pending_decision": min(questions, key=lambda question: question.created_at, default=None),
        "started_at": min(begun, default=None),
        "finished_at": finish_at if state in CAMPAIGN_TERMINAL else None,
    }


def _find_common_waiting_reason(summaries: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the reasons of all children if every unfinished child campaign waits, else None."""
    going = [summary for summary in summaries if summary["state"] not in CAMPAIGN_TERMINAL]
    if not going or any(summary["waiting_reason"] is None for summary in going):
        return None
    return " ".join(f"{summary['server'].name}: {summary['waiting_reason'].removesuffix('.')}." for summary in going)


def _read_wholes(session: Session, campaigns: Sequence[Campaign]) -> dict[uuid.UUID, NumberedName]:
    ids = {campaign.parent_id for campaign in campaigns if campaign.parent_id is not None}
    if not ids:
        return {}
    rows = session.scalars(select(Campaign).where(Campaign.id.in_(ids)))
    return {row.id: NumberedName(id=row.id, number=format_row_number(row), name=row.name) for row in rows}


def _describe_proposal(stored: Mapping[str, Any]) -> PlanProposal:
    fields = {name: value for name, value in stored.items() if name != "drops"}
    return PlanProposal(title=TITLES[stored["measure"]], **fields)


def _list_row_states(campaign: Campaign, cells: Sequence[CampaignCell]) -> list[list[str]]:
    """Return the state of each matrix field, in its newest generation, by row and column."""
    newest = {(cell.row, cell.column): cell for cell in sorted(cells, key=lambda cell: cell.generation)}
    columns = range(len(campaign.columns))
    fields = [[newest.get((row, column)) for column in columns] for row in range(len(campaign.rows))]
    return [[cell.state if cell else CellState.NOT_MEASURED.value for cell in row] for row in fields]


def _describe_pending_decision(
    campaign: Campaign, cells: Sequence[CampaignCell], pace: float, first: int
) -> PendingDecision | None:
    stored = campaign.pending_decision
    if stored is None:
        return None
    affected = {(row, column) for row, column in stored["cells"]}
    again = sum((cell.estimated_seconds or 0.0) for cell in cells if (cell.row, cell.column) in affected)
    decides_at = stored.get("decides_at")
    return PendingDecision(
        campaign=format_row_number(campaign),
        created_at=dt.datetime.fromisoformat(stored["asked_at"]),
        reason=stored["reason"],
        cells=[(first + row, column) for row, column in stored["cells"] if row is not None and column is not None],
        choices=list(CHOICES),
        repeat_seconds=again * pace,
        default_choice=get_default_choice(campaign.request) if decides_at is not None else None,
        decides_at=dt.datetime.fromisoformat(decides_at) if decides_at is not None else None,
    )
