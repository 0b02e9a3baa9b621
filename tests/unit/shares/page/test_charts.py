"""Charts in the author's order: their readings, the time of these, and their settings line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs
from tests.unit.shares.completed import complete
from tests.unit.shares.page.documents import (
    a_chart,
    a_document,
    a_measurement,
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
from storagelab.shares.page import build
from storagelab.shares.page.build import find_chart
from storagelab.shares.page.chart_places import place_charts
from storagelab.shares.page.charts import format_settings
from storagelab.shares.page.model import AuthorText, PageChart, PageColumn


def test_first_chart_leads_and_texts_follow_it() -> None:
    page = page_of(a_document())
    figures = page.sections[0]
    assert (figures.id, figures.is_titled) == ("figures", False)
    assert [type(block) for block in figures.blocks] == [PageChart, AuthorText, AuthorText]


def test_later_charts_and_texts_follow_the_authors_order() -> None:
    charts = {key: a_chart(kind="bars") for key in ("a", "b", "c")}
    body = [{"text": "One."}, {"chart": "b"}, {"text": "Two."}, {"chart": "a"}, {"text": "Three."}, {"chart": "c"}]
    page = page_of(a_document(charts=charts, body=body))
    shown = {
        section.id: [block.key if isinstance(block, PageChart) else block.markdown for block in section.blocks]
        for section in page.sections
        if section.id in ("figures", "charts")
    }
    assert shown == {"figures": ["b", "One.", "Two."], "charts": ["a", "Three.", "c"]}


def test_neighbours_of_one_form_share_a_row() -> None:
    same = {"heights": [432, 432], "kind": "percentiles"}
    charts = {key: a_chart(**same) for key in ("first", "a", "b", "c")} | {"bars": a_chart(**same | {"kind": "bars"})}
    chart = {item.key: item for item in page_of(a_document(charts=charts, body=[])).charts()}
    assert [key for key, item in chart.items() if item.is_half] == ["a", "b"]
    assert (chart["a"].width, chart["a"].height, chart["a"].is_panel) == (470, 311, True)
    assert (chart["c"].width, chart["c"].height) == (980, 432)


def test_few_bars_share_a_row_with_their_names_above() -> None:
    few, many = a_chart(kind="bars", heights=[260, 320]), a_chart(kind="bars", heights=[900, 1300])
    charts = {"first": a_chart(), "a": few, "b": few, "many": many, "c": few}
    chart = {item.key: item for item in page_of(a_document(charts=charts, body=[])).charts()}
    assert [key for key, item in chart.items() if item.is_half] == ["a", "b"]
    assert (chart["a"].width, chart["a"].height, chart["a"].is_panel) == (470, 320, False)


def test_charts_of_one_table_of_a_review_share_rows() -> None:
    bars = {"kind": "factor-bars", "heights": [260, 320]}
    charts = {
        f"results-{place}": a_chart(**bars, settings={"metric": metric, "workload": "Corners", "phase": str(place)})
        for place, metric in enumerate(["bandwidth", "bandwidth", "iops", "iops", "iops"], 1)
    }
    document = document_of(a_document(charts=charts, body=[{"chart": "results-1"}]))
    review = structs.replace(document, share=structs.replace(document.share, layout="review"))
    assert place_charts(review) == {
        "results-1": "first", "results-2": "alone", "results-3": "beside", "results-4": "beside", "results-5": "alone",
    }  # fmt: skip


def test_first_chart_ends_on_the_first_screen() -> None:
    charts = {"tall": a_chart(heights=[632, 972]), "bars": a_chart(kind="bars", heights=[1378, 2050])}
    assert page_of(a_document(charts=charts, body=[])).charts()[0].height == 420
    # The rows of bars need their height.
    assert page_of(a_document(charts=charts, body=[{"chart": "bars"}])).charts()[0].height == 1378


def test_chart_found_alone_has_the_form_of_its_page() -> None:
    charts = {key: a_chart(kind="percentiles", heights=[432, 432]) for key in ("first", "a", "b")}
    document = document_of(a_document(charts=charts, body=[]))
    for chart in build.page_of(document, reader()).charts():
        alone = find_chart(document, chart.key)
        assert (alone.width, alone.height, alone.is_panel) == (chart.width, chart.height, chart.is_panel)


def test_caption_of_bars_has_no_curves() -> None:
    charts = {"bars": a_chart(kind="bars", caption="One curve for each run.")}
    assert page_of(a_document(charts=charts, body=[])).charts()[0].caption == "One bar for each run."


def test_unplaced_chart_is_shown_at_the_end() -> None:
    charts = {"rounds": a_chart(), "late": a_chart(title="Late")}
    page = page_of(a_document(charts=charts))
    assert [chart.title for chart in page.charts()] == ["Steady state", "Late"]


def test_body_with_unknown_chart_shows_no_chart() -> None:
    page = page_of(a_document(body=[{"chart": "gone"}, {"text": "  "}], charts={}))
    assert page.charts() == ()
    assert "figures" not in [section.id for section in page.sections]


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
    assert "steady" not in settings_of(a_chart(), [a_run(verdict=None)])


@pytest.mark.parametrize(
    ("steady", "words"),
    [(None, "n = 1"), (True, "preconditioned to steady state"), (False, "not preconditioned to steady state")],
)
def test_phases_without_a_verdict_are_not_called_steady(steady: bool | None, words: str) -> None:
    phases = [a_phase(1, measurement=a_measurement(steady=steady))]
    line = settings_of(a_chart(kind="percentiles"), [a_run(phases=phases)])
    assert line.endswith(f" · {words}")
    assert "steady: yes" not in line


def test_runs_that_do_not_count_have_no_n() -> None:
    assert "n =" not in settings_of(a_chart(), [a_run(scale="smoke")])


def test_many_workloads_are_counted() -> None:
    phases = [a_phase(n, workload={"description": f"{n}K read, 1T/1Q"}) for n in (1, 2, 4)]
    assert settings_of(a_chart(), [a_run(phases=phases)]).startswith("3 workloads · ")
