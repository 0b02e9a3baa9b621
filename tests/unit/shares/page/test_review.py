"""Campaign as a review: its sections, their order, and the contents of the cells."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.unit.shares.campaigns import JBOD, RAID5, RAID6, figures_of, line_of, results_of
from tests.unit.shares.completed import complete
from tests.unit.shares.page.documents import a_document, page_of

from storagelab.shares.campaign_lines import Lines
from storagelab.shares.campaign_verdicts import describe_verdicts
from storagelab.shares.document.answers import FrozenResults
from storagelab.shares.page.model import FactCard, PageCell, PageSection, PageTable, SharePageModel


def review_of(
    *lines: dict[str, Any], states: tuple[str, ...] = ("optimal", "rebuilding"), **changes: Any
) -> SharePageModel:
    results = results_of(*lines, states=states)
    verdicts = describe_verdicts(Lines(complete(FrozenResults, results)))
    answer = {"results": results, **msgspec.to_builtins(verdicts._asdict())}
    document = a_document("campaign", view={"settings": {}, "answer": answer}, reports=[], **changes)
    document["share"]["layout"] = "review"
    return page_of(document)


def section(page: SharePageModel, anchor: str) -> PageSection:
    return next(candidate for candidate in page.sections if candidate.id == anchor)


def table_in(page: SharePageModel, title: str) -> PageTable:
    """Return the table among all numbers whose title begins so."""
    blocks = section(page, "numbers").blocks
    return next(block for block in blocks if isinstance(block, PageTable) and (block.title or "").startswith(title))


def test_sections_follow_the_review_order() -> None:
    page = review_of(JBOD, RAID5, RAID6)
    assert page.kicker == "Frozen review of a campaign"
    assert [page_section.id for page_section in page.sections] == [
        "figures", "findings", "numbers", "tested", "method", "caveats", "data", "set-up", "runs", "phases", "jobs",
        "raw-files",
    ]  # fmt: skip


def test_states_are_side_by_side_with_reference() -> None:
    table = table_in(review_of(JBOD, RAID5, RAID6), "IOPS")
    # A column that has only impossible cells is omitted.
    assert [column.title for column in table.columns] == [
        "Workload", "JBOD, optimal", "RAID 5, optimal", "RAID 5, rebuilding", "RAID 6, optimal", "RAID 6, rebuilding",
    ]  # fmt: skip
    (row,) = table.rows
    assert row == (
        PageCell("write"),
        PageCell(1000.0, note="baseline"),
        PageCell(400.0, note="\N{MINUS SIGN}60 %"),
        PageCell(100.0, note="\N{MINUS SIGN}75 %"),
        PageCell(None, note="failed"),
        PageCell(None, note="failed"),
    )
    assert table.title == "IOPS, mean of the repeats"
    assert table.hint is not None
    assert table.hint.endswith("n = 3, repeats of a cell differ by at most 40 % of their mean.")


def test_differing_n_is_shown_in_every_cell() -> None:
    table = table_in(review_of(JBOD, line_of(1, "RAID 5", figures_of([400.0])), states=("optimal",)), "IOPS")
    assert [cell.note for cell in table.rows[0][1:]] == ["baseline, n = 3", "\N{MINUS SIGN}60 %, n = 1"]
    assert [column.title for column in table.columns] == ["Workload", "JBOD", "RAID 5"]


def test_many_configurations_split_into_tables_of_equal_width() -> None:
    lines = [line_of(row, f"Row {row}", figures_of([100.0])) for row in range(8)]
    tables = section(review_of(*lines, states=("optimal",)), "numbers").blocks
    assert [len(table.columns) for table in tables if isinstance(table, PageTable)] == [5, 5]
    assert [table.title for table in tables if isinstance(table, PageTable)] == [
        "IOPS, mean of the repeats (1 of 2)", "IOPS, mean of the repeats (2 of 2)",
    ]  # fmt: skip


def test_rebuild_is_shown_with_time_and_latency() -> None:
    table = table_in(review_of(JBOD, RAID5), "Rebuild time")
    (row,) = table.rows
    figures = [figures["latency_mean_ns"] for figures in RAID5["figures"]]
    assert [cell.value for cell in row[:6]] == [
        "RAID 5", "write", 7380.0, figures[0], figures[1], figures[1] / figures[0],
    ]  # fmt: skip
    outlasted = line_of(1, "RAID 5", RAID5["figures"][0], RAID5["figures"][1] | {"rebuild_seconds": None})
    assert table_in(review_of(JBOD, outlasted), "Rebuild time").rows[0][2].value == "not ended"


def test_missing_figures_are_shown_with_their_reason() -> None:
    rows = table_in(review_of(JBOD, RAID5, RAID6), "Missing").rows
    assert [[cell.value for cell in row] for row in rows] == [
        ["JBOD", "write", "rebuilding", "impossible", "JBOD has no redundancy."],
        ["RAID 6", "write", "optimal", "failed", "It broke."],
        ["RAID 6", "write", "rebuilding", "failed", "It broke."],
    ]


def test_shared_hardware_is_shown_once() -> None:
    def configuration(key: str, level: str, **more: str) -> dict[str, Any]:
        rows = {"Controller": "PERC H965i", "RAID level": level} | more
        return {"key": key, "name": f"H965i, {level}", "class_hash": key * 20, "instance_hash": "a" * 20,
                "rows": [{"label": label, "value": value} for label, value in rows.items()],
                "measured_with": ["r-7"]}  # fmt: skip

    page = review_of(JBOD, configurations=[configuration("c1", "RAID 5", Strip="64 KiB"), configuration("c2", "JBOD")])
    differing, shared = section(page, "tested").blocks
    assert isinstance(shared, FactCard)
    assert [(row.label, row.value) for row in shared.rows] == [("Controller", "PERC H965i")]
    assert isinstance(differing, PageTable)
    assert [[cell.value for cell in row] for row in differing.rows][:2] == [
        ["RAID level", "RAID 5", "JBOD"], ["Strip", "64 KiB", None],
    ]  # fmt: skip
    assert differing.rows[1][2].note == "none or not recorded"


def test_campaign_without_measurements_has_a_page() -> None:
    page = review_of(RAID6, body=[], charts={})
    assert [page_section.id for page_section in page.sections if not page_section.is_appendix] == [
        "numbers", "tested", "method", "caveats", "data",
    ]  # fmt: skip
    assert table_in(page, "Missing").rows
