"""Tests of histories: the points of runs by date, with changes and usual ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storagelab.domain.result import PhaseMeasurement, PhaseResult, ResultConfiguration, RunResult
from storagelab.domain.workload import BlockSize, Workload
from storagelab.shares.charts.history import draw_history

WORKLOAD = Workload((BlockSize(4096),), read_percent=100, random_percent=100, queue_depth=32)


def make_run(number: int, iops: float | None, *, configuration: str = "c-1", invalid: str | None = None) -> RunResult:
    phase = PhaseResult(
        ordinal=1, name="Read", kind="measure", state="finished", workload=WORKLOAD.to_json(),
        measurement=PhaseMeasurement(figures={"iops": iops}),
    )  # fmt: skip
    return RunResult(
        id=str(number), number=f"r-{number}", title="Night", origin="measured", state="finished", phases=(phase,),
        invalid_reason=invalid,
        configuration=ResultConfiguration(number=configuration, name=f"Array {configuration}", class_hash=configuration)
    )  # fmt: skip


class Nights:
    """Material of runs, of which each started on another day."""

    def __init__(self, runs: Sequence[RunResult]) -> None:
        self._runs = {run.number: run for run in runs}
        self.numbers = list(self._runs)

    def run(self, number: str) -> RunResult:
        return self._runs[number]

    def drawn_runs(self, numbers: Sequence[str]) -> list[dict[str, Any]]:
        return [
            {"number": number, "started_at": f"2026-11-{day:02}T01:00:00Z"} for day, number in enumerate(numbers, 1)
        ]


def drawn(*runs: RunResult) -> dict[str, Any]:
    nights = Nights(runs)
    workload = str(WORKLOAD.to_json()["description"])
    return draw_history(nights, nights.numbers, "iops", workload)  # type: ignore[arg-type]


def test_runs_have_a_point_each_and_one_that_does_not_count_has_no_value() -> None:
    history = drawn(make_run(1, 100.0), make_run(2, 90.0, invalid="wrong cable"), make_run(3, 110.0))
    assert [point["value"] for point in history["points"]] == [100.0, None, 110.0]
    assert history["points"][0] == {"run": "r-1", "at": "2026-11-01T01:00:00Z", "value": 100.0}
    # Two values show no usual range.
    assert (history["marks"], history["bands"]) == ([], [])


def test_change_of_the_level_is_marked_with_its_size() -> None:
    values = [100.0, 101.0, 99.0, 100.0, 101.0, 80.0, 81.0, 79.0, 80.0, 81.0]
    history = drawn(*(make_run(number, value) for number, value in enumerate(values, 1)))
    assert history["marks"] == [{"index": 5, "kind": "level", "label": "\u221220\u00a0%"}]
    (band,) = history["bands"]
    assert (band["kind"], band["from"], band["to"], band["low"], band["high"]) == ("usual", 0, 9, 79.0, 101.0)


def test_change_of_the_configuration_explains_that_of_the_level() -> None:
    before = [make_run(number, 100.0 + number % 3, configuration="c-1") for number in range(1, 6)]
    after = [make_run(number, 80.0 + number % 3, configuration="c-2") for number in range(6, 11)]
    history = drawn(*before, *after)
    assert history["marks"] == [{"index": 5, "kind": "configuration", "label": "Configuration: Array c-2"}]
    assert [(band["kind"], band["label"]) for band in history["bands"]] == [
        ("other", "Array c-1"),
        ("usual", "usual range"),
    ]
