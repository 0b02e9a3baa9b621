"""The result set of a campaign: configuration by workload, the states of the array side by side."""

from __future__ import annotations

import csv
import io
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.campaigns.campaign_schemas import CampaignFigures, CampaignRepeat, CampaignResultLine, CampaignResults
from storagelab.campaigns.matrix_views import count_drives, describe_server
from storagelab.campaigns.reading import read_cells, read_shares
from storagelab.campaigns.schemas import Condition
from storagelab.campaigns.table import format_scaled_label, parse_layout
from storagelab.db.models import Campaign, CampaignCell, Job, Run
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.campaigns import CellState
from storagelab.domain.result import PhaseMeasurement
from storagelab.evaluate.campaign_means import CampaignMeans, compute_means, group_measurements, is_small
from storagelab.http.csv_cells import escape_formula
from storagelab.http.rest_names import get_rest_field_name
from storagelab.results.load import load_results
from storagelab.runs.schemas import Badge

_FIGURES = CampaignMeans.__struct_fields__
_HEADS = (
    *("server", "configuration", "layout", "drives", "controllers", "over_provisioned_percent"),
    *("workload", "phase", "generation"),
)
_CELLS = (
    "state",
    "reason",
    "condition",
    *(get_rest_field_name(name) for name in _FIGURES),
    "rebuild_seconds",
    "job",
    "runs",
)


@dataclass(frozen=True)
class _Measured:
    """Results of one cell's job: its number, its runs, and the measurements of each phase by name and run.

    `runs` are those whose figures count, `left_out` the others.
    """

    job: str
    runs: list[str]
    left_out: list[str]
    phases: dict[str, dict[str, list[PhaseMeasurement]]]


def read_results(session: Session, campaign: Campaign) -> CampaignResults:
    """Return the result table of a campaign, by servers, configurations, workloads and phases.

    Superseded generations of cells are left out.
    """
    shares = read_shares(session, campaign)
    cells = {
        part_id: [cell for cell in part_cells if cell.column is not None and not cell.superseded]
        for part_id, part_cells in read_cells(session, [part for _, part in shares]).items()
    }
    measured = _load_measurements(session, [cell.id for part_cells in cells.values() for cell in part_cells])
    states = {column["state"] for column in campaign.columns}
    return CampaignResults(
        number=format_row_number(campaign),
        name=campaign.name,
        states=[state for state in get_args(Condition) if state in states],
        lines=[
            line
            for first, part in shares
            for line in _list_server_lines(part, cells.get(part.id, []), measured, first=first)
        ],
    )


def _list_server_lines(
    campaign: Campaign, cells: Sequence[CampaignCell], measured: dict[uuid.UUID, _Measured], *, first: int
) -> Iterator[CampaignResultLine]:
    """Yield the result lines of one server.

    `first` is the index of the server's first row in the matrix of the whole campaign.
    """
    groups: dict[tuple[int, int, int], list[CampaignCell]] = defaultdict(list)
    for cell in cells:
        if cell.row is not None and cell.column is not None:
            groups[cell.row, campaign.columns[cell.column]["workload"], cell.generation].append(cell)
    for (row, _workload, generation), group in sorted(groups.items(), key=lambda item: item[0]):
        yield from _iterate_cell_lines(campaign, row, generation, group, measured, first=first)


def format_results_csv(results: CampaignResults) -> str:
    """Write the result set as CSV (RFC 4180); text that would be a formula in a spreadsheet gets a quote."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*_HEADS, *(f"{state}_{name}" for state in results.states for name in _CELLS)])
    for line in results.lines:
        by_state = {figures.state: figures for figures in line.figures}
        heads = [
            line.server.name,
            line.configuration,
            line.layout,
            line.drives,
            line.controllers,
            line.over_provisioned_percent,
            line.workload,
            line.phase,
            line.generation,
        ]
        cells = [cell for state in results.states for cell in _list_csv_cells(by_state.get(state))]
        writer.writerow([escape_formula(cell) for cell in (*heads, *cells)])
    return text.getvalue()


def _list_csv_cells(figures: CampaignFigures | None) -> list[Any]:
    if figures is None:
        return [None] * len(_CELLS)
    return [
        figures.cell_state,
        figures.reason,
        figures.condition,
        *(getattr(figures, name) for name in _FIGURES),
        figures.rebuild_seconds,
        figures.job_number,
        " ".join(figures.run_numbers),
    ]


def _iterate_cell_lines(
    campaign: Campaign,
    row: int,
    generation: int,
    cells: Sequence[CampaignCell],
    measured: dict[uuid.UUID, _Measured],
    *,
    first: int,
) -> Iterator[CampaignResultLine]:
    """Yield the result lines of one configuration and workload, one for each measured phase.

    A workload without any measurement gives one line without a phase.
    """
    layout = parse_layout(campaign.rows[row])
    filed = {cell.id: measured[cell.id] for cell in cells if cell.state == CellState.MEASURED and cell.id in measured}
    measured_phases = dict.fromkeys(name for cell_result in filed.values() for name in cell_result.phases)
    phases: list[str | None] = [*measured_phases] or [None]
    label = format_scaled_label(campaign.columns[cells[0].column or 0])
    for phase in phases:
        yield CampaignResultLine(
            row=first + row,
            server=describe_server(campaign.server),
            configuration=layout.name,
            layout=layout.layout,  # type: ignore[arg-type]  # What was asked for has only these words.
            drives=count_drives(layout),
            controllers=layout.controllers,
            over_provisioned_percent=layout.over_provisioned_percent,
            workload=label,
            phase=phase,
            generation=generation,
            figure=_find_main_figure(filed.values(), phase),
            figures=[
                _build_figures(campaign, cell, measured.get(cell.id), phase)
                for cell in sorted(cells, key=lambda cell: cell.column or 0)
            ],
        )


def _find_main_figure(filed: Iterable[_Measured], phase: str | None) -> Literal["iops", "bytes_per_s"] | None:
    """Return the main figure of a phase, IOPS or throughput, by the rule of a cell's headline figure.

    None where the phase was not measured.
    """
    for cell_result in filed:
        for measurements in cell_result.phases.get(phase or "", {}).values():
            return "iops" if is_small(measurements[0].load) else "bytes_per_s"
    return None


def _build_figures(
    campaign: Campaign, cell: CampaignCell, measured: _Measured | None, phase: str | None
) -> CampaignFigures:
    is_filed = cell.state == CellState.MEASURED and measured is not None and phase is not None
    by_run = measured.phases.get(phase, {}) if is_filed and measured is not None and phase is not None else {}
    measurements = [measurement for group in by_run.values() for measurement in group]
    badges = {badge.code: badge for measurement in measurements for badge in measurement.badges}
    return CampaignFigures(
        state=campaign.columns[cell.column or 0]["state"],
        cell_state=cell.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        reason=cell.reason,
        condition=cell.condition,
        **msgspec.to_builtins(compute_means(measurements)),
        rebuild_seconds=cell.rebuild_seconds,
        generation=cell.generation,
        job_number=measured.job if measured is not None else None,
        run_numbers=(measured.runs or measured.left_out) if measured is not None else [],
        badges=[Badge.model_validate(msgspec.to_builtins(badge)) for badge in badges.values()],
        repeats=[
            CampaignRepeat(run_number=run, **msgspec.to_builtins(compute_means(group))) for run, group in by_run.items()
        ],
    )


def _load_measurements(session: Session, cell_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _Measured]:
    rows = session.execute(
        select(Job.campaign_cell_id, Job.number, Run.id)
        .join(Run, Run.job_id == Job.id)
        .where(Job.campaign_cell_id.in_(cell_ids))
        .order_by(Run.repeat_index, Run.number)
    ).all()
    results = load_results(session, [row.id for row in rows], every_round=False, max_rows=None)
    by_cell: dict[uuid.UUID, _Measured] = {}
    for (cell_id, job, _), run in zip(rows, results, strict=True):
        if cell_id is None:
            continue
        cell_result = by_cell.setdefault(cell_id, _Measured(format_number(Job, job), [], [], {}))
        if run.exclusion_reason is not None:
            cell_result.left_out.append(run.number)
            continue
        cell_result.runs.append(run.number)
        for name, measurements in group_measurements(run).items():
            cell_result.phases.setdefault(name, {})[run.number] = measurements
    return by_cell
