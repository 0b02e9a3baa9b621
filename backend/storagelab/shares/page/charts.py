"""The charts in the author's order, with the author's text between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

import orjson

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenBlock, FrozenChart, ShareDocument
from storagelab.shares.page.method import format_repeat_count
from storagelab.shares.page.model import (
    AuthorText,
    Block,
    GridPlace,
    PageCell,
    PageChart,
    PageColumn,
    PageSection,
    PageTable,
    Sentence,
    find_unit,
)
from storagelab.shares.page.words import clean, format_count, format_list, format_sentence
from storagelab.shares.repeats import map_configuration_classes

Parts = Callable[[str], bytes]
#: Heights in CSS px of a chart of which none were frozen.
_HEIGHTS = (460, 520)
_MIN_HEIGHT, _MAX_HEIGHT = 150, 8000
#: Of a page on a desk in CSS px, and of a grid of panels on it.
WIDTH, COLUMNS, GAP, ROW, ROW_GAP = 1040, 12, 16, 24, 10
_MIN_WIDTH = 240
#: A page has no rail of entries: bars that are narrower than a desk have their names above them, as on a phone.
_NAMED_BARS, _WIDE_FROM = frozenset({"bars", "rank"}), 700
#: The kind of a chart that is a table and has no picture.
VALUES = "values"
#: More workloads than these are counted, not named.
_NAMED_WORKLOADS = 2
#: Earlier sentences on the colours of maps, from before the colours of the theme.
_DARK_TO_LIGHT = re.compile(r"Colours go from dark, (.+?), to light, (.+?)(?=\.(?:\s|$)|, by logarithms\.)")
_WHITE_IS_NONE = re.compile(
    r"White is no difference, blue less of (.+?) and orange more, both strongest from (.+?) on; (?:more|less) is better"
)


def build_charts(document: ShareDocument, parts: Parts, *, without: Set[str] = frozenset()) -> PageSection:
    """Return the section of charts; charts that the author did not place come at the end.

    `without` names the charts that appear elsewhere.
    """
    described = {key: chart for key, chart in document.charts.items() if key not in without}
    placed = [item.chart for item in document.body]
    body = [*document.body, *(FrozenBlock(chart=key) for key in described if key not in placed)]
    blocks: list[Block] = []
    for item in body:
        key = item.chart
        if item.text is not None and item.text.strip():
            blocks.append(AuthorText(item.text))
        elif key in described:
            is_drawn = key in list_drawn_keys(document)
            blocks.append(
                build_chart(key, document, parts) if is_drawn else _build_values_table(document.charts[key], parts)
            )
    if not document.charts:
        blocks.append(Sentence("No charts. The measurements are below."))
    return PageSection("charts", "Charts", tuple(blocks))


def list_drawn_keys(document: ShareDocument) -> list[str]:
    """Return the keys of the charts that have a picture, in order.

    A panel of values is a table and has no picture.
    """
    return [key for key, chart in document.charts.items() if chart.kind != VALUES]


def _build_values_table(chart: FrozenChart, parts: Parts) -> Block:
    """Return the values of a panel as a table that is open."""
    table = _read_table(chart, parts)
    if table is None:
        return Sentence(format_sentence(chart.title))
    return replace(table, title=chart.title, hint=chart.caption or None, folded=False, place=_find_grid_place(chart))


def _find_grid_place(chart: FrozenChart) -> GridPlace | None:
    """Return the place of a panel on the grid of its workbench; None for a chart that is no panel."""
    panel = chart.settings.get("panel")
    if not isinstance(panel, Mapping) or not all(isinstance(panel.get(name), int) for name in ("x", "y", "w", "h")):
        return None
    x, w = min(max(panel["x"], 0), COLUMNS - 1), max(panel["w"], 1)
    return GridPlace(x, max(panel["y"], 0), min(w, COLUMNS - x), max(panel["h"], 1))


def build_chart(key: str, document: ShareDocument, parts: Parts | None) -> PageChart:
    """Return one chart of the document; with `parts` None the chart has no data and no table.

    Raises KeyError for an unknown key.
    """
    chart = document.charts[key]
    heights = chart.heights or _HEIGHTS
    wide, narrow = (min(max(height, _MIN_HEIGHT), _MAX_HEIGHT) for height in heights)
    place = _find_grid_place(chart)
    width = WIDTH if place is None else max(_MIN_WIDTH, place.w * (WIDTH + GAP) // COLUMNS - GAP)
    has_own_form = place is not None and (chart.kind not in _NAMED_BARS or width >= _WIDE_FROM)
    if place is not None:
        wide = min(max(place.h * (ROW + ROW_GAP) - ROW_GAP, _MIN_HEIGHT), _MAX_HEIGHT) if has_own_form else narrow
    return PageChart(
        key=key,
        kind=chart.kind,
        title=chart.title,
        caption=chart.caption,
        settings_line=format_settings(chart, document.runs, map_configuration_classes(document.configurations)),
        data=PartData(parts, chart.data) if parts else {},
        height=wide,
        table=_read_table(chart, parts) if parts else None,
        narrow_height=narrow,
        sentence=_replace_colour_words(chart.sentence or "")
        or format_sentence(f"{format_sentence(chart.title)} {chart.caption}".strip()),
        data_sha256=part.sha256 if (part := document.parts.get(chart.data)) is not None else None,
        width=width,
        place=place,
        is_panel=has_own_form,
    )


def _replace_colour_words(text: str) -> str:
    """Return a frozen text with its words for colours replaced by the colours of today.

    Drawings are not frozen: they are made again from the data, in the colours of the present build.
    """
    text = _DARK_TO_LIGHT.sub(r"Stronger colours are higher values, from \1 to \2", text)
    return _WHITE_IS_NONE.sub(r"Blue: \1 is better. Orange: \1 is worse. Full colour from \2", text)


def format_settings(chart: FrozenChart, runs: Sequence[FrozenRun], classes: Mapping[str, str] | None = None) -> str:
    """Return the line below a chart: `4K random read, 16T/16Q · n = 3 · steady: 2 of 3 runs`.

    It states the workloads of the charted runs, the number of repeats, and the number of steady runs. A chart of no run
    has an empty line.
    """
    shown = [run for run in runs if run.number in chart.runs]
    workloads = dict.fromkeys(
        phase.description or "unknown workload"
        for run in shown
        for phase in run.phases
        if phase.kind in ("measure", "published")
    )
    words = []
    if workloads:
        several = len(workloads) > _NAMED_WORKLOADS
        words.append(format_count(len(workloads), "workload") if several else format_list(workloads))
    if shown:
        words.append(f"n = {format_repeat_count(shown, classes or {})}")
        words.append(f"steady: {_format_steadiness(shown)}")
    return " · ".join(words)


def _format_steadiness(runs: Sequence[FrozenRun]) -> str:
    judged = [run.verdict.status == "steady" for run in runs if run.verdict]
    if not judged:
        return "not checked"
    if len(runs) == 1:
        return "yes" if judged[0] else "no"
    rest = f", {len(runs) - len(judged)} not checked" if len(judged) < len(runs) else ""
    return f"{sum(judged)} of {format_count(len(runs), 'run')}{rest}"


class PartData(Mapping[str, Any]):
    """The JSON object of a part, read on first use."""

    def __init__(self, parts: Parts, name: str) -> None:
        self._parts = parts
        self._name = name
        self._content: dict[str, Any] | None = None

    def _read(self) -> dict[str, Any]:
        if self._content is None:
            self._content = dict(orjson.loads(self._parts(self._name)))
        return self._content

    def __getitem__(self, key: str) -> Any:
        return self._read()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


class FrozenRows(Sequence[tuple[PageCell, ...]]):
    """Rows of a frozen table, each made when it is read."""

    def __init__(self, rows: Sequence[Sequence[Any]], width: int) -> None:
        self._rows = rows
        self._width = width

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self._row(row) for row in self._rows[index])
        return self._row(self._rows[index])

    def _row(self, row: Sequence[Any]) -> tuple[PageCell, ...]:
        cells = [PageCell(clean(value)) for value in row[: self._width]]
        return (*cells, *[PageCell(None)] * (self._width - len(cells)))


def _read_table(chart: FrozenChart, parts: Parts) -> PageTable | None:
    if not chart.table:
        return None
    frozen = orjson.loads(parts(chart.table))
    columns = tuple(_convert_column(column) for column in clean(frozen["columns"]))
    return PageTable(columns, FrozenRows(frozen["rows"], len(columns)), title=clean(frozen.get("caption")), folded=True)


def _convert_column(column: Mapping[str, Any]) -> PageColumn:
    title, unit = column["title"], column.get("unit")
    return PageColumn(title if unit is None or find_unit(unit) else f"{title} ({unit})", find_unit(unit))
