"""Output of the commands: JSON for programs, short lines and tables for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from storagelab.config import Settings, get_settings, override_settings

DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Data folder of the installation.", show_default=False),
]
PortOption = Annotated[
    int | None, typer.Option("--port", metavar="PORT", help="Port of the API.", min=1, max=65535, show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

UNKNOWN = "-"


def load_settings(data: Path | None = None, port: int | None = None, *, lab: str | None = None) -> Settings:
    """Return the settings; options of the command line come before the environment."""
    given = {"data_dir": data, "port": port, "base_url": lab}
    chosen = {name: value for name, value in given.items() if value is not None}
    return override_settings(**chosen) if chosen else get_settings()


def print_json(value: Any) -> None:
    """Print one JSON document."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print aligned columns, never wrapped or cut: paths and hashes are copied from them. None is shown as unknown."""
    cells = [list(headings), *([UNKNOWN if cell is None else str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def format_number(value: float | None) -> str:
    """Return a number with three significant digits, or with all digits before the decimal point.

    Examples are `12,345` and `0.82`.
    """
    if value is None:
        return UNKNOWN
    if abs(value) >= 100 or value == 0:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def format_count(number: int, thing: str) -> str:
    """Return a number with its noun, such as `1 phase` or `3 phases`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def format_capacity(size_bytes: float) -> str:
    """Return bytes in the unit that drives are sold by: `1.92 TB`, `960 GB`."""
    for factor, unit in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB")):
        if size_bytes >= factor:
            return f"{format_number(size_bytes / factor)} {unit}"
    return f"{format_number(size_bytes / 1e6)} MB"


def format_time(text: str | None) -> str | None:
    """Return a time of the API to the minute: `2026-11-28 13:30`."""
    return text[:16].replace("T", " ") if text else None


def format_duration(seconds: float | None) -> str:
    """Return seconds as people read them: `42 s`, `3 min 05 s`, `2 h 10 min`."""
    if seconds is None:
        return UNKNOWN
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def format_latency(nanoseconds: float | None) -> str:
    """Return a latency in the unit that suits it: `82 µs`, `1.43 ms`."""
    if nanoseconds is None:
        return UNKNOWN
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= factor:
            return f"{format_number(nanoseconds / factor)} {unit}"
    return f"{format_number(nanoseconds)} ns"


def format_figure(value: float | None, unit: str) -> str:
    """Return a figure in its base unit as people read it: latencies in ms, throughput in MB/s, rates without a unit."""
    if value is None:
        return UNKNOWN
    if unit == "ns":
        return format_latency(value)
    if unit == "bytes/s":
        return f"{format_number(value / 1e6)} MB/s"
    return format_number(value) if unit == "1/s" else f"{format_number(value)} {unit}"
