"""Comparison of a run that followed a recipe with the outcome stated in the recipe."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """One figure there and here, in its base unit; `here` is the mean of the runs that have it, None where none has.

    `relative_percent` is how much more it is here than there. `cv_percent` is how much the runs there varied, None
    where there were fewer than three.
    """

    metric: str
    label: str
    unit: str
    better: str
    there: float
    here: float | None
    runs: int
    relative_percent: float | None
    cv_percent: float | None

    @property
    def beyond_spread(self) -> bool | None:
        """Return whether the result differs by more than twice the variation of the original runs.

        None where this variation is unknown.
        """
        if self.relative_percent is None or self.cv_percent is None:
            return None
        return abs(self.relative_percent) > 2 * self.cv_percent


def compare_outcome(
    expected: Sequence[Mapping[str, Any]], measured: Sequence[Sequence[Mapping[str, Any]]]
) -> list[Outcome]:
    """Compare each expected figure of a recipe with the same figure of the runs measured here.

    `measured` has the headline figures of each run. Figures are the same when metric, label and unit are equal: IOPS at
    steady state are not the IOPS of any write.
    """
    outcomes = []
    for figure in expected:
        key = _build_figure_key(figure)
        values = [
            float(entry["value"]) for headline in measured for entry in headline if _build_figure_key(entry) == key
        ]
        here = statistics.fmean(values) if values else None
        there = float(figure["value"])
        outcomes.append(
            Outcome(
                metric=str(figure["metric"]),
                label=str(figure["label"]),
                unit=str(figure["unit"]),
                better=str(figure["better"]),
                there=there,
                here=here,
                runs=len(values),
                relative_percent=100 * (here - there) / there if here is not None and there > 0 else None,
                cv_percent=figure["spread"]["cv_percent"] if figure.get("spread") else None,
            )
        )
    return outcomes


def _build_figure_key(figure: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    return figure["metric"], figure["label"], figure["unit"]
