"""Tests of SNIA PTS as a report: the header, the order of plots and tables, and what is missing."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.page.documents import a_chart, a_document, page_of

from storagelab.shares.page.model import (
    AuthorText,
    FactCard,
    PageCell,
    PageChart,
    PageColumn,
    PageFinding,
    PageSection,
    PageTable,
    Sentence,
    SharePageModel,
)

Panel = dict[str, Any]


def a_panel(name: str, **changes: Any) -> Panel:
    return {"id": name, "title": f"The {name}", "kind": "lines", "empty": None, "note": None, "chart": "rounds",
            "columns": [], "rows": []} | changes  # fmt: skip


TABLE = a_panel(
    "determination", kind="table", chart=None, note="All of the window.",
    columns=[{"label": "Variable", "unit": None}, {"label": "Average", "unit": "1/s"}, {"label": "R", "unit": "round"}],
    rows=[["4 KiB, 0/100", 26_630.0, 5.0], ["64 KiB, 65/35", None, 5.0]],
)  # fmt: skip


def a_report(run: str = "r-7", **changes: Any) -> dict[str, Any]:
    facts = {"Server": "server 1", "CPU": None}
    return {
        "run": run,
        "test": "iops",
        "title": "IOPS",
        "steady": True,
        "sentence": "Steady state was reached at round 5",
        "operator": None,
        "header": [
            {"title": "Test platform", "facts": [{"name": name, "value": value} for name, value in facts.items()]},
            {"title": "Steady state", "facts": [{"name": "Rounds of the measurement window", "value": "1 to 5"}]},
        ],
        "panels": [a_panel("convergence"), TABLE],
    } | changes


def report_of(*reports: dict[str, Any], **changes: Any) -> SharePageModel:
    document = a_document(reports=list(reports), **changes)
    document["share"]["layout"] = "snia"
    return page_of(document)


def section(page: SharePageModel, anchor: str) -> PageSection:
    return next(candidate for candidate in page.sections if candidate.id == anchor)


def cards(page: SharePageModel) -> dict[str | None, dict[str, str]]:
    blocks = section(page, "header").blocks
    return {
        block.title: {row.label: row.value for row in block.rows} for block in blocks if isinstance(block, FactCard)
    }


def test_header_marks_unrecorded_facts() -> None:
    facts = cards(report_of(a_report()))
    assert facts["Test platform"] == {"Server": "server 1", "CPU": "not recorded"}
    assert facts["Report"]["Test operator"] == "not recorded"
    assert facts["Report"]["Reported by"] == "A. Author"
    assert (facts["Report"]["Tested from"], facts["Report"]["Report date"]) == ("2026-11-20", "2026-11-20")
    assert facts["Steady state"] == {"Rounds of the measurement window": "1 to 5"}


def test_sections_and_panels_follow_the_specified_order() -> None:
    page = report_of(a_report(), body=[{"chart": "rounds"}])
    assert [page_section.id for page_section in page.sections if not page_section.is_appendix] == [
        "figures", "test-r-7", "header", "method", "caveats", "data",
    ]  # fmt: skip
    (plot,) = section(page, "figures").blocks
    assert isinstance(plot, PageChart)
    assert plot.settings_line == "IOPS test · r-7 · steady: yes"
    verdict, table = section(page, "test-r-7").blocks
    assert verdict == Sentence("Steady state was reached at round 5.", "good")
    assert isinstance(table, PageTable)
    assert table.columns == (PageColumn("Variable"), PageColumn("Average", "1/s"), PageColumn("R"))
    assert table.rows[1] == (PageCell("64 KiB, 65/35"), PageCell(None), PageCell(5.0))
    assert (table.title, table.hint) == ("The determination", "All of the window.")
    assert page.lead == PageFinding("Steady state was reached at round 5.")


def test_empty_and_omitted_panels_are_marked() -> None:
    panels = [a_panel("histogram", empty="No curve was stored", chart=None), a_panel("matrix", chart="left-out")]
    blocks = section(report_of(a_report(steady=None, panels=panels)), "test-r-7").blocks
    assert blocks == (
        Sentence("Steady state was reached at round 5."),
        Sentence("The histogram: No curve was stored.", "warn"),
        Sentence("The matrix: not included by the author."),
    )


def test_header_of_several_tests_has_shared_facts() -> None:
    other = a_report("r-8", title="Latency", steady=False, sentence="Steady state was not achieved")
    other["header"] = [{"title": "Test platform", "facts": [{"name": "Server", "value": "server 2"},
                        {"name": "CPU", "value": None}]}]  # fmt: skip
    page = report_of(a_report(), other)
    facts = cards(page)
    assert facts["Test platform"] == {"CPU": "not recorded"}
    assert facts["Report"]["Tests"] == "IOPS and Latency"
    (verdicts,) = [block for block in section(page, "header").blocks if isinstance(block, PageTable)]
    assert [[cell.value for cell in row] for row in verdicts.rows] == [
        ["IOPS, r-7", "1 to 5", "Steady state was reached at round 5"],
        ["Latency, r-8", "not recorded", "Steady state was not achieved"],
    ]
    own = [block for block in section(page, "test-r-8").blocks if isinstance(block, FactCard)]
    assert [[(row.label, row.value) for row in block.rows] for block in own] == [[("Server", "server 2")]]
    assert page.lead is not None
    assert page.lead.text.endswith("Latency, r-8: steady state was not achieved.")


def test_other_charts_follow_the_tests() -> None:
    charts = {"rounds": a_chart(), "over-time": a_chart(title="Over time")}
    page = report_of(a_report(), charts=charts, body=[{"text": "Ours."}, {"chart": "over-time"}, {"chart": "rounds"}])
    ids = [page_section.id for page_section in page.sections]
    assert ids.index("charts") == ids.index("test-r-7") + 1
    plot, text = section(page, "figures").blocks
    assert isinstance(plot, PageChart)
    assert (plot.key, text) == ("rounds", AuthorText("Ours."))
    (drawn,) = section(page, "charts").blocks
    assert isinstance(drawn, PageChart)
    assert drawn.key == "over-time"
