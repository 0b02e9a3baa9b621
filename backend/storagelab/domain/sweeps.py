"""The points of a phase: `points`, then every axis of `sweep` in the order written, then `repeat`.

An axis is a list of values or a text: `1..256 x2` doubles, `0..100 +10` and `100..0 -10` go in steps, sizes may carry
their units (`512..8m x2`), and `0%..100% +1%` is a range cut into parts of that size. Commas join values and such
progressions, and one without a step goes on as the values before it do: `1,2,4..256` doubles. Points are counted before
any of them is made.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from storagelab.domain.plan import MAX_PHASES
from storagelab.domain.profile_language import ProfileInvalid, parse_whole_number
from storagelab.domain.units import format_size, parse_size

AXES = ("threads", "queue_depth", "streams", "block_size", "read", "random", "range", "offered_iops")

_TEXT = re.compile(r"([0-9a-zA-Z%]+)\s*\.\.\s*([0-9a-zA-Z%]+?)\s*([x×*+-])\s*([0-9a-zA-Z%]+)")
_OPEN = re.compile(r"([0-9a-zA-Z%]+)\s*\.\.\s*([0-9a-zA-Z%]+)")
_TIMES = ("x", "×", "*")
#: `1, 2, 4, ..., 256` as in a sentence.
_AND_SO_ON = re.compile(r"\s*,?\s*(?:\.\.\.|…)\s*,?\s*")
_FORMS = "a list of values, or a text such as '1..256 x2', '0..100 +10', '100..0 -10' or '1,2,4..256'"


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One point of a phase: what differs from its workload, and where each of that was written."""

    fields: Mapping[str, Any]
    places: Mapping[str, str]
    repeat: int | None = None

    def name(self, text: str) -> str:
        """Return the text with `{axis}` and `{repeat}` replaced by their values here.

        `{write}` is the percentage that is not read.
        """
        labels = {field: _format_axis_value(field, value) for field, value in self.fields.items()}
        if isinstance(read := self.fields.get("read"), (int, float)):
            labels["write"] = f"{100 - read:g}"
        if self.repeat is not None:
            labels["repeat"] = str(self.repeat)
        for field, label in labels.items():
            text = text.replace("{" + field + "}", label)
        return text


@dataclass(frozen=True, slots=True)
class _Axis:
    """`count` values, which are built only on demand."""

    place: str
    count: int
    values: Callable[[], Sequence[Mapping[str, Any]]]


def expand_points(path: str, raw: Mapping[str, Any], values: Mapping[str, float], room: int) -> Iterator[SweepPoint]:
    """Yield the points of a phase in the order they run; a single unchanged point where there is no sweep.

    Raises ProfileInvalid with the place, and for more points than the plan has room for.
    """
    axes = [*_parse_points_axis(path, raw), *_sweep_axes(path, raw)]
    repeats = parse_whole_number(f"{path}.repeat", raw["repeat"], values) if "repeat" in raw else None
    if repeats is not None and repeats < 1:
        raise ProfileInvalid(f"{path}.repeat", f"{repeats} is not positive")
    count = math.prod((axis.count for axis in axes), start=repeats or 1)
    if count > room:
        raise ProfileInvalid(
            path,
            f"with its {count:,} points the plan has more than {MAX_PHASES} phases: take wider steps or fewer axes, or "
            "split the profile",
        )
    for chosen in itertools.product(*(axis.values() for axis in axes)):
        fields: dict[str, object] = {}
        places: dict[str, str] = {}
        for axis, part in zip(axes, chosen, strict=True):
            fields |= part
            places |= dict.fromkeys(part, axis.place)
        for repeat in range(1, repeats + 1) if repeats is not None else [None]:
            yield SweepPoint(fields, places, repeat)


def _parse_points_axis(path: str, raw: Mapping[str, Any]) -> Iterator[_Axis]:
    if "points" not in raw:
        return
    place, points = f"{path}.points", raw["points"]
    if not isinstance(points, Sequence) or isinstance(points, str) or not points:
        raise ProfileInvalid(place, "must be a list of at least one mapping")
    for index, point in enumerate(points):
        if not isinstance(point, Mapping):
            raise ProfileInvalid(f"{place}.{index}", "must be a mapping")
    yield _Axis(place, len(points), lambda: points)


def _sweep_axes(path: str, raw: Mapping[str, Any]) -> Iterator[_Axis]:
    sweep = raw.get("sweep") or {}
    if not isinstance(sweep, Mapping):
        raise ProfileInvalid(f"{path}.sweep", "must be a mapping")
    for name, written in sweep.items():
        place = f"{path}.sweep.{name}"
        if name not in AXES:
            raise ProfileInvalid(place, f"is not an axis. Available: {', '.join(sorted(AXES))}")
        count, values = _parse_values(place, name, written)
        yield _Axis(place, count, partial(_build_named_points, name, values))


def _build_named_points(name: str, values: Callable[[], Sequence[Any]]) -> list[Mapping[str, Any]]:
    return [{name: value} for value in values()]


def parse_axis_values(place: str, name: str, written: Any) -> Sequence[Any]:
    """Return the values of a sweep axis from a list or a text such as `1..256 x2`.

    Raises ProfileInvalid with the place.
    """
    count, values = _parse_values(place, name, written)
    if count > MAX_PHASES:
        raise ProfileInvalid(place, f"has {count:,} values, and a plan has {MAX_PHASES} phases at most")
    return values()


def _parse_values(place: str, name: str, written: Any) -> tuple[int, Callable[[], Sequence[Any]]]:
    """Return the number of values of an axis, and the function that makes them."""
    if isinstance(written, str):
        return _parse_progression(place, name, written)
    if not isinstance(written, Sequence) or not written:
        raise ProfileInvalid(place, f"must be {_FORMS}")
    return len(written), lambda: written


def _parse_progression(place: str, name: str, text: str) -> tuple[int, Callable[[], Sequence[Any]]]:
    text = _AND_SO_ON.sub("..", text)
    if "," in text and name != "range":
        return _parse_joined_values(place, name, text)
    match = _TEXT.fullmatch(text.strip())
    if match is None and _OPEN.fullmatch(text.strip()):
        raise ProfileInvalid(
            place, f"{text!r} has no step: write the step behind it, as in '1..256 x2' or '0..100 +10'"
        )
    if match is None:
        raise ProfileInvalid(place, f"{text!r} is not understood: it must be {_FORMS}")
    kind = match[3]
    if name == "range":
        first, last, step = (_parse_whole_percent(place, match[group]) for group in (1, 2, 4))
        if kind != "+" or not first < last or step < 1 or (last - first) % step:
            raise ProfileInvalid(place, f"{text!r} does not cut a range into equal parts, as '0%..100% +1%' does")
        return (last - first) // step, lambda: [
            {"offset": f"{part}%", "size": f"{step}%"} for part in range(first, last, step)
        ]
    first, last, step = (_parse_number(place, name, match[group]) for group in (1, 2, 4))
    if kind in _TIMES:
        return _build_geometric_progression(place, text, first, last, step)
    if step < 1:
        raise ProfileInvalid(place, f"{text!r}: a step is at least 1")
    down = kind == "-"
    if (first < last) if down else (first > last):
        raise ProfileInvalid(place, f"{text!r} leads away from its end: use {'+' if down else '-'}{step}")
    towards = -step if down else step
    return abs(last - first) // step + 1, lambda: range(first, last + (-1 if down else 1), towards)


def _parse_joined_values(place: str, name: str, text: str) -> tuple[int, Callable[[], Sequence[int]]]:
    """Return the number of values and progressions between commas, and a function that builds them in order."""
    parts: list[tuple[int, Callable[[], Sequence[int]]]] = []
    singles: list[int] = []
    for part in map(str.strip, text.split(",")):
        if (going_on := _OPEN.fullmatch(part)) is not None:
            step = _infer_step(place, text, [*singles, _parse_number(place, name, going_on[1])])
            parts.append(_parse_progression(place, name, f"{part} {step}"))
        elif ".." in part:
            parts.append(_parse_progression(place, name, part))
        else:
            value = _parse_number(place, name, part)
            singles.append(value)
            parts.append((1, partial(list, (value,))))
            continue
        singles = []
    return sum(count for count, _ in parts), lambda: [value for _, values in parts for value in values()]


def _infer_step(place: str, text: str, shown: Sequence[int]) -> str:
    """Return the step of a progression from its first values `shown`: `x2`, `+10` or `-10`.

    This is the form at the end of a written progression.
    """
    pairs = list(itertools.pairwise(shown))
    steps = {later - earlier for earlier, later in pairs}
    factors = {later // earlier if earlier and later % earlier == 0 else None for earlier, later in pairs}
    ways = []
    if len(factors) == 1 and (factor := factors.pop()) is not None and factor > 1:
        ways.append(f"x{factor}")
    if len(steps) == 1 and (step := steps.pop()) != 0:
        ways.append(f"{step:+d}")
    if len(ways) == 1:
        return ways[0]
    meant = f"it may continue by {' or '.join(ways)}" if ways else "the values before '..' do not show how it continues"
    raise ProfileInvalid(place, f"{text!r}: {meant}: write the step after the end, as in '4..256 x2'")


def _build_geometric_progression(
    place: str, text: str, first: int, last: int, factor: int
) -> tuple[int, Callable[[], Sequence[int]]]:
    if factor < 2 or first < 1 or first > last:
        raise ProfileInvalid(place, f"{text!r}: it must begin at 1 or more, rise, and multiply by 2 or more")
    values = [first]
    while values[-1] * factor <= last and len(values) <= MAX_PHASES:
        values.append(values[-1] * factor)
    return len(values), lambda: values


def _parse_number(place: str, name: str, text: str) -> int:
    try:
        return parse_size(text) if name == "block_size" else _parse_digits(text)
    except ValueError:
        kind = "size" if name == "block_size" else "whole number"
        raise ProfileInvalid(place, f"{text!r} is not a {kind}") from None


def _parse_digits(text: str) -> int:
    """Parse a whole number of plain digits. Raises ValueError for the other digits and signs that Python reads."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _parse_whole_percent(place: str, text: str) -> int:
    if not text.endswith("%") or not (text.isascii() and text[:-1].isdecimal()) or len(text) > 4:
        raise ProfileInvalid(place, f"{text!r} is not a whole percentage such as 10%")
    return int(text[:-1])


def _format_axis_value(field: str, value: Any) -> str:
    """Return the text for a value of an axis in the name of its phase."""
    if field == "block_size":
        try:
            return format_size(parse_size(value))
        except (TypeError, ValueError):
            return str(value)
    if field == "range" and isinstance(value, Mapping):
        return str(value.get("offset", 0))
    return str(value)
