"""Pages with bad input: endless names, other scripts, markup, formulas and extreme curves.

Nothing breaks, and nothing shows a wrong value.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e import bad_input
from tests.e2e.bad_input import CURVES, DECADES, STUTTER, BadInput, endless, label_of, names
from tests.e2e.browsing import Watch
from tests.e2e.charts import choose_in_menu, figure_named, read_chart, read_table, shown_value
from tests.e2e.lab import Lab
from tests.e2e.made_runs import fio_output

from storagelab.domain.labels import format_label

#: Text that is cut off, and that no title shows whole.
CUT_OFF = """() => {
  const whole = element => element.closest("[title]")?.title.includes(element.textContent.trim());
  return [...document.querySelectorAll("main *, header *, [role=status] *")].filter(element => {
    const { overflowX } = getComputedStyle(element);
    if (overflowX !== "hidden" && overflowX !== "clip") return false;
    if (element.closest(".visually-hidden, .unseen, [data-chart], input, textarea, select")) return false;
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    return isCut && element.textContent.trim() !== "" && !whole(element);
  }).map(element => `${element.className}: ${element.textContent.trim().slice(0, 80)}`);
}"""
IOPS, LATENCY = 0, 1


def has_heading(page: Page) -> None:
    """Check that the page has arrived, with whatever it shows."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Loading", exact=True)).to_have_count(0)


def has_rows(page: Page) -> None:
    """Check that the first table of the page has arrived."""
    has_heading(page)
    expect(page.locator("table:not([aria-busy]) tbody tr").first).to_be_visible()


def has_results(page: Page) -> None:
    """Check that the home page shows its latest results."""
    has_heading(page)
    expect(page.get_by_role("region", name="Latest results").get_by_role("link").nth(1)).to_be_visible()


def has_chart(page: Page) -> None:
    """Check that the first chart of the page has arrived."""
    has_heading(page)
    expect(page.locator("[data-chart][data-painted]").first).to_be_attached()


@pytest.fixture(scope="module")
def bad(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BadInput]:
    """Provide all bad input at once, in a lab that is paused meanwhile."""
    put_in = bad_input.fill(lab, fio_output(tmp_path_factory.mktemp("fio")))
    yield put_in
    bad_input.take_back(lab, put_in)


def every_page(lab: Lab, bad: BadInput) -> dict[str, Any]:
    """Return the addresses of the pages that show the bad input, each with the check that the input has arrived."""
    number = {name: run["number"] for name, run in bad.runs.items()}
    twelve = ",".join([*number.values(), *(run["number"] for run in bad.more[:5])])
    configuration = bad.runs["gaps"]["configuration"]["number"]
    other = bad.runs["zeros"]["configuration"]["number"]
    arrivals = {
        "": has_results,
        "runs": has_rows,
        "runs?q=W&origin=imported": has_rows,
        **{f"runs/{run}": has_heading for run in number.values()},
        f"runs/{number['gaps']}?metric=all": has_heading,
        f"runs/{number['gaps']}/phases": has_heading,
        f"runs/{number['gaps']}/history": has_heading,
        f"runs/{number['gaps']}/environment": has_heading,
        f"runs/{number['gaps']}/files": has_rows,
        f"runs/{bad.failed_job['runs'][0]['number']}": has_heading,
        f"workbench?runs={twelve}": has_chart,
        f"compare?runs={twelve}&view=sweep": has_chart,
        f"workbench?runs={twelve}&panels=p1.heat-map.iops.0-0-12-12*p2.rank.iops.0-12-12-12": has_heading,
        "jobs": has_rows,
        f"jobs/{bad.failed_job['number']}": has_heading,
        f"jobs/{bad.waiting_job['number']}": has_heading,
        "queue": has_rows,
        "campaigns": has_heading,
        f"campaigns/{bad.campaign['number']}": has_rows,
        f"import/{bad.preview}": has_rows,
        "import": has_rows,
        "servers": has_rows,
        f"servers/{bad.servers[0]['number']}": has_heading,
        f"servers/{bad.servers[0]['number']}?tab=maintenance": has_heading,
        "profiles?group=archived": has_heading,
        f"profiles/{bad.profile}": has_rows,
        f"configurations/{configuration}": has_heading,
        f"configurations/{configuration}/history": has_heading,
        f"configurations/diff?a={configuration}&b={other}": has_heading,
        "search?q=WWW": has_heading,
        f"search?q={endless(200)}": has_heading,
        "settings/tokens": has_rows,
        f"new?profile={bad.profile}&name={endless(200)}": has_heading,
    }
    return {f"{lab.url}/{path}": arrived for path, arrived in arrivals.items()} | {bad.share_url: has_heading}


def cut_off(page: Page) -> list[str]:
    """Return the texts that stay cut off once the drawings have taken the width of their page."""
    for _ in range(20):
        if not (texts := page.evaluate(CUT_OFF)):
            break
        page.wait_for_timeout(100)
    return list(texts)


@pytest.mark.in_turn
def test_bad_input_neither_widens_pages_nor_clips_names(page: Page, lab: Lab, bad: BadInput) -> None:
    wide, cut = {}, {}
    for address, arrived in every_page(lab, bad).items():
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(address)
        arrived(page)
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 800})
            place = f"{address.removeprefix(lab.url)[:80]} at {width} px"
            if (needed := page.evaluate("document.documentElement.scrollWidth")) > width:
                wide[place] = needed
            if texts := cut_off(page):
                cut[place] = texts
        assert page.evaluate("window.pwned") is None
        assert page.locator("img[src=x]").count() == 0
    assert (wide, cut) == ({}, {})


@pytest.mark.in_turn
def test_names_are_shown_as_they_were_written(page: Page, lab: Lab, bad: BadInput) -> None:
    titles, labels, notes = names(200), names(60), names(2000)
    for (kind, title), run in zip(titles.items(), bad.runs.values(), strict=True):
        page.goto(f"{lab.url}/runs/{run['number']}")
        expect(page.get_by_role("heading", level=1)).to_have_text(stored_name(title))
        expect(page).to_have_title(f"{run['number']} · {stored_name(title)} · Storage Lab")
        [(key, value)] = label_of(labels[kind]).items()
        label = format_label(stored_name(key), None if value is None else stored_name(value))
        expect(page.get_by_role("list", name="Labels").get_by_text(label, exact=True)).to_be_visible()
        written = page.get_by_role("list", name="Notes on this curve, by number")
        expect(written.get_by_text(stored_name(notes[kind]), exact=True)).to_be_visible()


def stored_name(name: str) -> str:
    """Return a name as the lab stores it: a change of the writing direction is undone at its end."""
    return f"{name}\u202c" if "\u202e" in name else name


def test_bidi_override_leaves_adjacent_text_forward(page: Page, lab: Lab, bad: BadInput) -> None:
    """Check that text after a name that was left turned around is in its usual place."""
    overridden, plain = bad.runs["stutter"], bad.runs["one sample"]
    page.goto(f"{lab.url}/workbench?runs={overridden['number']},{plain['number']}")
    rail = page.get_by_role("complementary", name="Runs")
    entry = rail.get_by_role("listitem").filter(has=page.get_by_role("button", name=f"Show {bad_input.OVERRIDDEN}"))
    assert reads_forward(entry.get_by_text("1 run", exact=True), "1 run")
    rail.get_by_text("IOPS compared with the baseline").click()
    sentence = rail.locator("li").filter(has_text="IOPS").first
    assert reads_forward(sentence, "IOPS")


def reads_forward(element: Locator, words: str) -> bool:
    """Return whether these words are on the page from left to right."""
    return bool(
        element.evaluate(
            """(element, words) => {
              const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const start = walker.currentNode.data.indexOf(words);
                if (start < 0) continue;
                const left = place => {
                  const range = document.createRange();
                  range.setStart(walker.currentNode, place);
                  range.setEnd(walker.currentNode, place + 1);
                  return range.getBoundingClientRect().left;
                };
                return left(start) < left(start + 3);
              }
              throw new Error(`${words} is not there`);
            }""",
            words,
        )
    )


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", CURVES)
def test_curves_match_the_logs(page: Page, lab: Lab, bad: BadInput, kind: str) -> None:
    run = bad.runs[kind]
    iops, latency = (dict(rows) for rows in CURVES[kind])
    page.goto(f"{lab.url}/runs/{run['number']}?metric=all")
    figure = figure_named(page, "Over time")
    chart = read_chart(figure)
    drawn = {x + 500: y for x, y in chart.line(IOPS)}
    # A second without a row is a stall: no I/O, and no latency.
    last = max(iops)
    assert drawn == {moment: iops.get(moment, 0) for moment in range(1000, last + 1, 1000)}
    assert chart.grids == (1 if not latency else 2)
    if latency:
        assert {x + 500: y for x, y in chart.line(LATENCY) if y is not None} == pytest.approx(latency)
    rows = read_table(figure)
    tabled = [value for row in rows if (value := shown_value(row[1])) is not None]
    assert tabled == pytest.approx(list(drawn.values()), rel=6e-4)


def test_readings_without_neighbours_are_points(page: Page, lab: Lab, bad: BadInput) -> None:
    page.goto(f"{lab.url}/runs/{bad.runs['stutter']['number']}?metric=all")
    assert lone_points(page) == [(moment - 500, 100 * value) for moment, value in STUTTER]
    page.goto(f"{lab.url}/runs/{bad.runs['gaps']['number']}?metric=all")
    assert lone_points(page) == [(99_500, 90_000)], "the only one between two gaps"


def lone_points(page: Page) -> list[tuple[float, float]]:
    """Return the latencies that are drawn as points because no line leads to them."""
    series = read_chart(figure_named(page, "Over time")).series
    lone = [item for item in series if str(item["id"]).startswith(f"lone-line-{LATENCY}")]
    return [(x, y) for item in lone for x, y in item["points"]]


def test_log_axis_draws_ten_decades_without_zeros(page: Page, lab: Lab, bad: BadInput) -> None:
    runs = f"{bad.runs['ten decades']['number']},{bad.runs['zeros']['number']}"
    page.goto(f"{lab.url}/workbench?runs={runs}&panels=p1.over-time.iops.0-0-12-12.l")
    drawn = [item["points"] for item in read_chart(figure_named(page, "IOPS over time")).series if item["points"]]
    assert [[y for _, y in points] for points in drawn] == [DECADES, [None] * 10]


@pytest.mark.in_turn
@pytest.mark.parametrize("count", [0, 1, 13])
def test_any_number_of_runs_is_compared(page: Page, lab: Lab, bad: BadInput, count: int) -> None:
    every = [run["number"] for run in [*bad.runs.values(), *bad.more]]
    assert len(every) == 13
    page.goto(f"{lab.url}/compare?runs={','.join(every[:count])}")
    if count == 0:
        expect(page.get_by_role("heading", name="Compare runs")).to_be_visible()
        return
    chart = read_chart(figure_named(page, "IOPS over time"))
    lines = [item for item in chart.series if str(item["id"]).startswith("line-")]
    assert len({item["name"] for item in lines}) == len(lines) == count
    assert chart.grids == count


def test_a_date_that_cannot_be_is_doubted(page: Page, lab: Lab, bad: BadInput) -> None:
    for kind, words in (("1970", "2 Jan 1970, which is older"), ("2099", "1 Jan 2099, which is still to come")):
        page.goto(f"{lab.url}/runs/{bad.runs[kind]['number']}")
        expect(page.get_by_role("region", name="Caveats")).to_contain_text(words)
    page.goto(f"{lab.url}/runs/{bad.runs['gaps']['number']}")
    expect(page.get_by_role("region", name="Headline numbers")).to_be_visible()
    expect(page.get_by_text("Date in doubt")).to_have_count(0)


def test_run_without_samples_has_a_reason(page: Page, lab: Lab, bad: BadInput) -> None:
    page.goto(f"{lab.url}/runs/{bad.failed_job['runs'][0]['number']}")
    expect(page.get_by_text("Failed", exact=True).first).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(0)
    expect(page.get_by_text("This run has neither a curve nor figures.")).to_be_visible()
    expect(page.get_by_text("No samples yet")).to_have_count(0)
    page.goto(f"{lab.url}/compare?view=curve&runs={bad.failed_job['runs'][0]['number']},{bad.runs['gaps']['number']}")
    figure = figure_named(page, "IOPS over time")
    assert next(item["id"] for item in read_chart(figure).series if item["points"]) == "line-0"


def test_cells_for_spreadsheets_are_text(page: Page, lab: Lab, bad: BadInput) -> None:
    formula, other = bad.runs["2099"], bad.runs["one sample"]
    page.goto(f"{lab.url}/workbench?runs={formula['number']},{other['number']}")
    figure = figure_named(page, "IOPS over time")
    with page.expect_download() as download:
        choose_in_menu(figure, "Save as CSV")
    require_text(download.value.path().read_text(encoding="utf-8"), bad_input.FORMULA)

    page.goto(f"{lab.url}/servers?q=calc")
    page.get_by_role("button", name="Saved views").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export this list as CSV").click()
    require_text(download.value.path().read_text(encoding="utf-8-sig"), bad_input.FORMULA)


def require_text(table: str, formula: str) -> None:
    """Check that the formula is in the table, and that no cell begins like one."""
    cells = [cell for row in csv.reader(io.StringIO(table)) for cell in row]
    assert any(cell.startswith(f"'{formula}") for cell in cells)
    assert [cell for cell in cells if cell[:1] in ("=", "+", "@")] == []


def test_overlong_field_is_refused_at_its_input(page: Page, lab: Lab, watch: Watch, bad: BadInput) -> None:
    watch.expected.add((422, "/api/v1/jobs"))
    page.goto(f"{lab.url}/new?profile=quick-4k&name={endless(201)}&note={endless(4001)}")
    bar = page.get_by_role("region", name="New run")
    for label, max_characters in (("Name", 200), ("Note", 4000)):
        bar.get_by_role("link", name=re.compile(f"^{label}: ")).click()
        field = page.get_by_label(label, exact=True)
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text(f"must have at most {max_characters} characters").first).to_be_visible()
        assert len(field.input_value()) == max_characters + 1, "nothing that was typed is lost"
    expect(page.get_by_role("button", name="Start run")).to_be_disabled()


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("path", "field", "max_characters"),
    [
        ("/servers", "name", 100),
        ("/saved-filters", "name", 100),
        ("/dashboards", "name", 100),
        ("/tokens", "name", 100),
        ("/campaigns", "name", 200),
    ],
)
def test_api_refuses_one_character_over_limit(lab: Lab, path: str, field: str, max_characters: int) -> None:
    answer = bad_input.send_request(lab, "POST", path, json={field: endless(max_characters + 1)})
    assert answer.status_code == 422
    messages = [error["message"] for error in answer.json()["errors"] if error["path"] == field]
    assert messages == [f"must have at most {max_characters} characters"]
