"""A page as PDF: A4, charts as vectors, tables with their heads on every sheet, readable by screen readers (PDF/UA)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from storagelab.shares.paper.model import (
    Block,
    Caveats,
    Cell,
    Chart,
    Code,
    Facts,
    Headline,
    Headlines,
    Page,
    Sentence,
    Table,
    Unit,
    Words,
    filled,
)
from storagelab.shares.printing.amounts import amount, number_columns
from storagelab.shares.printing.author_words import read_words
from storagelab.shares.printing.characters import breakable, cut, one_line, plain
from storagelab.shares.printing.drawings import size_of
from storagelab.shares.printing.typesetting import typeset
from storagelab.shares.printing.widths import column_widths

#: Longer tables end in a sentence; the workbook and the document have all rows. A folded one is a sheet long.
MOST_ROWS = 300
MOST_FOLDED_ROWS = 60
#: Wider tables are printed in pieces, each with the first column.
MOST_COLUMNS = 9
#: The head of a column stands on every sheet, so it may not fill one.
LONGEST_HEAD = 160
MINUS = "\N{MINUS SIGN}"

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A chart as the template finds it; `ratio` is its height over its width."""

    file: str
    svg: str
    ratio: float


def render(page: Page, *, svg: Callable[[Chart], str], sha256: str, address: str) -> bytes:
    """The PDF of a page; `svg` draws a chart for light paper. The date of the file is that of the frozen document.

    Raises PrintFailed with the reason.
    """
    drawings = {chart.key: _drawn(chart, number, svg) for number, chart in enumerate(page.charts(), start=1)}
    fill = partial(filled, address=address, sha256=sha256)
    frozen_at = date_of(page)
    data = {
        "title": _line(page.title),
        "kicker": _line(page.kicker),
        "byline": _line(page.byline),
        "lines": [_line(line) for line in page.lines],
        "summary": [_block(block, drawings, fill) for block in page.summary],
        "sections": [
            {"title": _line(section.title), "blocks": [_block(block, drawings, fill) for block in section.blocks]}
            for section in page.sections
        ],
        "citation": _line(fill(page.citation)),
        "bibtex": _lines(fill(page.bibtex)),
        "name": one_line(page.title),
        "author": one_line(page.byline),
        "address": _line(address),
        "sha256": sha256,
        "date": f"{frozen_at:%Y-%m-%d %H:%M} UTC",
    }
    files = {drawing.file: drawing.svg for drawing in drawings.values()}
    return typeset("page", data, files=files, form="pdf", date=frozen_at)


def date_of(page: Page) -> dt.datetime:
    """When a page was frozen, in UTC; every print is dated so, whenever it is made."""
    return dt.datetime.fromisoformat(page.frozen_at).astimezone(dt.UTC)


def headline_words(item: Headline) -> Data:
    """One number to keep: the number, what it is, of what, and how it stands to the baseline."""
    notes = []
    if item.relative_percent is not None:
        sign = MINUS if item.relative_percent < 0 else "+"
        notes.append(f"{sign}{abs(item.relative_percent):.1f} % against the baseline")
    if item.baseline:
        notes.append("baseline")
    if item.better is not None:
        notes.append(f"{item.better} is better")
    return {
        "value": amount(item.value, item.unit),
        "label": _line(item.label),
        "subject": _line(item.subject or ""),
        "note": ", ".join(notes),
    }


def _block(block: Block, drawings: Mapping[str, _Drawing], fill: Callable[[str], str]) -> Data:
    if isinstance(block, Words):
        return {"kind": "words", "nodes": read_words(block.markdown)}
    if isinstance(block, Sentence):
        return {"kind": "sentence", "text": _line(block.text), "tone": block.tone}
    if isinstance(block, Facts):
        rows = [{"label": _line(row.label), "value": _line(row.value), "code": row.code} for row in block.rows]
        return {"kind": "facts", "title": _line(block.title or ""), "rows": rows}
    if isinstance(block, Headlines):
        return {"kind": "headlines", "items": [headline_words(item) for item in block.items]}
    if isinstance(block, Table):
        return {"kind": "table"} | _table(block)
    if isinstance(block, Chart):
        return _chart(block, drawings[block.key])
    if isinstance(block, Code):
        return {"kind": "code", "title": _line(block.title), "lines": _lines(fill(block.text))}
    if isinstance(block, Caveats):
        items = [{"label": _line(item.label), "detail": _line(item.detail or "")} for item in block.items]
        return {"kind": "caveats", "items": items}


def _chart(chart: Chart, drawing: _Drawing) -> Data:
    return {
        "kind": "chart",
        "settings": _line(chart.settings_line),
        "caption": _line(chart.caption),
        # Without its numbers the sentence is made of title and caption, which stand there already.
        "sentence": _line(chart.sentence) if chart.caption not in chart.sentence or not chart.caption else "",
        "file": drawing.file,
        "ratio": drawing.ratio,
        "alternative": f"{one_line(chart.title)}. {one_line(chart.sentence or chart.caption)}",
        "table": _table(chart.table) if chart.table is not None else None,
    }


def _drawn(chart: Chart, number: int, svg: Callable[[Chart], str]) -> _Drawing:
    drawing = svg(chart)
    width, height = size_of(drawing)
    return _Drawing(f"chart-{number}.svg", drawing, height / width)


def _table(table: Table) -> Data:
    shown = table.rows[: MOST_FOLDED_ROWS if table.folded else MOST_ROWS]
    numbers = number_columns(table.columns, shown)
    units = [column.unit for column in table.columns]
    words = [[_cell_words(cell, unit) for cell, unit in zip(row, units, strict=True)] for row in shown]
    rows = [[{"text": breakable(text), "note": breakable(note)} for text, note in row] for row in words]
    heads = [cut(column.title, LONGEST_HEAD) for column in table.columns]
    rest = len(table.rows) - len(shown)
    return {
        "title": _line(table.title or ""),
        "hint": _line(table.hint or ""),
        "rest": f"{rest:,} more rows are in the workbook and in the document of this page." if rest else "",
        "parts": [
            {
                "columns": [{"title": breakable(heads[index]), "number": numbers[index]} for index in part],
                "widths": column_widths(
                    [heads[index] for index in part],
                    [numbers[index] for index in part],
                    # A note beside a number goes on below it.
                    [[row[index][0] + ("" if numbers[index] else row[index][1]) for index in part] for row in words],
                ),
                "rows": [[row[index] for index in part] for row in rows],
            }
            for part in _column_parts(len(table.columns))
        ],
    }


def _column_parts(count: int) -> list[list[int]]:
    """Which columns stand beside each other on paper: the first one leads every part."""
    if count <= MOST_COLUMNS:
        return [list(range(count))]
    step = MOST_COLUMNS - 1
    return [[0, *range(start, min(start + step, count))] for start in range(1, count, step)]


def _cell_words(cell: Cell, unit: Unit | None) -> tuple[str, str]:
    """What a cell says, and its note."""
    # A note alone says why there is no value.
    text = "" if cell.value is None and cell.note else amount(cell.value, cell.unit or unit)
    return one_line(text), one_line(cell.note or "")


def _line(text: str) -> str | list[str]:
    return breakable(one_line(text))


def _lines(text: str) -> list[str | list[str]]:
    return [breakable(line) for line in plain(text).rstrip("\n").expandtabs(4).split("\n")] if text else []
