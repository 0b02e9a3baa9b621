"""Strict parser of the rules of a spec for loops and for sweeps that end early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from storagelab_runner import fields

#: What a series may follow, by the names that profiles use.
METRICS = ("iops", "bytes_per_s", "latency")
MAX_LOOPS = 100
MAX_ROUNDS = 2000
MAX_TRACKED = 100
_LOOP_KEYS = frozenset({"name", "max_rounds", "window", "range_limit", "slope_limit", "at_limit", "tracked"})
_TRACKED_KEYS = frozenset({"phase", "metric"})
_EARLY_KEYS = frozenset({"sweep", "latency_above_ms", "gain_below_percent"})


class RoundLoop(NamedTuple):
    """Rounds that are repeated until all that is tracked is steady in one window.

    Each series has the metric, and the name in its round, of the phase that it follows.
    """

    name: str
    max_rounds: int
    window: int
    range_limit: float
    slope_limit: float
    stops_at_limit: bool
    metrics: tuple[str, ...]
    names: tuple[str, ...]


class InLoop(NamedTuple):
    """The place of a phase in a loop; `tracked` are the series of the loop, by number, that it gives a value to."""

    loop: str
    round: int
    tracked: tuple[int, ...]


class SweepLimits(NamedTuple):
    """The limits behind which the later points of the same `sweep` are not run."""

    sweep: str
    latency_above_ms: float | None
    gain_below_percent: float | None


def parse_loops(value: Mapping[str, Any]) -> tuple[RoundLoop, ...]:
    """Parse the loops of a spec. Raises Refusal bad_request, naming the field."""
    if "loops" not in value:
        return ()
    loops: list[RoundLoop] = []
    for index, document in enumerate(fields.parse_list("spec", value, "loops", MAX_LOOPS)):
        path = f"spec.loops.{index}"
        loop = _parse_loop(path, document)
        if loop.name in [other.name for other in loops]:
            raise fields.refuse(f"{path}.name", "is the name of another loop")
        loops.append(loop)
    return tuple(loops)


def parse_in_loop(path: str, value: Mapping[str, Any]) -> InLoop | None:
    """Parse the loop, round and tracked values of a phase, None where the phase is in no loop.

    Raises Refusal bad_request that names the field.
    """
    if "loop" not in value:
        for key in ("round", "tracked"):
            if key in value:
                raise fields.refuse(f"{path}.{key}", "is for phases of a loop")
        return None
    tracked = value.get("tracked", [])
    if not isinstance(tracked, list) or any(
        isinstance(number, bool) or not isinstance(number, int) for number in tracked
    ):
        raise fields.refuse(f"{path}.tracked", "must be a list of whole numbers")
    return InLoop(
        fields.parse_text(path, value, "loop", 200),
        fields.parse_integer(path, value, "round", 1, MAX_ROUNDS),
        tuple(tracked),
    )


def parse_ends_early(path: str, value: Mapping[str, Any]) -> SweepLimits | None:
    """Parse the limits at which the points of a sweep end early; None where they do not.

    Raises Refusal bad_request, naming the field.
    """
    if "ends_early" not in value:
        return None
    place = f"{path}.ends_early"
    given = fields.require_object(place, value["ends_early"])
    fields.refuse_unknown_fields(place, given, _EARLY_KEYS)
    limits = [
        fields.parse_number(place, given, key, 0, 1e6) if key in given else None
        for key in ("latency_above_ms", "gain_below_percent")
    ]
    if limits == [None, None]:
        raise fields.refuse(place, "has no limit")
    return SweepLimits(fields.parse_text(place, given, "sweep", 500), *limits)


def check_places(loops: Sequence[RoundLoop], places: Sequence[InLoop | None]) -> None:
    """Raise Refusal unless every loop is whole: all of its rounds, in order, each with a value for every series."""
    names = {loop.name: loop for loop in loops}
    rounds: dict[str, list[list[int]]] = {loop.name: [] for loop in loops}
    before: str | None = None
    for index, place in enumerate(places):
        path = f"spec.phases.{index}"
        if place is not None:
            if place.loop not in names:
                raise fields.refuse(f"{path}.loop", f"is {place.loop!r}, and the spec has no loop of that name")
            done = rounds[place.loop]
            if place.loop != before and done:
                raise fields.refuse(f"{path}.loop", "continues a loop that another phase has interrupted")
            if place.round == len(done) + 1:
                done.append([])
            elif place.round != len(done) or not done:
                raise fields.refuse(f"{path}.round", f"is {place.round}, and {len(done) + 1} follows: a loop is whole")
            done[-1] += place.tracked
        before = None if place is None else place.loop
    for index, loop in enumerate(loops):
        path, series = f"spec.loops.{index}", list(range(len(loop.metrics)))
        if len(rounds[loop.name]) != loop.max_rounds:
            raise fields.refuse(f"{path}.max_rounds", f"is {loop.max_rounds}, and it has {len(rounds[loop.name])}")
        if any(sorted(tracked) != series for tracked in rounds[loop.name]):
            raise fields.refuse(f"{path}.tracked", "is not given one value each by every round")


def _parse_loop(path: str, document: Any) -> RoundLoop:
    value = fields.require_object(path, document)
    fields.refuse_unknown_fields(path, value, _LOOP_KEYS)
    if value.get("at_limit") not in ("go_on", "stop"):
        raise fields.refuse(f"{path}.at_limit", "must be go_on or stop")
    window = fields.parse_integer(path, value, "window", 2, MAX_ROUNDS)
    metrics, names = [], []
    for index, entry in enumerate(fields.parse_list(path, value, "tracked", MAX_TRACKED)):
        place = f"{path}.tracked.{index}"
        fields.refuse_unknown_fields(place, fields.require_object(place, entry), _TRACKED_KEYS)
        if entry.get("metric") not in METRICS:
            raise fields.refuse(f"{place}.metric", f"must be one of {', '.join(METRICS)}")
        metrics.append(str(entry["metric"]))
        names.append(fields.parse_text(place, entry, "phase", 200))
    return RoundLoop(
        name=fields.parse_text(path, value, "name", 200),
        max_rounds=fields.parse_integer(path, value, "max_rounds", window, MAX_ROUNDS),
        window=window,
        range_limit=fields.parse_number(path, value, "range_limit", 0, 10),
        slope_limit=fields.parse_number(path, value, "slope_limit", 0, 10),
        stops_at_limit=value["at_limit"] == "stop",
        metrics=tuple(metrics),
        names=tuple(names),
    )
