"""Drives that are paths of one device, from `multipath -ll`.

It reads the layouts of version 0.4.7 to that of today.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from storagelab.collectors.base import CollectedFacts, DriveDetail, Settings
from storagelab.collectors.drive_values import build_tool_report, is_refusal
from storagelab.collectors.values import get_output_text, read_word

name = "multipath"
inputs: tuple[str, ...] = ("multipath",)

#: Messages of the tool between its answers: `Oct 13 10:24:01 | ...`, or `sdz: ...` of early versions.
_MESSAGE = re.compile(r"[A-Z][a-z]{2} +\d{1,2} [\d:]{8} \| |\d+\.\d+ \| ")
_DEVICE = re.compile(r"(?:[a-z]+: )?(?P<called>[^\s\[|`\\].*?)\s+(?P<device>dm-\d{1,6})(?:\s+(?P<product>.*))?")
#: The native paths of NVMe are listed too, below the name of their namespace.
_NATIVE = re.compile(r"(?P<called>\S.*?)\s+\[nvme\]:(?P<device>nvme\w+)(?:\s+(?P<product>.*))?")
_ALIAS = re.compile(r"(?P<alias>\S+) \((?P<wwid>[^()]+)\)")
_POLICY = re.compile(r"policy='(?P<policy>[^']*)'|\\_ (?P<old>[a-z-]+ \d+) \[")
_PATH = re.compile(
    r"[|`\\ _-]*\s(?P<place>[\d#]+(?::[\d#]+){2,3})\s+(?P<drive>[\w.!#-]+)\s+"
    r"(?P<number>[\d#]+:[\d#]+|-)\s*(?P<state>.*)"
)
#: States of a path that takes commands; `undef` is the state of a checker that has not run.
_WORKING = frozenset({"active", "ready", "undef", "running", "live", "optimized", "non-optimized", "n/a", "ghost"})


@dataclass(slots=True)
class MultipathDevice:
    """One device. `paths` are kernel names of drives, or None for a missing one, and words about their state."""

    name: str
    wwid: str
    device: str
    policies: list[str] = field(default_factory=list)
    paths: list[tuple[str | None, str]] = field(default_factory=list)


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse settings of drives that are multipath paths, with warnings; the drives remain separate."""
    text = get_output_text(outputs, "multipath")
    if text is None:
        return CollectedFacts()
    devices = parse_devices(text)
    lines = [line for line in text.splitlines() if line.strip() and not _MESSAGE.match(line)]
    if not devices and lines:
        refused = is_refusal(text)
        problem = (read_word(lines[0]) or "")[:200]
        warning = (
            f"multipath reported nothing: {problem}." if refused else "The output of multipath was not understood."
        )
        return CollectedFacts(
            tools=build_tool_report("multipath", None, False, [problem] if refused else []), warnings=(warning,)
        )
    claims = Counter(drive for device in devices for drive in {drive for drive, _ in device.paths if drive is not None})
    return CollectedFacts(
        details=tuple(_iterate_details(devices, claims)),
        warnings=(*_iterate_warnings(devices), *_iterate_contradictions(devices, claims)),
    )


def parse_devices(text: str) -> list[MultipathDevice]:
    """Parse the devices in the order of the tool; lines that belong to no device are skipped."""
    devices: list[MultipathDevice] = []
    for line in text.splitlines():
        if _MESSAGE.match(line):
            continue
        path, device, policy = (
            _PATH.fullmatch(line),
            _DEVICE.fullmatch(line) or _NATIVE.fullmatch(line),
            _POLICY.search(line),
        )
        if device is not None:
            alias = _ALIAS.fullmatch(device["called"])
            wwid = read_word(alias["wwid"] if alias is not None else device["called"]) or ""
            devices.append(
                MultipathDevice((read_word(alias["alias"]) if alias else None) or wwid, wwid, device["device"])
            )
        elif path is not None and devices:
            drive = None if path["drive"] in ("-", "#") else path["drive"]
            devices[-1].paths.append((drive, " ".join(re.findall(r"[a-z/-]+", f"{path['state']} ".replace("][", " ")))))
        elif policy is not None and devices:
            devices[-1].policies.append(read_word(policy["policy"] or policy["old"]) or "")
    return devices


def _iterate_details(devices: list[MultipathDevice], claims: Counter[str]) -> Iterator[DriveDetail]:
    for device in devices:
        for drive, state in device.paths:
            if drive is not None and claims[drive] == 1:
                yield DriveDetail(kernel_name=drive, settings={"multipath": _collect_settings(device, state)})


def _collect_settings(device: MultipathDevice, state: str) -> Settings:
    return {
        "device": device.device,
        "name": device.name,
        "wwid": device.wwid,
        "paths": len(device.paths),
        "policy": (device.policies[0] if device.policies else None) or None,
        "state": state or None,
    }


def _iterate_warnings(devices: list[MultipathDevice]) -> Iterator[str]:
    for device in devices:
        called = device.name if device.name == device.wwid else f"{device.name} ({device.wwid})"
        drives = [drive for drive, _ in device.paths if drive is not None]
        if not drives:
            yield f"The multipath device {called} has no path."
        else:
            paths = f"{drives[0]} is the only path" if len(drives) == 1 else f"{', '.join(drives)} are paths"
            yield f"{paths} of one device, {called}: {device.device} is used for it."
        for drive, state in device.paths:
            bad = [flag for flag in state.split() if flag not in _WORKING]
            if drive is None:
                yield f"A path of the multipath device {called} is missing."
            elif bad:
                yield f"The path {drive} of the multipath device {called} does not work: {state}."


def _iterate_contradictions(devices: list[MultipathDevice], claims: Counter[str]) -> Iterator[str]:
    for drive in sorted(drive for drive, count in claims.items() if count > 1):
        owners = [device.name for device in devices if any(path == drive for path, _ in device.paths)]
        yield f"multipath lists {drive} below several devices, {', '.join(owners)}: which one is right is not known."
