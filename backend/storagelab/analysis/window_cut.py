"""Cut of a measurement window to one condition of the array, and the condition it is filed under.

A condition is observed at moments: at the start and end of a phase, and where telemetry reports it. Between two moments
with the same condition it held. Between two that differ it changed at an unknown moment, so that stretch belongs to
neither (decision 14).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

OPTIMAL = "optimal"
AT_REST = "none"


@dataclass(frozen=True, slots=True)
class SeenCondition:
    """Condition and activity of an array at `t_ms` on the axis of the window; None is unknown."""

    t_ms: float
    condition: str | None
    activity: str | None

    @property
    def state(self) -> tuple[str | None, str | None]:
        """Return condition and activity; a window must hold one value of both."""
        return self.condition, self.activity

    @property
    def optimal(self) -> bool | None:
        """Return whether the array is optimal and at rest; None if that is unknown."""
        if self.condition not in (None, OPTIMAL) or self.activity not in (None, AT_REST):
            return False
        return None if None in self.state else True


@dataclass(frozen=True, slots=True)
class Cut:
    """Part of a window in one condition, in ms; both None where there is no such part.

    `whole` means that nothing was cut off; None when the condition is not known throughout. `optimal` means that the
    whole window was measured on an optimal array at rest; `reason` is the reason otherwise, in words.
    """

    t0_ms: float | None
    t1_ms: float | None
    condition: str | None
    activity: str | None
    whole: bool | None
    optimal: bool | None
    reason: str | None


def cut_window(t0_ms: float, t1_ms: float, seen: Sequence[SeenCondition]) -> Cut:
    """Return the longest part of the window [t0_ms, t1_ms] with the array in one condition.

    `seen` has the observed conditions. The last of equally long parts counts. Raises ValueError when the window is
    empty.
    """
    if t1_ms <= t0_ms:
        raise ValueError(f"the window from {t0_ms:g} to {t1_ms:g} ms is empty")
    around = _filter_moments(t0_ms, t1_ms, sorted(seen, key=lambda moment: moment.t_ms))
    known_moments = [moment for moment in around if moment.condition is not None]
    covered = bool(around) and around[0].t_ms <= t0_ms and around[-1].t_ms >= t1_ms
    if not known_moments or len(known_moments) < len(around) or not covered:
        return _build_unknown_cut(t0_ms, t1_ms, known_moments)
    runs = _list_stretches(around)
    if len(runs) == 1:
        only = runs[0][0]
        deviation = None if only.optimal is not False else f"the array was {_format_condition(only)} throughout"
        return Cut(t0_ms, t1_ms, *only.state, whole=True, optimal=only.optimal, reason=deviation)
    first, last = max(runs, key=lambda run: (_compute_length(run, t0_ms, t1_ms), run[0].t_ms))
    changes = " to ".join(_format_condition(start) for start, _ in runs)
    reason = f"the array went from {changes} while it was measured"
    if _compute_length((first, last), t0_ms, t1_ms) <= 0:
        return Cut(None, None, None, None, whole=False, optimal=False, reason=reason)
    begin, end = max(first.t_ms, t0_ms), min(last.t_ms, t1_ms)
    return Cut(begin, end, *first.state, whole=False, optimal=False, reason=reason)


def _filter_moments(t0_ms: float, t1_ms: float, moments: Sequence[SeenCondition]) -> list[SeenCondition]:
    """Return the moments within the window, and the nearest one on either side of it."""
    before = [moment for moment in moments if moment.t_ms < t0_ms][-1:]
    within = [moment for moment in moments if t0_ms <= moment.t_ms <= t1_ms]
    after = [moment for moment in moments if moment.t_ms > t1_ms][:1]
    if within and within[0].t_ms == t0_ms:
        before = []
    if within and within[-1].t_ms == t1_ms:
        after = []
    return [*before, *within, *after]


def _list_stretches(moments: Sequence[SeenCondition]) -> list[tuple[SeenCondition, SeenCondition]]:
    """Return the first and last moment of each stretch with the same condition and activity."""
    runs: list[tuple[SeenCondition, SeenCondition]] = []
    for moment in moments:
        if runs and runs[-1][0].state == moment.state:
            runs[-1] = (runs[-1][0], moment)
        else:
            runs.append((moment, moment))
    return runs


def _compute_length(run: tuple[SeenCondition, SeenCondition], t0_ms: float, t1_ms: float) -> float:
    return min(run[1].t_ms, t1_ms) - max(run[0].t_ms, t0_ms)


def _build_unknown_cut(t0_ms: float, t1_ms: float, known_moments: Sequence[SeenCondition]) -> Cut:
    """Return the cut of a window in which the array was not observed throughout.

    The observed moments can still show that the array was not optimal.
    """
    bad = next((moment for moment in known_moments if moment.optimal is False), None)
    if bad is None:
        return Cut(t0_ms, t1_ms, None, None, whole=None, optimal=None, reason=None)
    reason = f"the array was {_format_condition(bad)} at a time, and was not watched throughout"
    return Cut(t0_ms, t1_ms, None, None, whole=None, optimal=False, reason=reason)


def _format_condition(seen: SeenCondition) -> str:
    activity = "" if seen.activity in (None, AT_REST) else f" with a {seen.activity.replace('_', ' ')}"
    return f"{seen.condition}{activity}"
