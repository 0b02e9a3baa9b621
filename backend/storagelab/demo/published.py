"""Reads the packaged figures of one published review: facts and units as printed, unknown factors as None."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from decimal import Decimal
from importlib import resources
from typing import Any

from storagelab.domain.units import parse_size

#: A description of the source; the review itself is not part of this package, only its figures are.
SOURCE_TITLE = "Published review of the Dell PERC 12 H965i Front and of direct drives (PowerEdge R760)"

#: Printed unit -> column of `measurement` and its factor to the base unit. MB and GB are decimal in this source.
UNITS = {
    "IOPS": ("iops", 1),
    "MB/s": ("bandwidth_bytes_per_s", 10**6),
    "GB/s": ("bandwidth_bytes_per_s", 10**9),
}
VALUE_KINDS = {"exact": "exact", "approx": "approximate", "lower_bound": "lower_bound"}
CONDITIONS = {"": None, "optimal": "optimal", "rebuild": "rebuilding"}


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed number. `role` is measured, restated (rounded in the text) or stated (not a measurement).

    `value` is in the base unit of `column`. Conditions that the source does not state are None.
    """

    role: str
    restates: str
    configuration: str
    controller: str
    drives: int | None
    drive_model: str
    firmware: str | None
    level: str | None
    condition: str | None
    os: str
    workload: str
    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    column: str
    value: float
    printed: str
    value_kind: str
    note: str
    oddity: str

    @property
    def engine(self) -> str | None:
        """The load generator that the name of the workload begins with."""
        return next((name for name in ("fio", "vdbench") if self.workload.lower().startswith(name)), None)

    @property
    def subject(self) -> str:
        """What a number of the running text is about."""
        return self.workload.removeprefix("text: ") if self.workload != "text" else self.configuration


def read_figures() -> list[Figure]:
    """Every printed number, in the order of the tables."""
    return [_figure(row) for row in _rows("perc12.csv")]


def read_hardware() -> dict[str, dict[str, str]]:
    """Attributes of each named component, as printed; one without a value is left out."""
    components: dict[str, dict[str, str]] = {}
    for row in _rows("perc12_hardware.csv"):
        if row["value"]:
            components.setdefault(row["name"], {})[row["attribute"]] = row["value"]
    return components


def snapshot(figure: Figure, hardware: dict[str, dict[str, str]]) -> dict[str, Any]:
    """The configuration behind a figure. It names its source: an unknown here never equals an unknown elsewhere."""
    count, _, model = figure.controller.partition("x ")
    direct = not count.isdigit()
    system = f"Dell PowerEdge R760 ({'Direct Drives' if direct else 'HWRAID'})"
    controller = {
        "model": model,
        "count": None if direct else int(count),
        "firmware": None,
        "driver": None,
        "roc": hardware.get(model, {}).get("roc"),
        "link": hardware.get(model, {}).get("link"),
    }
    return {
        "source": SOURCE_TITLE,
        "system": {
            "model": system,
            "cpu": hardware[system].get("cpu"),
            "memory": hardware[system].get("memory"),
            "os": figure.os,
            "kernel": None,
        },
        "controllers": [] if direct else [controller],
        "drive_connection": figure.controller if direct else None,
        "drives": [{"model": figure.drive_model, "count": figure.drives, "firmware": figure.firmware}],
        "array": {"level": figure.level, "condition": figure.condition, "strip_bytes": None},
    }


def _rows(name: str) -> list[dict[str, str]]:
    text = resources.files("storagelab.demo").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _figure(row: dict[str, str]) -> Figure:
    column, factor = UNITS[row["unit"]]
    reads, slash, _ = row["rw_mix"].partition("/")
    return Figure(
        role=row["role"],
        restates=row["restates"],
        configuration=row["configuration"],
        controller=row["controller"],
        drives=_whole(row["drives"]),
        drive_model=row["drive_model"],
        firmware=row["firmware"] or None,
        level=row["raid_level"] or None,
        condition=CONDITIONS[row["state"]],
        os=row["os"],
        workload=row["workload"],
        block_bytes=parse_size(row["block_size"]) if row["block_size"] else None,
        read_percent=float(reads) if slash else None,
        random_percent=_random_percent(row["workload"]),
        threads=_whole(row["threads"]),
        queue_depth=_whole(row["qd"]),
        column=column,
        value=float(Decimal(row["value"]) * factor),
        printed=f"{row['value']} {row['unit']}",
        value_kind=VALUE_KINDS[row["value_kind"]],
        note=row["note"],
        oddity=row["oddity"],
    )


def _whole(text: str) -> int | None:
    return int(text) if text else None


def _random_percent(workload: str) -> float | None:
    """The access order where the name says it; OLTP, for one, does not."""
    for word, percent in (("sequential", 0.0), ("random", 100.0)):
        if word in workload:
            return percent
    return None
