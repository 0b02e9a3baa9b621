"""Configuration behind a printed figure, from the columns of its table; all else is unknown."""

from __future__ import annotations

import re

from storagelab.formats.table.figures import PrintedFigure
from storagelab.formats.table.numbers import convert_to_ascii
from storagelab.formats.table.sheet import SheetRow
from storagelab.formats.table.workloads import read_block_sizes
from storagelab.formats.text import read_count

#: Columns that distinguish systems of one name, in the order in which a title uses them.
SYSTEM_COLUMNS = (
    *("controller", "drives", "drive_model", "raid_level", "os", "firmware"),
    *("spare_area", "cache_policy", "strip_size", "cards", "devices"),
)
#: Columns of what changes from run to run and is no attribute of a part.
RUN_COLUMNS = ("spare_area", "cards", "devices", "cache_policy", "strip_size")
#: Of these the ones that describe the drives of a run. A table without such a column does not say that it is unknown.
_OF_DRIVES = ("cards", "devices", "spare_area")
_COUNTED = re.compile(r"(?P<count>\d{1,4})\s?x\s+(?P<model>.+)")


def snapshot(figure: PrintedFigure, *, name: str, source: str) -> dict[str, object]:
    """Build the configuration snapshot of the system that a figure was measured on.

    The snapshot names its source: an unknown value here never equals an unknown value elsewhere.
    """
    row = figure.row
    connection, controllers = _parse_controllers(row["controller"])
    count = read_count(convert_to_ascii(row["drives"]))
    drive: dict[str, str | int | None] = {"model": row["drive_model"] or None, "count": count, "firmware": None}
    if count is None and row["drives"]:
        drive["count_as_printed"] = row["drives"]
    drive |= {name: read_count(row[name]) or row[name] or None for name in _OF_DRIVES if name in row.cells}
    array: dict[str, object] = {
        "level": row["raid_level"] or None,
        "condition": figure.condition,
        "strip_bytes": _parse_strip(row),
    }
    if row["cache_policy"]:
        array["policies"] = {"write": row["cache_policy"]}
    return {
        "name": name,
        "source": source,
        "configuration": row["configuration"],
        "system": {"model": None, "os": row["os"] or None, "kernel": None},
        "controllers": controllers,
        "drive_connection": connection,
        "drives": [drive] if row["drive_model"] or row["drives"] else None,
        "firmware_as_printed": row["firmware"] or None,
        "array": array,
    }


def _parse_strip(row: SheetRow) -> int | str | None:
    """Return the strip size in bytes; the text itself where it is no size, None where it is not stated."""
    printed = row["strip_size"]
    sizes = read_block_sizes(printed) if printed else None
    return sizes[0].bytes if sizes is not None and len(sizes) == 1 else printed or None


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
