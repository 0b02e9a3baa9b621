"""Programs that the hardware of a server needs, and those of them that it lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Family:
    """Programs of which one is enough; `drivers` of controllers and `transports` of drives call for it."""

    programs: tuple[str, ...]
    subject: str
    drivers: frozenset[str] = frozenset()
    transports: frozenset[str] = frozenset()
    implementations: frozenset[str] = frozenset()


FAMILIES = (
    Family(
        ("storcli64", "storcli", "perccli64", "perccli"),
        "the drives behind its RAID controller",
        drivers=frozenset({"megaraid_sas"}),
    ),
    Family(("arcconf",), "the drives behind its RAID controller", drivers=frozenset({"aacraid"})),
    Family(("ssacli",), "the drives behind its RAID controller", drivers=frozenset({"hpsa", "smartpqi"})),
    Family(("smartctl",), "the health of its drives", transports=frozenset({"sata", "sas", "ata", "spi", "fc"})),
    Family(("nvme",), "the health of its NVMe drives", transports=frozenset({"nvme"})),
    Family(("mdadm",), "its arrays of the kernel", implementations=frozenset({"mdadm"})),
)
_REASONS = {
    "missing": "it is not installed",
    "not_permitted": "the lab's account may not run it there",
    "failed": "it failed",
}


def find_missing(
    tools: Mapping[str, Any],
    *,
    drivers: Collection[str | None],
    transports: Collection[str | None],
    implementations: Collection[str],
) -> Iterator[str]:
    """Yield a sentence for each missing program that would add facts about this hardware.

    A program that discovery never looked for is not missing.
    """
    for family in FAMILIES:
        called_for = (
            family.drivers & set(drivers)
            or family.transports & set(transports)
            or family.implementations & set(implementations)
        )
        reports = {name: tools[name] for name in family.programs if isinstance(tools.get(name), dict)}
        if not called_for or not reports or any(report.get("state") == "ok" for report in reports.values()):
            continue
        # Of several programs, the one that is present but may not run is more informative than the missing ones.
        name, report = next(
            ((name, report) for name, report in reports.items() if report.get("state") != "missing"),
            next(iter(reports.items())),
        )
        reason = _REASONS.get(str(report.get("state")), "it returned nothing")
        message = report.get("message")
        more = f": {message}" if message and report.get("state") != "missing" else ""
        yield f"{name} reads {family.subject}, but {reason}{more}."
