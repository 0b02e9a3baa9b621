"""The matrix of a campaign as the API shows it; that of one over several servers has the rows of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from storagelab.analysis.steady_state import Status
from storagelab.campaigns.plan_schemas import CampaignMatrix, MatrixCell, MatrixColumn, MatrixRow
from storagelab.campaigns.reading import read_cells, read_jobs, read_shares, read_verdicts
from storagelab.campaigns.table import parse_layout
from storagelab.db.models import Campaign, CampaignCell, Server
from storagelab.db.references import format_row_number
from storagelab.domain.campaigns import DEVICE, FILE, CampaignLayout
from storagelab.http.schemas import NumberedName


def describe_matrix(session: Session, campaign: Campaign) -> CampaignMatrix:
    """Return the matrix of a campaign: configurations by workloads, all generations of each cell."""
    shares = read_shares(session, campaign)
    cells = read_cells(session, [part for _, part in shares])
    ids = [cell.id for part_cells in cells.values() for cell in part_cells]
    jobs, verdicts = read_jobs(session, ids), read_verdicts(session, ids)
    return CampaignMatrix(
        rows=[
            describe_row(first + index, parse_layout(row), part.server)
            for first, part in shares
            for index, row in enumerate(part.rows)
        ],
        columns=describe_columns(campaign.columns),
        cells=[
            _describe_cell(cell, first, *jobs.get(cell.id, (None, None)), verdicts.get(cell.id))
            for first, part in shares
            for cell in cells[part.id]
            if cell.column is not None
        ],
    )


def describe_row(number: int, row: CampaignLayout, server: Server | None) -> MatrixRow:
    """Describe the configuration in row `number` of the matrix, on its server."""
    return MatrixRow(
        row=number,
        server=describe_server(server),
        name=row.name,
        layout=row.layout,  # type: ignore[arg-type]  # What was asked for has only these words.
        drives=count_drives(row),
        chunk_bytes=row.chunk_bytes,
        over_provisioned_percent=row.over_provisioned_percent,
        size_bytes=row.size_bytes,
        copy_to=row.copy_to,
        controllers=row.controllers,
        stable_ids=list(row.stable_ids),
        model=row.model,
    )


def count_drives(row: CampaignLayout) -> int | None:
    """Return the number of drives of a configuration; None for a file or a device of unknown drives."""
    return None if row.layout in (FILE, DEVICE) else row.drives


def describe_columns(columns: Sequence[Mapping[str, Any]]) -> list[MatrixColumn]:
    """Describe the columns of a matrix: workloads in states of the array.

    `columns` have the form that a campaign stores.
    """
    return [
        MatrixColumn(
            column=index,
            label=column["label"],
            profile=column["profile"]["name"],
            scale=column["profile"]["scale"],
            state=column["state"],
        )
        for index, column in enumerate(columns)
    ]


def format_cell_title(row: CampaignLayout, column: Mapping[str, Any]) -> str:
    """Return the title of a cell: configuration, workload and array state."""
    return f"{row.name}: {column['label']}, {column['state']}"


def describe_server(server: Server | None) -> NumberedName:
    """Return id, number and name of the server of a campaign.

    Raises ValueError for a parent campaign, which has no server.
    """
    if server is None:
        raise ValueError("only a whole has no server")
    return NumberedName(id=server.id, number=format_row_number(server), name=server.name)


def _describe_cell(
    cell: CampaignCell, first: int, job_number: str | None, run_number: str | None, verdict: Status | None
) -> MatrixCell:
    left_out = ("row", "job_number", "run_number", "verdict")
    fields = {name: getattr(cell, name) for name in MatrixCell.model_fields if name not in left_out}
    return MatrixCell(
        **fields, row=first + (cell.row or 0), job_number=job_number, run_number=run_number, verdict=verdict
    )
