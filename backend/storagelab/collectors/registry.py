"""The collectors there are, and all of them applied to one inventory."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab.collectors import host, lsblk, mdadm, storcli
from storagelab.collectors.base import Collector, Facts

COLLECTORS: dict[str, Collector] = {
    host.name: host,
    lsblk.name: lsblk,
    mdadm.name: mdadm,
    storcli.name: storcli,
}


def collect(outputs: Mapping[str, str | None]) -> Facts:
    """Everything that the outputs of one inventory tell, by their names."""
    found = [collector.parse(outputs) for collector in COLLECTORS.values()]
    return Facts(
        server=next((facts.server for facts in found if facts.server is not None), None),
        drives=tuple(drive for facts in found for drive in facts.drives),
        warnings=tuple(warning for facts in found for warning in facts.warnings),
    )
