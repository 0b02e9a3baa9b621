"""The `loop` entries of a profile: cells measured in rounds until their tracked figures are steady."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from storagelab.domain.loops import AT_LIMIT, METRICS, AtLimit, LoopRule, Tracked, TrackedMetric, format_round_name
from storagelab.domain.plan import MAX_PHASES, PhasePlan, Scale
from storagelab.domain.profile_language import ProfileInvalid, parse_whole_number, refuse_unknown
from storagelab.domain.profile_stop import parse_limits

_FIELDS = ("loop", "max_rounds", "window", "range_limit", "slope_limit", "tracked", "at_limit", "phases")
_PHASE_FIELDS = ("name", "kind", "workload", "stop", "ramp", "sweep", "points", "repeat", "group")
MAX_NAME = 100
#: The runner takes no more of one loop.
MAX_TRACKED = 100

#: Makes the phases of one entry: its place, what is written there, its first ordinal, and room for how many.
MakeEntry = Callable[[str, Mapping[str, Any], int, int], Sequence[PhasePlan]]


def expand_loop(
    path: str,
    raw: Mapping[str, Any],
    values: Mapping[str, float],
    *,
    first_ordinal: int,
    scale: Scale,
    make_entry: MakeEntry,
) -> tuple[LoopRule, list[PhasePlan]]:
    """Return the rule of a loop and its phases, one round after the other, up to the maximum of rounds.

    At the smoke scale a loop has one round more than its window at most. Raises ProfileInvalid with the place.
    """
    refuse_unknown(path, raw, _FIELDS)
    rule = _parse_rule(path, raw, values)
    cells = _build_loop_points(path, raw, make_entry, MAX_PHASES - first_ordinal + 1)
    names = [cell.name for cell in cells]
    for name in names:
        if names.count(name) > 1:
            raise ProfileInvalid(f"{path}.phases", f"{name!r} is the name of several phases of a round")
    for index, tracked in enumerate(rule.tracked):
        if tracked.name_in_round not in names:
            raise ProfileInvalid(
                f"{path}.tracked.{index}.phase",
                f"{tracked.name_in_round!r} is not a phase of the loop {rule.name}. Available: {_format_list(names)}",
            )
    if scale == "smoke":
        rule = replace(rule, max_rounds=min(rule.max_rounds, rule.window + 1))
    if first_ordinal - 1 + len(cells) * rule.max_rounds > MAX_PHASES:
        raise ProfileInvalid(
            path,
            f"with {rule.max_rounds} rounds of {len(cells)} phases the plan has more than {MAX_PHASES} phases: take "
            "fewer rounds or fewer cells, or split the profile",
        )
    return rule, [
        replace(
            cell,
            ordinal=first_ordinal + (number - 1) * len(cells) + index,
            name=format_round_name(cell.name, number),
            loop=rule.name,
            round=number,
        )
        for number in range(1, rule.max_rounds + 1)
        for index, cell in enumerate(cells)
    ]


def _parse_rule(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> LoopRule:
    name = raw["loop"]
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
        raise ProfileInvalid(f"{path}.loop", f"must be a name of at most {MAX_NAME} characters")
    window = parse_whole_number(f"{path}.window", raw.get("window", 5), values)
    max_rounds = parse_whole_number(f"{path}.max_rounds", raw.get("max_rounds", 25), values)
    if window < 2:
        raise ProfileInvalid(f"{path}.window", f"{window} rounds have no slope: a window has at least 2")
    if max_rounds < window:
        raise ProfileInvalid(
            f"{path}.max_rounds", f"{max_rounds} rounds never fill the window of {window}: it is at least the window"
        )
    at_limit = raw.get("at_limit", "go_on")
    if at_limit not in AT_LIMIT:
        raise ProfileInvalid(f"{path}.at_limit", f"{at_limit!r} is not one of {', '.join(AT_LIMIT)}")
    range_limit, slope_limit = parse_limits(path, raw, values)
    tracked = _parse_tracked(f"{path}.tracked", raw.get("tracked"))
    return LoopRule(name, tracked, max_rounds, window, range_limit, slope_limit, cast(AtLimit, at_limit))


def _parse_tracked(path: str, raw: Any) -> tuple[Tracked, ...]:
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not raw:
        raise ProfileInvalid(path, "must be a list of at least one mapping with phase and metric")
    if len(raw) > MAX_TRACKED:
        raise ProfileInvalid(path, f"has {len(raw)} entries: a loop tracks at most {MAX_TRACKED}")
    result: list[Tracked] = []
    for index, entry in enumerate(raw):
        place = f"{path}.{index}"
        refuse_unknown(place, entry, ("phase", "metric"))
        if not isinstance(entry.get("phase"), str):
            raise ProfileInvalid(f"{place}.phase", "must be the name of a phase of the loop, without its round")
        metric = entry.get("metric", "iops")
        if metric not in METRICS:
            raise ProfileInvalid(f"{place}.metric", f"{metric!r} is not one of {', '.join(METRICS)}")
        tracked = Tracked(entry["phase"], cast(TrackedMetric, metric))
        if tracked in result:
            raise ProfileInvalid(place, f"{tracked.describe()} is tracked already")
        result.append(tracked)
    return tuple(result)


def _build_loop_points(path: str, raw: Mapping[str, Any], make_entry: MakeEntry, room: int) -> list[PhasePlan]:
    """Return the phases of one round, with ordinals that count from 1."""
    entries = raw.get("phases")
    if not isinstance(entries, Sequence) or isinstance(entries, str) or not entries:
        raise ProfileInvalid(f"{path}.phases", "must be a list of at least one phase")
    cells: list[PhasePlan] = []
    for index, entry in enumerate(entries):
        place = f"{path}.phases.{index}"
        if isinstance(entry, Mapping) and "loop" in entry:
            raise ProfileInvalid(f"{place}.loop", "loops do not hold other loops")
        refuse_unknown(place, entry, _PHASE_FIELDS)
        for cell in make_entry(place, entry, len(cells) + 1, room - len(cells)):
            if cell.stop.kind == "steady":
                raise ProfileInvalid(f"{place}.stop.kind", "it is the loop that becomes steady: end by time or volume")
            cells.append(cell)
    return cells


def _format_list(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 5 else f"{', '.join(names[:5])} and {len(names) - 5} more"
