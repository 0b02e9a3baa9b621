"""Configuration behind a printed figure, from the columns of its table; all else is unknown."""

from __future__ import annotations

import re

from storagelab.formats.table.figures import PrintedFigure
from storagelab.formats.table.numbers import convert_to_ascii
from storagelab.formats.text import read_count

#: Columns that distinguish systems of one name, in the order in which a title uses them.
SYSTEM_COLUMNS = ("controller", "drives", "drive_model", "raid_level", "os", "firmware")
_COUNTED = re.compile(r"(?P<count>\d{1,4})\s?x\s+(?P<model>.+)")


def snapshot(figure: PrintedFigure, *, name: str, source: str) -> dict[str, object]:
    """Build the configuration snapshot of the system that a figure was measured on.

    The snapshot names its source: an unknown value here never equals an unknown value elsewhere.
    """
    row = figure.row
    connection, controllers = _parse_controllers(row["controller"])
    count = read_count(convert_to_ascii(row["drives"]))
    drive = {"model": row["drive_model"] or None, "count": count, "firmware": None}
    if count is None and row["drives"]:
        drive["count_as_printed"] = row["drives"]
    return {
        "name": name,
        "source": source,
        "configuration": row["configuration"],
        "system": {"model": None, "os": row["os"] or None, "kernel": None},
        "controllers": controllers,
        "drive_connection": connection,
        "drives": [drive] if row["drive_model"] or row["drives"] else None,
        "firmware_as_printed": row["firmware"] or None,
        "array": {"level": row["raid_level"] or None, "condition": figure.condition, "strip_bytes": None},
    }


def _parse_controllers(printed: str) -> tuple[str | None, list[dict[str, str | int | None]] | None]:
    """Return the connection of drives without a controller, and the controllers; None for either is unknown."""
    if not printed:
        return None, None
    if printed.lower().startswith("none"):
        return printed, []
    counted = _COUNTED.fullmatch(printed)
    model = counted["model"] if counted else printed
    count = int(counted["count"]) if counted else None
    return None, [{"model": model, "count": count, "firmware": None, "driver": None}]
