"""Place of each chart of an article: first under the numbers, alone in a row, or beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from storagelab.shares.document.share import FrozenBlock, FrozenChart, ShareDocument
from storagelab.shares.options import Layout

ChartPlace = Literal["first", "alone", "beside"]

#: The kind of a chart that is a table and has no picture.
VALUES = "values"
#: Charts whose names need the width of a row, or that fill it with panels.
_WIDE_KINDS = frozenset(
    {
        "pair-bars", "report-bars", "optimal-rebuild", "repeats", "phases",
        "report-matrix", "factor-map", "parallel", "multiples", "run-course", "night-map", "thread-queue",
    }
)  # fmt: skip
#: Plots of the results of a report: the first that it has is the first chart of its page.
_RESULT_PLOTS = ("report-matrix", "report-bars")
#: A chart higher than this, in CSS px, has several panels.
_MAX_BESIDE_HEIGHT = 640
#: Bars whose names are above them where they are narrow, and the height up to which two such charts share a row.
NAMED_BARS, _MAX_BARS_HEIGHT = frozenset({"bars", "factor-bars", "rank", "ratings"}), 400


def list_body(document: ShareDocument) -> list[FrozenBlock]:
    """Return texts and charts in the author's order; charts that the author did not place come last."""
    placed = {item.chart for item in document.body}
    return [*document.body, *(FrozenBlock(chart=key) for key in document.charts if key not in placed)]


def list_drawn_keys(document: ShareDocument) -> list[str]:
    """Return the keys of the charts that have a picture, in order.

    A panel of values is a table and has no picture.
    """
    return [key for key, chart in document.charts.items() if chart.kind != VALUES]


def find_first_chart(document: ShareDocument) -> str | None:
    """Return the key of the chart under the numbers of a page; None where there is none.

    Panels of a workbench stay together, and none of them is first. A report begins with the plot of its results.
    """
    drawn = set(list_drawn_keys(document))
    if document.share.layout == "snia":
        panels = (panel.chart for report in document.reports for panel in report.panels)
        plots = [key for key in panels if key is not None and key in drawn]
        results = (key for kind in _RESULT_PLOTS for key in plots if document.charts[key].kind == kind)
        return next(results, plots[0] if plots else None)
    first = next((item.chart for item in list_body(document) if item.chart in drawn), None)
    return None if first is None or "panel" in document.charts[first].settings else first


def place_charts(document: ShareDocument) -> Mapping[str, ChartPlace]:
    """Return the place of each drawn chart by its key: neighbours without text between them share rows."""
    first = find_first_chart(document)
    places: dict[str, ChartPlace] = dict.fromkeys(list_drawn_keys(document), "alone")
    if first is not None:
        places[first] = "first"
    rows = _LISTS.get(document.share.layout)
    for pair in _generate_pairs(document, rows(document, first)) if rows is not None else ():
        places |= dict.fromkeys(pair, "beside")
    return places


def _list_body_charts(document: ShareDocument, first: str | None) -> list[str | None]:
    """Return the keys of the charts after the first in the author's order, and None for each text."""
    return [item.chart for item in list_body(document) if item.chart is None or item.chart != first]


def _list_result_charts(document: ShareDocument, first: str | None) -> list[str | None]:
    """Return the keys of the charts of results that stand below one table of a review, and None between two tables."""
    keys: list[str | None] = []
    metric = None
    for key, chart in document.charts.items():
        if key == first or "phase" not in chart.settings:
            continue
        if chart.settings.get("metric") != metric:
            keys.append(None)
        keys.append(key)
        metric = chart.settings.get("metric")
    return keys


_LISTS: Mapping[Layout, Callable[[ShareDocument, str | None], Sequence[str | None]]] = {
    "plain": _list_body_charts,
    "review": _list_result_charts,
}


def _generate_pairs(document: ShareDocument, keys: Sequence[str | None]) -> Iterator[tuple[str, str]]:
    """Yield pairs of neighbours that can share a row; None in `keys` is something else between two charts."""
    waiting: str | None = None
    for key in keys:
        chart = document.charts.get(key) if key is not None else None
        if key is None or chart is None or not _can_share_row(chart):
            waiting = None
        elif waiting is None:
            waiting = key
        else:
            yield waiting, key
            waiting = None


def _can_share_row(chart: FrozenChart) -> bool:
    """Return whether a chart has one form at every width, or few bars, and is no panel of a workbench."""
    if chart.kind == VALUES or "panel" in chart.settings or chart.heights is None:
        return False
    wide, narrow = chart.heights
    if chart.kind in NAMED_BARS:
        return narrow <= _MAX_BARS_HEIGHT
    if chart.kind in _WIDE_KINDS:
        return False
    return wide == narrow <= _MAX_BESIDE_HEIGHT
