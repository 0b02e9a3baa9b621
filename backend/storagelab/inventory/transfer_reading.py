"""Reads what is imported, as a table or a document, row by row: a row that is wrong is refused alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from storagelab.domain.labels import convert_tags, parse_labels
from storagelab.errors import InvalidInput
from storagelab.formats.table.hardware import read_components
from storagelab.formats.table.sheet import Sheet, read_sheet
from storagelab.http.csv_cells import read_cell
from storagelab.http.validation_messages import describe_error
from storagelab.inventory.catalogue_schemas import HardwareModelCreate
from storagelab.inventory.hardware_schemas import Component
from storagelab.inventory.transfer_schemas import FORMAT, MAX_ROWS, ComponentRow, PublishedRow

RowKind = Literal["component", "model", "published"]
Row = ComponentRow | HardwareModelCreate | PublishedRow
_LISTS: dict[str, RowKind] = {"components": "component", "models": "model", "published": "published"}
_SCHEMAS: dict[RowKind, type[Row]] = {
    "component": ComponentRow,
    "model": HardwareModelCreate,
    "published": PublishedRow,
}
PIECE_COLUMNS = ("component", "number", "server", "name", "serial", "lifecycle", "owner", "note", "labels", "manual")
#: Additional facts in the export of one list: they are for the reader, and an import ignores them.
FACT_COLUMNS: dict[Component, tuple[str, ...]] = {
    "server": (
        "state", "address", "product_name", "board_name", "bios_version", "os_name", "kernel", "cpu_model",
        "memory_bytes", "fio_version", "last_seen_at",
    ),
    "controller": (
        "vendor", "model", "firmware", "driver", "driver_version", "pci_address", "battery", "present", "last_seen_at",
    ),
    "drive": (
        "vendor", "model", "firmware", "size_bytes", "path", "location", "slot", "transport", "medium", "drive_state",
        "used_percent", "temperature_c", "present", "last_seen_at",
    ),
    "array": (
        "implementation", "level", "strip_bytes", "size_bytes", "condition", "activity", "present", "last_seen_at",
    ),
}  # fmt: skip
_PIECE_AND_FACTS = (*PIECE_COLUMNS, *dict.fromkeys(name for names in FACT_COLUMNS.values() for name in names))
#: Files of an earlier release have a list of words in place of labels, and other names of these.
_EARLIER_LABELS = "tags"
_EARLIER_FIELDS = {"standing": "lifecycle"}
_EARLIER_LISTS = {"pieces": "components"}
MODEL_COLUMNS = (
    "component", "model", "vendor", "alias", "price", "currency", "power_limit_watts", "rated_endurance_bytes",
    "drive_writes_per_day", "warranty_years", "nand", "note",
)  # fmt: skip
PUBLISHED_COLUMNS = ("source", "component", "name", "attributes")
_NUMBERS = ("price", "power_limit_watts", "drive_writes_per_day", "warranty_years")


@dataclass(frozen=True, slots=True)
class Given:
    """One row as it was given: its values, or the reason why it cannot be used. `line` counts from 1."""

    kind: RowKind
    line: int
    name: str
    row: Row | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TransferReading:
    """Every row, and sentences about lines that are not rows."""

    rows: tuple[Given, ...]
    warnings: tuple[str, ...]


def read_document(document: Any) -> TransferReading:
    """Read the inventory rows of a parsed JSON document. Raises InvalidInput for any other form."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidInput(f"must be an object whose format is {FORMAT}", path="format")
    try:
        document = _rename_earlier_fields(document, _EARLIER_LISTS)
    except ValueError as wrong:
        raise InvalidInput(str(wrong)) from None
    unknown = sorted(document.keys() - _LISTS.keys() - {"format"})
    if unknown:
        raise InvalidInput("unknown field", path=unknown[0][:100])
    rows: list[Given] = []
    for name, kind in _LISTS.items():
        items = document.get(name, [])
        if not isinstance(items, list):
            raise InvalidInput("must be a list", path=name)
        rows += [_parse_row(kind, line, item) for line, item in enumerate(items, start=1)]
    return TransferReading(_require_row_limit(rows), ())


def read_table(data: bytes) -> TransferReading:
    """Read the inventory rows of a CSV file; its columns determine the kind of rows.

    Raises InvalidInput for a file that is no such table.
    """
    sheet = read_sheet(data)
    columns = set(sheet.columns)
    for needed, allowed, read in (
        ({"component", "number"}, _PIECE_AND_FACTS, _read_pieces),
        ({"source", "component", "name"}, PUBLISHED_COLUMNS, _read_published),
        ({"component", "model"}, MODEL_COLUMNS, _read_models),
    ):
        if needed <= columns:
            unknown = sorted(columns - set(allowed) - {_EARLIER_LABELS, *_EARLIER_FIELDS})
            if unknown:
                raise InvalidInput(f"Unknown column {unknown[0]!r}. Available: {', '.join(allowed)}.")
            return TransferReading(_require_row_limit(list(read(sheet))), sheet.warnings)
    raise InvalidInput(
        "The columns do not identify the table: hardware has component and number, models have component and model, "
        "published hardware has source, component and name."
    )


def _require_row_limit(rows: list[Given]) -> tuple[Given, ...]:
    if len(rows) > MAX_ROWS:
        raise InvalidInput(f"The file holds {len(rows):,} rows, at most {MAX_ROWS:,} are allowed. Import it in parts.")
    return tuple(rows)


def _read_pieces(sheet: Sheet) -> Iterator[Given]:
    allowed = (*PIECE_COLUMNS, _EARLIER_LABELS, *_EARLIER_FIELDS)
    for row in sheet.rows:
        cells = {column: read_cell(text) for column, text in row.cells.items() if column in allowed}
        apart = ("labels", _EARLIER_LABELS, "manual")
        values: dict[str, object] = {name: text for name, text in cells.items() if text and name not in apart}
        if "note" in cells:
            values["note"] = cells["note"]
        if _EARLIER_LABELS in cells:
            texts = (text.strip() for text in cells[_EARLIER_LABELS].split(";"))
            values[_EARLIER_LABELS] = [text for text in texts if text]
        try:
            if "labels" in cells:
                values["labels"] = parse_labels(cells["labels"])
        except ValueError as wrong:
            yield _make_refused_row("component", row.line, cells, f"labels: {wrong}")
            continue
        try:
            if cells.get("manual"):
                values["manual"] = json.loads(cells["manual"])
        except (ValueError, RecursionError):
            yield _make_refused_row("component", row.line, cells, 'manual: must be an object such as {"invoice": "17"}')
            continue
        yield _parse_row("component", row.line, values)


def _read_models(sheet: Sheet) -> Iterator[Given]:
    for row in sheet.rows:
        cells = {column: read_cell(text) for column, text in row.cells.items()}
        values: dict[str, object] = {name: text or None for name, text in cells.items()}
        if "note" in cells:
            values["note"] = cells["note"]
        try:
            for name in _NUMBERS:
                _convert(values, name, float)
            _convert(values, "rated_endurance_bytes", int)
        except ValueError as wrong:
            yield _make_refused_row("model", row.line, cells, str(wrong))
            continue
        yield _parse_row("model", row.line, values)


def _read_published(sheet: Sheet) -> Iterator[Given]:
    components, left_out = read_components(sheet)
    for part in components:
        attributes = {name: read_cell(value) for name, value in part.attributes.items()}
        values = {"source": read_cell(part.source), "component": part.kind, "attributes": attributes}
        yield _parse_row("published", part.line, values | {"name": read_cell(part.name)})
    for sentence in left_out:
        line, _, reason = sentence.removeprefix("line ").partition(": ")
        yield Given("published", int(line), "", None, reason)


def _convert(values: dict[str, object], name: str, number: Callable[[str], float]) -> None:
    if values.get(name) is None:
        return
    try:
        values[name] = number(str(values[name]))
    except ValueError:
        raise ValueError(f"{name}: {str(values[name])[:40]!r} is not a number") from None


def _parse_row(kind: RowKind, line: int, values: Any) -> Given:
    if not isinstance(values, dict):
        return Given(kind, line, "", None, "must be an object")
    try:
        values = (
            _convert_earlier_labels(_rename_earlier_fields(values, _EARLIER_FIELDS)) if kind == "component" else values
        )
    except ValueError as wrong:
        return _make_refused_row(kind, line, values, str(wrong))
    try:
        return Given(kind, line, _get_subject_name(kind, values), _SCHEMAS[kind].model_validate(values))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        words = describe_error(first)
        return _make_refused_row(kind, line, values, f"{where}: {words}" if where else words)


def _rename_earlier_fields(values: dict[str, object], earlier: Mapping[str, str]) -> dict[str, object]:
    """Return `values` with earlier field names replaced by present ones.

    Raises ValueError where a field has both its names.
    """
    for before, now in earlier.items():
        if before in values and now in values:
            raise ValueError(f"{now} and {before} are the same: give only {now}")
    return {earlier.get(name, name): value for name, value in values.items()}


def _convert_earlier_labels(values: dict[str, object]) -> dict[str, object]:
    """Return a row with the list of tags of an earlier release converted to labels.

    Raises ValueError where the row has both, and where the tags are no list of words.
    """
    if _EARLIER_LABELS not in values:
        return values
    earlier = values[_EARLIER_LABELS]
    if values.get("labels") is not None:
        raise ValueError(f"labels and {_EARLIER_LABELS} are the same: give only labels")
    if earlier is not None and not (isinstance(earlier, list) and all(isinstance(text, str) for text in earlier)):
        raise ValueError(f"{_EARLIER_LABELS}: must be a list of words")
    others = {name: value for name, value in values.items() if name != _EARLIER_LABELS}
    return {**others, "labels": None if earlier is None else convert_tags(earlier)}


def _make_refused_row(kind: RowKind, line: int, values: Mapping[str, Any], reason: str) -> Given:
    return Given(kind, line, _get_subject_name(kind, values), None, reason[:500])


def _get_subject_name(kind: RowKind, values: Mapping[str, Any]) -> str:
    """Return the component kind of a row with its number, model or name; `?` for a missing part."""
    names = {"component": ("component", "number"), "model": ("component", "model"), "published": ("component", "name")}
    return " ".join(str(values.get(name) or "?")[:200] for name in names[kind])
