"""Rules for names of REST: plain words, one spelling and one unit of metrics, durations and ends."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scripts.check_language import REFUSED, is_refused

#: A word of a name: the word for it.
REFUSED_WORDS = {
    "average": "mean",
    "avg": "mean",
    "bandwidth": "throughput",
    "bw": "throughput",
    "cov": "cv",
    "duration_s": "duration_seconds",
    "eta": "estimated_finish",
    "lat": "latency",
    "least": "min",
    "maximum": "max",
    "minimum": "min",
    "most": "max",
    "pct": "percent",
    "perc": "percent",
    "percentage": "percent",
    "took": "duration",
}
#: An ending: the unit that is spelled out.
REFUSED_UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second"), "seconds"),
    **dict.fromkeys(("msec", "msecs", "millis", "milliseconds"), "ms"),
    **dict.fromkeys(("us", "usec", "nsec", "nanoseconds"), "ns"),
    **dict.fromkeys(("mins", "minute"), "minutes"),
    **dict.fromkeys(("hrs", "hour"), "hours"),
    "day": "days",
}
#: Units that end the name of a number, unless it is a rate.
_LAST_UNITS = {"seconds", "ms", "ns", "bytes", "percent"}
TIME_UNITS = ("seconds", "ms", "ns", "minutes", "hours", "days", "years")
_DURATIONS = {"duration", "elapsed", "remaining", "runtime", "timeout", "latency"}
_LATENCY = re.compile(r"(?:\w+_)?latency(?:_(?:mean|stddev|min|max|p[1-9][0-9]*|limit))?_ns")
_RATE = re.compile(r"(?:\w+_)?throughput_bytes_per_s")
_FINISH = re.compile(r"(?:finished|(?:estimated|max)_finish)_at")
_ENDS = {"end", "ended", "ends", "finish", "finished", "stop", "stopped", "completed", "done", "over"}


@dataclass
class Spellings:
    """The names that a document uses: of fields with their types, values of enumerations, and segments of paths."""

    numbers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    moments: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    others: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    values: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    segments: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, name: str, schema: Mapping[str, Any], place: str) -> None:
        """Add a field or parameter under the kind of value that its schema states."""
        kinds = set(_kinds(schema))
        holds = self.moments if "date-time" in kinds else self.numbers if kinds & {"number", "integer"} else self.others
        holds[name].add(place)


def read_document(document: Mapping[str, Any]) -> Spellings:
    """Return every name of an OpenAPI document: fields, parameters, values of enumerations, and segments of paths."""
    spellings = Spellings()
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        _read_schema(schema, name, spellings)
    for path, operations in document.get("paths", {}).items():
        for segment in path.strip("/").split("/"):
            spellings.segments[segment.strip("{}")].add(path)
        for method, operation in operations.items():
            for parameter in operation.get("parameters", ()):
                spellings.add(parameter["name"], parameter["schema"], f"{method} {path}")
            _read_schema(operation, f"{method} {path}", spellings)
    return spellings


def find_faults(spellings: Spellings, exceptions: Mapping[str, str] | None = None) -> list[str]:
    """Return what is wrong with these names, without those of the exceptions, whose values are reasons."""
    allowed = exceptions or {}
    every = {
        **spellings.numbers, **spellings.moments, **spellings.others, **spellings.values, **spellings.segments
    }  # fmt: skip
    faults = [(name, fault) for name in every for fault in _of_any(name)]
    faults += [(name, fault) for name in spellings.numbers for fault in _of_number(name)]
    faults += [(name, fault) for name in spellings.moments for fault in _of_moment(name)]
    faults += _doubles({**spellings.numbers, **spellings.moments})
    return [
        f"{name}: {fault} ({', '.join(sorted(every.get(name, ()))[:3])})"
        for name, fault in sorted(set(faults))
        if name not in allowed
    ]


def find_name_faults(names: Iterable[str]) -> list[str]:
    """Return what is wrong with names whose types are not known, such as keys of events or heads of a table."""
    spellings = Spellings()
    for name in names:
        spellings.others[name].add("")
    return find_faults(spellings)


def find_text_faults(texts: Iterable[str]) -> list[str]:
    """Return visible heads that use a short or foreign word for a metric."""
    refused = {"avg", "bandwidth", "bw", "cov", "lat", "pct", "sec", "secs", "usec", "msec"}
    return [text for text in texts if refused & set(re.findall(r"[a-z]+", text.lower()))]


def _of_any(name: str) -> Iterator[str]:
    if is_refused(name, REFUSED, frozenset()):
        yield "has a word of no field"
    words = re.split(r"[_-]", name)
    for word in words:
        if word in REFUSED_WORDS:
            yield f"{word} is {REFUSED_WORDS[word]}"
    if len(words) > 1 and words[-1] in REFUSED_UNITS and words[-2] != "per":
        yield f"_{words[-1]} is _{REFUSED_UNITS[words[-1]]}"
    if "per" in words and "s" in words and not _RATE.fullmatch(name):
        yield "bytes in a second are throughput_bytes_per_s"
    if re.match(r"(?:throughput|latency_(?:mean|stddev|min|max|p[0-9]))", name) and not (
        _RATE.fullmatch(name) or _LATENCY.fullmatch(name)
    ):
        yield "a metric ends with its unit, throughput_bytes_per_s or latency_..._ns"


def _of_number(name: str) -> Iterator[str]:
    words = name.split("_")
    if _LAST_UNITS & set(words[:-1]) and "per" not in words:
        yield "a unit ends the name"
    if words[0] in ("range", "slope", "cv", "utilisation") and words[-1] != "percent":
        yield "ends with _percent"
    if _DURATIONS & set(words) and words[-1] not in TIME_UNITS:
        yield "a duration ends with its unit"
    if "latency" in words and not _LATENCY.fullmatch(name):
        yield "a latency is latency_mean_ns, latency_p99_ns and so on"
    if "throughput" in words and not _RATE.fullmatch(name):
        yield "a throughput is throughput_bytes_per_s"


def _of_moment(name: str) -> Iterator[str]:
    words = name.split("_")
    if words[-1] not in ("at", "since", "until", "after", "before", "deadline", "time"):
        yield "a moment ends with _at"
    if _ENDS & set(words) and not _FINISH.fullmatch(name):
        yield "an end is finished_at, and before it is there estimated_finish_at or max_finish_at"


def _doubles(names: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield names that differ only in the unit of time, or in a short word for a long one."""
    stems: dict[str, set[str]] = defaultdict(set)
    for name in names:
        words = [REFUSED_WORDS.get(word, word) for word in name.split("_")]
        if len(words) > 1 and REFUSED_UNITS.get(words[-1], words[-1]) in TIME_UNITS:
            stems["_".join(words[:-1])].add(name)
    for stem, alike in stems.items():
        if len(alike) > 1 and stem:
            yield from ((name, f"has another unit as {', '.join(sorted(alike - {name}))}") for name in alike)


def _kinds(schema: Any) -> Iterator[str]:
    """Yield types and formats of a schema: of a list those of its items, of a union all."""
    if not isinstance(schema, Mapping):
        return
    yield from (schema[key] for key in ("type", "format") if isinstance(schema.get(key), str))
    for key in ("anyOf", "oneOf", "allOf"):
        for choice in schema.get(key, ()):
            yield from _kinds(choice)
    if "items" in schema:
        yield from _kinds(schema["items"])


def _read_schema(node: Any, place: str, spellings: Spellings) -> None:
    if isinstance(node, Mapping):
        properties = node.get("properties")
        if isinstance(properties, Mapping):
            for name, schema in properties.items():
                spellings.add(name, schema, place)
        for value in (*node.get("enum", ()), *([node["const"]] if "const" in node else [])):
            if isinstance(value, str):
                spellings.values[value].add(place)
        for child in node.values():
            _read_schema(child, place, spellings)
    elif isinstance(node, list):
        for child in node:
            _read_schema(child, place, spellings)
