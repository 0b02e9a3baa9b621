"""The few numbers that represent a run, chosen by rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import (
    HEADLINE_KINDS,
    RESULT_KINDS,
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    RunResult,
)
from storagelab.evaluate.workload_words import describe_phase_workload, find_load_generator

BEST_IOPS = "Best IOPS"
#: The key of the phase that a verdict is about among the best figures; it has a workload and no value.
STEADY_PHASE = "steady_phase"


class Best(Struct, frozen=True):
    """The best figure of one kind; not `exact` when the source printed it as approximate.

    `workload` is that of its phase in words, None where it is unknown.
    """

    value: float
    exact: bool = True
    workload: str | None = None


class _Cell(Struct, frozen=True):
    """The means of equal measurements: of a phase, or of the rounds of a loop point that count."""

    phase: PhaseResult
    generator: str | None
    load: RequestedLoad
    value_kind: str
    figures: Mapping[str, float | None]


def choose_headline(best: Mapping[str, Best | None], verdict: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return at most four numbers, always in this order; one that was not measured is left out.

    1. The most IOPS of any random read phase.
    2. The IOPS at steady state: the average over the window of the verdict. Without a steady verdict on IOPS, the most
       IOPS of any random write phase, which then is not called steady.
    3. The highest throughput of any phase.
    4. The lowest average latency with one outstanding I/O.
    A run without a figure of 1 and 2 has in their place the most IOPS of any phase that is not sequential, such as one
    that mixes reads and writes.

    Bounds and ends of ranges do not compete, and a figure that was printed as approximate is marked as such. All of
    them are of one load generator, as `best` has them, with the workload of `steady_phase` for the second.
    """
    steady = verdict and verdict.get("status") == "steady" and verdict.get("metric") == "iops"
    write: tuple[str, str, Best | None]
    if verdict and steady and verdict.get("average") is not None:
        judged = best.get(STEADY_PHASE)
        write = (
            "iops",
            "IOPS at steady state",
            Best(verdict["average"], workload=judged.workload if judged is not None else None),
        )
    else:
        write = ("iops", "Random write IOPS", best.get("random_write_iops"))
    read = best.get("random_read_iops")
    candidates = [
        ("iops", "Random read IOPS", read),
        write,
        ("iops", BEST_IOPS, best.get("mixed_iops") if read is None and write[2] is None else None),
        ("bandwidth", "Best throughput", best.get("bandwidth")),
        ("lat_mean", "Mean latency at 1 outstanding I/O", best.get("latency_at_one")),
    ]
    return [
        {
            "metric": name,
            "label": label if figure.exact else f"{label}, approximate",
            "value": figure.value,
            "unit": METRICS[name].unit,
            "better": METRICS[name].better,
            "workload": figure.workload,
        }
        for name, label, figure in candidates
        if figure is not None
    ]


def find_best(run: RunResult) -> dict[str, Best | None]:
    """Return the best figure of each kind of a run, as `runs.headline.read_best` reads it for many runs.

    All of them are of one load generator: that with the most kinds of figures, then with the most exact ones.
    """
    cells = _list_cells(run)
    candidates = [
        _find_best_of(run, [cell for cell in cells if cell.generator == generator])
        for generator in dict.fromkeys(cell.generator for cell in cells)
    ]
    best = max(candidates, key=rate_candidate, default=_find_best_of(run, []))
    ordinal = run.verdict.get("phase_ordinal") if run.verdict is not None else None
    judged = run.find_phase(ordinal) if ordinal is not None else None
    return {
        **best,
        STEADY_PHASE: Best(0.0, workload=describe_phase_workload(run, judged)) if judged is not None else None,
    }


def rate_candidate(best: Mapping[str, Best | None]) -> tuple[int, int]:
    """Return how many kinds of figures a load generator has, and how many of them are exact."""
    present = [figure for figure in best.values() if figure is not None]
    return len(present), sum(figure.exact for figure in present)


def _find_best_of(run: RunResult, cells: Sequence[_Cell]) -> dict[str, Best | None]:
    wanted: dict[str, tuple[str, Callable[..., float], Callable[[RequestedLoad], bool]]] = {
        "random_read_iops": ("iops", max, lambda load: load.random_percent == 100 and load.read_percent == 100),
        "random_write_iops": ("iops", max, lambda load: load.random_percent == 100 and load.read_percent == 0),
        "mixed_iops": ("iops", max, lambda load: load.random_percent is None or load.random_percent > 0),
        "bandwidth": ("bandwidth_bytes_per_s", max, lambda _: True),
        "latency_at_one": ("latency_mean_ns", min, lambda load: load.outstanding_ios == 1),
    }
    return {
        name: _choose_best(run, [cell for cell in cells if fits(cell.load)], column, better)
        for name, (column, better, fits) in wanted.items()
    }


def _choose_best(run: RunResult, cells: Sequence[_Cell], column: str, better: Callable[..., float]) -> Best | None:
    measured = [(cell, value) for cell in cells if (value := cell.figures[column]) is not None]
    counting = [value for cell, value in measured if cell.value_kind in HEADLINE_KINDS]
    exact = [value for cell, value in measured if cell.value_kind == "exact"]
    if not counting:
        return None
    value = better(counting)
    phase = next(cell.phase for cell, own in measured if own == value and cell.value_kind in HEADLINE_KINDS)
    return Best(value, exact=bool(exact) and value == better(exact), workload=describe_phase_workload(run, phase))


def _list_cells(run: RunResult) -> list[_Cell]:
    """Return the means of every finished result of a run; those of a loop are over the rounds that count."""
    groups: dict[tuple[object, ...], list[tuple[PhaseResult, PhaseMeasurement]]] = {}
    for phase in run.phases:
        measurement = phase.measurement
        if measurement is None or phase.kind not in RESULT_KINDS or phase.state != PhaseState.FINISHED:
            continue
        if phase.loop is not None and not phase.is_counted:
            continue
        load = measurement.load
        point = phase.ordinal if phase.loop is None else parse_round_name(phase.name, phase.round)
        conditions = (load.random_percent, load.read_percent, load.outstanding_ios, measurement.value_kind)
        groups.setdefault((phase.loop, point, *conditions), []).append((phase, measurement))
    return [
        _Cell(
            rounds[0][0],
            find_load_generator(run, rounds[0][0]),
            rounds[0][1].load,
            rounds[0][1].value_kind,
            {
                column: _compute_mean([measurement.figures[column] for _, measurement in rounds])
                for column in ("iops", "bandwidth_bytes_per_s", "latency_mean_ns")
            },
        )
        for rounds in groups.values()
    ]


def _compute_mean(values: Sequence[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None
