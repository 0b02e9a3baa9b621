"""Caveats of a page, and the runs that exist and are not shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from storagelab.shares.document.share import FrozenCaveat, FrozenCount, FrozenExclusion, ShareDocument
from storagelab.shares.page.model import Caveat, Caveats, PageCell, PageColumn, PageSection, PageTable, Sentence
from storagelab.shares.page.words import format_sentence
from storagelab.shares.shown_names import find_configuration_name

NONE = "No caveats found by the rules of the lab."
#: The words of badges that send the reader to the note of a figure.
_NOTE = re.compile(r"\s*(?:\S* ?[Ii]ts note says why|See its note)\.?")


def build_caveats(document: ShareDocument) -> PageSection:
    """Return the section of caveats; the section also states when there is no caveat."""
    items = document.caveats
    caveats = Caveats(tuple(_build_caveat(item, document) for item in items))
    return PageSection("caveats", "Caveats", (caveats if items else Sentence(NONE, "good"),))


def _build_caveat(item: FrozenCaveat, document: ShareDocument) -> Caveat:
    """Return a caveat; a detail that sends the reader to a note has the note itself."""
    detail = item.detail
    if detail is not None and _NOTE.search(detail):
        notes = dict.fromkeys(
            phase.measurement.source_note
            for run in document.runs
            for phase in run.phases
            if phase.measurement is not None
            and phase.measurement.source_note
            and any(badge.code == item.code for badge in phase.measurement.badges)
        )
        if notes:
            detail = _NOTE.sub(lambda _: " " + " ".join(format_sentence(note) for note in notes), detail)
    return Caveat(item.label, detail.strip() if detail else None)


def build_counts(document: ShareDocument) -> tuple[PageTable, ...]:
    """Return the table of the runs that exist and of those shown; empty where nothing was counted."""
    rows = tuple(_build_count_row(entry, document) for entry in document.counted)
    columns = (
        PageColumn("Configuration"), PageColumn("Profile"), PageColumn("Runs", "count"), PageColumn("Shown", "count"),
        PageColumn("Failed", "count"), PageColumn("Not included because"),
    )  # fmt: skip
    return (PageTable(columns, rows, title="Runs included", dense=True),) if rows else ()


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
