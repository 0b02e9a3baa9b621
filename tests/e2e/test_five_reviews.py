"""Five reviews, each rebuilt by clicking, from the demo data and from a run of this lab."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e import reviews
from tests.e2e.charts import choose_in_menu, read_chart, read_table
from tests.e2e.lab import Lab


def lines_of(figure: Any) -> dict[str, int]:
    """Return the number of points of each line of a chart; marks on it have its name and fewer."""
    lines: dict[str, int] = {}
    for item in read_chart(figure).series:
        if item["points"]:
            lines[item["name"]] = max(lines.get(item["name"], 0), len(item["points"]))
    return lines


@pytest.mark.in_turn
def test_iops_by_queue_depth_match_the_ssd_review(overview: Page) -> None:
    figure = reviews.queue_depths(overview)
    choose_in_menu(figure, "Edit panel")
    for workload in ("read", "write"):
        overview.get_by_role("combobox", name="Workload").click()
        overview.get_by_role("option", name=re.compile(workload)).first.click()
        expect(figure.get_by_text(re.compile(workload)).first).to_be_visible()
        lines = lines_of(reviews.queue_depth_figure(overview))
        assert len(lines) == 2, "one drive and four"
        assert all(points > 10 for points in lines.values()), lines


@pytest.mark.in_turn
def test_one_and_two_cards_match_the_ssd_review(overview: Page) -> None:
    rows = read_table(reviews.one_card_or_two(overview))
    assert sorted((row[1], row[2], row[3]) for row in rows) == [
        ("2 x LSI MegaRAID 9260-8i (Windows striped volume over two 8-drive RAID0)", "300,000", "at least"),
        ("LSI MegaRAID 9280-24i4e", "150,000", "approximate"),
    ]


@pytest.mark.in_turn
def test_raid_level_matrix_matches_the_handbook(overview: Page) -> None:
    table = reviews.raid_matrix(overview)
    # The summary of the handbook speaks of RAID 5 and 10 together.
    expect(table.get_by_role("rowheader")).to_have_text(["none", "RAID 0", "RAID5/10"])


@pytest.mark.in_turn
def test_preconditioning_and_load_steps_match_the_card_review(
    page: Page, lab: Lab, measured_reviews: dict[str, Any]
) -> None:
    drawn = read_chart(reviews.preconditioning(page, lab, measured_reviews))
    assert drawn.grids == 4
    assert all(len(drawn.line(panel)) >= 4 for panel in range(4))
    steps = read_chart(reviews.steps_of_load(page, lab, measured_reviews))
    assert steps.grids == 4
    assert sum(len(item["points"]) for item in steps.series) >= 4 * 4, "four steps in four panels"


@pytest.mark.in_turn
def test_tables_and_rebuilds_match_the_controller_review(overview: Page) -> None:
    table = reviews.perc12_table(overview)
    expect(table.get_by_role("rowheader")).to_have_text(["JBOD", "RAID 10", "RAID 5"])
    expect(table.get_by_text("13.21M")).to_be_visible()
    rows = read_table(reviews.perc12_rebuild(overview))
    assert len(rows) == 4
    assert any("35.4" in text for row in rows for text in row), rows


def test_write_shares_by_depth_match_the_controller_review(
    page: Page, lab: Lab, measured_reviews: dict[str, Any]
) -> None:
    surface = reviews.write_surface(page, lab, measured_reviews)
    assert len(read_table(surface)) == 6, "three shares of writes at two depths"
