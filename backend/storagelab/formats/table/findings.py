"""Tables of findings: one statement a row, with subject, relation, test and place in the source."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeVar

from storagelab.domain.finding import (
    FINDING_COLUMNS,
    RATIO_RELATIONS,
    RELATIONS,
    Finding,
    Relation,
    Strength,
    parse_workload,
)
from storagelab.domain.results import ParsedResult
from storagelab.formats.base import ParseFailed
from storagelab.formats.table.sheet import Sheet, SheetRow, prefix_warnings
from storagelab.formats.text import clip

NEEDED = ("subject", "relation", "test")
TITLE = "Findings"
#: Strengths that a source can have; a test is behind computed findings alone.
_STRENGTHS: tuple[Strength, ...] = ("clear", "slight", "stated")
_EMPTY = "it is empty"
_MAX_CHARACTERS = 2000
Choice = TypeVar("Choice", bound=str)


class WrongCell(Exception):
    """Error for a cell that cannot be read; its text begins with the column."""


def build_results(sheet: Sheet, *, member: str) -> list[ParsedResult]:
    """Build one result for each source of a table of findings.

    A row with a fault is left out with a warning that has its line and column. Raises ParseFailed when no row can be
    read.
    """
    findings, faults = read_findings(sheet)
    if not findings:
        raise ParseFailed(faults[0] if faults else f"line {sheet.rows[0].line}", "at least one finding")
    by_source: dict[str | None, list[Finding]] = {}
    for finding in findings:
        by_source.setdefault(finding.source, []).append(finding)
    warnings = prefix_warnings(member, (*sheet.warnings, *(f"{fault}, left out" for fault in faults)))
    return [
        ParsedResult(
            format="table",
            version=None,
            title=TITLE,
            members=(member,),
            findings=tuple(own),
            source=source,
            warnings=warnings if place == 0 else (),
        )
        for place, (source, own) in enumerate(by_source.items())
    ]


def read_findings(sheet: Sheet) -> tuple[list[Finding], list[str]]:
    """Return the findings of a table in order, and the fault of each row that is none, with line and column."""
    findings, faults = [], []
    for row in sheet.rows:
        try:
            findings.append(_read_row(row))
        except WrongCell as wrong:
            faults.append(f"line {row.line}, column {wrong}")
    return findings, faults


def _make_wrong_cell(fault: str, *, column: str) -> WrongCell:
    """Return the error for a cell with a fault."""
    return WrongCell(f"{column}: {fault}")


def _read_row(row: SheetRow) -> Finding:
    for column in FINDING_COLUMNS:
        if len(row[column]) > _MAX_CHARACTERS:
            raise WrongCell(f"{column}: expected at most {_MAX_CHARACTERS:,} characters")
    if not row["subject"]:
        raise _make_wrong_cell(_EMPTY, column="subject")
    relation: Relation = _choose(row, "relation", tuple(RELATIONS))
    strength: Strength = _choose(row, "strength", _STRENGTHS) if row["strength"] else "stated"
    value, unit = _read_value(row), row["unit"] or None
    if unit is not None and value is None:
        raise _make_wrong_cell(f"{_EMPTY}, but the row has a unit", column="value")
    if relation in RATIO_RELATIONS and (value is None or unit != "x" or not row["object"]):
        missing = "object" if not row["object"] else "value" if value is None else "unit"
        raise WrongCell(f"{missing}: {relation} needs an object, a value and the unit x")
    return Finding(
        origin="published",
        relation=relation,
        subject=row["subject"],
        object=row["object"] or None,
        test=row["test"] or None,
        workload=_read_workload(row),
        raid_level=row["raid_level"] or None,
        state=row["state"] or None,
        value=value,
        unit=unit,
        strength=strength,
        source=row["source"] or None,
        place=row["place"] or None,
        note=row["note"] or None,
    )


def _choose(row: SheetRow, column: str, choices: tuple[Choice, ...]) -> Choice:
    for choice in choices:
        if row[column] == choice:
            return choice
    given = f"unknown {column} {clip(row[column], 40)!r}" if row[column] else "it is empty"
    raise WrongCell(f"{column}: {given}. Available: {', '.join(choices)}")


def _read_value(row: SheetRow) -> float | None:
    if not row["value"]:
        return None
    try:
        value = float(row["value"])
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in row["value"]:
        raise _make_wrong_cell(f"{clip(row['value'], 40)!r} is not a number such as 2 or 0.25", column="value")
    return value


def _read_workload(row: SheetRow) -> Mapping[str, str]:
    try:
        return parse_workload(row["workload"])
    except ValueError as wrong:
        raise WrongCell(f"workload: {clip(str(wrong), 300)}") from wrong
