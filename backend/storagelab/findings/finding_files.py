"""A list of findings as a file, whose columns are those of a table of findings and more."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.models import StoredFinding
from storagelab.db.references import format_row_number
from storagelab.domain.finding import FINDING_COLUMNS, format_workload
from storagelab.errors import InvalidInput
from storagelab.findings.finding_fields import FINDINGS
from storagelab.findings.queries import find_excluded_reason
from storagelab.findings.validity import LinkedRun, load_linked_runs
from storagelab.http.file_columns import FileColumn, Line
from storagelab.http.session import OpenScope
from storagelab.http.table_files import FileType, TableFile, choose_rows, make_writer
from storagelab.inventory.list_order import make_order
from storagelab.query.columns import Sort

_COLUMNS = (
    FileColumn("finding"),
    *(FileColumn(name, "number" if name == "value" else "text") for name in FINDING_COLUMNS),
    FileColumn("printed"),
    FileColumn("source_reads"),
    FileColumn("origin"),
    FileColumn("runs"),
    FileColumn("not_counted"),
    FileColumn("created_at", "moment"),
)


def parse_columns(text: str | None) -> list[int]:
    """Return the places of named columns of the file, all without a name.

    Raises InvalidInput for an unknown column, and for one that is listed twice.
    """
    if text is None:
        return list(range(len(_COLUMNS)))
    available = {column.heading: place for place, column in enumerate(_COLUMNS)}
    places: list[int] = []
    for name in (part.strip() for part in text.split(",")):
        if name not in available:
            raise InvalidInput(f"unknown column {name!r}. Available: {', '.join(available)}", path="columns")
        if available[name] in places:
            raise InvalidInput(f"{name} is listed twice", path="columns")
        places.append(available[name])
    return places


def open_finding_file(
    session: Session,
    open_scope: OpenScope,
    statement: Select[Any],
    sorts: Sequence[Sort],
    kind: FileType,
    columns: Sequence[int],
) -> TableFile:
    """Select the findings of a downloaded file in their order, with the columns at these places.

    Raises InvalidInput for too many.
    """
    ordered = make_order(FINDINGS, sorts).apply(statement.with_only_columns(StoredFinding.id))
    chosen = choose_rows(lambda limit: session.scalars(ordered.limit(limit)).all(), "findings")

    def read(row_ids: Sequence[uuid.UUID]) -> list[Line]:
        # A transaction for each batch: a slow client holds none open.
        with open_scope() as of_batch:
            rows = {row.id: row for row in of_batch.scalars(select(StoredFinding).where(StoredFinding.id.in_(row_ids)))}
            present = [rows[row_id] for row_id in row_ids if row_id in rows]
            linked = load_linked_runs(of_batch, present)
            lines = [_build_line(row, linked.get(row.id, [])) for row in present]
            return [[line[place] for place in columns] for line in lines]

    return TableFile(make_writer(kind, [_COLUMNS[place] for place in columns]), chosen, read)


def _build_line(row: StoredFinding, linked: Sequence[LinkedRun]) -> Line:
    # A whole number without a point, as tables have it.
    value = int(row.value) if row.value is not None and row.value.is_integer() else row.value
    cells = {
        **{name: getattr(row, name) for name in FINDING_COLUMNS if name not in ("source", "workload", "value")},
        "source": row.source_title,
        "workload": format_workload(row.workload) or None,
        "value": value,
    }
    return [
        format_row_number(row),
        *(cells[name] for name in FINDING_COLUMNS),
        row.printed,
        row.source_reads,
        row.origin,
        " ".join(run.number for run in linked) or None,
        find_excluded_reason(linked),
        row.created_at,
    ]
