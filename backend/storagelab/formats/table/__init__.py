"""Tables of printed figures: published values with their kind, findings, SNIA rounds, hardware lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storagelab.domain.results import ParsedResult
from storagelab.formats.base import Claim, ParseFailed, SourceFile, add_member_name
from storagelab.formats.table import figures, findings, hardware, rounds
from storagelab.formats.table.results import build_results
from storagelab.formats.table.sheet import Sheet, read_header_columns, read_sheet

name = "table"

#: What each kind of table must have.
_KINDS = {
    "figures": figures.NEEDED,
    "rounds": rounds.NEEDED,
    "findings": findings.NEEDED,
    "hardware": hardware.NEEDED,
}
#: A table that lacks one required column is still claimed, for a clear error, when it has this many others.
_TELLING = 2


def claim(members: Sequence[SourceFile]) -> list[Claim]:
    """Claim every file whose first line names the columns of a known table, or most of them."""
    return [Claim(member.name, (member,)) for member in members if _is_nearly_table(read_header_columns(member.head()))]


def read(claim: Claim) -> Iterator[ParsedResult]:
    """Yield the results in one table. Raises ParseFailed naming the line when nothing in it can be read."""
    for member in claim.members:
        try:
            yield from _read(read_sheet(member.read()), member.name)
        except ParseFailed as failure:
            raise add_member_name(member.name, failure) from failure


def _read(sheet: Sheet, member: str) -> list[ParsedResult]:
    kind = _classify_sheet(sheet)
    if kind == "rounds":
        return rounds.build_results(sheet, member=member)
    if kind == "findings":
        return findings.build_results(sheet, member=member)
    if kind == "hardware":
        return hardware.build_results(sheet, member=member)
    reading = figures.read_figures(sheet)
    warnings = (*sheet.warnings, *reading.warnings)
    if not reading.figures:
        first = reading.warnings[0] if reading.warnings else f"line {sheet.rows[0].line}"
        raise ParseFailed(first, "at least one row whose value can be read")
    return build_results(reading, member=member, warnings=warnings)


def _classify_sheet(sheet: Sheet) -> str:
    for kind, needed in _KINDS.items():
        if set(needed) <= set(sheet.columns):
            return kind
    lacking = min(([column for column in needed if column not in sheet.columns] for needed in _KINDS.values()), key=len)
    raise ParseFailed("line 1", f"a column named {' and one named '.join(lacking)}")


def _is_nearly_table(columns: Sequence[str]) -> bool:
    """Return whether the columns form a known table, or lack one column only.

    With a missing column, there must be other columns that are unique to the table of figures.
    """
    if any(set(needed) <= set(columns) for needed in _KINDS.values()):
        return True
    telling = len(set(columns) & figures.OPTIONAL)
    return telling >= _TELLING and sum(column in columns for column in figures.NEEDED) == len(figures.NEEDED) - 1
