"""Phases that measured figures make unnecessary: the rest of a loop or of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from storagelab_runner.loop_rules import RoundLoop, SweepLimits
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.records import read_record, write_record
from storagelab_runner.spec import Spec, SpecPhase
from storagelab_runner.steady_progress import RoundProgress, RoundSeries
from storagelab_runner.stop_rule import is_steady

#: Why a phase was skipped that what was measured before made needless.
NOT_NEEDED = "not_needed"


class Rounds:
    """Follows the loops and sweeps of an attempt. What it decides is recorded before the next phase begins."""

    def __init__(self, spec: Spec, record: Path) -> None:
        self._phases = spec.phases
        self._loops = {loop.name: loop for loop in spec.loops}
        self._record = record
        self._values: dict[str, list[list[float | None]]] = {
            loop.name: [[] for _ in loop.metrics] for loop in spec.loops
        }
        self._steady_round: dict[str, int | None] = dict.fromkeys(self._loops)
        self._points: dict[str, list[tuple[str, MeasuredInterval | None]]] = {}
        self._skipped: dict[int, str] = {}

    def is_skipped(self, phase: SpecPhase) -> bool:
        """Return whether a phase is not needed any more."""
        return phase.ordinal in self._skipped

    @staticmethod
    def follows(phase: SpecPhase) -> bool:
        """Return whether `ended` must be called at the end of a phase: it is part of a loop or a sweep."""
        return phase.ends_early is not None or phase.in_loop is not None

    def find_loop_progress(self, phase: SpecPhase) -> RoundProgress | None:
        """Return the progress of a loop before the round of a phase; None for a phase outside of loops."""
        if phase.in_loop is None:
            return None
        loop, before = self._loops[phase.in_loop.loop], phase.in_loop.round - 1
        return RoundProgress(
            "loop",
            loop.name,
            loop.max_rounds,
            loop.window,
            loop.range_limit,
            loop.slope_limit,
            [
                RoundSeries(name, metric, values[:before])
                for name, metric, values in zip(loop.names, loop.metrics, self._values[loop.name])
            ],
        )

    def ended(self, phase: SpecPhase, figures: MeasuredInterval | None) -> str | None:
        """Record the figures of a finished phase, None where missing, and judge its loop or sweep.

        Returns a sentence when its later phases are not needed, else None. Raises OSError when that cannot be recorded.
        """
        sentence = self._end_of_loop(phase, figures) if phase.in_loop is not None else None
        if phase.ends_early is not None:
            sentence = self._end_of_sweep(phase, phase.ends_early, figures)
        return sentence

    def _end_of_loop(self, phase: SpecPhase, figures: MeasuredInterval | None) -> str | None:
        place = phase.in_loop
        assert place is not None  # noqa: S101 - the caller has looked.
        loop, values = self._loops[place.loop], self._values[place.loop]
        for series in place.tracked:
            values[series].append(None if figures is None else figures.value(loop.metrics[series]))
        following = self._list_following_phases(phase)
        if any(later.in_loop is not None and later.in_loop[:2] == place[:2] for later in following):
            return None
        sentence = None
        if all(is_steady(history, loop.window, loop.range_limit, loop.slope_limit) for history in values):
            self._steady_round[loop.name] = place.round
            sentence = f"{loop.name} was steady at round {place.round}"
            self._skip((later for later in following if later.in_loop and later.in_loop.loop == loop.name), sentence)
        elif place.round == loop.max_rounds and loop.stops_at_limit:
            sentence = f"{loop.name} was not steady after {place.round} rounds, and the profile ends there then"
            self._skip(following, sentence)
        self._write()
        return sentence

    def _end_of_sweep(self, phase: SpecPhase, rule: SweepLimits, figures: MeasuredInterval | None) -> str | None:
        points = self._points.setdefault(rule.sweep, [])
        points.append((phase.name, figures))
        reason = _sweep_end_reason(rule, points)
        rest = [
            later
            for later in self._list_following_phases(phase)
            if later.ends_early and later.ends_early.sweep == rule.sweep
        ]
        if reason is None or not rest:
            return None
        self._skip(rest, reason)
        self._write()
        return reason

    def _list_following_phases(self, phase: SpecPhase) -> Sequence[SpecPhase]:
        return [later for later in self._phases if later.ordinal > phase.ordinal]

    def _skip(self, phases: Iterator[SpecPhase] | Sequence[SpecPhase], reason: str) -> None:
        for phase in phases:
            self._skipped.setdefault(phase.ordinal, f"Not run: {reason}.")

    def _write(self) -> None:
        loops = [self._as_json(loop) for loop in self._loops.values()]
        skipped = [{"ordinal": ordinal, "message": message} for ordinal, message in self._skipped.items()]
        write_record(self._record, {"loops": loops, "skipped": skipped})

    def _as_json(self, loop: RoundLoop) -> dict[str, Any]:
        return {
            "name": loop.name,
            "steady_round": self._steady_round[loop.name],
            "series": [
                {"metric": metric, "values": values} for metric, values in zip(loop.metrics, self._values[loop.name])
            ],
        }


def read_skipped(record: Path) -> dict[int, str]:
    """Read from a record the reasons of the skipped phases, by ordinal."""
    return {int(entry["ordinal"]): str(entry["message"]) for entry in (read_record(record) or {}).get("skipped", [])}


def _sweep_end_reason(rule: SweepLimits, points: Sequence[tuple[str, MeasuredInterval | None]]) -> str | None:
    """Return why a sweep ends after its last measured point; None while it goes on.

    A missing figure ends nothing. `points` are (name, figures) in order.
    """
    name, figures = points[-1]
    if figures is None:
        return None
    limit_ms, latency_ms = rule.latency_above_ms, figures.latency_ns / 1e6
    if limit_ms is not None and latency_ms > limit_ms:
        return f"the average response time of {name} was {latency_ms:.3g} ms, above {limit_ms:g} ms"
    if rule.gain_below_percent is None or len(points) < 2:
        return None
    before_name, before = points[-2]
    if before is None or before.iops <= 0:
        return None
    gain = 100 * (figures.iops / before.iops - 1)
    if gain < rule.gain_below_percent:
        return f"{name} reached {gain:.3g} % more IOPS than {before_name}, less than {rule.gain_below_percent:g} %"
    return None
