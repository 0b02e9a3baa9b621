"""Hardware lists: components of a test bed with attributes as printed.

They become statements and configurations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from storagelab.domain.results import ParsedResult, Statement
from storagelab.formats.base import ParseFailed
from storagelab.formats.table.sheet import Sheet, SheetRow, prefix_warnings

NEEDED = ("component", "name", "attributes")
_ATTRIBUTE = re.compile(r"\s*(?P<name>[A-Za-z0-9_ ]{1,40})=(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a test bed. Attributes are as printed, by name."""

    source: str
    line: int
    kind: str
    name: str
    attributes: Mapping[str, str]


def read_components(sheet: Sheet) -> tuple[list[Component], list[str]]:
    """Read every component, and sentences about rows that name none."""
    components, warnings = [], []
    for row in sheet.rows:
        if row["component"] and row["name"]:
            components.append(Component(row["source"], row.line, row["component"], row["name"], _parse_attributes(row)))
        else:
            warnings.append(f"line {row.line}: it names no component, left out")
    return components, warnings


def convert_to_test_bed(components: list[Component]) -> list[dict[str, str]]:
    """Convert components to the form in which a configuration holds them."""
    return [{**part.attributes, "component": part.kind, "model": part.name} for part in components]


def build_results(sheet: Sheet, *, member: str) -> list[ParsedResult]:
    """Build one result for each source of a component table.

    The configuration of a result is the list of components. Raises ParseFailed when no row names a component.
    """
    components, left_out = read_components(sheet)
    if not components:
        raise ParseFailed(f"line {sheet.rows[0].line}", "a component with its name")
    warnings = (*sheet.warnings, *left_out)
    results: list[ParsedResult] = []
    by_source: defaultdict[str, list[Component]] = defaultdict(list)
    for part in components:
        by_source[part.source].append(part)
    for source, own in by_source.items():
        results.append(
            ParsedResult(
                format="table",
                version=None,
                title="Hardware list",
                members=(member,),
                statements=tuple(statement for part in own for statement in _build_statements(part)),
                configuration={
                    "name": "Hardware list",
                    "source": source or member,
                    "test_bed": convert_to_test_bed(own),
                },
                source=source or None,
                warnings=() if results else prefix_warnings(member, warnings),
            )
        )
    return results


def _parse_attributes(row: SheetRow) -> dict[str, str]:
    """Parse `a=1; b=2`; words without a name belong to the attribute before them."""
    pieces: dict[str, list[str]] = {}
    last = ""
    for piece in row["attributes"].split(";"):
        named = _ATTRIBUTE.fullmatch(piece)
        if named is not None:
            last = named["name"].strip()
            pieces[last] = [named["value"].strip()]
        elif piece.strip():
            last = last or "note"
            if last in pieces:
                pieces[last].append(piece)
            else:
                pieces[last] = [piece.strip()]
    return {name: ";".join(words) for name, words in pieces.items()}


def _build_statements(part: Component) -> list[Statement]:
    conditions = {"component": part.kind}
    stated = [
        Statement(subject=part.name, metric=attribute, printed=value, conditions=conditions)
        for attribute, value in part.attributes.items()
        if value
    ]
    return stated or [Statement(subject=part.name, metric=part.kind, printed=part.name, conditions=conditions)]
