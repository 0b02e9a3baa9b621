"""The collectors there are, and all of them applied to one inventory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from storagelab.collectors import (
    arcconf,
    dmidecode,
    ethtool,
    host,
    kernel_settings,
    lsblk,
    lscpu,
    lvm,
    mdadm,
    multipath,
    nvme,
    pci,
    sas3ircu,
    sensors,
    smartctl,
    ssacli,
    storcli,
    tool_versions,
    zfs,
)
from storagelab.collectors.base import CollectedFacts, Collector, ServerFacts, ToolReport

#: Phrases of warnings that a program returned nothing useful about one drive. The order of COLLECTORS is a precedence:
#: the first value of a server field is used.
_MUTE = (" returned nothing", " could not read ", " reported nothing")

COLLECTORS: dict[str, Collector] = {
    host.name: host,
    lscpu.name: lscpu,
    dmidecode.name: dmidecode,
    lsblk.name: lsblk,
    mdadm.name: mdadm,
    lvm.name: lvm,
    zfs.name: zfs,
    storcli.name: storcli,
    arcconf.name: arcconf,
    ssacli.name: ssacli,
    sas3ircu.name: sas3ircu,
    nvme.name: nvme,
    smartctl.name: smartctl,
    multipath.name: multipath,
    pci.name: pci,
    sensors.name: sensors,
    ethtool.name: ethtool,
    kernel_settings.name: kernel_settings,
    tool_versions.name: tool_versions,
}


def collect(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Return all facts of the outputs of one inventory; keys are output names."""
    results = [collector.parse(outputs) for collector in COLLECTORS.values()]
    server, disagreements = merge_servers(facts.server for facts in results if facts.server is not None)
    tools = merge_tools(item for facts in results for item in facts.tools)
    warnings = [item for facts in results for item in facts.warnings]
    return CollectedFacts(
        server=server,
        drives=tuple(item for facts in results for item in facts.drives),
        details=tuple(item for facts in results for item in facts.details),
        controllers=tuple(item for facts in results for item in facts.controllers),
        enclosures=tuple(item for facts in results for item in facts.enclosures),
        arrays=tuple(item for facts in results for item in facts.arrays),
        tools=tools,
        settings={key: value for facts in results for key, value in facts.settings.items()},
        warnings=(*remove_repeated_warnings(warnings, tools), *disagreements),
    )


def remove_repeated_warnings(warnings: Iterable[str], tools: Iterable[ToolReport]) -> tuple[str, ...]:
    """Return `warnings` without the ones about missing rights that a program repeats for each drive."""
    refused = tuple(f"{tool.name} " for tool in tools if tool.state == "not_permitted")
    return tuple(
        warning
        for warning in warnings
        if not (warning.startswith(refused) and any(words in warning for words in _MUTE))
    )


def merge_servers(servers: Iterable[ServerFacts]) -> tuple[ServerFacts | None, tuple[str, ...]]:
    """Merge several descriptions of one server: the first known value of each field, and a warning where two differ."""
    merged: ServerFacts | None = None
    disagreements = []
    for facts in servers:
        if merged is None:
            merged = facts
            continue
        for attribute in fields(ServerFacts):
            first, other = getattr(merged, attribute.name), getattr(facts, attribute.name)
            if first in (None, ()):
                merged = replace(merged, **{attribute.name: other})
            elif other not in (None, ()) and _normalise_value(first) != _normalise_value(other):
                called = attribute.name.replace("_", " ")
                disagreements.append(f"The server's {called} is reported as {first} and as {other}. The first is used.")
    return merged, tuple(disagreements)


def merge_tools(reports: Iterable[ToolReport]) -> tuple[ToolReport, ...]:
    """Merge tool reports into one per program: the first with a fault, with the first known version.

    A report of missing rights takes precedence over other faults.
    """
    merged: dict[str, ToolReport] = {}
    for report in reports:
        first = merged.get(report.name, report)
        worst = report if first.state == "ok" or _is_plainer(report, first) else first
        merged[report.name] = replace(worst, version=first.version or report.version)
    return tuple(merged.values())


def _is_plainer(report: ToolReport, first: ToolReport) -> bool:
    return report.state == "not_permitted" and first.state == "failed"


def _normalise_value(value: Any) -> Any:
    """Normalise a value for comparison: programs differ in the white space and the case of the same name."""
    return " ".join(value.split()).casefold() if isinstance(value, str) else value
