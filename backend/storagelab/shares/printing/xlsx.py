"""Page as a workbook: an overview sheet, then tables with exact numbers and native Excel charts."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial

from xlsxwriter import Workbook

from storagelab.shares.page.model import (
    AuthorText,
    Block,
    Caveats,
    Code,
    FactCard,
    FindingList,
    Headlines,
    PageChart,
    PageHeadline,
    PageSection,
    PageTable,
    Sentence,
    SharePageModel,
    Steps,
    fill_citation,
)
from storagelab.shares.printing.author_words import format_plain_lines
from storagelab.shares.printing.characters import clean_line, clean_text
from storagelab.shares.printing.native_charts import add_charts, group_curve_rows
from storagelab.shares.printing.pdf import get_frozen_time
from storagelab.shares.printing.sheets import Book, PrintSheet, compute_widths

#: Books with more rows are written through a file, without what charts remember of their cells.
_MAX_ROWS_IN_MEMORY = 100_000
_ROWS_FOR_WIDTHS = 200


def render(page: SharePageModel, *, sha256: str, address: str, notices: Sequence[str] = ()) -> bytes:
    """Return the XLSX of a page; the same page gives the same bytes. `notices` appear above the frozen content."""
    output = io.BytesIO()
    options = {
        "constant_memory": _count_rows(page) > _MAX_ROWS_IN_MEMORY,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with Workbook(output, options) as workbook:
        created = get_frozen_time(page).replace(tzinfo=None)
        title, author = clean_line(page.title)[:255], clean_line(page.author)[:255]
        workbook.set_properties({"title": title, "author": author, "comments": address, "created": created})
        book = Book(workbook)
        about = book.add_sheet("About")
        fill = partial(fill_citation, address=address, sha256=sha256)
        names = [name for section in page.sections for name in _write_section(book, section, fill)]
        _write_about(book, about, page, sha256=sha256, address=address, names=names, notices=notices, fill=fill)
    return output.getvalue()


#: Blocks that a sheet shows; the others are on the first sheet.
_WRITTEN = FactCard | Steps | FindingList | Headlines | Sentence | PageTable | Code


def _write_section(book: Book, section: PageSection, fill: Callable[[str], str]) -> list[tuple[str, str]]:
    """Write the sheets of a section: one with its tables, one for each chart. Returns their names and titles."""
    tables = [block for block in section.blocks if isinstance(block, _WRITTEN)]
    names = []
    if tables:
        sheet = book.add_sheet(section.title)
        names.append((sheet.name, section.title))
        sheet.widen(
            compute_widths((row for block in tables for row in _list_sample_rows(block)), _count_max_columns(tables))
        )
        sheet.write([section.title], book.title)
        for block in tables:
            sheet.skip()
            _write_block(book, sheet, block, fill)
    return names + [_write_chart(book, block) for block in section.blocks if isinstance(block, PageChart)]


def _write_block(book: Book, sheet: PrintSheet, block: Block, fill: Callable[[str], str]) -> None:
    if isinstance(block, Sentence):
        sheet.write([block.text])
    elif isinstance(block, FindingList):
        for finding in block.items:
            sheet.write([finding.text])
            for row in finding.basis:
                sheet.write(["", row.label, row.value])
    elif isinstance(block, FactCard | Steps):
        if block.title:
            sheet.write([block.title], book.strong)
        for row in block.rows:
            sheet.write([row.label, row.value])
    elif isinstance(block, Headlines):
        sheet.write(["Figure", "Of", "Value", "Unit", "Against the baseline (percent)"], book.header)
        for item in block.items:
            sheet.write(_build_headline_row(item))
    elif isinstance(block, PageTable):
        _write_table_words(book, sheet, block)
        sheet.table(block)
    elif isinstance(block, Code):
        sheet.write([block.title], book.strong)
        for line in clean_text(fill(block.text)).rstrip("\n").split("\n"):
            sheet.write([line], book.code)


def _write_table_words(book: Book, sheet: PrintSheet, table: PageTable) -> None:
    if table.title:
        sheet.write([table.title], book.strong)
    if table.hint:
        sheet.write([table.hint], book.soft)


def _write_chart(book: Book, chart: PageChart) -> tuple[str, str]:
    sheet = book.add_sheet(chart.title)
    table = group_curve_rows(chart.kind, chart.table) if chart.table is not None else None
    if table is not None:
        sheet.widen(compute_widths(_list_sample_rows(table), len(table.columns)))
    sheet.write([chart.title], book.title)
    sheet.write([chart.settings_line], book.soft)
    sheet.write([chart.caption or chart.sentence], book.soft)
    sheet.skip()
    if table is not None:
        placed = sheet.table(table)
        sheet.worksheet.freeze_panes(placed.first, 0)
        add_charts(book.workbook, sheet.worksheet, chart, table, placed)
    return sheet.name, chart.title


def _write_about(
    book: Book,
    sheet: PrintSheet,
    page: SharePageModel,
    *,
    sha256: str,
    address: str,
    names: list[tuple[str, str]],
    notices: Sequence[str],
    fill: Callable[[str], str],
) -> None:
    sheet.widen([16, 100])
    for notice in notices:
        sheet.write(["Since frozen", notice], book.wrapped)
    sheet.write([page.title], book.title)
    sheet.write([page.kicker], book.soft)
    for line in filter(None, (page.byline, page.frozen, *page.lines)):
        sheet.write([line])
    if page.lead is not None:
        sheet.write(["Finding", page.lead.text], book.wrapped)
    for block in page.summary:
        if isinstance(block, Headlines):
            sheet.skip()
            _write_block(book, sheet, block, fill)
    sheet.skip()
    citation = fill(page.citation)
    sheet.write(["Permalink", address])
    sheet.write(["SHA-256", sha256])
    sheet.write(["Frozen", get_frozen_time(page)])
    sheet.write(["How to cite", citation], book.wrapped)
    sheet.write(["Numbers", "Exact, in the base unit that the head of their column names; unknown is an empty cell."])
    blocks = [block for section in page.sections for block in section.blocks]
    caveats = [item for block in blocks if isinstance(block, Caveats) for item in block.items]
    if caveats:
        sheet.skip()
        sheet.write(["Caveats"], book.strong)
    for item in caveats:
        sheet.write(["", f"{item.label}: {item.detail}" if item.detail else item.label], book.wrapped)
    words = [line for block in blocks if isinstance(block, AuthorText) for line in format_plain_lines(block.markdown)]
    if words:
        sheet.skip()
        sheet.write(["The author's words"], book.strong)
    for line in words:
        sheet.write(["", line], book.wrapped)
    sheet.skip()
    sheet.write(["Sheets"], book.strong)
    for name, title in names:
        sheet.write([name, title])


def _build_headline_row(item: PageHeadline) -> list[float | str | None]:
    return [item.label, item.subject, item.value, item.unit, "baseline" if item.baseline else item.relative_percent]


def _list_sample_rows(block: Block) -> list[list[float | int | str | None]]:
    """Return some rows of a block, for an estimate of its column widths."""
    if isinstance(block, PageTable):
        rows = [[cell.value for cell in row] for row in block.rows[:_ROWS_FOR_WIDTHS]]
        return [[f"{column.title} 1/s" for column in block.columns], *rows]
    if isinstance(block, FactCard | Steps):
        return [[row.label, row.value] for row in block.rows]
    return [_build_headline_row(item) for item in block.items] if isinstance(block, Headlines) else []


def _count_max_columns(blocks: Sequence[Block]) -> int:
    return max(len(block.columns) if isinstance(block, PageTable) else 5 for block in blocks)


def _count_rows(page: SharePageModel) -> int:
    tables = [
        block.table if isinstance(block, PageChart) else block for section in page.sections for block in section.blocks
    ]
    return sum(len(table.rows) for table in tables if isinstance(table, PageTable))
