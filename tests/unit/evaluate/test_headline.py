"""Headline numbers of a run: each names its workload, and all are of one load generator."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.unit.evaluate.finding_samples import READ, WRITE, make_phase, make_published, make_run

from storagelab.domain.result import PhaseResult, RunResult
from storagelab.evaluate.headline import choose_headline, find_best

SIZES = [{"bytes": 4096, "percent": 100.0}]


def tiles(run: RunResult) -> list[tuple[str, float, str | None]]:
    return [
        (figure["label"], figure["value"], figure["workload"])
        for figure in choose_headline(find_best(run), run.verdict)
    ]


def printed(ordinal: int, name: str, read_percent: float, iops: float, value_kind: str = "exact") -> PhaseResult:
    workload: dict[str, Any] = {"block_sizes": SIZES, "read_percent": read_percent, "random_percent": 100.0}
    return make_phase(workload, ordinal, name=name, kind="published", value_kind=value_kind, iops=iops)


def test_numbers_name_their_workloads() -> None:
    run = make_run("r-1", make_phase(READ, 1, iops=500.0), make_phase(replace(READ, queue_depth=64), 2, iops=800.0),
                   make_phase(WRITE, 3, iops=300.0))  # fmt: skip
    assert tiles(run) == [
        ("Random read IOPS", 800.0, "4K random read, QD 64"),
        ("Random write IOPS", 300.0, "4K random write, QD 256"),
    ]


def test_numbers_of_a_review_are_of_one_load_generator() -> None:
    run = make_published(
        "r-45",
        printed(1, "fio 4 KB random reads", 100.0, 7_958_204.0),
        printed(2, "fio 4 KB random writes", 0.0, 3_473_446.0),
        printed(3, "Vdbench 4K random read", 100.0, 5_550_000.0, "approximate"),
        printed(4, "Vdbench 4K random write", 0.0, 3_960_000.0, "approximate"),
        engine=None,
    )
    assert tiles(run) == [
        ("Random read IOPS", 7_958_204.0, "4 KB random reads"),
        ("Random write IOPS", 3_473_446.0, "4 KB random writes"),
    ]


def test_steady_level_names_the_phase_that_was_judged() -> None:
    verdict = {"status": "steady", "metric": "iops", "average": 250.0, "phase_ordinal": 1}
    run = make_run("r-1", make_phase(WRITE, 1, kind="precondition"), make_phase(READ, 2, iops=500.0), verdict=verdict)
    assert tiles(run)[1] == ("IOPS at steady state", 250.0, "4K random write, QD 256")
