"""Map over share of writes and depth in three dimensions: opened, compared, and closed again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e import reviews
from tests.e2e.browsing import PATIENCE_MS
from tests.e2e.charts import choose_in_menu, figure_named, menu_item, open_menu, read_table, shown_value
from tests.e2e.lab import Lab

TITLE = "Write share and depth: 8 KiB random"
READ_SURFACE = """figure => {
  const chart = window.storagelabCharts.instance(figure.querySelector("[data-surface]"));
  const { series, grid3D } = chart.getOption();
  const { alpha, beta } = grid3D[0].viewControl;
  return { values: series[0].data.map(({ value }) => value[2]), alpha, beta };
}"""
#: How many colours are drawn: the page behind the surface is one, each line of the axes another.
COUNT_COLOURS = """figure => {
  const colours = new Set();
  for (const layer of figure.querySelectorAll("[data-surface] canvas")) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [layer.width, layer.height];
    const context = canvas.getContext("2d");
    context.drawImage(layer, 0, 0);
    for (const colour of new Uint32Array(context.getImageData(0, 0, layer.width, layer.height).data.buffer)) {
      const [red, green, blue, alpha] = [0, 8, 16, 24].map(bits => (colour >>> bits) & 255);
      // Text, axes and page are grey.
      if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) colours.add(colour);
    }
  }
  return colours.size;
}"""


def surface_of(figure: Locator) -> dict[str, Any]:
    """Return the contents of the surface in ECharts."""
    read: dict[str, Any] = figure.evaluate(READ_SURFACE)
    return read


@pytest.mark.in_turn
def test_the_map_in_three_dimensions_and_back(page: Page, lab: Lab, measured_reviews: dict[str, Any]) -> None:
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if "gl-runtime" in request.url else None)
    figure = reviews.write_surface(page, lab, measured_reviews)
    shown = [shown_value(row[2]) for row in read_table(figure)]
    assert len(shown) == 6, "three shares of writes at two depths"
    assert scripts == []

    choose_in_menu(figure, "3-D view")
    figure.locator("[data-surface][data-painted]").wait_for()
    assert len(scripts) == 1
    # The table is rounded to four digits.
    assert surface_of(figure)["values"] == pytest.approx(shown, rel=1e-3)
    page.wait_for_function(
        f"figure => ({COUNT_COLOURS})(figure) > 20", arg=figure.element_handle(), timeout=PATIENCE_MS
    )
    expect(figure.get_by_role("img")).to_have_count(1)
    expect(figure.get_by_role("table")).to_be_visible()
    open_menu(figure)
    expect(menu_item(figure, "3-D view")).to_have_attribute("aria-checked", "true")
    expect(menu_item(figure, "Save as SVG")).to_have_count(0)
    page.keyboard.press("Escape")

    before = surface_of(figure)
    figure.get_by_role("button", name="Turn right").press("Enter")
    assert surface_of(figure)["beta"] == pytest.approx(before["beta"] + 15)
    with page.expect_download() as download:
        choose_in_menu(figure, "Save as PNG")
    assert download.value.suggested_filename.endswith(".png")

    choose_in_menu(figure, "3-D view")
    expect(figure.locator("[data-surface]")).to_have_count(0)
    expect(figure_named(page, TITLE).get_by_role("img")).to_be_visible()
    open_menu(figure)
    expect(menu_item(figure, "3-D view")).to_have_attribute("aria-checked", "false")
    expect(menu_item(figure, "Save as SVG")).to_be_visible()
