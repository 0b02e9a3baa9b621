"""Result sets of campaigns as they are frozen, small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.unit.shares.completed import complete

from storagelab.shares.campaign_lines import Lines
from storagelab.shares.document.answers import FrozenResults

FIGURES = ("iops", "bytes_per_s", "latency_mean_ns", "latency_p99_ns")


def figures_of(values: Sequence[float] = (), *, state: str = "optimal", **changes: Any) -> dict[str, Any]:
    """Return the figures of repeats with these IOPS.

    Throughput is 4096 bytes of each, latency follows from 256 outstanding I/Os.
    """
    repeats = [
        {
            "run_number": f"r-{place}", "iops": value, "bytes_per_s": value * 4096, "latency_mean_ns": 256e9 / value,
            "latency_p99_ns": 512e9 / value,
        }
        for place, value in enumerate(values, 1)
    ]  # fmt: skip
    means = {name: sum(repeat[name] for repeat in repeats) / len(repeats) if repeats else None for name in FIGURES}
    return {
        "state": state,
        "cell_state": "measured" if repeats else "failed",
        "reason": None if repeats else "It broke.",
        "condition": state if repeats else None,
        **means,
        "rebuild_seconds": None,
        "generation": 1,
        "job_number": "j-1",
        "run_numbers": [repeat["run_number"] for repeat in repeats],
        "badges": [],
        "repeats": repeats,
    } | changes


def line_of(
    row: int, configuration: str, *figures: dict[str, Any], phase: str | None = "4K write", **changes: Any
) -> dict[str, Any]:
    """Return a configuration under one phase of a workload."""
    return {
        "row": row,
        "server": {"number": "s-1", "name": "server 1"},
        "configuration": configuration,
        "workload": "write",
        "phase": phase,
        "generation": 1,
        "figure": "iops" if phase is not None else None,
        "figures": list(figures),
    } | changes


def lines_of(*lines: dict[str, Any], states: Sequence[str] = ("optimal", "rebuilding")) -> Lines:
    """Return the lines of a result set by place."""
    return Lines(complete(FrozenResults, results_of(*lines, states=states)))


def results_of(*lines: dict[str, Any], states: Sequence[str] = ("optimal", "rebuilding")) -> dict[str, Any]:
    """Return the answer of `GET /campaigns/{ref}/results`, without ids."""
    return {"number": "m-1", "name": "PERC 12", "states": list(states), "lines": list(lines)}


JBOD = line_of(0, "JBOD", figures_of([1000.0, 1010.0, 990.0]), figures_of(state="rebuilding", cell_state="impossible",
               reason="JBOD has no redundancy."))  # fmt: skip
RAID5 = line_of(1, "RAID 5", figures_of([400.0, 404.0, 396.0]),
                figures_of([100.0, 120.0, 80.0], state="rebuilding", rebuild_seconds=7380.0))  # fmt: skip
RAID6 = line_of(2, "RAID 6", figures_of(), figures_of(state="rebuilding"), phase=None)
