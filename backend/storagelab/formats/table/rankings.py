"""Tables of who leads and who lags in a test: statements, because a rank is no figure."""

from __future__ import annotations

from storagelab.domain.results import ParsedResult, Statement
from storagelab.formats.base import ParseFailed
from storagelab.formats.table.sheet import Sheet, SheetRow, prefix_warnings

NEEDED = ("test", "leaders", "laggards")


def build_results(sheet: Sheet, *, member: str) -> list[ParsedResult]:
    """Build one result of statements for each source. Raises ParseFailed when no row has a name."""
    warnings = list(sheet.warnings)
    sources: dict[str, list[Statement]] = {}
    for row in sheet.rows:
        row_statements = _build_statements(row)
        sources.setdefault(row["source"], []).extend(row_statements)
        if not row_statements:
            warnings.append(f"line {row.line}: it names neither a leader nor a laggard, left out")
    filled = {source: statements for source, statements in sources.items() if statements}
    if not filled:
        raise ParseFailed(f"line {sheet.rows[0].line}", "a test with its leaders or laggards")
    return [
        ParsedResult(
            format="table",
            version=None,
            title="Leaders and laggards",
            members=(member,),
            statements=tuple(statements),
            source=source or None,
            warnings=prefix_warnings(member, warnings) if place == 0 else (),
        )
        for place, (source, statements) in enumerate(filled.items())
    ]


def _build_statements(row: SheetRow) -> list[Statement]:
    if not row["test"]:
        return []
    return [
        Statement(subject=row["test"], metric=column, printed=row[column], conditions={"test": row["test"]})
        for column in ("leaders", "laggards")
        if row[column]
    ]
