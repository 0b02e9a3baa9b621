"""Rows of a figure table as printed figures: value, unit, kind, and measurement or statement."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from storagelab.domain.published import PublishedFigure
from storagelab.domain.results import NumberReading, ObservedWorkload, ValueKind
from storagelab.formats.table.numbers import Mark, Number, find_decimal_mark, mark_for, read_numbers
from storagelab.formats.table.sheet import Sheet, SheetRow
from storagelab.formats.table.units import Quantity, Unit, apply_unit_suffix, find_quantity, find_unit
from storagelab.formats.table.workloads import read_workload
from storagelab.formats.text import clip

Role = Literal["measured", "restated", "stated"]
#: What a figure table must have; all other columns may be missing.
NEEDED = ("configuration", "metric", "value")
OPTIONAL = frozenset(
    {"workload", "block_size", "rw_mix", "qd", "threads", "unit", "value_kind", "drives", "controller", "drive_model"}
)
#: The characters of the source for a figure; other columns have its reading.
_TEXT = "value_printed"
#: Columns whose last digits may be missing where a file is cut.
_NUMERIC = frozenset({"value", "drives", "block_size", "rw_mix", "qd", "threads"})
_KINDS: Mapping[str, ValueKind] = {
    "exact": "exact",
    "approx": "approximate",
    "approximate": "approximate",
    "range_low": "range_low",
    "range_high": "range_high",
    "lower_bound": "lower_bound",
    "upper_bound": "upper_bound",
    "ratio": "ratio",
}
_ROLES: Mapping[str, Role] = {"": "measured", "measured": "measured", "restated": "restated", "stated": "stated"}
#: States of an array. Other words in that column give the moment of a figure (`burst`, `steady`).
_CONDITIONS: Mapping[str, str] = {
    "optimal": "optimal",
    "degraded": "degraded",
    "rebuild": "rebuilding",
    "rebuilding": "rebuilding",
    "initialising": "initialising",
    "failed": "failed",
}
#: Words by which a source marks a figure that was not measured.
_NOT_MEASURED = re.compile(
    r"text\b|.*\b(?:theoretical|specification|data ?sheet|conclusion|recommendation|claimed)\b|.*(?<!not )\bstated$",
    re.IGNORECASE,
)
_SPECIFIED = frozenset({"spec", "specification"})
_LARGEST = 1e18


class Unreadable(Exception):
    """Error for a row or number that cannot be interpreted; its text gives the reason."""


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """One printed number with everything its row states.

    `value` is in `unit`: a base unit where the printed one is known, else as printed. `quantity` None makes it a
    statement. `text` has the characters of the source, None where it has none for the value. `printed` is for reading:
    these characters, else the number and its unit. `moment` is a state that is not one of an array (`burst`), `words`
    the text in columns of the load.
    """

    line: int
    row: SheetRow
    role: Role
    metric: str
    quantity: Quantity | None
    value: float
    unit: str | None
    value_kind: ValueKind
    text: str | None
    printed: str
    workload: ObservedWorkload
    words: tuple[str, ...]
    condition: str | None
    moment: str | None

    @property
    def reconstructed(self) -> bool:
        """Return whether the source was damaged and the row was reconstructed from it."""
        return self.row["scrambled"].lower() not in ("", "no")

    def build_published(self, *, restated: bool = False) -> PublishedFigure | None:
        """Return the figure with its place in the source; None for one that is no metric of the lab."""
        metric = self.quantity.metric if self.quantity is not None else None
        if metric is None:
            return None
        return PublishedFigure(
            metric=metric,
            value=self.value,
            value_kind=self.value_kind,
            text=self.text,
            place=self.row["place"] or None,
            source_reads=self.row["source_reads"] or None,
            reconstructed=self.reconstructed,
            restated=restated,
        )


@dataclass(frozen=True, slots=True)
class TableReading:
    """Result of reading a table: figures, the reading of each number, and sentences about omissions."""

    figures: tuple[PrintedFigure, ...]
    numbers: tuple[tuple[int, NumberReading], ...]
    warnings: tuple[str, ...]


def read_figures(sheet: Sheet) -> TableReading:
    """Read every figure of a table in the order of its lines.

    The result also has the reading of each number with its line, and warnings.
    """
    proved, mixed = find_decimal_mark(row["value"] for row in sheet.rows)
    warnings = ["decimal commas and decimal points are mixed in the same column"] if mixed else []
    figures: list[PrintedFigure] = []
    numbers: list[tuple[int, NumberReading]] = []
    for row in sheet.rows:
        if row.may_be_cut and sheet.columns[-1] in _NUMERIC:
            warnings.append(f"truncated: line {row.line}: the file ends within its last number, which is left out")
            continue
        mark = mark_for(row["value"], proved, points_are_decimal=sheet.points_are_decimal)
        try:
            read = list(_iterate_row_figures(row, mark))
        except Unreadable as wrong:
            warnings.append(f"line {row.line}: {wrong}, left out")
            numbers.append((row.line, _make_number_reading(row, None, None)))
            continue
        figures += read
        numbers += [(row.line, _make_number_reading(row, figure.value, figure.unit)) for figure in read]
        warnings += [f"line {row.line}: {reason}" for figure in read[:1] if (reason := _explain_statement(figure))]
    return TableReading(tuple(figures), tuple(numbers), tuple(warnings))


def _iterate_row_figures(row: SheetRow, mark: Mark | None) -> Iterator[PrintedFigure]:
    """Yield the figure of a row, or two figures for both ends of a range.

    `mark` is the decimal mark of the column. Raises Unreadable.
    """
    if not row["configuration"] or not row["metric"]:
        raise Unreadable("the configuration or the metric is empty")
    if row["role"].lower() not in _ROLES:
        raise Unreadable(f"the role {clip(row['role'], 40)!r} is not one of measured, restated and stated")
    role = _ROLES[row["role"].lower()]
    if role == "measured" and _is_not_measured(row):
        role = "stated"
    workload, words = read_workload(row, described=row["workload"])
    state = row["state"].lower()
    as_number = f"{row['value']} {row['unit']}".strip()
    text = row[_TEXT] or None if _TEXT in row.cells else as_number
    for number in read_numbers(row["value"], mark):
        if number.value is None:
            raise Unreadable(f"the value {clip(row['value'], 40)!r} {_format_unreadable_number(number)}")
        unit, printed_unit = _find_unit(row["unit"], number)
        kind = _find_value_kind(row, number)
        quantity = find_quantity(row["metric"])
        if unit is None and quantity is not None and quantity.field == "iops" and not printed_unit:
            unit = Unit("1/s")
        measured = quantity is not None and unit is not None and unit.base_unit == quantity.base_unit
        value = _convert_to_base_unit(number.value, unit)
        if measured and value < 0:
            raise Unreadable(f"{clip(row['metric'], 40)} cannot be negative ({clip(row['value'], 40)})")
        yield PrintedFigure(
            line=row.line,
            row=row,
            role=role,
            metric=row["metric"],
            quantity=quantity if measured and kind != "ratio" else None,
            value=value,
            unit=unit.base_unit if unit else printed_unit or None,
            value_kind=kind,
            text=text,
            printed=text or as_number,
            workload=workload,
            words=words,
            condition=_CONDITIONS.get(state),
            moment=row["state"] if state not in _CONDITIONS and state else None,
        )


def _is_not_measured(row: SheetRow) -> bool:
    """Return whether the source marks a figure as a specification, theory, conclusion or rounding."""
    names = (row["workload"], row["configuration"])
    return row["state"].lower() in _SPECIFIED or any(_NOT_MEASURED.match(name) for name in names)


def _format_unreadable_number(number: Number) -> str:
    return number.explanation if number.explanation.startswith("can be") else f"cannot be read ({number.explanation})"


def _find_unit(column: str, number: Number) -> tuple[Unit | None, str]:
    """Return the unit of a number and its printed form, from its column or from the text after the number."""
    if number.unit is None:
        return find_unit(column), column
    behind = find_unit(number.unit)
    column_unit = find_unit(column)
    if not column or (behind is not None and behind == column_unit):
        return behind, number.unit
    scaled = apply_unit_suffix(column_unit, number.unit) if column_unit is not None else None
    if scaled is None:
        raise Unreadable(f"the value has the unit {clip(number.unit, 40)!r} and its column {clip(column, 40)!r}")
    return scaled, f"{number.unit} {column}"


def _find_value_kind(row: SheetRow, number: Number) -> ValueKind:
    printed = row["value_kind"].lower()
    if printed and printed not in _KINDS:
        raise Unreadable(f"{clip(printed, 40)!r} is not a kind of value. Available: {', '.join(_KINDS)}")
    kind = _KINDS.get(printed, "exact")
    return number.kind if number.kind is not None and (kind == "exact" or "range" in number.kind) else kind


def _convert_to_base_unit(value: float, unit: Unit | None) -> float:
    base = float(Decimal(repr(value)) * unit.factor) if unit is not None else value
    if not math.isfinite(base) or abs(base) > _LARGEST:
        raise Unreadable("the value is larger than any figure")
    return base


def _explain_statement(figure: PrintedFigure) -> str | None:
    """Return the reason why a figure with a metric of the lab counts as a statement only.

    None where it is a measurement, or where the row itself calls it a statement.
    """
    if figure.role != "measured" or figure.quantity is not None or figure.value_kind == "ratio":
        return None
    if find_quantity(figure.metric) is None:
        return None
    unit = f"the unit {clip(figure.row['unit'], 40)!r}" if figure.row["unit"] else "no unit"
    return f"{clip(figure.metric, 40)} with {unit} is kept as a statement"


def _make_number_reading(row: SheetRow, value: float | None, unit: str | None) -> NumberReading:
    text = clip(row[_TEXT] or f"{row['value']} {row['unit']}".strip(), 80)
    return NumberReading(f"line {row.line}", text, value, unit, clip(row["metric"], 80) or "value")
