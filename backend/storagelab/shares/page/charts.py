"""Charts of a page in the author's order, with the author's text between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

import orjson

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenBlock, FrozenChart, ShareDocument
from storagelab.shares.page.chart_places import (
    NAMED_BARS,
    ChartPlace,
    find_first_chart,
    list_body,
    place_charts,
)
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
WIDTH, COLUMNS, GAP, ROW, ROW_GAP = 980, 12, 16, 24, 10
#: Height in CSS px at which the first chart ends on the first screen of a desk, and the width of one of two in a row.
FIRST_HEIGHT, HALF_WIDTH = 420, 470
#: Height of a chart in half a row, as a share of its height in a whole one.
_HALF_HEIGHT = 0.72
_MIN_WIDTH = 240
#: A page has no rail of entries: bars that are narrower than a desk have their names above them, as on a phone.
_WIDE_FROM = 700
#: Charts that have rows of bars, for a sentence that was frozen with every kind.
_BARS = frozenset({"bars", "factor-bars", "pair-bars", "report-bars", "rank", "ratings"})
#: Charts that may be of one workload of their runs.
_OF_ONE_WORKLOAD = _BARS | {"factor-map", "history", "histogram-over-time"}
#: Charts of the rounds that a verdict on steady state is about.
_JUDGED_KINDS = frozenset({"preconditioning", "rounds"})
#: More workloads than these are counted, not named.
_NAMED_WORKLOADS = 2
#: Earlier sentences on the colours of maps, from before the colours of the theme.
_DARK_TO_LIGHT = re.compile(r"Colours go from dark, (.+?), to light, (.+?)(?=\.(?:\s|$)|, by logarithms\.)")
_WHITE_IS_NONE = re.compile(
    r"White is no difference, blue less of (.+?) and orange more, both strongest from (.+?) on; (?:more|less) is better"
)


def build_figures(document: ShareDocument, parts: Parts) -> PageSection:
    """Return the section under the numbers of a page: the first chart, then the author's text beside it.

    Panels of a workbench are all here, in their places.
    """
    first = find_first_chart(document)
    body = list_body(document)
    if first is None:
        blocks = tuple(_generate_blocks(body, document, parts, place_charts(document)))
        return PageSection("figures", "Figures", blocks, is_titled=False)
    index = next(number for number, item in enumerate(body) if item.chart == first)
    texts = [item for item in body[: _find_next_chart(body, index)] if item.text is not None]
    blocks = tuple(_generate_blocks([body[index], *texts], document, parts, place_charts(document)))
    return PageSection("figures", "Figures", blocks, is_titled=False)


def build_charts(document: ShareDocument, parts: Parts, *, without: Set[str] = frozenset()) -> PageSection:
    """Return the section of the charts and texts that are not in the section of figures, in the author's order.

    `without` names the charts that appear elsewhere.
    """
    first = find_first_chart(document)
    body = list_body(document)
    if first is None:
        return PageSection("charts", "More charts", ())
    index = next(number for number, item in enumerate(body) if item.chart == first)
    left = [item for item in body[:index] if item.chart is not None]
    rest = body[_find_next_chart(body, index) :]
    shown = [item for item in [*left, *rest] if item.chart is None or item.chart not in without | {first}]
    blocks = tuple(_generate_blocks(shown, document, parts, place_charts(document)))
    return PageSection("charts", "More charts", blocks)


def _find_next_chart(body: Sequence[FrozenBlock], index: int) -> int:
    """Return the index of the first chart after `index`, else the length of the body."""
    later = (number for number in range(index + 1, len(body)) if body[number].chart is not None)
    return next(later, len(body))


def _generate_blocks(
    body: Sequence[FrozenBlock], document: ShareDocument, parts: Parts, places: Mapping[str, ChartPlace]
) -> Iterator[Block]:
    for item in body:
        key = item.chart
        if item.text is not None and item.text.strip():
            yield AuthorText(item.text)
        elif key is not None and key in places:
            yield build_chart(key, document, parts, place=places[key])
        elif key is not None and key in document.charts:
            yield _build_values_table(document.charts[key], parts)


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


def build_chart(key: str, document: ShareDocument, parts: Parts | None, *, place: ChartPlace = "alone") -> PageChart:
    """Return one chart of the document; with `parts` None the chart has no data and no table.

    `place` is its place among the charts of the page. Raises KeyError for an unknown key.
    """
    chart = document.charts[key]
    heights = chart.heights or _HEIGHTS
    wide, narrow = (min(max(height, _MIN_HEIGHT), _MAX_HEIGHT) for height in heights)
    panel = _find_grid_place(chart)
    width = WIDTH if panel is None else max(_MIN_WIDTH, panel.w * (WIDTH + GAP) // COLUMNS - GAP)
    has_own_form = panel is not None and (chart.kind not in NAMED_BARS or width >= _WIDE_FROM)
    if panel is not None:
        wide = min(max(panel.h * (ROW + ROW_GAP) - ROW_GAP, _MIN_HEIGHT), _MAX_HEIGHT) if has_own_form else narrow
    elif place == "beside" and chart.kind in NAMED_BARS:
        width, wide = HALF_WIDTH, narrow
    elif place == "beside":
        width, wide, has_own_form = HALF_WIDTH, round(wide * _HALF_HEIGHT), True
    elif place == "first" and chart.kind not in _BARS:
        wide = min(wide, FIRST_HEIGHT)
    return PageChart(
        key=key,
        kind=chart.kind,
        title=chart.title,
        caption=_replace_curve_words(chart),
        settings_line=format_settings(chart, document.runs, map_configuration_classes(document.configurations)),
        data=PartData(parts, chart.data) if parts else {},
        height=wide,
        table=_read_table(chart, parts) if parts else None,
        narrow_height=narrow,
        sentence=_replace_colour_words(chart.sentence or "")
        or format_sentence(f"{format_sentence(chart.title)} {chart.caption}".strip()),
        data_sha256=part.sha256 if (part := document.parts.get(chart.data)) is not None else None,
        width=width,
        place=panel,
        is_panel=has_own_form,
        is_half=panel is None and place == "beside",
    )


def _replace_curve_words(chart: FrozenChart) -> str:
    """Return the caption of a chart; that of bars does not speak of curves."""
    return chart.caption.replace("One curve", "One bar") if chart.kind in _BARS else chart.caption


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
    if chart.kind in _OF_ONE_WORKLOAD and "workload" in chart.settings:
        workloads = {str(chart.settings["workload"]): None}
    words = []
    if workloads:
        several = len(workloads) > _NAMED_WORKLOADS
        words.append(format_count(len(workloads), "workload") if several else format_list(workloads))
    n = format_repeat_count(shown, classes or {})
    # Runs that do not count as repeats have a caveat.
    if n != "0":
        words.append(f"n = {n}")
    return " · ".join(filter(None, [*words, format_steadiness(chart, runs)]))


def format_steadiness(chart: FrozenChart, runs: Sequence[FrozenRun]) -> str | None:
    """Return `steady: 2 of 3 runs` for a chart of judged rounds; None for phases that no verdict is about.

    Phases after a preconditioning that was judged have `preconditioned to steady state`.
    """
    shown = [run for run in runs if run.number in chart.runs]
    if chart.kind in _JUDGED_KINDS:
        judged = [run.verdict.status == "steady" for run in shown if run.verdict]
        return f"steady: {_count_steady(judged, len(shown))}" if judged else None
    measurements = [phase.measurement for run in shown for phase in run.phases if phase.kind == "measure"]
    flags = {measurement.steady for measurement in measurements if measurement is not None}
    if flags == {True}:
        return "preconditioned to steady state"
    return "not preconditioned to steady state" if flags == {False} else None


def _count_steady(judged: Sequence[bool], count: int) -> str:
    if count == 1:
        return "yes" if judged[0] else "no"
    rest = f", {count - len(judged)} not checked" if len(judged) < count else ""
    return f"{sum(judged)} of {format_count(count, 'run')}{rest}"


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
