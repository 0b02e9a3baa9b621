"""One chart worked with: zoomed by wheel and keys, read by letters, its lines lifted by the pointer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import figure_named, press_key
from tests.e2e.lab import Lab

SECTION = """figure => {
  const chart = window.storagelabCharts.instance(figure.querySelector("[data-chart]"));
  const [{ start, end }] = chart.getOption().dataZoom;
  return [start, end];
}"""
OPACITIES = """figure => {
  const chart = window.storagelabCharts.instance(figure.querySelector("[data-chart]"));
  const lines = chart.getOption().series.filter(({ type, data }) => type === "line" && data.length > 100);
  return Object.fromEntries(lines.map(({ name, lineStyle }) => [name, lineStyle.opacity ?? 1]));
}"""
#: A point of the first line, in px of the window.
ON_FIRST_LINE = """figure => {
  const element = figure.querySelector("[data-chart]");
  const chart = window.storagelabCharts.instance(element);
  const index = chart.getOption().series.findIndex(({ type, data }) => type === "line" && data.length > 100);
  const { data } = chart.getOption().series[index];
  const middle = 2 * Math.floor(data.length / 4);
  const [x, y] = chart.convertToPixel({ seriesIndex: index }, [data[middle], data[middle + 1]]);
  const { left, top } = element.getBoundingClientRect();
  return [left + x, top + y];
}"""
FADED = 0.25


@pytest.fixture
def over_time(overview: Page, lab: Lab) -> Locator:
    """Provide the curves of several runs, from the gallery."""
    overview.goto(f"{lab.url}/gallery?chart=overlay")
    return figure_named(overview, "Runs over time")


def section_of(figure: Locator) -> list[float]:
    section: list[float] = figure.evaluate(SECTION)
    return section


def wait_for_section(figure: Locator, start: float, end: float) -> None:
    """Wait until a chart shows this section, in percent."""
    figure.page.wait_for_function(
        f"([figure, start, end]) => ({SECTION})(figure).every((at, side) => Math.abs(at - [start, end][side]) < 0.5)",
        arg=[figure.element_handle(), start, end],
    )


def test_wheel_zooms_only_a_chart_with_focus(over_time: Locator) -> None:
    page = over_time.page
    page.set_viewport_size({"width": 1440, "height": 500})
    drawing = over_time.get_by_role("application")
    box: Any = drawing.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    page.mouse.wheel(0, 60)
    # Without the focus the page moves on.
    page.wait_for_function("() => scrollY > 0")
    drawing.focus()
    box = drawing.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -10)
    page.wait_for_function(f"figure => ({SECTION})(figure)[1] < 100", arg=over_time.element_handle())
    # One turn: the first one, without the focus, did nothing.
    start, end = section_of(over_time)
    assert end - start == pytest.approx(80)
    press_key(over_time, "0")
    wait_for_section(over_time, 0, 100)


def test_keys_zoom_and_pan_and_double_click_resets(over_time: Locator) -> None:
    press_key(over_time, "+")
    wait_for_section(over_time, 25, 75)
    press_key(over_time, "Shift+ArrowRight")
    wait_for_section(over_time, 50, 100)
    press_key(over_time, "-")
    wait_for_section(over_time, 0, 100)
    press_key(over_time, "+")
    wait_for_section(over_time, 25, 75)
    over_time.get_by_role("application").dblclick()
    wait_for_section(over_time, 0, 100)


def test_letter_keys_show_table_and_logarithmic_axis(over_time: Locator) -> None:
    axis = """figure => window.storagelabCharts.instance(figure.querySelector("[data-chart]"))
      .getOption().yAxis[0].type"""
    press_key(over_time, "y")
    over_time.page.wait_for_function(f"figure => ({axis})(figure) === 'log'", arg=over_time.element_handle())
    press_key(over_time, "t")
    expect(over_time.get_by_role("table")).to_be_visible()
    press_key(over_time, "ArrowRight")
    expect(over_time.get_by_role("status").filter(has_text="(1 of ")).to_have_count(1)


def test_pointed_line_is_lifted_above_other_lines(over_time: Locator) -> None:
    page = over_time.page
    over_time.get_by_role("application").scroll_into_view_if_needed()
    before = over_time.evaluate(OPACITIES)
    assert set(before.values()) == {1}
    first, *others = before
    page.mouse.move(*over_time.evaluate(ON_FIRST_LINE))
    page.wait_for_function(
        f"figure => Object.values(({OPACITIES})(figure)).includes({FADED})", arg=over_time.element_handle()
    )
    assert over_time.evaluate(OPACITIES) == {first: 1, **dict.fromkeys(others, FADED)}
    page.mouse.move(2, 2)
    page.wait_for_function(
        f"figure => !Object.values(({OPACITIES})(figure)).includes({FADED})", arg=over_time.element_handle()
    )
