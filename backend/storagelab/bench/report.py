"""Report of a benchmark: figures with unit and goal."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BenchmarkFigure:
    """One measured figure. `goal` is the value it should not pass in the direction of `better`, None without one."""

    name: str
    value: float
    unit: str
    better: Literal["lower", "higher"]
    goal: float | None
    note: str

    @property
    def met(self) -> bool | None:
        """Return whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.better == "lower" else self.value >= self.goal


def build_document(figures: list[BenchmarkFigure]) -> dict[str, object]:
    """Return the benchmark report as a JSON document: the machine, then every figure.

    The machine includes its load over the last quarter of an hour.
    """
    return {
        "machine": {
            "cores": os.cpu_count(),
            "architecture": platform.machine(),
            "kernel": platform.release(),
            "python": platform.python_version(),
            "load": os.getloadavg()[2],
        },
        "figures": [{**asdict(figure), "value": float(f"{figure.value:.4g}"), "met": figure.met} for figure in figures],
    }
