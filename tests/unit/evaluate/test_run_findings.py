"""Findings of one run: steady level, burst, shape of a sweep, growth of latency, best values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from tests.unit.evaluate.finding_samples import READ, WRITE, make_phase, make_run

from storagelab.domain.result import PhaseResult, RunResult
from storagelab.evaluate.run_findings import find_run_findings

VERDICT: dict[str, Any] = {
    "status": "steady", "metric": "iops", "phase_ordinal": 1, "window": [3, 7], "average": 200_000.0,
    "rounds": [500_000.0, 300_000.0, 200_000.0, 201_000.0, 199_000.0, 200_500.0, 199_500.0],
}  # fmt: skip


def sentences(run: RunResult) -> list[str]:
    return [finding.sentence for finding in find_run_findings(run, label="Drive X")]


def sweep(*values: float, p99: tuple[float, ...] = ()) -> RunResult:
    phases: list[PhaseResult] = []
    for ordinal, value in enumerate(values, 1):
        figures = {"iops": value} | ({"lat_p99": p99[ordinal - 1]} if p99 else {})
        phases.append(make_phase(replace(READ, queue_depth=2 ** (ordinal - 1)), ordinal, **figures))
    return make_run("r-1", *phases)


def test_steady_level_leads_with_the_burst_before_it() -> None:
    preparation = make_phase(WRITE, 1, kind="precondition")
    run = make_run("r-1", preparation, make_phase(WRITE, 2, iops=190_000.0), verdict=VERDICT)
    assert sentences(run) == [
        "Drive X holds 200k IOPS in steady state, rounds 3 to 7: 4K random write, QD 256.",
        "Before steady state, round 1 reaches 500k IOPS, 2.5 times the steady level: 4K random write, QD 256.",
        "Drive X reaches 190k IOPS: 4K random write, QD 256.",
    ]


@pytest.mark.parametrize("change", [{"status": "not_steady"}, {"status": "insufficient_rounds"}, {"phase_ordinal": 9}])
def test_run_that_was_not_judged_steady_holds_nothing(change: dict[str, Any]) -> None:
    run = make_run("r-1", make_phase(WRITE, 1, iops=190_000.0), verdict=VERDICT | change)
    assert sentences(run) == ["Drive X reaches 190k IOPS: 4K random write, QD 256."]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((100.0, 200.0, 400.0), "Drive X keeps rising to QD 4, with 400 IOPS: 4K random read."),
        ((100.0, 396.0, 400.0), "Drive X levels off at QD 2 with 396 IOPS: 4K random read."),
        ((100.0, 400.0, 300.0), "Drive X peaks at QD 2 with 400 IOPS and has 300 IOPS at QD 4: 4K random read."),
    ],
)
def test_shape_of_a_sweep_is_found(values: tuple[float, ...], expected: str) -> None:
    assert sentences(sweep(*values)) == [expected]


def test_growth_of_p99_is_found() -> None:
    _, growth = sentences(sweep(100.0, 200.0, 400.0, p99=(1e6, 2e6, 9e6)))
    assert growth == "p99 latency of Drive X rises from 1.00 ms at QD 1 to 9.00 ms at QD 4: 4K random read."
    assert len(sentences(sweep(100.0, 200.0, 400.0, p99=(1e6, 1e6, 1.5e6)))) == 1


def test_invalid_run_has_no_findings() -> None:
    assert sentences(structs.replace(sweep(100.0, 200.0, 400.0), invalid_reason="wrong drive")) == []
