"""Phases that measured figures make unnecessary: the rest of a loop or of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from storagelab_runner.loop_rules import EndsEarly, Loop
from storagelab_runner.measured import Measured
from storagelab_runner.meter import Series, Standing
from storagelab_runner.records import read_record, write_record
from storagelab_runner.spec import Phase, Spec
from storagelab_runner.stop_rule import steady

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
        self._points: dict[str, list[tuple[str, Measured | None]]] = {}
        self._skipped: dict[int, str] = {}

    def is_skipped(self, phase: Phase) -> bool:
        """Return whether a phase is not needed any more."""
        return phase.ordinal in self._skipped

    @staticmethod
    def follows(phase: Phase) -> bool:
        """Return whether `ended` must be called at the end of a phase."""
        return phase.ends_early is not None or phase.in_loop is not None

    def standing(self, phase: Phase) -> Standing | None:
        """Return the progress of the rounds before the one of a phase; None outside of loops."""
        if phase.in_loop is None:
            return None
        loop, before = self._loops[phase.in_loop.loop], phase.in_loop.round - 1
        return Standing(
            "loop",
            loop.name,
            loop.max_rounds,
            loop.window,
            loop.range_limit,
            loop.slope_limit,
            [
                Series(name, metric, values[:before])
                for name, metric, values in zip(loop.names, loop.metrics, self._values[loop.name])
            ],
        )

    def ended(self, phase: Phase, found: Measured | None) -> str | None:
        """Take what a phase has measured, None where that is missing. A sentence when others are not needed for it.

        Raises OSError when that cannot be recorded.
        """
        sentence = self._end_of_loop(phase, found) if phase.in_loop is not None else None
        if phase.ends_early is not None:
            sentence = self._end_of_sweep(phase, phase.ends_early, found)
        return sentence

    def _end_of_loop(self, phase: Phase, found: Measured | None) -> str | None:
        place = phase.in_loop
        assert place is not None  # noqa: S101 - the caller has looked.
        loop, values = self._loops[place.loop], self._values[place.loop]
        for series in place.tracked:
            values[series].append(None if found is None else found.value(loop.metrics[series]))
        following = self._following(phase)
        if any(each.in_loop is not None and each.in_loop[:2] == place[:2] for each in following):
            return None
        sentence = None
        if all(steady(each, loop.window, loop.range_limit, loop.slope_limit) for each in values):
            self._steady_round[loop.name] = place.round
            sentence = f"{loop.name} was steady at round {place.round}"
            self._skip((each for each in following if each.in_loop and each.in_loop.loop == loop.name), sentence)
        elif place.round == loop.max_rounds and loop.stops_at_limit:
            sentence = f"{loop.name} was not steady after {place.round} rounds, and the profile ends there then"
            self._skip(following, sentence)
        self._write()
        return sentence

    def _end_of_sweep(self, phase: Phase, rule: EndsEarly, found: Measured | None) -> str | None:
        points = self._points.setdefault(rule.sweep, [])
        points.append((phase.name, found))
        why = _why_no_more(rule, points)
        rest = [each for each in self._following(phase) if each.ends_early and each.ends_early.sweep == rule.sweep]
        if why is None or not rest:
            return None
        self._skip(rest, why)
        self._write()
        return why

    def _following(self, phase: Phase) -> Sequence[Phase]:
        return [each for each in self._phases if each.ordinal > phase.ordinal]

    def _skip(self, phases: Iterator[Phase] | Sequence[Phase], why: str) -> None:
        for each in phases:
            self._skipped.setdefault(each.ordinal, f"Not run: {why}.")

    def _write(self) -> None:
        loops = [self._as_json(loop) for loop in self._loops.values()]
        skipped = [{"ordinal": ordinal, "message": message} for ordinal, message in self._skipped.items()]
        write_record(self._record, {"loops": loops, "skipped": skipped})

    def _as_json(self, loop: Loop) -> dict[str, Any]:
        return {
            "name": loop.name,
            "steady_round": self._steady_round[loop.name],
            "series": [
                {"metric": metric, "values": values} for metric, values in zip(loop.metrics, self._values[loop.name])
            ],
        }


def read_skipped(record: Path) -> dict[int, str]:
    """The phases that were not needed, by ordinal, each with its sentence."""
    return {int(each["ordinal"]): str(each["message"]) for each in (read_record(record) or {}).get("skipped", [])}


def _why_no_more(rule: EndsEarly, points: Sequence[tuple[str, Measured | None]]) -> str | None:
    """Return why the last point of a sweep is the last one to run; a missing figure ends nothing."""
    name, found = points[-1]
    if found is None:
        return None
    limit_ms, latency_ms = rule.latency_above_ms, found.latency_ns / 1e6
    if limit_ms is not None and latency_ms > limit_ms:
        return f"the average response time of {name} was {latency_ms:.3g} ms, above {limit_ms:g} ms"
    if rule.gain_below_percent is None or len(points) < 2:
        return None
    before_name, before = points[-2]
    if before is None or before.iops <= 0:
        return None
    gain = 100 * (found.iops / before.iops - 1)
    if gain < rule.gain_below_percent:
        return f"{name} reached {gain:.3g} % more IOPS than {before_name}, less than {rule.gain_below_percent:g} %"
    return None
