"""Table of the findings of an article: each with its workload, strength and place in the source."""

from __future__ import annotations

from storagelab.domain.finding import WORKLOAD_KEYS, Finding
from storagelab.shares.document.share import FrozenFinding, ShareDocument
from storagelab.shares.page.model import PageCell, PageColumn, PageSection, PageTable
from storagelab.shares.page.words import find_common_value

#: Columns that are shown only where a finding has something in them.
_OPTIONAL = frozenset(
    {"Test", "RAID level", "Workload", "Object", "Value", "Unit", "State", "Source", "Place", "Note"}
)  # fmt: skip
_HINT = "Each finding as data, the same as in the JSON of this page."


def build_finding_table(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the findings of sources and people; empty where there are none.

    Computed ones have their values under them. A source that all findings have is named once.
    """
    findings = [item for item in document.findings if item.basis is None]
    source = find_common_value(item.finding.source for item in findings)
    rows = [_build_row(item, source) for item in findings]
    titles = [
        title
        for title in (rows[0] if rows else ())
        if title not in _OPTIONAL or any(row[title].value != "" for row in rows)
    ]
    hint = f"{_HINT} Source: {source}" if source else _HINT
    cells = tuple(tuple(row[title] for title in titles) for row in rows)
    table = PageTable(tuple(map(_build_column, titles)), cells, hint=hint)
    # As long as the text of its source, so it is for screens and files. Paper has the ratings and the sentences.
    return PageSection("finding-data", "Findings as data", (table,) if rows else (), is_appendix=True, is_printed=False)


def _build_column(title: str) -> PageColumn:
    return PageColumn(title, "number" if title == "Value" else None)


def _build_row(item: FrozenFinding, source: str | None) -> dict[str, PageCell]:
    finding = item.finding
    return {
        "Finding": PageCell(item.key, note=item.origin if item.origin != "published" else None),
        "Test": _build_cell(finding.test),
        "RAID level": _build_cell(finding.raid_level),
        "Workload": _build_cell(_format_workload(finding)),
        "Subject": PageCell(finding.subject),
        "Relation": PageCell(finding.relation.replace("_", " ")),
        "Object": _build_cell(finding.object),
        "Value": _build_cell(finding.value),
        "Unit": _build_cell(finding.unit),
        "State": _build_cell(finding.state),
        "Strength": PageCell(finding.strength),
        "Source": _build_cell(finding.source if finding.source != source else None),
        "Place": _build_cell(finding.place),
        "Note": _build_cell(finding.note),
    }


def _build_cell(value: float | str | None) -> PageCell:
    """Return a cell that is empty where a source states nothing."""
    return PageCell("" if value is None else value)


def _format_workload(finding: Finding) -> str | None:
    """Return the keys of a workload with their values, in the order of all pages."""
    keys = sorted(finding.workload, key=WORKLOAD_KEYS.index)
    return ", ".join(f"{key.replace('_', ' ')} {finding.workload[key]}" for key in keys) or None
