"""Charts in the author's order: their readings, the time of these, and their settings line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.shares.completed import complete
from tests.unit.shares.page.documents import (
    a_chart,
    a_document,
    a_phase,
    a_run,
    a_verdict,
    document_of,
    page_of,
    reader,
    the_parts,
)

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenChart
from storagelab.shares.page.build import find_chart
from storagelab.shares.page.charts import format_settings
from storagelab.shares.page.model import AuthorText, PageChart, PageColumn, Sentence


def test_text_and_charts_follow_the_authors_order() -> None:
    page = page_of(a_document())
    blocks = next(section for section in page.sections if section.id == "charts").blocks
    assert [type(block) for block in blocks] == [AuthorText, PageChart, AuthorText]


def test_unplaced_chart_is_shown_at_the_end() -> None:
    charts = {"rounds": a_chart(), "late": a_chart(title="Late")}
    page = page_of(a_document(charts=charts))
    assert [chart.title for chart in page.charts()] == ["Steady state", "Late"]


def test_body_with_unknown_chart_shows_no_chart() -> None:
    page = page_of(a_document(body=[{"chart": "gone"}, {"text": "  "}], charts={}))
    blocks = next(section for section in page.sections if section.id == "charts").blocks
    assert blocks == (Sentence("No charts. The measurements are below."),)


def test_chart_data_are_read_on_demand() -> None:
    names_read: list[str] = []

    def read(name: str) -> bytes:
        names_read.append(name)
        return json.dumps(the_parts()[name]).encode()

    (chart,) = page_of(a_document(), read).charts()
    assert names_read == ["chart-rounds-table"]
    assert chart.data["metric"] == "iops"
    assert dict(chart.data) == a_verdict()
    assert names_read == ["chart-rounds-table", "chart-rounds"]


def test_chart_has_exact_table_values_and_a_sentence() -> None:
    (chart,) = page_of(a_document()).charts()
    assert chart.table is not None
    assert chart.table.columns[1] == PageColumn("IOPS", "1/s")
    assert [cell.value for cell in chart.table.rows[3]] == [4, 95_200.0, "inside"]
    assert [row[0].value for row in chart.table.rows[1:3]] == [2, 3]
    assert chart.sentence.startswith("Steady from round 3 on.")
    assert (chart.height, chart.narrow_height) == (412, 430)


def test_long_table_pads_a_short_row() -> None:
    table = {"caption": "All", "columns": [{"title": "t", "unit": "s"}, {"title": "°C", "unit": "degC"}]}
    parts = {**the_parts(), "chart-rounds-table": {**table, "rows": [[index] for index in range(100_000)]}}
    (chart,) = page_of(a_document(), reader(parts)).charts()
    assert chart.table is not None
    assert len(chart.table.rows) == 100_000
    # A short row is filled up with unknown values, and a unit of no other table appears in the title.
    assert [cell.value for cell in chart.table.rows[99_999]] == [99_999, None]
    assert chart.table.columns[1] == PageColumn("°C (degC)")


def test_title_and_caption_replace_a_missing_sentence() -> None:
    bare = {name: value for name, value in a_chart().items() if name not in ("sentence", "heights", "table")}
    (chart,) = page_of(a_document(charts={"rounds": bare})).charts()
    assert chart.sentence.startswith("Steady state. Each round")
    assert chart.table is None
    assert chart.height > 0


@pytest.mark.parametrize(
    ("frozen", "shown"),
    [
        (
            "IOPS reaches from 5. Colours go from dark, 2.02k IOPS, to light, 16.2k IOPS. Cells lie on diagonals.",
            "IOPS reaches from 5. Stronger colours are higher values, from 2.02k IOPS to 16.2k IOPS. Cells lie on "
            "diagonals.",
        ),
        (
            "Colours go from dark, 500 IOPS, to light, 64.0k IOPS, by logarithms.",
            "Stronger colours are higher values, from 500 IOPS to 64.0k IOPS, by logarithms.",
        ),
        (
            "White is no difference, blue less of RAID 5 and orange more, both strongest from ±4.5 % on; "
            "less is better.",
            "Blue: RAID 5 is better. Orange: RAID 5 is worse. Full colour from ±4.5 %.",
        ),
        ("Colours go from dark to light.", "Colours go from dark to light."),
    ],
)
def test_frozen_colour_words_follow_the_current_drawing(frozen: str, shown: str) -> None:
    (chart,) = page_of(a_document(charts={"rounds": a_chart() | {"sentence": frozen}})).charts()
    assert chart.sentence == shown


def test_two_hundred_charts_read_no_data() -> None:
    charts = {f"c{index}": a_chart(table=None) for index in range(200)}
    body = [{"chart": key} for key in charts]

    def read(name: str) -> bytes:
        raise AssertionError(name)

    assert len(page_of(a_document(charts=charts, body=body), read).charts()) == 200


def test_chart_is_found_without_its_parts() -> None:
    chart = find_chart(document_of(a_document()), "rounds")
    assert (chart.kind, chart.title, chart.table, dict(chart.data)) == ("rounds", "Steady state", None, {})
    assert chart.data_sha256 == a_document()["parts"]["chart-rounds"]["sha256"]


def settings_of(chart: dict[str, Any], runs: list[dict[str, Any]]) -> str:
    return format_settings(complete(FrozenChart, chart), complete(list[FrozenRun], runs))


def test_settings_line_names_load_repeats_and_verdict() -> None:
    runs = [a_run("r-7"), a_run("r-8", verdict=None), a_run("r-9", configuration="c2"), a_run("r-10")]
    line = settings_of(a_chart(runs=["r-7", "r-8", "r-9"]), runs)
    assert line == "4K random read, 16T/16Q · n = 1 to 2 · steady: 2 of 3 runs, 1 not checked"
    assert settings_of(a_chart(), [a_run(verdict=a_verdict(status="not_steady"))]).endswith("steady: no")
    assert settings_of(a_chart(), [a_run(verdict=None)]).endswith("steady: not checked")


def test_many_workloads_are_counted() -> None:
    phases = [a_phase(n, workload={"description": f"{n}K read, 1T/1Q"}) for n in (1, 2, 4)]
    assert settings_of(a_chart(), [a_run(phases=phases)]).startswith("3 workloads · ")
