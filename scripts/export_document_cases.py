"""Writes workbench documents with the verdicts of the API, which tests of the front end repeat."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from storagelab.workbench.document import PANEL_METRICS, ChartKind, SweepAxis, WorkbenchDocument

CASES = Path(__file__).resolve().parents[1] / "frontend" / "src" / "api" / "generated" / "workbench-documents.json"

_GRID = {"x": 0, "y": 0, "w": 6, "h": 9}
#: Documents without a fault, which together have every field in each of its forms.
BASES: list[dict[str, Any]] = [
    {
        "version": 1,
        "entries": {"runs": ["r-1", "r-2", "r-3"]},
        "baseline": "r-2",
        "hidden": ["r-3"],
        "colours": {"r-2": 4, "r-3": 0},
        "grouped_by": "array.level",
        "group_colours": True,
        "pooled": False,
        "numbers": "ratio",
        "linked": False,
        "align": "steady",
        "range": {"from": -5, "to": 60_000},
        "panels": [
            {
                "id": "p1", "chart": "heat_map", "metric": "latency_p99_ns", "workload": "4K random read",
                "factors": ["array.level", "drives.count"],
                "options": {
                    "interval": False, "knee": False, "link_limit": True, "end_value": False,
                    "log": True, "ratio": True,
                },
                **_GRID,
            },
            {"id": "p2", "chart": "over_time", "metric": "temperature", "phase": "precondition", **_GRID, "x": 6},
        ],
    },
    {
        "version": 1,
        "entries": {"query": "raid:10 iops>500k", "newest": 12, "time_zone": "Europe/Berlin"},
        "baseline": None,
        "range": None,
        "panels": [{"id": "p1", "chart": "bars", "workload": None, "phase": None, "options": {}, **_GRID}],
    },
    {"version": 1, "entries": {"query": ""}, "panels": [
        {"id": "a", "chart": "multiples", **_GRID},
        {"id": "b", "chart": "sweep", "axis": "block_size", **_GRID, "y": 9},
    ]},
]  # fmt: skip

#: Values that replace any other. Long texts and lists are written as objects.
_ANY: list[Any] = [None, True, 0, 1, 0.5, "", "x", [], {}, ["x"], {"x": 1}]
_NUMBERS: list[Any] = [-1, 2, 6, 7, 11, 12, 13, 24, 25, 48, 49, 1000, 1001, "6"]
_NUMBERS += [sign * (2**53 + more) for sign in (1, -1) for more in (-1, 0)]
_TEXTS: list[Any] = [
    " ",
    " x ",
    "x\ny",
    "x\ty",
    "x\u0000",
    "e\u0301",
    "\u200b",
    "r-0",
    "r-01",
    "j-1",
    "r-12\n",
    "P1",
    "p1\n",
]
_TEXTS += [
    {"repeated": character, "count": count}
    for character in "x\U0001f4c8"
    for count in (16, 17, 64, 65, 300, 301, 2000, 2001)
]
_WORDS = [
    *get_args(ChartKind),
    *PANEL_METRICS,
    *get_args(SweepAxis),
    "absolute",
    "relative",
    "phase",
    "start",
    "measure",
]

_PANEL = {"id": "p#", "chart": "bars", **_GRID}
_LISTS = [{"numbered": item, "count": count} for item in ("r-#", _PANEL) for count in (2, 3, 24, 25, 48, 49)]

#: Markers for a removed value and for a missing place.
REMOVED = {"removed": True}
ABSENT = {"absent": True}
Path_ = tuple[str | int, ...]


def expand(value: Any) -> Any:
    """Return a value as a document has it."""
    if isinstance(value, dict) and "repeated" in value:
        return value["repeated"] * value["count"]
    if isinstance(value, dict) and "numbered" in value:
        text = json.dumps(value["numbered"])
        return [json.loads(text.replace("#", str(number))) for number in range(1, value["count"] + 1)]
    return value


def change(document: Any, path: Path_, value: Any) -> Any:
    """Return a copy of a document with another value at a path."""
    changed = copy.deepcopy(document)
    holder: Any = changed
    for part in path[:-1]:
        holder = holder[part]
    last = path[-1]
    if isinstance(last, int):
        holder[last : last + 1] = [] if value == REMOVED else [expand(value)]
    elif value == REMOVED:
        del holder[last]
    else:
        holder[last] = expand(value)
    return changed


def find_places(document: Any) -> list[str]:
    """Return where the API finds faults in a document, none for one that it takes."""
    try:
        WorkbenchDocument.model_validate_json(json.dumps(document))
    except ValidationError as error:
        # The kind of the entries is no key of a document, and a wrong key is named by its place.
        return [
            ".".join(str(part) for part in fault["loc"] if part not in ("fixed", "of_query", "[key]"))
            for fault in error.errors()
        ]
    return []


def list_cases() -> Iterator[tuple[int, Path_, Any, list[str]]]:
    """Yield every change of one value of a document: which one, where, to what, and the places of its faults."""
    for number, document in enumerate(BASES):
        for path, present in _walk(document, ()):
            for value in _others(present):
                yield number, path, value, find_places(change(document, path, value))


def _walk(value: Any, path: Path_) -> Iterator[tuple[Path_, Any]]:
    """Yield each value below a document, and a place for one more in every object and list."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key), item
        if isinstance(item, dict | list):
            yield from _walk(item, (*path, key))
    if isinstance(value, dict):
        yield (*path, "colour"), ABSENT
    elif value:
        yield (*path, len(value)), value[0]


def _others(present: Any) -> Iterator[Any]:
    """Yield what takes the place of a value."""
    if present == ABSENT:
        yield "x"
        return
    yield present
    yield REMOVED
    yield from _ANY
    if isinstance(present, list):
        yield from _LISTS
    elif isinstance(present, str):
        yield from (*_TEXTS, *_WORDS)
    elif isinstance(present, int) and not isinstance(present, bool):
        yield from _NUMBERS


def _write() -> str:
    bases = [[base, WorkbenchDocument.model_validate(base).to_json()] for base in BASES]
    rows = ",\n".join(json.dumps(case) for case in list_cases())
    return f'{{"bases": {json.dumps(bases)},\n"cases": [\n{rows}\n]}}\n'


def main(arguments: list[str]) -> int:
    """Write or compare the cases; return 1 when they differ."""
    text = _write()
    if arguments == ["--check"]:
        if not CASES.exists() or CASES.read_text(encoding="utf-8") != text:
            print(f"{CASES.name} is not what the API says: run `make client` and commit the result.")
            return 1
        return 0
    CASES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
