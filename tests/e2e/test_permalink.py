"""Permalink for its readers: all of it without JavaScript, and interactive charts with it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import shown_value
from tests.e2e.conftest import Measured, Opener
from tests.e2e.test_every_page import NARROW, NARROWEST, READ_SHIFTS, RUN_AXE, WIDE, WIDTH_AT_REST, axe_findings

#: The text for IOPS in the tooltip of a chart, as soon as it appears; null after ten seconds.
READ_TOOLTIP = """canvas => new Promise(resolve => {
  const end = performance.now() + 10_000;
  const look = () => {
    const name = [...canvas.querySelectorAll("span")].find(({ textContent }) => textContent === "IOPS");
    const found = name?.nextElementSibling?.textContent;
    if (found || performance.now() > end) resolve(found ?? null);
    else requestAnimationFrame(look);
  };
  look();
})"""
#: The values of the first curve as ECharts holds it, and where on the canvas one of its points is drawn: between two
#: phases, where the curve is torn, the pointer would find nothing.
READ_CURVE = """canvas => {
  const chart = window.storagelabCharts.instance(canvas);
  const { series } = chart.getOption();
  const curve = ({ type, data, id }) => type === "line" && data.length > 0 && !`${id}`.startsWith("lone-");
  const seriesIndex = series.findIndex(curve);
  const { data } = series[seriesIndex];
  const flat = ArrayBuffer.isView(data) ? [...data] : data.flat();
  const points = flat.flatMap((x, index) => (index % 2 === 0 ? [[x, flat[index + 1]]] : []));
  const known = points.filter(([, value]) => value !== null && !Number.isNaN(value));
  const place = chart.convertToPixel({ seriesIndex }, known[Math.floor(known.length / 3)]);
  return { values: known.map(([, value]) => value), place };
}"""
#: The background of a chart once it is the wanted one, or its value after ten seconds. (Playwright's own way to wait
#: for an expression evaluates a string in the page, which its content security policy forbids.)
WAIT_FOR_BACKGROUND = """(canvas, wanted) => new Promise(resolve => {
  const end = performance.now() + 10_000;
  const look = () => {
    const { backgroundColor } = window.storagelabCharts.instance(canvas).getOption();
    const shown = backgroundColor.toLowerCase();
    if (shown === wanted || performance.now() > end) resolve(shown);
    else requestAnimationFrame(look);
  };
  look();
})"""

#: The script of an article that gives frames the heights that they send.
TAKE_HEIGHT = """<script>addEventListener("message", ({ data }) => {
  if (data.type === "storagelab:height") document.querySelector("iframe").height = data.height;
})</script>"""

#: The height of a picture, and the height that it has at its whole width.
HEIGHT_OF_PICTURE = """one => {
  const { naturalWidth, naturalHeight } = one.querySelector("img");
  return [one.offsetHeight, (one.offsetWidth * naturalHeight) / naturalWidth];
}"""


def test_permalink_is_complete_without_javascript(visit: Opener, measured: Measured) -> None:
    page = visit(java_script_enabled=False)
    page.goto(measured.share_url)
    links = page.get_by_role("navigation", name="On this page").get_by_role("link")
    titles = links.all_inner_texts()
    assert len(titles) >= 6
    assert titles[0] == "Finding"
    for title in titles[1:]:
        expect(page.get_by_role("heading", level=2, name=title, exact=True)).to_be_visible()
    expect(page.locator("#finding .lead")).to_be_visible()
    assert page.locator("#finding .tiles .value").count() >= 1
    pictures = _pictures(page)
    assert pictures
    for picture in pictures:
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
        assert picture.get_attribute("alt")
    expect(page.locator("main table").first).to_be_attached()
    assert all(page.locator("main table").evaluate_all("tables => tables.map(table => table.tBodies[0].rows.length)"))
    assert page.locator(".live").count() == 0


def test_chart_answers_pointer_without_foreign_requests(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(measured.share_url)
    figure = _over_time(page)
    canvas = _enliven(figure)
    curve = canvas.evaluate(READ_CURVE)
    _point_at(page, canvas, curve["place"])
    tooltip = canvas.evaluate(READ_TOOLTIP)
    assert tooltip is not None
    value = shown_value(tooltip)
    assert value is not None
    # Shown to four digits.
    assert min(abs(point - value) / point for point in curve["values"] if point) < 0.0006
    assert page.evaluate(READ_SHIFTS) == []
    # The watch of this page fails on every report of the content security policy.
    origin = urlsplit(measured.share_url)
    assert {(urlsplit(address).scheme, urlsplit(address).netloc) for address in requested} == {
        (origin.scheme, origin.netloc)
    }
    assert all(urlsplit(point).path.startswith((origin.path, "/assets/share-")) for point in requested)
    assert page.context.cookies() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_phone_reader_loads_no_unused_charts(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=NARROW, has_touch=True, is_mobile=True)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(urlsplit(request.url).path))
    page.goto(measured.share_url)
    for picture in _pictures(page):
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
    page.wait_for_timeout(500)
    assert not [path for path in requested if "/parts/" in path or "live-chart" in path]
    picture = _pictures(page)[0]
    picture.scroll_into_view_if_needed()
    picture.tap()
    expect(page.locator("figure .drawn").first).to_have_attribute("data-live", "")


def test_a_chart_is_read_with_the_keyboard(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE)
    page.goto(measured.share_url)
    figure = _over_time(page)
    figure.get_by_role("link", name=re.compile(" as SVG$")).focus()
    area = figure.get_by_role("application")
    expect(area).to_be_visible()
    area.focus()
    page.keyboard.press("ArrowRight")
    status = figure.get_by_role("status")
    expect(status).to_contain_text("IOPS: ")
    first = status.inner_text()
    page.keyboard.press("ArrowRight")
    expect(status).not_to_have_text(first)
    page.keyboard.press("+")
    canvas = figure.locator("[data-chart]")
    zoomed = "canvas => window.storagelabCharts.instance(canvas).getOption().dataZoom[0]"
    assert canvas.evaluate(zoomed)["end"] - canvas.evaluate(zoomed)["start"] == pytest.approx(50)
    figure.get_by_role("button", name="Show all").click()
    assert canvas.evaluate(zoomed)["end"] - canvas.evaluate(zoomed)["start"] == pytest.approx(100)
    page.keyboard.press("Escape")


@pytest.mark.in_turn
def test_live_charts_follow_the_common_page_rules(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE, color_scheme="light")
    page.goto(measured.share_url)
    enliven_all(page)
    canvas = _enliven(_over_time(page))
    assert canvas.evaluate(WAIT_FOR_BACKGROUND, "#ffffff") == "#ffffff"
    assert axe_findings(page) == []
    page.emulate_media(color_scheme="dark")
    assert canvas.evaluate(WAIT_FOR_BACKGROUND, "#12151b") == "#12151b"
    assert page.evaluate(RUN_AXE) == []
    page.set_viewport_size(NARROWEST)
    assert page.evaluate(WIDTH_AT_REST) <= 320


def enliven_all(page: Page) -> None:
    """Turn to every chart: none becomes larger or smaller than its picture was."""
    for figure in page.locator("figure").all():
        size = figure.evaluate("figure => [figure.offsetWidth, figure.offsetHeight]")
        _enliven(figure)
        assert figure.evaluate("figure => [figure.offsetWidth, figure.offsetHeight]") == size


def test_chart_without_data_stays_a_picture(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE)
    page.route("**/parts/*", lambda route: route.fulfill(status=200, body="{", content_type="application/json"))
    page.goto(measured.share_url)
    figure = _over_time(page)
    with page.expect_response("**/parts/*"):
        figure.locator("img").hover()
    page.wait_for_timeout(500)
    expect(figure.locator("img")).to_be_visible()
    assert page.locator(".live").count() == 0


def test_permalink_prints_pictures_without_controls(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE)
    page.goto(measured.share_url)
    figure = _over_time(page)
    _enliven(figure)
    page.emulate_media(media="print")
    expect(figure.locator("img")).to_be_visible()
    expect(figure.locator(".live")).to_be_hidden()
    expect(page.get_by_role("navigation")).to_be_hidden()
    for button in page.get_by_role("button").all():
        expect(button).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Every folded part is open on paper, except the phases and the hashes, which are too long for it.
    folded = page.locator("details:not(.on-screen, .formats details) > :is(div, pre)")
    assert folded.count() >= 2
    assert folded.evaluate_all("all => all.every(one => one.closest('.on-screen') || one.offsetHeight > 0)")
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_finding_numbers_and_first_chart_are_on_the_first_screen(visit: Opener, measured: Measured) -> None:
    page = visit(viewport={"width": 1440, "height": 900}, java_script_enabled=False)
    page.goto(measured.share_url)
    for part in (".lead", ".tiles", "figure picture"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900


def test_embedded_chart_is_never_cut(visit: Opener, measured: Measured) -> None:
    page = visit(viewport=WIDE)
    token = urlsplit(measured.share_url).path.rpartition("/")[2]
    frame = f'<iframe src="/embed/{token}/over-time" width="600" height="300"></iframe>'
    page.goto(measured.share_url)
    # Another page holds the frame: the policy of a permalink forbids frames.
    page.route(
        "**/article", lambda route: route.fulfill(body=f"<!doctype html>{frame}{TAKE_HEIGHT}", content_type="text/html")
    )
    page.goto(f"{urlsplit(measured.share_url).scheme}://{urlsplit(measured.share_url).netloc}/article")
    embedded = page.frame_locator("iframe")
    text = embedded.locator(".under")
    expect(text).to_be_in_viewport()
    expect(page.locator("iframe")).not_to_have_attribute("height", "300")
    picture = embedded.locator("picture")
    # The whole width of the chart is used, so nothing of it is made smaller to fit.
    height, needed = picture.evaluate(HEIGHT_OF_PICTURE)
    assert height == pytest.approx(needed, abs=6)


@pytest.mark.evidence
@pytest.mark.parametrize("live", [False, True], ids=["pictures", "live"])
def test_permalink_fits_a_320_px_screen(visit: Opener, measured: Measured, live: bool) -> None:
    page = visit(viewport=NARROWEST)
    page.goto(measured.share_url)
    if live:
        enliven_all(page)
    # Their tables scroll within the page.
    page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.evidence
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_reports_no_violations_in_live_charts(
    visit: Opener, measured: Measured, scheme: str, viewport: dict[str, int]
) -> None:
    page = visit(color_scheme=scheme, viewport=viewport)
    page.goto(measured.share_url)
    enliven_all(page)
    assert axe_findings(page) == []


def _pictures(page: Page) -> list[Locator]:
    """Return the picture of each chart; every chart has one."""
    pictures = page.locator("figure picture img")
    assert pictures.count() == page.locator("figure").count()
    return pictures.all()


def _over_time(page: Page) -> Locator:
    """Return the chart that every run with samples has."""
    return page.locator('figure:has(img[src*="/over-time.svg"])')


def _enliven(figure: Locator) -> Locator:
    """Turn to a chart; its canvas once it is drawn in the place of the picture."""
    figure.scroll_into_view_if_needed()
    figure.locator(".drawn").hover()
    expect(figure.locator(".drawn")).to_have_attribute("data-live", "")
    expect(figure.locator("picture")).to_have_css("visibility", "hidden")
    return figure.locator("[data-chart][data-painted]")


def _point_at(page: Page, canvas: Locator, place: list[float]) -> None:
    """Move the mouse to a place of a chart, in pixels of its canvas."""
    box = canvas.bounding_box()
    assert box is not None
    for step in (3, 0):
        page.mouse.move(box["x"] + place[0] + step, box["y"] + place[1])
