"""Page as PDF: A4, charts as vectors, table heads on every sheet, accessible (PDF/UA)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from storagelab.shares import figures
from storagelab.shares.page.model import (
    RULE,
    AuthorText,
    Block,
    Caveats,
    Code,
    FactCard,
    FindingList,
    Headlines,
    PageCell,
    PageChart,
    PageColumn,
    PageFinding,
    PageHeadline,
    PageSection,
    PageTable,
    Sentence,
    SharePageModel,
    Steps,
    fill_citation,
)
from storagelab.shares.printing.amounts import UNIT_SEPARATOR, find_number_columns, format_amount
from storagelab.shares.printing.author_words import read_words
from storagelab.shares.printing.characters import LONGEST_WORD, clean_line, clean_text, cut, split_long_words
from storagelab.shares.printing.drawings import read_drawing_size
from storagelab.shares.printing.html_tables import format_rounded_change
from storagelab.shares.printing.typesetting import typeset
from storagelab.shares.printing.widths import compute_column_widths, compute_minimum_widths, count_line_characters

#: Longer tables end in a sentence; the workbook and the document have all rows. A folded one is half a sheet long.
MAX_ROWS = 300
MAX_FOLDED_ROWS = 30
#: Width in CSS px at which a chart is drawn for a sheet: its words come out at 7 points.
DRAWING_WIDTH = 720
#: Wider tables are printed in pieces, each with the first column.
MAX_COLUMNS = 9
#: The head of a column is repeated on every sheet, so it may not fill one.
LONGEST_HEAD = 160
#: Labels of a card are in a narrow column.
LONGEST_LABEL = 18
#: Of tables the words that may be broken: many columns leave little room to each.
LONGEST_IN_CELL = 15
#: The facts behind a finding are in its own line up to this many characters.
LONGEST_BESIDE = 150
#: Machine texts of at most this width and height are placed side by side.
MAX_NARROW = 46
MAX_NARROW_LINES = 60
_HASH = re.compile(r"[0-9a-f]{64}|[0-9a-f]{16}")
#: Hashes are set in small letters: this many characters of other text are as wide as one of theirs.
_HASH_WIDTH = 0.67

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A chart as the template finds it; `ratio` is its height over its width."""

    file: str
    svg: str
    ratio: float


def render(
    page: SharePageModel, *, svg: Callable[[PageChart], str], sha256: str, address: str, notices: Sequence[str] = ()
) -> bytes:
    """Return the bytes of the PDF of a page; `svg` draws a chart for light paper.

    The date of the file is the date on which the document was frozen. `notices` appear above the frozen content. Raises
    PrintFailed with the reason.
    """
    page = _state_rules_once(page)
    drawings = {chart.key: _draw_chart(chart, number, svg) for number, chart in enumerate(page.charts(), start=1)}
    fill = partial(fill_citation, address=address, sha256=sha256)
    frozen_at = get_frozen_time(page)

    def convert(section: PageSection) -> Data:
        blocks = _convert_blocks(section.blocks, drawings, fill)
        return {"title": _split_line(section.title) if section.is_titled else "", "blocks": blocks}

    printed = [section for section in page.sections if section.blocks and section.is_printed]
    data = {
        "title": _split_line(page.title),
        "notices": [_split_line(notice) for notice in notices],
        "kicker": _split_line(page.kicker),
        "badges": [{"text": _split_line(badge.text), "tone": badge.tone or ""} for badge in page.badges],
        "byline": [_split_line(line) for line in (page.byline, *page.lines) if line],
        "frozen": _split_line(page.frozen),
        "lead": _convert_finding(page.lead) if page.lead is not None else None,
        "charts": len(drawings),
        "summary": [_block(block, drawings, fill) for block in page.summary],
        "sections": [convert(section) for section in printed if not section.is_appendix],
        "appendix": [convert(section) for section in printed if section.is_appendix],
        "citation": _split_line(fill(page.citation)),
        "name": clean_line(page.title),
        "author": [clean_line(page.author)] if page.author else [],
        "address": _split_line(address),
        "sha256": sha256,
        "date": f"{frozen_at:%Y-%m-%d %H:%M} UTC",
    }
    files = {drawing.file: drawing.svg for drawing in drawings.values()}
    return typeset("page", data, files=files, form="pdf", date=frozen_at)


def _state_rules_once(page: SharePageModel) -> SharePageModel:
    """Return a page whose findings leave out the rule that one before them states: on paper all are open."""
    stated: set[str] = set()

    def reduce(finding: PageFinding) -> PageFinding:
        rows = tuple(row for row in finding.basis if row.label != RULE or row.value not in stated)
        stated.update(row.value for row in rows if row.label == RULE)
        return replace(finding, basis=rows)

    def reduce_block(block: Block) -> Block:
        return FindingList(tuple(map(reduce, block.items))) if isinstance(block, FindingList) else block

    lead = reduce(page.lead) if page.lead is not None else None
    sections = tuple(replace(section, blocks=tuple(map(reduce_block, section.blocks))) for section in page.sections)
    return replace(page, lead=lead, sections=sections)


def get_frozen_time(page: SharePageModel) -> dt.datetime:
    """Return when a page was frozen, in UTC; every print has this date, whenever it is made."""
    return dt.datetime.fromisoformat(page.frozen_at).astimezone(dt.UTC)


def get_drawing_width(chart: PageChart) -> int:
    """Return the width in CSS px at which a chart is drawn for a sheet; one of two in a row is half as wide."""
    return chart.width if chart.is_half else DRAWING_WIDTH


def format_headline(item: PageHeadline) -> Data:
    """Return `value`, `label`, `subject`, `note` and `tone` of a headline figure for the print template.

    The value of a compared figure is its change, and the note has the figure itself.
    """
    value = figures.format_short(item.value, item.unit).replace(" ", UNIT_SEPARATOR)
    is_change = item.relative_percent is not None and not item.baseline
    change = format_rounded_change(item.relative_percent or 0.0).replace(" ", UNIT_SEPARATOR)
    note = value if is_change else "baseline" if item.baseline else f"{item.better} is better" if item.better else ""
    return {
        "value": change if is_change else value,
        "label": _split_line(item.label),
        "subject": _split_line(item.subject or ""),
        "note": note,
        "tone": {True: "good", False: "bad", None: ""}[item.is_better if is_change else None],
    }


def _convert_finding(finding: PageFinding) -> Data:
    facts = [f"{row.label}: {row.value}".removesuffix(".") for row in finding.basis]
    basis = f"{'. '.join(facts)}." if facts else ""
    return {
        "text": _split_line(finding.text),
        "basis": _split_line(basis),
        "is_short": len(basis) <= LONGEST_BESIDE,
    }


def _convert_blocks(
    blocks: Sequence[Block], drawings: Mapping[str, _Drawing], fill: Callable[[str], str]
) -> list[Data]:
    """Return the blocks of a section as data for the print template.

    Consecutive machine texts are grouped, and charts of half the width in pairs.
    """
    printed: list[Data] = []
    for block in blocks:
        data = _block(block, drawings, fill)
        last = printed[-1] if printed else None
        if isinstance(block, Code):
            if last is not None and last["kind"] == "codes":
                last["items"].append(data)
            else:
                printed.append({"kind": "codes", "items": [data]})
        elif isinstance(block, PageChart) and block.is_half:
            if last is not None and last["kind"] == "duo" and len(last["items"]) == 1:
                last["items"].append(data)
            else:
                printed.append({"kind": "duo", "items": [data]})
        else:
            printed.append(data)
    return printed


def _block(block: Block, drawings: Mapping[str, _Drawing], fill: Callable[[str], str]) -> Data:
    if isinstance(block, AuthorText):
        return {"kind": "words", "nodes": read_words(block.markdown)}
    if isinstance(block, Sentence):
        return {"kind": "sentence", "text": _split_line(block.text), "tone": block.tone}
    if isinstance(block, FactCard):
        rows = [
            {"label": _split_line(row.label, LONGEST_LABEL), "value": _split_line(row.value), "code": row.code}
            for row in block.rows
        ]
        return {"kind": "facts", "title": _split_line(block.title or ""), "rows": rows}
    if isinstance(block, Headlines):
        return {"kind": "headlines", "items": [format_headline(item) for item in block.items]}
    if isinstance(block, PageTable):
        return {"kind": "table"} | _convert_table(block)
    if isinstance(block, PageChart):
        return _convert_chart(block, drawings[block.key])
    if isinstance(block, Code):
        text = fill(block.text)
        lines = clean_text(text).splitlines()
        is_narrow = all(len(line.expandtabs(4)) <= MAX_NARROW for line in lines) and len(lines) <= MAX_NARROW_LINES
        return {"kind": "code", "title": _split_line(block.title), "lines": _split_lines(text), "narrow": is_narrow}
    if isinstance(block, Steps):
        steps = [{"label": _split_line(row.label), "value": _split_line(row.value)} for row in block.rows]
        return {"kind": "steps", "title": _split_line(block.title or ""), "items": steps}
    if isinstance(block, FindingList):
        return {"kind": "findings", "items": [_convert_finding(item) for item in block.items]}
    if isinstance(block, Caveats):
        items = [{"label": _split_line(item.label), "detail": _split_line(item.detail or "")} for item in block.items]
        return {"kind": "caveats", "items": items}


def _convert_chart(chart: PageChart, drawing: _Drawing) -> Data:
    return {
        "kind": "chart",
        "settings": _split_line(chart.settings_line),
        "caption": _split_line(chart.caption),
        "file": drawing.file,
        "ratio": drawing.ratio,
        "alternative": f"{clean_line(chart.title)}. {clean_line(chart.sentence or chart.caption)}",
    }


def _draw_chart(chart: PageChart, number: int, svg: Callable[[PageChart], str]) -> _Drawing:
    drawing = svg(chart)
    width, height = read_drawing_size(drawing)
    return _Drawing(f"chart-{number}.svg", drawing, height / width)


def _convert_table(table: PageTable) -> Data:
    shown = table.rows[: MAX_FOLDED_ROWS if table.folded else MAX_ROWS]
    numbers = find_number_columns(table.columns, shown)
    words = [[_format_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)] for row in shown]
    # A hash is never broken: it is copied by hand.
    hashes = [any(_HASH.fullmatch(row[index][0]) for row in words) for index in range(len(table.columns))]
    rows = [
        [
            {
                "text": text
                if is_hash
                else split_long_words(text, longest=LONGEST_WORD if is_number else LONGEST_IN_CELL),
                "note": split_long_words(note),
                "code": is_hash,
                "tone": {"good": "good", "warn": "bad"}.get(cell.tone or "", ""),
            }
            for (text, note), cell, is_hash, is_number in zip(row, cells, hashes, numbers, strict=True)
        ]
        for row, cells in zip(words, shown, strict=True)
    ]
    whole = [is_hash or is_number for is_hash, is_number in zip(hashes, numbers, strict=True)]
    room = [
        [_build_width_sample(*cell, is_hash=hashes[index], is_number=numbers[index]) for index, cell in enumerate(row)]
        for row in words
    ]
    heads = [cut(column.title, LONGEST_HEAD) for column in table.columns]
    rest = len(table.rows) - len(shown)
    return {
        "title": _split_line(table.title or ""),
        "hint": _split_line(table.hint or ""),
        "marked": table.marked,
        "dense": table.dense,
        "rest": f"{rest:,} more rows are in the workbook and in the document of this page." if rest else "",
        "parts": [
            {
                "columns": [{"title": split_long_words(heads[index]), "number": numbers[index]} for index in part],
                "widths": compute_column_widths(
                    [heads[index] for index in part],
                    [whole[index] for index in part],
                    [[row[index] for index in part] for row in room],
                ),
                "rows": [[row[index] for index in part] for row in rows],
            }
            for part in _split_columns(compute_minimum_widths(whole, room))
        ],
    }


def _split_columns(needed: Sequence[int]) -> list[list[int]]:
    """Return the indexes of the columns in each part of a printed table.

    `needed` is the number of characters that each column needs. The first column leads every part. Parts are of similar
    width, so that the last one is not left with a single column.
    """
    count = len(needed)
    parts = max(-(-(count - 1) // (MAX_COLUMNS - 1)), 1)
    while True:
        step = max(-(-(count - 1) // parts), 1)
        candidates = [[0, *range(start, min(start + step, count))] for start in range(1, count, step)] or [[0]]
        if step == 1 or all(
            sum(needed[index] for index in part) <= count_line_characters(len(part)) for part in candidates
        ):
            return candidates
        parts += 1


def _build_width_sample(text: str, note: str, *, is_hash: bool, is_number: bool) -> str:
    """Return a text that is as wide as a cell in a printed table.

    The note of a number does not count, because it continues below the number.
    """
    if is_hash:
        return "0" * round(len(text) * _HASH_WIDTH) + f" {note}".rstrip()
    return text if is_number else text + note


def _format_cell(cell: PageCell, column: PageColumn) -> tuple[str, str]:
    """Return the formatted text and the note of a cell."""
    # A lone note gives the reason for a missing value.
    text = "" if cell.value is None and cell.note else format_amount(cell, column)
    return clean_line(text), clean_line(cell.note or "")


def _split_line(text: str, longest: int = LONGEST_WORD) -> str | list[str]:
    return split_long_words(clean_line(text), longest=longest)


def _split_lines(text: str) -> list[str | list[str]]:
    return [split_long_words(line) for line in clean_text(text).rstrip("\n").expandtabs(4).split("\n")] if text else []
