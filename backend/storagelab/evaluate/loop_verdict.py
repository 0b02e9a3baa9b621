"""Verdict on a loop of a run: its whole rounds, and what its tracked variables were in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from storagelab.analysis.loop_state import LoopState, SeriesState
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import TRACKED_METRICS, LoopRule, Tracked, parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import PhaseResult


def collect_rounds(tracked: Sequence[Tracked], phases: Sequence[PhaseResult]) -> dict[str, list[float | None]]:
    """Return the figures of tracked variables by their names, one for each whole round of the loop of `phases`."""
    rounds = list(_iterate_whole_rounds(phases))
    return {variable.describe(): [_find_figure(round_, variable) for round_ in rounds] for variable in tracked}


def describe_loop(rule: LoopRule, state: LoopState) -> dict[str, Any]:
    """Return the verdict on a loop as it is stored, without the times of its rounds."""
    return {
        "name": rule.name,
        "status": state.status,
        "window": list(state.window) if state.window else None,
        "first_steady_round": state.steady_round,
        "range_limit_pct": 100 * rule.range_limit,
        "slope_limit_pct": 100 * rule.slope_limit,
        "tracked": [
            _describe_variable(variable, series) for variable, series in zip(rule.tracked, state.series, strict=True)
        ],
        "sentence": f"{rule.name}: {state.sentence}",
    }


def _iterate_whole_rounds(phases: Sequence[PhaseResult]) -> Iterator[dict[str, PhaseResult]]:
    """Yield the phases of each round by their names in the round.

    Ends at the first round in which a phase has not finished.
    """
    for number, group in groupby(phases, key=lambda phase: phase.round):
        cells = list(group)
        if any(cell.state != PhaseState.FINISHED for cell in cells):
            return
        yield {parse_round_name(cell.name, number): cell for cell in cells}


def _find_figure(cells: dict[str, PhaseResult], variable: Tracked) -> float | None:
    measurement = cells[variable.name_in_round].measurement
    return None if measurement is None else measurement.figures[METRICS[TRACKED_METRICS[variable.metric]].column]


def _describe_variable(variable: Tracked, series: SeriesState) -> dict[str, object]:
    window = series.window
    return {
        "phase": variable.name_in_round,
        "metric": TRACKED_METRICS[variable.metric],
        "rounds": list(series.values),
        "average": window.average if window else None,
        "range_pct": window.range_pct if window else None,
        "slope_pct": window.slope_excursion_pct if window else None,
        "slope_per_round": window.slope_per_round if window else None,
        "intercept": window.intercept if window else None,
        "sentence": series.sentence,
    }
