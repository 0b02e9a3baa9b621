"""Table of all printed figures: reading, precision, characters and place of each."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.page.documents import a_document, a_measurement, a_phase, a_run, find_table, read_rows

Document = dict[str, Any]
STATEMENT = {
    "origin": "published", "relation": "states", "subject": "slot, reads", "value": 28e9, "unit": "bytes/s",
    "workload": {"pattern": "reads", "block": "64k", "metric": "throughput"}, "raid_level": "JBOD",
    "value_kind": "approximate", "printed": "circa 28 GB/s", "place": "Limits, paragraph 9",
}  # fmt: skip


def a_published_run(*figures: Document, **changes: Any) -> Document:
    measurement = a_measurement(iops=400_000.0, published_figures=list(figures), source_note="ends at the widest")
    phase = a_phase(1, name="random read", kind="published", measurement=measurement)
    return a_run(**{"origin": "published", "phases": [phase], **changes})


def a_figure(**changes: Any) -> Document:
    return {"metric": "iops", "value": 400_000.0, "value_kind": "range_low", "text": "40-45万IOPS"} | changes


def test_published_figures_are_listed_with_their_source() -> None:
    restated = a_figure(value=4.1e5, value_kind="approximate", restated=True, place="Summary, paragraph 1")
    rebuilt = a_figure(text=None, reconstructed=True, source_reads="400 XNUMX")
    table = find_table(a_document(runs=[a_published_run(a_figure(), restated, rebuilt)]), "published")
    assert table is not None
    rows = read_rows(table)
    assert [(row["Workload"].value, row["Workload"].note) for row in rows] == [
        ("random read", "4K random read, 16T/16Q")
    ] * 3
    assert [(row["Metric"].value, row["Value"].value, row["Value"].unit) for row in rows] == [
        ("IOPS", 400_000.0, "1/s"), ("IOPS", 410_000.0, "1/s"), ("IOPS", 400_000.0, "1/s"),
    ]  # fmt: skip
    assert [(row["Precision"].value, row["As published"].value) for row in rows] == [
        ("range low", "40-45万IOPS"), ("approximate, restated", "40-45万IOPS"), ("range low, reconstructed", ""),
    ]  # fmt: skip
    assert [row["Place"].value for row in rows] == ["", "Summary, paragraph 1", ""]
    assert [row["Source reads"].value for row in rows] == ["", "", "400 XNUMX"]
    assert {row["Note"].value for row in rows} == {"ends at the widest"}
    # The table of phases would repeat them.
    assert find_table(a_document(runs=[a_published_run(a_figure())]), "phases") is None


def test_statements_are_beside_the_figures() -> None:
    odd = {
        **STATEMENT,
        "value": 3.7,
        "unit": "TB",
        "workload": {"metric": "array_capacity"},
        "note": "reconstructed: x",
    }
    run = a_published_run(a_figure(), statements=[STATEMENT, odd])
    table = find_table(a_document(runs=[run]), "published")
    assert table is not None
    _, stated, capacity = read_rows(table)
    assert (stated["Workload"].value, stated["Workload"].note) == ("slot, reads", "block 64k, JBOD")
    assert (stated["Metric"].value, stated["Value"].value, stated["Value"].unit) == ("Throughput", 28e9, "bytes/s")
    assert (stated["As published"].value, stated["Place"].value) == ("circa 28 GB/s", "Limits, paragraph 9")
    assert (capacity["Metric"].value, capacity["Value"].value, capacity["Value"].note) == ("Array capacity", 3.7, "TB")
    # Characters of a reconstruction are those of the reader, not of the source.
    assert (capacity["As published"].value, capacity["Precision"].value) == ("", "approximate, reconstructed")


def test_measured_runs_have_no_such_table() -> None:
    document = a_document(runs=[a_run(phases=[a_phase(1)])])
    assert find_table(document, "published") is None
    assert find_table(document, "phases") is not None
