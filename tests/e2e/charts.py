"""Reads what a chart drew: the option of ECharts itself, and the table under the chart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

Point = tuple[float, float | None]

READ_OPTION = """figure => {
  const chart = window.storagelabCharts.instance(figure.querySelector("[data-chart]"));
  const { grid, series } = chart.getOption();
  const pairs = flat => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  const known = ([x, y]) => [x, Number.isNaN(y) ? null : y];
  return {
    grids: grid.length,
    series: series.map(({ name, id, type, data, xAxisIndex }) => ({
      name, type, id: id ?? null, panel: xAxisIndex ?? 0,
      points: type === "line" ? (ArrayBuffer.isView(data) ? pairs(data) : data).map(known) : [],
      // A border between two phases is a span without length.
      areas: name === "Phases" ? data.map(([from, , to]) => [from, to]).filter(([from, to]) => from < to) : [],
    })),
  };
}"""
PRESS_KEYS = """
(drawing, [key, times]) => {
  for (let pressed = 0; pressed < times; pressed++) {
    drawing.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}
"""
READ_ROWS = "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText.trim()))"
FACTORS = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "µs": 1e3, "ms": 1e6, "s": 1e9}
#: Whether the first chart of the page has drawn a reading of its run.
HAS_READINGS = """() => {
  const chart = window.storagelabCharts.instance(document.querySelector("[data-chart]"));
  return (chart?.getOption()?.series.find(({ id }) => id === "line-0")?.data.length ?? 0) > 0;
}"""


@dataclass(frozen=True)
class Chart:
    """Contents of one chart in ECharts."""

    grids: int
    series: list[dict[str, Any]]

    def line(self, panel: int) -> list[Point]:
        """Return the points (x, y) of the curve in a panel; y is None in a gap."""
        own = [item for item in self.series if item["type"] == "line" and item["panel"] == panel and item["points"]]
        # Readings without neighbours are drawn once more, as points; so is the newest of a run that goes on. The
        # run before it is drawn behind, and a knee has a ring of its own.
        lines = [item for item in own if not str(item["id"]).startswith(("lone-", "end", "other", "knee-"))]
        assert len(lines) == 1, f"panel {panel} has {len(lines)} curves"
        return [(x, y) for x, y in lines[0]["points"]]

    def windows(self) -> list[list[float]]:
        """Return the marked spans of the horizontal axis, as [from, to], one for each panel."""
        return [area for item in self.series for area in item["areas"]]


def figure_named(page: Page, title: str) -> Locator:
    """Return the figure with this title, once it is drawn."""
    figure = page.get_by_role("figure", name=title, exact=True)
    figure.locator("[data-chart][data-painted]").wait_for()
    return figure


def read_chart(figure: Locator) -> Chart:
    """Return what a figure's chart drew."""
    option = figure.evaluate(READ_OPTION)
    return Chart(option["grids"], option["series"])


def open_menu(figure: Locator) -> None:
    """Open the menu of a figure."""
    figure.get_by_role("button", name="Chart menu").click()


def menu_item(figure: Locator, name: str) -> Locator:
    """Return an item of the menu that is open: a command, or something that is on or off."""
    page = figure.page
    return page.get_by_role("menuitem", name=name).or_(page.get_by_role("menuitemcheckbox", name=name))


def choose_in_menu(figure: Locator, name: str) -> None:
    """Choose an item of a figure's menu by key: the mouse could miss it where the page is still moving."""
    open_menu(figure)
    menu_item(figure, name).press("Enter")


def press_key(figure: Locator, key: str) -> None:
    """Press a key while the drawing has the focus."""
    figure.get_by_role("application").press(key)


def press_at_once(figure: Locator, key: str, times: int) -> None:
    """Press a key so often that the page has no time between two presses, however slow the machine is."""
    figure.get_by_role("application").evaluate(PRESS_KEYS, [key, times])


def read_table(figure: Locator) -> list[list[str]]:
    """Show the table under a chart and return the text of its cells."""
    choose_in_menu(figure, "Show data table")
    rows: list[list[str]] = figure.get_by_role("table").evaluate(READ_ROWS)
    return rows


def shown_value(text: str) -> float | None:
    """Return a quantity that a page shows, in 1/s or ns: `124.1k`, `82.61 µs`; None for `n/a`."""
    if text == "n/a":
        return None
    match = re.fullmatch(r"(\d[\d,]*(?:\.\d+)?) ?(\D*)", text)
    assert match is not None, f"{text!r} is no quantity"
    return float(match[1].replace(",", "")) * FACTORS[match[2]]
