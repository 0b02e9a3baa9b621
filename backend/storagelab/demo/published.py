"""Packaged results with the printed hardware facts of their sources; unknown factors are None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from storagelab.demo.sets import DemoSet
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.results import ParsedResult
from storagelab.formats.registry import find_claims, read_claim
from storagelab.formats.table.hardware import Component, convert_to_test_bed, read_components
from storagelab.formats.table.sheet import read_sheet
from storagelab.imports.sources import open_members

_HARDWARE, _NOTES = "hardware.csv", "hardware_notes.csv"
#: Increases when the list of hardware changes: a lab with an earlier one gets it.
HARDWARE_VERSION = 2
#: What is known of a component beside its attributes, by the columns of the notes.
_REMARKS = ("note", "source_reads")
#: Threads and queue depth of the SNIA PTS tests, which are not in the table of their rounds.
_PTS_LOADS = {"PTS IOPS": (2, 16), "PTS LAT": (1, 1), "PTS TP": (2, 16)}
_COMPONENTS_OF_SYSTEM = ("cpu", "memory")


def read_set(demo_set: DemoSet) -> list[ParsedResult]:
    """Read every result of a demo set, in the order of the file.

    Hardware is part of each result's configuration.
    """
    components = [part for part in read_hardware() if part.source == demo_set.listed_as]
    with resources.as_file(_get_packaged_file(demo_set.file)) as path:
        results = _read_results(path)
    return [_complete_result(result, demo_set, components) for result in results]


def read_hardware() -> list[Component]:
    """Read every component of the test beds of the published reviews, with the notes on it as attributes."""
    components, _ = read_components(read_sheet(_get_packaged_file(_HARDWARE).read_bytes()))
    notes = {
        (row["source"], row["component"], row["name"]): {name: row[name] for name in _REMARKS if row[name]}
        for row in read_sheet(_get_packaged_file(_NOTES).read_bytes()).rows
    }
    return [
        replace(part, attributes={**part.attributes, **notes.get((part.source, part.kind, part.name), {})})
        for part in components
    ]


def find_engine(result: ParsedResult) -> str | None:
    """Return the load generator that the names of all workloads begin with; None for a table that names none or
    several.
    """
    named = {read_printed_engine(entry.name) for entry in result.measurements}
    return named.pop() if len(named) == 1 else None


def _get_packaged_file(name: str) -> Any:
    return resources.files("storagelab.demo").joinpath("data", name)


def _read_results(path: Path) -> list[ParsedResult]:
    with open_members(path) as members:
        claims, _ = find_claims(members)
        return [result for name, claim in claims for result in read_claim(name, claim)]


def _complete_result(result: ParsedResult, demo_set: DemoSet, components: Sequence[Component]) -> ParsedResult:
    title = demo_set.title or result.title
    if demo_set.title is not None and result.format == "table":
        title = f"{demo_set.title}: {result.title}"
    facts = dict(demo_set.facts or {})
    if result.format == "table" and result.configuration is not None:
        facts = _add_hardware(result.configuration, components)
    if facts:
        facts = {"configuration": title, **facts, "name": title, "source": demo_set.source_title}
    return replace(_add_load(result), title=title, configuration=facts or None, source=demo_set.source_title)


def _add_hardware(snapshot: Mapping[str, Any], components: Sequence[Component]) -> dict[str, object]:
    """Return a configuration with the attributes of its components and the rest of the test bed.

    The rest of the test bed comes from the `components` of the source.
    """
    components = [_remove_remarks(part) for part in components]
    server = _find_server(components, direct=snapshot["controllers"] == [])
    parts = {part.name: part for part in components if part.kind in ("controller", "drive")}
    system = dict(snapshot["system"])
    if server is not None:
        system |= {"model": server.name} | {name: server.attributes.get(name) for name in _COMPONENTS_OF_SYSTEM}
    rest = [part for part in components if part.kind not in ("server", "controller", "drive", "array", "os")]
    return {
        **snapshot,
        "system": system,
        "controllers": _add_attributes(snapshot["controllers"], parts),
        "drives": _add_attributes(snapshot["drives"], parts),
        "test_bed": convert_to_test_bed(rest),
    }


def _remove_remarks(part: Component) -> Component:
    """Return a component without its notes: they describe the source and no system."""
    return replace(part, attributes={key: value for key, value in part.attributes.items() if key not in _REMARKS})


def _find_server(components: Sequence[Component], *, direct: bool) -> Component | None:
    """Return the server of a test bed; None when it is not unique.

    Of several servers, the result is the one with directly attached drives if `direct`, else the one without.
    """
    servers = [part for part in components if part.kind == "server"]
    if len(servers) > 1:
        servers = [part for part in servers if ("Direct Drives" in part.name) == direct]
    return servers[0] if len(servers) == 1 else None


def _add_attributes(
    items: Sequence[Mapping[str, Any]] | None, parts: Mapping[str, Component]
) -> list[dict[str, object]] | None:
    """Return controllers or drives with the attributes of their models; `parts` are models by name.

    A value printed in the result takes precedence.
    """
    if items is None:
        return None
    described = []
    for item in items:
        part = parts.get(item["model"] or "")
        printed = {key: value for key, value in item.items() if value is not None}
        described.append({**item, **(part.attributes if part else {}), **printed})
    return described


def _add_load(result: ParsedResult) -> ParsedResult:
    if result.title not in _PTS_LOADS:
        return result
    threads, depth = _PTS_LOADS[result.title]
    return replace(
        result,
        measurements=tuple(
            replace(entry, workload=replace(entry.workload, threads=threads, queue_depth=depth))
            for entry in result.measurements
        ),
    )
