"""`storagelab parse`: reads results of another tool and prints them, without an installation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from storagelab.cli.options import FormatOption, ResultsArgument
from storagelab.cli.output import JsonOption, format_latency, format_number, print_table
from storagelab.domain.units import format_size
from storagelab.errors import InvalidInput

if TYPE_CHECKING:
    from storagelab.domain.results import ParsedResult
    from storagelab.formats.report import MeasurementReport, ResultReport, SeriesReport
    from storagelab.imports.sources import Members


def parse(
    path: ResultsArgument,
    format_name: FormatOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Read the results of another tool and print them; store nothing."""
    from storagelab.formats.report import describe, encode  # noqa: PLC0415 - see cli/main.py.
    from storagelab.imports.sources import open_members  # noqa: PLC0415

    with open_members(path) as members:
        notes: list[str] = []
        results = _read(members, format_name, notes)
        notes += members.notes
    if as_json:
        # On one line: a histogram has thousands of bins.
        sys.stdout.writelines(encode(results, notes))
        print()
    else:
        _print_document(describe(results, notes))


def _read(members: Members, format_name: str, notes: list[str]) -> list[ParsedResult]:
    """Parse the result files of one format; add a line to `notes` for each file left out.

    Raises InvalidInput for files without results, or with results of several formats.
    """
    from storagelab.formats.nearest import read_unrecognised  # noqa: PLC0415 - see cli/main.py.
    from storagelab.formats.registry import find_claims, read_claim  # noqa: PLC0415
    from storagelab.imports.sources import format_some_names  # noqa: PLC0415

    claims, left = find_claims(members, format_name)
    formats = list(dict.fromkeys(name for name, _ in claims))
    if len(formats) > 1:
        raise InvalidInput(f"The results have several formats. Choose one with --format: {', '.join(formats)}.")
    if not claims:
        damaged = [member.damage for member in members if member.damage]
        if damaged:
            raise InvalidInput(damaged[0])
        return read_unrecognised(members, format_name)
    results: list[ParsedResult] = []
    failures: list[InvalidInput] = []
    for name, claim in claims:
        try:
            results += read_claim(name, claim)
        except InvalidInput as failure:
            failures.append(failure)
    if not results:
        raise failures[0] if failures else InvalidInput(f"{claims[0][1].title} holds no result.")
    notes += [failure.message for failure in failures]
    if left:
        notes.append(f"not recognised and left out: {format_some_names([member.name for member in left])}")
    return results


def _print_document(document: ResultReport) -> None:
    version = f", version {document['version']}" if document["version"] else ""
    print(f"Format {document['format']}{version}")
    if document["measurements"]:
        headings = (
            "Name",
            "Host",
            "Block",
            "Read %",
            "Random %",
            "QD x T",
            "IOPS",
            "MB/s",
            "Mean latency",
            "p99 latency",
            "Error",
        )
        print_table(headings, [_build_measurement_row(measurement) for measurement in document["measurements"]])
    if document["series"]:
        print()
        print_table(
            ("Series", "Direction", "Job", "Points", "From ms", "To ms"), list(_iterate_curve_rows(document["series"]))
        )
    for statement in document.get("statements", []):
        print(f"{statement['subject']}: {statement['metric']} {statement['printed']}")
    for warning in document["warnings"]:
        print(f"Warning: {warning}")


def _build_measurement_row(measurement: MeasurementReport) -> list[object]:
    workload, total = measurement["workload"], measurement["total"]
    sizes = workload["block_sizes"]
    depths = [workload["queue_depth"], workload["threads"]]
    bandwidth, latency = total.get("bandwidth_bytes_per_s"), total.get("latency_ns")
    return [
        measurement["name"],
        measurement["host"],
        " ".join(format_size(size["bytes"]) for size in sizes) if sizes else None,
        format_number(workload["read_percent"]),
        format_number(workload["random_percent"]),
        None if depths == [None, None] else " x ".join("?" if depth is None else str(depth) for depth in depths),
        format_number(total.get("iops")),
        format_number(None if bandwidth is None else bandwidth / 1e6),
        format_latency(latency["mean"] if latency else None),
        format_latency(total.get("percentiles_ns", {}).get("99")),
        measurement["error"],
    ]


def _iterate_curve_rows(series: list[SeriesReport]) -> Iterator[list[object]]:
    for curve in series:
        metric = curve["metric"] if curve["host"] is None else f"{curve['metric']} {curve['host']}"
        yield [metric, curve["direction"], curve["job"], curve["points"], curve["first_ms"], curve["last_ms"]]
