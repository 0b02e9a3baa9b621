"""Differences of two versions of a profile: by field, and by line of their texts. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

Group = Literal["about", "parameters", "phases", "judging"]
LineKind = Literal["same", "removed", "added"]

#: With more lines than this that differ between equal ends, no reader would see a difference.
MAX_LINES = 4000
_CONTEXT_LINES = 3
#: Every version has another one.
_NOT_COMPARED = ("version",)
#: Fields of an entry that define its evaluation and its end; `phases` of a loop are entries of their own.
_JUDGING = frozenset({"stop", "stop_when", "max_rounds", "window", "range_limit", "slope_limit", "tracked", "at_limit"})
_GROUPS: tuple[Group, ...] = ("about", "parameters", "phases", "judging")


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field; `place` is the parameter or the phase it belongs to, and a side that does not have it is None.

    A parameter or a phase that only one side has is one difference, with the empty `field`.
    """

    group: Group
    place: str
    field: str
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of the texts with its number on each side, counted from 1; None on the side that does not have it."""

    kind: LineKind
    a: int | None
    b: int | None
    text: str


def diff_documents(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[FieldDifference]:
    """Return the fields that differ between two profiles, by group and in the order of the documents.

    Two phases or loops correspond when they have the same name. Without the same name they correspond when they have
    the same place between others that do.
    """
    differences = list(_iterate_differences(a, b))
    return [difference for group in _GROUPS for difference in differences if difference.group == group]


def diff_lines(a: str, b: str) -> list[DiffLine] | None:
    """Return the lines that differ, with a few around them; None where there are too many to compare."""
    before, after = a.splitlines(), b.splitlines()
    head = _count_common_lines(before, after)
    tail = _count_common_lines(before[head:][::-1], after[head:][::-1])
    middle_a, middle_b = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(middle_a), len(middle_b)) > MAX_LINES:
        return None
    # What is left of the ends is enough context, and the numbers count from where it begins.
    first = max(head - _CONTEXT_LINES, 0)
    left = before[first : len(before) - max(tail - _CONTEXT_LINES, 0)]
    right = after[first : len(after) - max(tail - _CONTEXT_LINES, 0)]
    return list(_iterate_diff_lines(left, right, first)) if middle_a or middle_b else []


def _iterate_differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[FieldDifference]:
    for key in _list_keys(a, b):
        if key == "parameters":
            yield from _iterate_parameter_differences(_read_mapping(a.get(key)), _read_mapping(b.get(key)))
        elif key == "phases":
            yield from _iterate_entry_differences(_list(a.get(key)), _list(b.get(key)), "")
        elif key not in _NOT_COMPARED:
            yield from _iterate_field_differences("judging" if key == "report" else "about", "", key, a, b)


def _iterate_parameter_differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[FieldDifference]:
    for name in _list_keys(a, b):
        if name not in a or name not in b:
            yield FieldDifference("parameters", name, "", _format_short_value(a, name), _format_short_value(b, name))
        else:
            yield from _iterate_mapping_differences("parameters", name, "", a[name], b[name])


def _iterate_entry_differences(a: Sequence[Any], b: Sequence[Any], within: str) -> Iterator[FieldDifference]:
    """Yield the field differences between the phases and loops of two profiles, or of one loop.

    `within` is the name of this loop, or empty.
    """
    names_a, names_b = _list_entry_names(a), _list_entry_names(b)
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, names_a, names_b, autojunk=False).get_opcodes():
        pairs = min(a2 - a1, b2 - b1) if tag in ("equal", "replace") else 0
        for step in range(pairs):
            yield from _iterate_own_differences(a[a1 + step], b[b1 + step], _format_place(within, names_a[a1 + step]))
        for index in range(a1 + pairs, a2):
            yield FieldDifference("phases", _format_place(within, names_a[index]), "", format_short(a[index]), None)
        for index in range(b1 + pairs, b2):
            yield FieldDifference("phases", _format_place(within, names_b[index]), "", None, format_short(b[index]))


def _iterate_own_differences(a: Any, b: Any, place: str) -> Iterator[FieldDifference]:
    before, after = _read_mapping(a), _read_mapping(b)
    for key in _list_keys(before, after):
        if key == "phases":
            yield from _iterate_entry_differences(_list(before.get(key)), _list(after.get(key)), place)
        else:
            group: Group = "judging" if key in _JUDGING else "phases"
            yield from _iterate_field_differences(group, place, key, before, after)


def _iterate_field_differences(
    group: Group, place: str, key: str, a: Mapping[str, Any], b: Mapping[str, Any]
) -> Iterator[FieldDifference]:
    """Yield the difference of the field `key` between two mappings, if there is one.

    Where both values are mappings, yield the differences of their fields, as in `stop.window`.
    """
    if isinstance(a.get(key), Mapping) and isinstance(b.get(key), Mapping):
        yield from _iterate_mapping_differences(group, place, key, a[key], b[key])
    elif key not in a or key not in b or not _is_same(a[key], b[key]):
        yield FieldDifference(group, place, key, _format_short_value(a, key), _format_short_value(b, key))


def _iterate_mapping_differences(group: Group, place: str, above: str, a: Any, b: Any) -> Iterator[FieldDifference]:
    for key in _list_keys(_read_mapping(a), _read_mapping(b)):
        for difference in _iterate_field_differences(group, place, key, _read_mapping(a), _read_mapping(b)):
            yield FieldDifference(
                group, place, f"{above}.{difference.field}" if above else difference.field, difference.a, difference.b
            )


def format_short(value: Any) -> str:
    """Format a value on one line, as YAML writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {format_short(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(format_short(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _format_short_value(values: Mapping[str, Any], key: str) -> str | None:
    return format_short(values[key]) if key in values else None


def _is_same(a: Any, b: Any) -> bool:
    """Return whether two values are equal; `true` does not equal 1, and 1 equals 1.0."""
    return type(a) is type(b) and bool(a == b) if isinstance(a, bool) or isinstance(b, bool) else bool(a == b)


def _list_entry_names(entries: Sequence[Any]) -> list[str]:
    """Return the readable name of each phase or loop of a profile.

    Entries that share a name have a number from the second on.
    """
    seen: Counter[str] = Counter()
    names = []
    for index, entry in enumerate(entries, start=1):
        values = _read_mapping(entry)
        name = str(values.get("loop") or values.get("name") or values.get("kind") or f"phase {index}")
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _format_place(within: str, name: str) -> str:
    return f"{within}: {name}" if within else name


def _list_keys(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys((*a, *b)))


def _read_mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else []


def _count_common_lines(a: Sequence[str], b: Sequence[str]) -> int:
    """Count the lines that two texts have in common at their beginning."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((index for index, (left, right) in pairs if left != right), min(len(a), len(b)))


def _iterate_diff_lines(a: Sequence[str], b: Sequence[str], first: int) -> Iterator[DiffLine]:
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(_CONTEXT_LINES):
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                for step in range(a2 - a1):
                    yield DiffLine("same", first + a1 + step + 1, first + b1 + step + 1, a[a1 + step])
                continue
            for index in range(a1, a2):
                yield DiffLine("removed", first + index + 1, None, a[index])
            for index in range(b1, b2):
                yield DiffLine("added", None, first + index + 1, b[index])
