"""REST view of the plan of a campaign that was not submitted, with a plan for each server."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from storagelab.campaigns.cell_planning import PlannedCell
from storagelab.campaigns.matrix_views import describe_columns, describe_row, describe_server, format_cell_title
from storagelab.campaigns.plan_schemas import (
    CampaignMatrix,
    CampaignPlanOut,
    ChildCampaignPlan,
    MatrixCell,
    PlannedCellOut,
    PlanProposal,
)
from storagelab.campaigns.plan_sums import join_sums
from storagelab.campaigns.planning import CampaignPlan
from storagelab.campaigns.reading import add_seconds
from storagelab.campaigns.whole_planning import list_proposals
from storagelab.domain.campaign_deadlines import TITLES
from storagelab.domain.campaigns import CellState
from storagelab.domain.operations import describe


def describe_plan(plans: Sequence[CampaignPlan], *, now: dt.datetime, deadline: dt.datetime | None) -> CampaignPlanOut:
    """Describe the plans of a campaign, one for each server.

    The servers work side by side, so the campaign takes as long as the longest plan.
    """
    fits = [plan.fits for plan in plans]
    seconds = max(plan.estimated_seconds for plan in plans)
    sums = join_sums([plan.sums for plan in plans])
    firsts = [sum(len(plan.rows) for plan in plans[:index]) for index in range(len(plans))]
    return CampaignPlanOut(
        cells_total=sum(len(plan.cells) for plan in plans),
        cells_impossible=sum(_count_impossible_cells(plan) for plan in plans),
        estimated_seconds=seconds,
        estimated_finish_at=add_seconds(now, seconds) if any(plan.order for plan in plans) else None,
        deadline=deadline,
        fits=None if None in fits else all(fits),
        proposals=[
            PlanProposal(
                measure=proposal.measure,
                title=TITLES[proposal.measure],
                available=proposal.available,
                accepted=proposal.accepted,
                saves_seconds=proposal.saves_seconds,
                fits=proposal.fits,
                reason=proposal.reason,
            )
            for proposal in list_proposals(plans)
        ],
        matrix=CampaignMatrix(
            rows=[
                describe_row(first + index, row, plan.server)
                for first, plan in zip(firsts, plans, strict=True)
                for index, row in enumerate(plan.rows)
            ],
            columns=describe_columns(plans[0].columns),
            cells=[cell for first, plan in zip(firsts, plans, strict=True) for cell in _iterate_cells(first, plan)],
        ),
        order=[
            PlannedCellOut(
                server=describe_server(plan.server),
                row=first + cell.row,
                column=cell.column,
                title=format_cell_title(plan.rows[cell.row], plan.columns[cell.column]),
                drives=cell.drives,
                preparation=[describe(operation) for operation in cell.preparation],
                preparation_seconds=min(cell.cost.preparation_seconds, cell.seconds or 0.0) if cell.cost else 0.0,
                estimated_seconds=cell.seconds or 0.0,
            )
            for first, plan in zip(firsts, plans, strict=True)
            for cell in plan.order
        ],
        parts=[_describe_child(plan, now) for plan in plans] if len(plans) > 1 else [],
        destroys=[drive for plan in plans if plan.target is not None for drive in plan.target.list_destroyed_drives()],
        expected_writes=sums.writes,
        endurance=sums.endurance,
        sample_count=sums.sample_count,
        warnings=list(dict.fromkeys(words for plan in plans for words in _iterate_warnings(plan))),
    )


def _describe_child(plan: CampaignPlan, now: dt.datetime) -> ChildCampaignPlan:
    return ChildCampaignPlan(
        server=describe_server(plan.server),
        cells_total=len(plan.cells),
        cells_impossible=_count_impossible_cells(plan),
        estimated_seconds=plan.estimated_seconds,
        estimated_finish_at=add_seconds(now, plan.estimated_seconds) if plan.order else None,
        fits=plan.fits,
    )


def _count_impossible_cells(plan: CampaignPlan) -> int:
    return sum(cell.state is CellState.IMPOSSIBLE for cell in plan.cells)


def _iterate_warnings(plan: CampaignPlan) -> Iterator[str]:
    yield from (warning for cell in plan.order if cell.out for warning in cell.out.warnings)
    for refusal in plan.refusals:
        # The message of such a field needs the name of the field.
        field = f"the {refusal.path} " if refusal.path == "deadline" else ""
        yield f"The campaign would be refused: {field}{refusal.message.removesuffix('.')}."
    if not plan.order:
        yield f"No cell of this campaign can be measured on {plan.server.name}."


#: What a cell has once it was measured.
_MEASURED = (
    *("job_number", "run_number", "metric", "value", "unit", "phase_name"),
    *("condition", "verdict", "rebuild_seconds"),
)


def _iterate_cells(first: int, plan: CampaignPlan) -> Iterator[MatrixCell]:
    positions = {id(cell): position for position, cell in enumerate(plan.order, start=1)}
    for cell in plan.cells:
        yield _describe_cell(first, cell, positions.get(id(cell)))


def _describe_cell(first: int, cell: PlannedCell, position: int | None) -> MatrixCell:
    return MatrixCell(
        row=first + cell.row,
        column=cell.column,
        state=cell.state.value,
        reason=cell.reason,
        position=position,
        generation=1,
        superseded=False,
        estimated_seconds=cell.seconds if cell.state is CellState.PLANNED else None,
        **dict.fromkeys(_MEASURED),
    )
