"""Rounds of a loop: complete rounds, the steady-state window, and the value of each cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.analysis.steady_state import SteadyState, judge_several_series, judge_steadiness
from storagelab.domain.loops import LoopRule, Tracked, TrackedMetric


@dataclass(frozen=True, slots=True)
class Judged:
    """One tracking variable: its value in each round, and what was found. `window` is that of the whole test."""

    name: str
    metric: TrackedMetric
    values: tuple[float | None, ...]
    result: SteadyState
    rule: LoopRule
    window: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class ReportLoop:
    """The points of one loop. `names` are the cells of a round in their order, `rounds` the whole rounds.

    `window` is the measurement window, the last rounds where none was steady; None with too few rounds.
    """

    name: str
    rule: LoopRule
    points: tuple[ReportPoint, ...]
    names: tuple[str, ...]
    rounds: int
    judged: tuple[Judged, ...]
    window: tuple[int, int] | None
    steady: bool | None

    def cell(self, name: str) -> dict[int, ReportPoint]:
        """Return the measured points of the loop point `name`, by round."""
        return {point.round: point for point in self.points if point.name == name and point.round is not None}

    def list_window_points(self, name: str) -> list[ReportPoint]:
        """Return the measured points of the loop point `name` in the measurement window.

        Empty unless every round of the window has one.
        """
        if self.window is None:
            return []
        cell = self.cell(name)
        wanted = range(self.window[0], self.window[1] + 1)
        return [cell[number] for number in wanted] if all(number in cell for number in wanted) else []

    def average(self, name: str, metric: TrackedMetric) -> float | None:
        """Return the reported value of a metric of the loop point `name`.

        It is the average over the measurement window, None if a round lacks the value.
        """
        return average_of([point.value(metric) for point in self.list_window_points(name)])

    def find_maximum_ns(self, name: str) -> float | None:
        """Return the longest response time (ns) of the loop point `name` in the measurement window.

        None if a round of the window lacks it.
        """
        values = [point.total.latency.max for point in self.list_window_points(name)]
        measured = [value for value in values if value is not None]
        return max(measured) if measured and len(measured) == len(values) else None


def average_of(values: Sequence[float | None]) -> float | None:
    """Return the mean, or None when a value is unknown or there is none."""
    known_values = [value for value in values if value is not None]
    return math.fsum(known_values) / len(known_values) if known_values and len(known_values) == len(values) else None


def build_loops(given: ReportInput, default: Callable[[Sequence[ReportPoint]], Iterable[Tracked]]) -> list[ReportLoop]:
    """Return the loops of a run in their order.

    `default` names the tracking variables where the rule of a loop has none.
    """
    names = dict.fromkeys(point.loop for point in given.points if point.loop is not None and point.round is not None)
    return [
        _build_loop(
            name,
            given.rule(name),
            tuple(point for point in given.points if point.loop == name),
            default,
        )
        for name in names
    ]


def _build_loop(
    name: str,
    rule: LoopRule,
    points: tuple[ReportPoint, ...],
    default: Callable[[Sequence[ReportPoint]], Iterable[Tracked]],
) -> ReportLoop:
    names = tuple(dict.fromkeys(point.name for point in points))
    have = {(point.name, point.round) for point in points}
    whole = 0
    while names and all((cell, whole + 1) in have for cell in names):
        whole += 1
    first_of_each = {point.name: point for point in reversed(points)}
    tracked = rule.tracked or tuple(default(list(first_of_each.values())))
    by_place = {(point.name, point.round): point for point in points}
    series = {
        variable: tuple(
            by_place[variable.name_in_round, number].value(variable.metric) for number in range(1, whole + 1)
        )
        for variable in tracked
        if variable.name_in_round in names
    }
    if len(series) < len(tracked):
        # A variable that no phase of the loop measures can never be judged.
        series = {}
    together = judge_several_series(
        {f"{index}": values for index, values in enumerate(series.values())},
        window=rule.window, max_rounds=rule.max_rounds, range_limit=rule.range_limit, slope_limit=rule.slope_limit,
    )  # fmt: skip
    evaluated = min(whole, rule.max_rounds)
    last = (evaluated - rule.window + 1, evaluated) if series and evaluated >= rule.window else None
    window = together.measurement_window or last
    return ReportLoop(
        name=name,
        rule=rule,
        points=points,
        names=names,
        rounds=whole,
        judged=tuple(
            Judged(variable.name_in_round, variable.metric, values, together.by_series[f"{index}"], rule, window)
            for index, (variable, values) in enumerate(series.items())
        ),
        window=window,
        steady=None if window is None else together.measurement_window is not None,
    )


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks of a curve as rounds, one interval out of every few; `minutes[i]` is the end of round i + 1."""

    judged: Judged
    minutes: tuple[float, ...]
    steady: bool | None


def judge_phase_checks(given: ReportInput, phase_curve: tuple[ReportPoint, ReportCurve] | None) -> Checks | None:
    """Judge the check intervals of a phase as rounds; None without a phase.

    Every interval whose number, counted from 1, is a multiple of `check_every` is a check. A curve with fewer checks
    than a window needs is judged by every interval, as in `analysis.rounds`.
    """
    if phase_curve is None:
        return None
    point, curve = phase_curve
    rule = given.rule(point.name)
    count = len(curve.iops)
    picked = range(curve.check_every, count + 1, curve.check_every)
    if len(picked) < rule.window:
        picked = range(1, count + 1)
    values = tuple(curve.iops[number - 1] for number in picked)
    result = judge_steadiness(
        values, window=rule.window, max_rounds=max(len(values), 1), range_limit=rule.range_limit,
        slope_limit=rule.slope_limit,
    )  # fmt: skip
    window = result.measurement_window
    judged = Judged(point.name, "iops", values, result, rule, window)
    minutes = tuple(number * curve.step_seconds / 60 for number in picked)
    return Checks(judged, minutes, None if window is None else result.first_steady_round is not None)
