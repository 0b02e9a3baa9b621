"""Caveats of a page, and the runs that exist and are not shown."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.shares.document.share import FrozenCount, FrozenExclusion, ShareDocument
from storagelab.shares.page.model import Block, Caveat, Caveats, PageCell, PageColumn, PageSection, PageTable, Sentence
from storagelab.shares.page.tested import find_configuration_name

NONE = "No caveats found by the rules of the lab."


def build_caveats(document: ShareDocument) -> PageSection:
    """Return the section of caveats; the section also states when there is no caveat."""
    items = document.caveats
    blocks: list[Block] = [
        Caveats(tuple(Caveat(item.label, item.detail) for item in items)) if items else Sentence(NONE, "good")
    ]
    counted = [_build_count_row(entry, document) for entry in document.counted]
    if counted:
        columns = (
            PageColumn("Configuration"), PageColumn("Profile"), PageColumn("Runs", "count"),
            PageColumn("Shown", "count"),
            PageColumn("Failed", "count"), PageColumn("Not included because"),
        )  # fmt: skip
        blocks.append(PageTable(columns, tuple(counted), title="Runs included"))
    return PageSection("caveats", "Caveats", tuple(blocks))


def _build_count_row(entry: FrozenCount, document: ShareDocument) -> tuple[PageCell, ...]:
    return (
        PageCell(find_configuration_name(document, entry.configuration) or entry.configuration),
        PageCell(entry.profile),
        PageCell(entry.exist),
        PageCell(entry.shown),
        PageCell(entry.failed),
        PageCell(_format_reasons(entry.excluded)),
    )


def _format_reasons(excluded: Sequence[FrozenExclusion]) -> str:
    if not excluded:
        return "none"
    return ", ".join(f"{item.runs} because {item.reason}" for item in excluded)
