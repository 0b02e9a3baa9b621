"""When a phase of a profile ends, as the profile writes it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from storagelab.domain.loops import METRICS, EndsEarly
from storagelab.domain.plan import StopRule
from storagelab.domain.profile_language import ProfileInvalid, parse_number, parse_whole_number, refuse_unknown
from storagelab.domain.units import parse_duration

_STEADY_FIELDS = ("kind", "round", "window", "max_rounds", "range_limit", "slope_limit", "metric", "spacing")
_FIELDS = (*_STEADY_FIELDS, "seconds", "passes", "judged", "until_steady")
_ENDS_EARLY = ("latency_above_ms", "gain_below_percent")
MAX_LIMIT = 10.0
MAX_PASSES = 100.0
#: The runner refuses more, and by then the job would have waited for its server.
MAX_WINDOW, MAX_ROUNDS, MAX_ROUND_SECONDS = 1000, 100_000, 86_400


def parse_stop(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> StopRule:
    """Parse the stop rule of a phase from `raw`. Raises ProfileInvalid with the place below `path`."""
    refuse_unknown(path, raw, _FIELDS)
    kind = raw.get("kind")
    if kind not in ("time", "volume", "steady"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of time, volume, steady")
    if kind == "steady":
        return _parse_steady_rule(path, raw, values)
    default_seconds: Any = 86400 if kind == "volume" else None
    if raw.get("seconds", default_seconds) is None:
        raise ProfileInvalid(f"{path}.seconds", "is missing")
    judged = raw.get("judged", False)
    if not isinstance(judged, bool):
        raise ProfileInvalid(f"{path}.judged", f"{judged!r} is neither true nor false")
    return StopRule(
        kind=kind,
        seconds=_parse_seconds(path, raw.get("seconds", default_seconds), values),
        passes=_parse_passes(path, raw.get("passes", 1), values),
        judged=judged,
    )


def parse_limits(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> tuple[float, float]:
    """Return the range limit and the slope limit of a steady state as fractions (0.2 is 20 %).

    Defaults are the limits of SNIA PTS. Raises ProfileInvalid with the place.
    """
    parsed = []
    for name, default in (("range_limit", 0.2), ("slope_limit", 0.1)):
        limit = parse_number(f"{path}.{name}", raw.get(name, default), values)
        if not 0 <= limit <= MAX_LIMIT:
            raise ProfileInvalid(f"{path}.{name}", f"{limit:g} is not between 0 and {MAX_LIMIT:g} (0.2 is 20 %)")
        parsed.append(limit)
    return parsed[0], parsed[1]


def parse_ends_early(path: str, raw: Any, values: Mapping[str, float], *, sweep: str) -> EndsEarly:
    """Parse the rule by which the points of a sweep end early. Raises ProfileInvalid with the place."""
    refuse_unknown(path, raw, _ENDS_EARLY)
    if not raw:
        raise ProfileInvalid(path, f"needs one of {', '.join(_ENDS_EARLY)}")
    thresholds: dict[str, float] = {}
    for name in raw:
        thresholds[name] = parse_number(f"{path}.{name}", raw[name], values)
        if not 0 < thresholds[name] <= 1_000_000:
            raise ProfileInvalid(f"{path}.{name}", f"{thresholds[name]:g} is not between 0 and 1,000,000")
    return EndsEarly(sweep, **thresholds)


def _parse_steady_rule(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> StopRule:
    for field in ("judged", "until_steady"):
        if field in raw:
            raise ProfileInvalid(f"{path}.{field}", "is for phases that end by time or volume: this one always is")
    range_limit, slope_limit = parse_limits(path, raw, values)
    round_seconds = parse_number(f"{path}.round", raw.get("round", 60), values, parse_duration)
    spacing = parse_whole_number(f"{path}.spacing", raw.get("spacing", 1), values)
    window = parse_whole_number(f"{path}.window", raw.get("window", 5), values)
    if round_seconds < 1 or spacing < 1:
        raise ProfileInvalid(path, "rounds last at least 1 s, and at least one in every 1 counts")
    seconds = _parse_seconds(path, raw["seconds"], values) if "seconds" in raw else None
    # Without a number of its own, a limit in seconds has room for as many rounds as begin within it.
    default_rounds = 25 if seconds is None else max(window, math.ceil(seconds / (round_seconds * spacing)))
    rule = StopRule(
        kind="steady",
        seconds=0.0,
        round_seconds=round_seconds,
        window=window,
        max_rounds=parse_whole_number(f"{path}.max_rounds", raw.get("max_rounds", default_rounds), values),
        range_limit=range_limit,
        slope_limit=slope_limit,
        metric=str(raw.get("metric", "iops")),
        spacing=spacing,
        limit_passes=_parse_passes(path, raw["passes"], values) if "passes" in raw else None,
    )
    if rule.metric not in METRICS:
        raise ProfileInvalid(f"{path}.metric", f"{rule.metric!r} is not one of {', '.join(METRICS)}")
    if rule.window < 2 or rule.max_rounds < rule.window:
        raise ProfileInvalid(path, "rounds last at least 1 s, and max_rounds is at least the window of 2 or more")
    if rule.window > MAX_WINDOW or max(rule.max_rounds, spacing) > MAX_ROUNDS or round_seconds > MAX_ROUND_SECONDS:
        raise ProfileInvalid(
            path,
            f"a window has at most {MAX_WINDOW} rounds, there are at most {MAX_ROUNDS} of them, and none lasts longer "
            "than a day",
        )
    whole_length = rule.round_seconds * rule.spacing * rule.max_rounds
    return replace(rule, seconds=whole_length if seconds is None else min(seconds, whole_length))


def _parse_seconds(path: str, raw: Any, values: Mapping[str, float]) -> float:
    seconds = parse_number(f"{path}.seconds", raw, values, parse_duration)
    if seconds < 1:
        raise ProfileInvalid(f"{path}.seconds", f"{seconds:g} s is shorter than 1 s")
    return seconds


def _parse_passes(path: str, raw: Any, values: Mapping[str, float]) -> float:
    passes = parse_number(f"{path}.passes", raw, values)
    if not 0 < passes <= MAX_PASSES:
        raise ProfileInvalid(f"{path}.passes", f"{passes:g} is not between 0 and {MAX_PASSES:g}")
    return passes
