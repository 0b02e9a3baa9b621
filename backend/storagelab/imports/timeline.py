"""A result as phases on one time axis: what ran together is one phase, phases follow one another."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from storagelab.analysis.curves import find_phase_start_ms
from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult

_NAMES_SHOWN = 3
_NAME_CHARACTERS = 200
#: No run pauses so long between two phases: a clock that jumps further was set meanwhile.
_LONGEST_PAUSE = dt.timedelta(days=30)
UNPLACED = "Logs of no stated phase"


@dataclass(frozen=True, slots=True)
class Stage:
    """The entries and curves of one phase, and where it lies on the axis of the run; None where that is unknown."""

    name: str
    entries: tuple[ObservedMeasurement, ...]
    series: tuple[ObservedSeries, ...]
    t0_ms: int | None = None
    t1_ms: int | None = None

    @property
    def started_at(self) -> dt.datetime | None:
        """Return the start of the phase's earliest entry; None where no entry states a start."""
        return min((entry.started_at for entry in self.entries if entry.started_at is not None), default=None)

    @property
    def length_ms(self) -> int | None:
        """Return the length of the phase in ms, from its entries and curves; None when unknown."""
        ends = [round(entry.runtime_s * 1000) for entry in self.entries if entry.runtime_s is not None]
        ends += [int(series.t_ms.max()) for series in self.series if len(series.t_ms)]
        return max(ends, default=None)


def build_stages(result: ParsedResult) -> list[Stage]:
    """Return the phases of a result in order, placed on the time axis of the run.

    Curves without a stated phase go to the only phase there is, else to a phase of their own at the end.
    """
    entries: dict[int, list[ObservedMeasurement]] = defaultdict(list)
    series: dict[int | None, list[ObservedSeries]] = defaultdict(list)
    for entry in result.measurements:
        entries[entry.phase].append(entry)
    for curve in result.series:
        if len(curve.t_ms):
            series[curve.phase].append(curve)
    loose = tuple(series.pop(None, ()))
    stages = [
        _stage(_format_stage_name(entries[number]) or result.title, entries[number], series.get(number, ()))
        for number in sorted({*entries, *(number for number in series if number is not None)})
    ]
    if loose and len(stages) == 1:
        stages = [_stage(stages[0].name, stages[0].entries, (*stages[0].series, *loose))]
    elif loose:
        stages.append(_stage(UNPLACED if stages else result.title, (), loose))
    return _place_stages(stages)


def _stage(name: str, entries: Sequence[ObservedMeasurement], series: Sequence[ObservedSeries]) -> Stage:
    """Build a phase and convert curves with the time of day to the phase's own clock."""
    stage = Stage(name, tuple(entries), tuple(series))
    began = find_phase_start_ms(series)
    own_clock = [
        replace(curve, t_ms=curve.t_ms - began, epoch=False) if curve.epoch else curve for curve in stage.series
    ]
    return replace(stage, series=tuple(own_clock))


def _format_stage_name(entries: Sequence[ObservedMeasurement]) -> str:
    names = list(dict.fromkeys(entry.name for entry in entries if entry.name))
    shown = ", ".join(names[:_NAMES_SHOWN])
    if len(names) > _NAMES_SHOWN:
        shown = f"{shown} and {len(names) - _NAMES_SHOWN} more"
    return shown[:_NAME_CHARACTERS]


def _place_stages(stages: Sequence[Stage]) -> list[Stage]:
    """Place phases on the run's time axis by their start times, or end to end.

    Start times count where all phases have one, in order, and the clock was not set between phases.
    """
    starts = [stage.started_at for stage in stages if stage.started_at is not None]
    by_clock = len(starts) == len(stages) and starts == sorted(starts) and not _was_set(stages)
    placed = []
    end = 0
    for stage in stages:
        length = stage.length_ms
        if length is None:
            placed.append(stage)
            continue
        start = end
        if by_clock and stage.started_at is not None:
            # Start times are printed in whole seconds: a phase never begins before the one before it has ended.
            start = max(end, round((stage.started_at - starts[0]).total_seconds() * 1000))
        end = start + length
        placed.append(replace(stage, t0_ms=start, t1_ms=end))
    return placed


def _was_set(stages: Sequence[Stage]) -> bool:
    """Return whether the clock was set: it jumps between two phases by more than `_LONGEST_PAUSE`."""
    ended: dt.datetime | None = None
    for stage in stages:
        if stage.started_at is None:
            continue
        if ended is not None and stage.started_at - ended > _LONGEST_PAUSE:
            return True
        ended = stage.started_at + dt.timedelta(milliseconds=stage.length_ms or 0)
    return False
