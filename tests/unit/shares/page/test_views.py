"""Tests of comparison, ranking and campaign views as tables."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.page.documents import a_document, page_of

from storagelab.shares.page.model import FindingList, PageFinding, PageTable, Sentence


def _numbers(kind: str, answer: dict[str, Any]) -> tuple[Any, ...]:
    page = page_of(a_document(kind, view={"settings": {}, "answer": answer}))
    return next(section for section in page.sections if section.id == "numbers").blocks


def _cell(value: float | None, **changes: Any) -> dict[str, Any]:
    return {"n": 1, "median": value, "low": None, "high": None, "ratio": None, "approximate": False,
            "estimated": False} | changes  # fmt: skip


COMPARISON = {
    "metric": "iops",
    "label": "IOPS",
    "unit": "1/s",
    "baseline": "r-7",
    "entries": [{"key": "r-7", "label": "RAID 5", "n": 3}, {"key": "r-8", "label": "RAID 10", "n": 1}],
    "groups": [{"entries": ["r-8"], "reason": "another block size"}],
    "points": [
        {
            "workload": "4K write",
            "cells": [_cell(1000.0, n=3, low=990.0, high=1010.0), _cell(1310.0, ratio=1.31, estimated=True)],
        },
        {"workload": "8K write", "cells": [_cell(500.0), _cell(None)]},
    ],
    "factors": {
        "by": "RAID level",
        "sentence": "They differ in the RAID level alone",
        "rows": [
            {
                "label": "RAID level",
                "state": "differs",
                "cells": [{"value": "5", "state": "differs"}, {"value": "10", "state": "differs"}],
            },
            {
                "label": "Strip",
                "state": "unknown",
                "cells": [{"value": "64 KiB", "state": "same"}, {"value": None, "state": "unknown"}],
            },
            {"label": "Kernel", "state": "same", "cells": [{"value": "6.1", "state": "same"}] * 2},
        ],
    },
    "verdicts": [{"sentence": "RAID 10 is 31 % higher in IOPS", "spread": None}],
    "rule": "Intervals that overlap decide nothing",
}


def test_comparison_shows_differences_and_separate_entries() -> None:
    page = page_of(a_document("comparison", view={"settings": {}, "answer": COMPARISON}))
    reasons = next(section for section in page.sections if section.id == "numbers").blocks
    assert Sentence("another block size.", "warn") in reasons
    tested = next(section for section in page.sections if section.id == "tested").blocks
    (factors,) = [block for block in tested if isinstance(block, PageTable)]
    assert [[cell.value for cell in row] for row in factors.rows] == [
        ["RAID level", "5", "10"],
        ["Strip", "64 KiB", None],
    ]
    assert factors.rows[1][2].note == "not recorded"
    assert factors.marked == 2
    assert "one factor differs: RAID level" in [badge.text for badge in page.badges]


def test_comparison_without_findings_leads_with_its_verdict() -> None:
    verdicts = [
        {"sentence": "RAID 10 is 31 % higher in IOPS", "spread": None},
        {"sentence": "Second", "spread": "Wide"},
    ]
    page = page_of(a_document("comparison", view={"settings": {}, "answer": COMPARISON | {"verdicts": verdicts}}))
    assert page.lead == PageFinding("RAID 10 is 31 % higher in IOPS.")
    assert next(section for section in page.sections if section.id == "findings").blocks == (
        FindingList((PageFinding("Second. Wide."),)),
        Sentence("Rule: Intervals that overlap decide nothing."),
    )


def test_ranking_shows_ratings_figures_and_omissions() -> None:
    figures = [{"workload": "w", "value": 900.0, "n": 2}]
    ranked = {"configuration": {"number": "c-1", "name": "A"}, "class_hash": "x", "rating": 100.0, "rank": 1,
              "worst_ratio": 1.0, "best_ratio": 1.0, "figures": figures}  # fmt: skip
    other = {**ranked, "configuration": {"number": "c-2", "name": "B"}, "rating": None, "rank": None, "figures": []}
    answer = {
        "reference": "c-1",
        "workloads": [{"key": "w", "label": "4K read", "unit": "1/s", "chosen": True, "counted": False}],
        "configurations": [ranked, other],
        "left_out": [{"reason": "the run was marked invalid", "figures": 3}],
    }
    ranking, medians, left_out, *_ = _numbers("ranking", answer)
    assert [[cell.value for cell in row[:3]] for row in ranking.rows] == [["A", 1, 100.0], ["B", None, None]]
    assert [row[0].note for row in ranking.rows] == ["baseline", None]
    (row,) = medians.rows
    assert [(cell.value, cell.note) for cell in row] == [
        ("4K read", "not rated, missing in a configuration"), (900.0, "n = 2"), (None, None),
    ]  # fmt: skip
    assert left_out.text == "3 values not included: the run was marked invalid."


def test_campaign_shows_results_and_missing_reasons() -> None:
    figures = {"state": "degraded", "cell_state": "withheld", "reason": "the array was optimal", "condition": None,
               "iops": None, "bytes_per_s": None, "latency_mean_ns": None, "latency_p99_ns": None,
               "rebuild_seconds": None}  # fmt: skip
    measured = {**figures, "state": "optimal", "cell_state": "measured", "reason": None, "iops": 10.0}
    line = {"configuration": "RAID 5", "workload": "4K", "phase": "read", "figures": [measured, figures]}
    table, *_ = _numbers("campaign", {"results": {"lines": [line]}})
    assert isinstance(table, PageTable)
    assert [[cell.value for cell in row[:4]] for row in table.rows] == [
        ["RAID 5", "4K, read", "optimal", 10.0], ["RAID 5", "4K, read", "degraded", None],
    ]  # fmt: skip
    assert table.rows[1][2].note == "withheld - the array was optimal"


def test_estimated_percentile_of_a_campaign_is_marked() -> None:
    figures = {"state": "optimal", "cell_state": "measured", "reason": None, "condition": None, "iops": 10.0,
               "bytes_per_s": None, "latency_mean_ns": None, "latency_p99_ns": 5.0, "rebuild_seconds": None,
               "badges": [{"code": "estimated_percentiles"}]}  # fmt: skip
    line = {"configuration": "RAID 5", "workload": "4K", "phase": "read", "figures": [figures]}
    table, *_ = _numbers("campaign", {"results": {"lines": [line]}})
    assert isinstance(table, PageTable)
    assert [(cell.value, cell.note) for cell in table.rows[0][6:7]] == [(5.0, "estimated")]
