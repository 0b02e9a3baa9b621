"""The results of a run do not depend on the phases that a loader leaves out."""

from __future__ import annotations

from storagelab.domain.metrics import METRICS
from storagelab.domain.result import PhaseMeasurement, PhaseResult, RunResult
from storagelab.evaluate.results import list_results

FIGURES = {metric.column: 1.0 for metric in METRICS.values()}


def make_round(ordinal: int, point: str, number: int, *, is_measured: bool = True) -> PhaseResult:
    return PhaseResult(
        ordinal=ordinal,
        name=f"Round {number}: {point}",
        kind="measure",
        state="finished",
        loop="IOPS",
        round=number,
        is_counted=number > 1,
        workload={},
        measurement=PhaseMeasurement(figures=FIGURES) if is_measured else None,
    )


def list_names(*phases: PhaseResult) -> list[str]:
    run = RunResult(id="r-1", number="r-1", title="Loop", origin="measured", state="finished", phases=phases)
    return [result.name for result in list_results(run)]


def test_order_of_results_ignores_rounds_that_do_not_count() -> None:
    rounds = [
        make_round(1, "4K", 1, is_measured=False),
        make_round(2, "8K", 1),
        make_round(3, "8K", 2),
        make_round(4, "4K", 2),
    ]
    measured = [phase for phase in rounds if phase.measurement is not None]
    counted = [phase for phase in rounds if phase.is_counted]
    assert list_names(*rounds) == list_names(*measured) == list_names(*counted) == ["8K", "4K"]
