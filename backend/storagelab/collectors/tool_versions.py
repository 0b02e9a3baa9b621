"""Programs that the runner found on the server, and the gaps that missing ones leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.collectors.base import CollectedFacts, ToolReport
from storagelab.collectors.block_devices import parse_block_devices
from storagelab.collectors.drive_values import read_mapping
from storagelab.collectors.pci_functions import parse_functions
from storagelab.collectors.values import get_output_text, parse_json_object, read_word
from storagelab.domain.json_values import JsonObject

name = "tool_versions"
inputs: tuple[str, ...] = ("tool_versions", "block_devices", "lsblk", "lspci", "pci")

STATES = ("ok", "missing", "not_permitted", "failed")
_BLOCKED = {
    "missing": "is not installed",
    "not_permitted": "may not be used by the account of the runner",
    "failed": "does not work",
}
_SMART_TRANSPORTS = ("sata", "sas")
_STORCLI = ("storcli64", "storcli", "perccli64", "perccli")
#: Programs of RAID controllers by the driver of the controller; one of them is enough.
_RAID_TOOLS = {
    "megaraid_sas": _STORCLI,
    "aacraid": ("arcconf",),
    "hpsa": ("ssacli",),
    "smartpqi": ("ssacli", "arcconf"),
}
#: Programs by the signature that a drive carries, as lsblk names it.
_SIGNATURE_TOOLS = {"LVM2_member": ("lvm", "lvs"), "zfs_member": ("zpool",), "mpath_member": ("multipath",)}


@dataclass(frozen=True, slots=True)
class _Need:
    """A need of the server for facts that any one of these programs can supply."""

    subject: str
    programs: tuple[str, ...]


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Report the version and state of each program; warn about programs needed here but unusable."""
    text = get_output_text(outputs, "tool_versions")
    if text is None:
        return CollectedFacts()
    document = parse_json_object(text)
    if document is None:
        return CollectedFacts(
            warnings=("The versions of the programs were not understood: a JSON object was expected.",)
        )
    reports = {report.name: report for report in _iterate_reports(document)}
    warnings = (_format_complaint(need, reports) for need in _needs(outputs))
    return CollectedFacts(tools=tuple(reports.values()), warnings=tuple(filter(None, warnings)))


def _iterate_reports(document: JsonObject) -> Iterator[ToolReport]:
    """Yield the reports; a program in an unknown state counts as failed."""
    for program, facts in document.items():
        called = read_word(program)
        if called is not None and isinstance(facts, dict):
            state = facts.get("state")
            valid_state = state if state in STATES else "failed"
            yield ToolReport(called, valid_state, read_word(facts.get("version")), read_word(facts.get("message")))


def _format_complaint(need: _Need, reports: Mapping[str, ToolReport]) -> str | None:
    """Return a sentence when no program that meets a need works.

    Return None when one works, and when none of the programs is reported.
    """
    candidates = [reports[program] for program in need.programs if program in reports]
    if not candidates or any(report.state == "ok" for report in candidates):
        return None
    # A program that is installed and refuses is more specific than others that are missing.
    report = next((report for report in candidates if report.state != "missing"), candidates[0])
    reason = f": {report.message}" if report.message and report.state != "missing" else "."
    return f"{need.subject} cannot be described in full: {report.name} {_BLOCKED[report.state]}{reason}"


def _needs(outputs: Mapping[str, str | None]) -> Iterator[_Need]:
    devices = parse_block_devices(get_output_text(outputs, "block_devices"))
    raw = parse_json_object(get_output_text(outputs, "block_devices")) or {}
    whole = sorted(device.name for device in devices.values() if device.whole == device.name and not device.hidden)
    nvme = [name for name in whole if name.startswith("nvme")]
    smart = [name for name in whole if name in nvme or read_mapping(raw[name]).get("transport") in _SMART_TRANSPORTS]
    arrays = [name for name in whole if name.startswith("md")]
    for program, names in (("nvme", nvme), ("smartctl", smart), ("mdadm", arrays)):
        if names:
            yield _Need(", ".join(names), (program,))
    for function in parse_functions(outputs).values():
        if function.driver in _RAID_TOOLS:
            yield _Need(f"The RAID controller at {function.address}", _RAID_TOOLS[function.driver])
    listing = get_output_text(outputs, "lsblk") or ""
    for signature, programs in _SIGNATURE_TOOLS.items():
        if f'"{signature}"' in listing:
            yield _Need(f"What {signature} devices are part of", programs)
