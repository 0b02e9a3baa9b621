"""Every printed figure and finding of one review on the pages of its runs and in the list of findings."""

from __future__ import annotations

import csv
import io
import re
from importlib import resources

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.charts import READ_ROWS, shown_value
from tests.e2e.lab import Lab

from storagelab.demo.findings import load_source_titles
from storagelab.demo.sets import PERC12

UNITS = {"IOPS": 1.0, "MB/s": 1e6, "GB/s": 1e9}
RATES = {"kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}


def read_packaged(name: str) -> list[dict[str, str]]:
    """Return the rows of a packaged table, read here without the product's reader."""
    text = resources.files("storagelab.demo").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def read_value(text: str) -> float | None:
    """Return a rate of a table in 1/s or bytes/s; None for a figure that is not published."""
    words = text.replace("\xa0", " ").rpartition(" ")
    if words[2] in RATES:
        return round(float(words[0].replace(",", "")) * RATES[words[2]], 3)
    return None if text == "not published" else shown_value(text)


def read_figures(table: Locator) -> list[dict[str, str]]:
    """Return the rows of a table by the titles of its columns."""
    heads = [re.sub(r"\s+", " ", text).strip() for text in table.locator("thead th").all_inner_texts()]
    return [dict(zip(heads, row, strict=True)) for row in table.evaluate(READ_ROWS)]


@pytest.mark.in_turn
def test_every_figure_of_a_review_is_on_the_pages_of_its_runs(page: Page, lab: Lab) -> None:
    printed = read_packaged(PERC12.file)
    listed = lab.call("GET", "/runs", params={"origin": "published", "limit": 200})["items"]
    runs = {run["title"]: run["number"] for run in listed if run["title"] in titles_of(printed)}
    assert set(runs) == titles_of(printed)
    measured = restated = 0
    for title, number in runs.items():
        rows = [row for row in printed if title_of(row) == title]
        page.goto(f"{lab.url}/runs/{number}/phases")
        table = page.get_by_role("table", name="Measurements of the phases")
        expect(table.locator("tbody tr")).to_have_count(sum(row["role"] == "measured" for row in rows))
        figures = {row["Phase"].partition(". ")[2]: row for row in read_figures(table)}
        for row in rows:
            if row["role"] == "stated":
                continue
            figure = figures[row["restates"] or row["workload"]]
            text, value = figure["As published"], round(float(row["value"]) * UNITS[row["unit"]], 3)
            assert row["value_printed"] in text
            assert row["place"] in text
            assert row["source_reads"] in text
            if row["role"] == "restated":
                reading = re.findall(r"restated, ([\d.,]+(?: \wB/s)?)", text.replace("\xa0", " "))
                assert value in map(read_value, reading)
                restated += 1
            else:
                column = "IOPS" if row["metric"] == "iops" else "Throughput"
                assert read_value(figure[column]) == value
                measured += 1
    print(f"PERC 12: {measured} of 66 figures and {restated} of 10 roundings on the pages of {len(runs)} runs")
    assert (measured, restated, len(runs)) == (66, 10, 11)


def titles_of(printed: list[dict[str, str]]) -> set[str]:
    """Return the titles of the runs with these measurements."""
    return {title_of(row) for row in printed if row["role"] == "measured"}


def title_of(row: dict[str, str]) -> str:
    """Return the title of the run of a printed figure."""
    return row["configuration"] + (", rebuilding" if row["state"] == "rebuild" else "")


@pytest.mark.in_turn
def test_every_finding_of_a_review_is_in_the_list(page: Page, lab: Lab) -> None:
    """Scroll through the whole list: its table has only the rows in view, and loads the next ones."""
    titles = load_source_titles()
    printed = [row for row in read_packaged("findings.csv") if titles[row["source"]] == PERC12.source_title]
    page.goto(f'{lab.url}/findings?q=source:"{PERC12.source_title}"')
    table = page.get_by_role("table", name="Findings")
    expect(table.locator("tbody tr").first).to_be_visible()
    seen: dict[str, dict[str, str]] = {}
    for _ in range(60):
        before = len(seen)
        seen |= {row["Number"]: row for row in read_figures(table) if row.get("Number")}
        table.locator("tbody tr").last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(50)
        if len(seen) == before and len(seen) >= len(printed):
            break
    stated = [row for row in seen.values() if " is stated at " not in row["Finding"]]
    shown = sorted((row["Test"], row["Workload"], row["Strength"].lower()) for row in stated)
    expected = sorted((row["test"], row["workload"] or "–", row["strength"]) for row in printed)
    print(f"PERC 12: {len(stated)} of {len(printed)} findings in the list, beside {len(seen) - len(stated)} statements")
    assert (len(stated), len(seen) - len(stated)) == (46, 3)
    assert shown == expected
