"""The result set of a campaign: configuration by workload, the states of the array side by side."""

from __future__ import annotations

import csv
import io
import itertools
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.campaigns.campaign_schemas import CampaignFigures, CampaignRepeat, CampaignResultLine, CampaignResults
from storagelab.campaigns.matrix_views import count_drives, describe_server
from storagelab.campaigns.reading import read_cells, read_shares
from storagelab.campaigns.result_assignment import COUNTS, compute_mean, is_small
from storagelab.campaigns.schemas import Condition
from storagelab.campaigns.table import format_scaled_label, parse_layout
from storagelab.db.models import Campaign, CampaignCell, Job, Measurement, Phase, Run
from storagelab.db.references import format_number, format_row_number
from storagelab.domain.campaigns import CellState
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.phase_names import build_result_names
from storagelab.http.csv_cells import escape_formula
from storagelab.http.rest_names import get_rest_field_name
from storagelab.runs.schemas import Badge
from storagelab.runs.validity import COUNTED

_FIGURES = (
    ("iops", "iops"),
    ("bytes_per_s", "bandwidth_bytes_per_s"),
    ("latency_mean_ns", "latency_mean_ns"),
    ("latency_p99_ns", "latency_p99_ns"),
)
_HEADS = (
    *("server", "configuration", "layout", "drives", "controllers", "over_provisioned_percent"),
    *("workload", "phase", "generation"),
)
_CELLS = (
    "state",
    "reason",
    "condition",
    *(get_rest_field_name(name) for name, _ in _FIGURES),
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
    phases: dict[str, dict[str, list[Measurement]]]


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
        *(getattr(figures, name) for name, _ in _FIGURES),
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
            return "iops" if is_small(measurements[0]) else "bytes_per_s"
    return None


def _build_figures(
    campaign: Campaign, cell: CampaignCell, measured: _Measured | None, phase: str | None
) -> CampaignFigures:
    is_filed = cell.state == CellState.MEASURED and measured is not None and phase is not None
    by_run = measured.phases.get(phase, {}) if is_filed and measured is not None and phase is not None else {}
    measurements = [measurement for group in by_run.values() for measurement in group]
    badges = {badge["code"]: badge for measurement in measurements for badge in measurement.badges}
    return CampaignFigures(
        state=campaign.columns[cell.column or 0]["state"],
        cell_state=cell.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        reason=cell.reason,
        condition=cell.condition,
        **_compute_means(measurements),
        rebuild_seconds=cell.rebuild_seconds,
        generation=cell.generation,
        job_number=measured.job if measured is not None else None,
        run_numbers=(measured.runs or measured.left_out) if measured is not None else [],
        badges=[Badge.model_validate(badge) for badge in badges.values()],
        repeats=[CampaignRepeat(run_number=run, **_compute_means(group)) for run, group in by_run.items()],
    )


def _compute_means(measurements: Sequence[Measurement]) -> dict[str, float | None]:
    return {
        name: compute_mean([getattr(measurement, column) for measurement in measurements]) for name, column in _FIGURES
    }


def _load_measurements(session: Session, cell_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _Measured]:
    by_cell: dict[uuid.UUID, _Measured] = {}
    rows = session.execute(
        select(
            Job.campaign_cell_id,
            Job.number,
            Run.number,
            COUNTED,
            Phase.name,
            Phase.loop,
            Phase.round,
            Phase.state,
            Measurement,
        )
        .join(Run, Run.job_id == Job.id)
        .outerjoin(Phase, (Phase.run_id == Run.id) & COUNTS & COUNTED)
        .outerjoin(Measurement, Measurement.phase_id == Phase.id)
        .where(Job.campaign_cell_id.in_(cell_ids))
        .order_by(Run.repeat_index, Run.number, Phase.ordinal)
    )
    for (cell_id, job, run, is_counted), of_run in itertools.groupby(rows, key=lambda row: tuple(row[:4])):
        if cell_id is None:
            continue
        cell_result = by_cell.setdefault(cell_id, _Measured(format_number(Job, job), [], [], {}))
        number = format_number(Run, run)
        (cell_result.runs if is_counted else cell_result.left_out).append(number)
        phases = [row for row in of_run if row.name is not None]
        for row, name in zip(
            phases, build_result_names((row.name, row.loop, row.round) for row in phases), strict=True
        ):
            # A phase that was cut short measured a burst. It retains its name, so that later ones retain theirs.
            if row.Measurement is not None and row.state == PhaseState.FINISHED:
                cell_result.phases.setdefault(name, {}).setdefault(number, []).append(row.Measurement)
    return by_cell
