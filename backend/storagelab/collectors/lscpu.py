"""Processors as `lscpu -J` counts them, also where /proc/cpuinfo does not number sockets and cores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from storagelab.collectors.base import CollectedFacts, ServerFacts
from storagelab.collectors.values import count, get_output_text, parse_json_object, read_number, read_word

name = "lscpu"
inputs: tuple[str, ...] = ("lscpu",)

_RANGE = re.compile(r"(?P<first>\d{1,6})(?:-(?P<last>\d{1,6}))?")
#: Output of lscpu where the machine does not report a value.
_UNKNOWN = ("-", "unknown")


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Return facts about the processors.

    Field names are in the user's language, so unknown ones are a warning.
    """
    text = get_output_text(outputs, "lscpu")
    if text is None:
        return CollectedFacts()
    rows = (parse_json_object(text) or {}).get("lscpu")
    values = dict(_iterate_fields(rows if isinstance(rows, list) else [], 0))
    if "Architecture" not in values:
        return CollectedFacts(warnings=("The output of lscpu was not understood.",))
    sockets = count(values.get("Socket(s)"))
    per_socket = count(values.get("Core(s) per socket"))
    model = values.get("Model name")
    return CollectedFacts(
        server=ServerFacts(
            architecture=values.get("Architecture"),
            cpu_model=None if model in _UNKNOWN else model,
            cpu_sockets=sockets or None,
            cpu_cores=sockets * per_socket if sockets and per_socket else None,
            cpu_threads=_count_range_members(values.get("On-line CPU(s) list")) or count(values.get("CPU(s)")),
            cpu_max_mhz=read_number((values.get("CPU max MHz") or "").replace(",", ".")) or None,
            numa_nodes=count(values.get("NUMA node(s)")) or None,
        )
    )


def _iterate_fields(rows: list[object], depth: int) -> Iterator[tuple[str, str]]:
    """Yield (field name without colon, value) of the rows of lscpu.

    The first occurrence of a name counts. Newer versions nest rows; `depth` is the current nesting.
    """
    values: dict[str, str] = {}
    for row in rows:
        if not isinstance(row, dict):
            continue
        field, value, children = read_word(row.get("field")), read_word(row.get("data")), row.get("children")
        if field is not None and value is not None:
            values.setdefault(field.rstrip(":"), value)
        if isinstance(children, list) and depth < 8:
            for below, nested in _iterate_fields(children, depth + 1):
                values.setdefault(below, nested)
    yield from values.items()


def _count_range_members(text: str | None) -> int | None:
    """Count the numbers in a range list such as `0-3,8`."""
    total = 0
    for part in (text or "").split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            return None
        total += int(match["last"] or match["first"]) - int(match["first"]) + 1
    return total if total > 0 else None
