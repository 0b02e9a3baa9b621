"""Levels of a pivot from configurations: spellings of a value are one level."""

from __future__ import annotations

import pytest
from msgspec import structs

from storagelab.analysis.pivot import Choice, make_table
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import (
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    ResultConfiguration,
    RunResult,
)
from storagelab.evaluate.pivot_rows import PivotRun, read_pivot_rows


def build_run(number: int, model: str, iops: float) -> PivotRun:
    """Return a run of one phase on drives of this model."""
    snapshot = {"source": "a review", "drives": [{"model": model, "count": 8}], "array": {"level": "RAID5"}}
    configuration = ResultConfiguration(number=f"c-{number}", name=model, class_hash=str(number), snapshot=snapshot)
    figures = dict.fromkeys(metric.column for metric in METRICS.values()) | {"iops": iops}
    measurement = PhaseMeasurement(figures=figures, load=RequestedLoad(block_bytes=4096))
    phase = PhaseResult(
        ordinal=1, name="4K", kind="published", state="finished", workload={}, measurement=measurement
    )  # fmt: skip
    return PivotRun(
        result=RunResult(
            id=str(number), number=f"r-{number}", title=model, origin="published", state="finished",
            configuration=configuration, phases=(phase,),
        ),
        source="a review",
    )  # fmt: skip


@pytest.mark.parametrize("fixed", ["Samsung 470", "Samsung 470 (OEM PM810)", None])
def test_spellings_of_a_model_are_one_level(fixed: str | None) -> None:
    runs = [
        build_run(1, "Samsung 470", 100.0), build_run(2, "Samsung 470 (OEM PM810)", 300.0),
        build_run(3, "Kingston X470", 50.0),
    ]  # fmt: skip
    pivot = read_pivot_rows(runs)

    choice = Choice("iops", rows="drives.model", fixed={} if fixed is None else {"drives.model": fixed})
    table = make_table(pivot.observations, pivot.gaps, choice, keys=["drives.model"])

    cells = {cell.row: (cell.value, cell.n) for cell in table.cells}
    assert cells["Samsung 470"] == (200.0, 2)
    assert len(cells) == (2 if fixed is None else 1)


def test_estimated_length_of_a_phase_is_no_factor() -> None:
    stop = {"kind": "time", "seconds": 5.0}
    figures = {metric.column: 1.0 for metric in METRICS.values()}
    phase = PhaseResult(
        ordinal=1, name="4K", kind="measure", state="finished", workload={}, stop=stop,
        measurement=PhaseMeasurement(figures=figures),
    )  # fmt: skip
    runs = [
        PivotRun(
            result=RunResult(
                id=number, number=f"r-{number}", title="Repeat", origin="measured", state="finished",
                phases=(structs.replace(phase, planned_seconds=planned),),
            ),
            source="",
        )
        for number, planned in (("1", 6.0), ("2", 7.023))
    ]  # fmt: skip
    levels = {observation.level("workload.seconds") for observation in read_pivot_rows(runs).observations}
    assert levels == {"5 s"}
