"""Export of manual facts as a table or a document: all of them, or one filtered list."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.models import Drive, HardwareModel, PublishedHardware, Server
from storagelab.db.references import format_row_number
from storagelab.domain.labels import Labels, format_labels, sort_labels
from storagelab.http.csv_cells import escape_formula
from storagelab.inventory.catalogue_schemas import HardwareModelCreate
from storagelab.inventory.drives import describe_health
from storagelab.inventory.hardware_schemas import Component
from storagelab.inventory.naming import MODELS, Piece, get_component_kind, get_descriptive_name, load_numbered_names
from storagelab.inventory.transfer_reading import FACT_COLUMNS, MODEL_COLUMNS, PIECE_COLUMNS, PUBLISHED_COLUMNS
from storagelab.inventory.transfer_schemas import FORMAT

Table = Literal["components", "models", "published"]
_COLUMNS: dict[Table, Sequence[str]] = {
    "components": PIECE_COLUMNS,
    "models": MODEL_COLUMNS,
    "published": PUBLISHED_COLUMNS,
}


class PieceRow(TypedDict, total=False):
    """The manual facts of one component, after the fields that identify it; only servers have an owner."""

    component: str
    number: str
    server: str
    name: str
    serial: str | None
    owner: str | None
    lifecycle: str
    note: str
    labels: Labels
    manual: Mapping[str, object]


class ListedPieceRow(PieceRow):
    """A component of a list, with the facts that were collected."""

    facts: Mapping[str, object]


class TransferDocument(TypedDict):
    """The document that an import accepts."""

    format: str
    components: Sequence[PieceRow]
    models: Sequence[Mapping[str, object]]
    published: Sequence[Mapping[str, object]]


def export_document(session: Session) -> TransferDocument:
    """Export all data that people entered (manual facts, models, published hardware) for an import."""
    models = session.scalars(select(HardwareModel).order_by(HardwareModel.component, HardwareModel.model))
    fields = HardwareModelCreate.model_fields
    return {
        "format": FORMAT,
        "components": list(_iterate_manual_facts(session)),
        "models": [{name: getattr(row, name) for name in fields} for row in models],
        "published": list(_iterate_published_rows(session)),
    }


def export_table(session: Session, table: Table) -> str:
    """Export one of the lists as CSV (RFC 4180). Text that would be a formula in a spreadsheet gets a quote."""
    return _write_table(_COLUMNS[table], export_document(session)[table])


def export_list_document(session: Session, query: Select[Any], component: Component) -> TransferDocument:
    """Export the pieces in a list, newest first, in the form that an import accepts, each with its facts."""
    return {
        "format": FORMAT,
        "components": list(_iterate_listed_rows(session, query, component)),
        "models": [],
        "published": [],
    }


def export_list_table(session: Session, query: Select[Any], component: Component) -> str:
    """Export the hardware of a list as CSV, newest first; an import ignores the columns of facts."""
    rows = ({**row, **row["facts"]} for row in _iterate_listed_rows(session, query, component))
    return _write_table((*PIECE_COLUMNS, *FACT_COLUMNS[component]), rows)


def _iterate_listed_rows(session: Session, query: Select[Any], component: Component) -> Iterator[ListedPieceRow]:
    model = MODELS[component]
    rows = session.scalars(query.order_by(model.created_at.desc(), model.id.desc())).all()
    servers = {} if model is Server else load_numbered_names(session, Server, [row.server_id for row in rows])
    for row in rows:
        server = row.name if model is Server else servers[row.server_id].name
        yield {
            **_build_manual_row(row, server),
            "facts": {name: _get_fact(row, name) for name in FACT_COLUMNS[component]},
        }


def _get_fact(row: Any, name: str) -> Any:
    if isinstance(row, Drive) and name in ("used_percent", "temperature_c"):
        return getattr(describe_health(row.health), name)
    value = getattr(row, name)
    return value.isoformat() if isinstance(value, dt.datetime) else value


def _iterate_manual_facts(session: Session) -> Iterator[PieceRow]:
    """Yield the manual facts of every component in servers that are in use, in the form of an import."""
    servers = {row.id: row for row in session.scalars(select(Server).where(Server.state != "retired"))}
    for model in MODELS.values():
        rows: Iterable[Any] = (
            sorted(servers.values(), key=lambda row: row.number)
            if model is Server
            else session.scalars(select(model).where(model.server_id.in_(servers)).order_by(model.number))
        )
        for row in rows:
            yield _build_manual_row(row, row.name if model is Server else servers[row.server_id].name)


def _build_manual_row(row: Piece, server: str) -> PieceRow:
    """Return the manual facts of one component, after the fields that identify it."""
    values: PieceRow = {
        "component": get_component_kind(row),
        "number": format_row_number(row),
        "server": server,
        "name": get_descriptive_name(row),
        "serial": getattr(row, "serial", None),
    }
    if isinstance(row, Server):
        values["owner"] = row.owner
    else:
        values["lifecycle"] = row.lifecycle
    values["note"], values["labels"], values["manual"] = row.note, sort_labels(row.labels), row.manual
    return values


def _iterate_published_rows(session: Session) -> Iterator[Mapping[str, Any]]:
    rows = session.scalars(
        select(PublishedHardware).order_by(
            PublishedHardware.source, PublishedHardware.component, PublishedHardware.name
        )
    )
    for row in rows:
        yield {"source": row.source, "component": row.component, "name": row.name, "attributes": row.attributes}


def _write_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([escape_formula(_format_cell(name, row.get(name))) for name in columns])
    return out.getvalue()


def _format_cell(name: str, value: Any) -> Any:
    """Convert a value to the form of a cell."""
    if name == "labels":
        return format_labels(value)
    if name == "attributes":
        return "; ".join(f"{key}={item}" for key, item in value.items())
    if name == "manual":
        return json.dumps(value, ensure_ascii=False) if value else ""
    return value
