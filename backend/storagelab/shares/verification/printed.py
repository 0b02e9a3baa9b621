"""Checks of the numbers on the page: copied from the document, or computed while it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from storagelab.errors import StorageLabError
from storagelab.shares.page.build import page_of
from storagelab.shares.page.model import Headlines, PageChart, PageTable, SharePageModel
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport


@dataclass(frozen=True, slots=True)
class Printed:
    """Counts of the numbers that the page prints: copied from the document, and computed from it.

    Both follow from checked values, because a page is made of the document and of nothing else.
    """

    copied: int = 0
    computed: int = 0


def check_page(share: FrozenShare, verification: VerificationReport) -> Printed:
    """Print the page of a share and count its numbers: copied from the document, or computed.

    A fault of the document goes to `verification`.
    """
    try:
        page = page_of(share.typed, share.raw)
        in_document = _collect_numbers(share.document)
        printed = list(_iterate_page_numbers(page, share, in_document))
    except (*MALFORMED, StorageLabError) as error:
        verification.add_malformed("page", error, formula=formulas.COPY, source="the document")
        return Printed()
    copied = sum(value in in_document for value in printed)
    return Printed(copied, len(printed) - copied)


def _iterate_page_numbers(page: SharePageModel, share: FrozenShare, in_document: set[float]) -> Iterator[float]:
    for section in page.sections:
        for block in section.blocks:
            if isinstance(block, PageTable):
                yield from _iterate_cell_numbers(block)
            elif isinstance(block, PageChart) and block.table is not None:
                chart = share.document["charts"][block.key]
                in_document |= _collect_numbers(share.json(chart["table"]))
                yield from _iterate_cell_numbers(block.table)
    for block in page.summary:
        if isinstance(block, Headlines):
            for item in block.items:
                for value in (item.value, item.relative_percent):
                    if value is not None:
                        yield value


def _iterate_cell_numbers(table: PageTable) -> Iterator[float]:
    for row in table.rows:
        for cell in row:
            if isinstance(cell.value, int | float) and not isinstance(cell.value, bool):
                yield cell.value


def _collect_numbers(value: Any) -> set[float]:
    numbers: set[float] = set()
    level = [value]
    while level:
        item = level.pop()
        if isinstance(item, dict):
            level.extend(item.values())
        elif isinstance(item, list):
            level.extend(item)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            numbers.add(item)
    return numbers
