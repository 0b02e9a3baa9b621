"""Drives as `smartctl --json -x` describes them: ATA, SAS and NVMe, also behind a RAID controller."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from storagelab.collectors.base import CollectedFacts, DriveDetail, Settings
from storagelab.collectors.drive_values import (
    build_tool_report,
    convert_to_bytes,
    parse_json,
    parse_world_wide_name,
    read_counter,
    read_mapping,
    read_mappings,
)
from storagelab.collectors.smartctl_health import list_sas_phys, list_vendor_attributes, read_drive_health
from storagelab.collectors.values import get_output_text, read_number, read_word
from storagelab.domain.json_values import JsonObject

name = "smartctl"
inputs: tuple[str, ...] = ("smartctl/*", "smartctl_raid/*")

_RAID = re.compile(r"(?P<controller>\d{1,6})/(?P<number>\d{1,6})")
_RATE = re.compile(r"(\d{1,3}(?:\.\d{1,3})?) Gbps")
#: Bits of the exit status: the arguments or the bridge are not understood; the device cannot be opened.
_NOT_UNDERSTOOD, _NOT_OPENED = 1, 2
#: The one that a drive sets itself, and those that follow from its attributes, in words.
_ALARMS = {
    "failing": "reports that it is failing",
    "attribute_below_threshold": "has an attribute below the threshold of its maker",
    "self_test_failed": "has failed a self-test",
}


@dataclass(slots=True)
class _Read:
    """Accumulated result of all outputs; `problems` are the tool's own words where it gave no data."""

    details: list[DriveDetail] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    version: str | None = None


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse the smartctl output of each drive; a drive without a valid output causes a warning.

    The warning contains the reason.
    """
    read = _Read()
    for output in sorted(outputs):
        tool, _, device = output.partition("/")
        raid = _RAID.fullmatch(device)
        if tool == "smartctl" and device:
            _take(read, get_output_text(outputs, output), device, device, None)
        elif tool == "smartctl_raid" and raid is not None:
            called = f"the drive {raid['number']} behind the RAID controller {raid['controller']}"
            _take(read, get_output_text(outputs, output), called, None, raid)
    return CollectedFacts(
        details=tuple(read.details),
        tools=build_tool_report("smartctl", read.version, bool(read.details), read.problems),
        warnings=tuple(read.warnings),
    )


def _take(read: _Read, text: str | None, called: str, kernel_name: str | None, raid: re.Match[str] | None) -> None:
    value = parse_json(text) if text is not None else None
    answer = read_mapping(value)
    tool = read_mapping(answer.get("smartctl"))
    read.version = read.version or _format_version(tool.get("version"))
    status = read_counter(tool.get("exit_status")) or 0
    message = _format_error(tool)
    if text is None or not answer:
        problem = "returned nothing" if text is None else "printed unknown output"
        read.problems.append(f"smartctl {problem}")
        read.warnings.append(f"smartctl {problem} about {called}.")
        return
    is_unread = status & (_NOT_UNDERSTOOD | _NOT_OPENED)
    if is_unread or not _has_drive_identity(answer):
        reason = message or (f"its exit status is {status}" if is_unread else "it does not name the drive")
        read.problems.append(reason)
        read.warnings.append(f"smartctl could not read {called}: {reason}.")
        return
    detail = _build_detail(answer, kernel_name, raid)
    read.details.append(detail)
    alarms = detail.health.warnings if detail.health is not None else ()
    read.warnings.extend(f"smartctl: {called} {_ALARMS[alarm]}." for alarm in alarms if alarm in _ALARMS)


def _has_drive_identity(answer: JsonObject) -> bool:
    """Return whether a smartctl output names a model or a serial number.

    A health verdict without a drive identity is useless.
    """
    return any(
        read_word(answer.get(key))
        for key in ("model_name", "scsi_model_name", "product", "scsi_product", "serial_number")
    )


def _format_error(tool: JsonObject) -> str | None:
    messages = read_mappings(tool.get("messages"))
    texts = [
        text
        for message in messages
        if message.get("severity") == "error" and (text := read_word(message.get("string")))
    ]
    return texts[0][:300].rstrip(".") if texts else None


def _format_version(value: object) -> str | None:
    parts = [read_counter(part) for part in value] if isinstance(value, list) else []
    return ".".join(map(str, parts)) if parts and None not in parts else None


def _build_detail(answer: JsonObject, kernel_name: str | None, raid: re.Match[str] | None) -> DriveDetail:
    rotation = read_counter(answer.get("rotation_rate"))
    protocol = read_mapping(answer.get("device")).get("protocol")
    namespace = _get_only_namespace(answer)
    block = read_counter(answer.get("logical_block_size")) or read_counter(namespace.get("formatted_lba_size"))
    return DriveDetail(
        kernel_name=kernel_name,
        serial=read_word(answer.get("serial_number")),
        wwn=_build_world_wide_name(answer, namespace),
        vendor=read_word(answer.get("scsi_vendor")) or read_word(answer.get("vendor")),
        model=_find_first_word(answer, "model_name", "scsi_model_name", "scsi_product", "product"),
        firmware=_find_first_word(answer, "firmware_version", "scsi_revision", "revision"),
        size_bytes=_read_size(answer, namespace),
        logical_block_bytes=block or None,
        physical_block_bytes=read_counter(answer.get("physical_block_size")) or None,
        transport=_get_transport(answer, protocol),
        medium="flash" if protocol == "NVMe" or rotation == 0 else "rotating" if rotation else None,
        rotation_rpm=rotation or None,
        controller_key=None if raid is None else f"storcli:{raid['controller']}",
        link_speed_gts=_read_link_speed(answer),
        settings=_collect_settings(answer, raid),
        health=read_drive_health(answer),
    )


def _find_first_word(answer: JsonObject, *keys: str) -> str | None:
    return next((text for key in keys if (text := read_word(answer.get(key)))), None)


def _get_only_namespace(answer: JsonObject) -> JsonObject:
    """Return the only NVMe namespace in a smartctl output, else an empty mapping.

    Among several namespaces the output does not identify the requested one.
    """
    namespaces = read_mappings(answer.get("nvme_namespaces"))
    return namespaces[0] if len(namespaces) == 1 else {}


def _read_size(answer: JsonObject, namespace: JsonObject) -> int | None:
    for source in (answer.get("user_capacity"), namespace.get("size")):
        size = convert_to_bytes(read_mapping(source).get("bytes"), 1)
        if size:
            return size
    return None


def _build_world_wide_name(answer: JsonObject, namespace: JsonObject) -> str | None:
    """Return the world-wide name of a drive from a smartctl output.

    It has parts of 4, 24 and 36 bits for ATA, of 24 and 40 bits for NVMe, and one part for SCSI.
    """
    wwn, eui = read_mapping(answer.get("wwn")), read_mapping(namespace.get("eui64"))
    parts = ((wwn, (("naa", 1), ("oui", 6), ("id", 9))), (eui, (("oui", 6), ("ext_id", 10))))
    for source, widths in parts:
        numbers = [read_counter(source.get(key)) for key, _ in widths]
        digits = [f"{part:0{width}x}" for part, (_, width) in zip(numbers, widths, strict=True) if part is not None]
        if len(digits) == len(widths):
            return parse_world_wide_name("".join(digits))
    return parse_world_wide_name(answer.get("logical_unit_id"))


def _get_transport(answer: JsonObject, protocol: object) -> str | None:
    kind = read_word(read_mapping(answer.get("device")).get("type")) or ""
    if kind.startswith(("usb", "snt")):
        return "usb"
    if protocol == "NVMe":
        return "nvme"
    if protocol == "ATA":
        return "sata" if answer.get("sata_version") else None
    protocol_name = read_word(read_mapping(answer.get("scsi_transport_protocol")).get("name")) or ""
    return {"SAS": "sas", "Fibre": "fc", "iSCSI": "iscsi"}.get(protocol_name.partition(" ")[0])


def _read_link_speed(answer: JsonObject) -> float | None:
    """Return the negotiated speed of the link in gigabits per second on the wire."""
    speed = _compute_speed(read_mapping(read_mapping(answer.get("interface_speed")).get("current")))
    rates = [_RATE.search(str(phy.get("negotiated_logical_link_rate"))) for phy in list_sas_phys(answer)]
    return speed or max((float(rate[1]) for rate in rates if rate is not None), default=None)


def _compute_speed(speed: JsonObject) -> float | None:
    units, bits = read_number(speed.get("units_per_second")), read_number(speed.get("bits_per_unit"))
    return units * bits / 1e9 or None if units is not None and bits is not None else None


def _collect_settings(answer: JsonObject, raid: re.Match[str] | None) -> Settings:
    """Return the settings of a drive that can change a result, and every vendor attribute.

    Unreported values are left out. `raid` is the match of a RAID device name, None for a direct drive.
    """
    return {key: value for key, value in _iterate_setting_values(answer, raid) if value is not None and value != {}}


def _iterate_setting_values(answer: JsonObject, raid: re.Match[str] | None) -> Iterator[tuple[str, Any]]:
    if raid is not None:
        yield "device_id", int(raid["number"])
    yield "model_family", read_word(answer.get("model_family"))
    yield "form_factor", read_word(read_mapping(answer.get("form_factor")).get("name"))
    yield "max_link_speed_gts", _compute_speed(read_mapping(read_mapping(answer.get("interface_speed")).get("max")))
    for key in ("write_cache", "read_lookahead"):
        enabled = read_mapping(answer.get(key)).get("enabled")
        yield key, enabled if isinstance(enabled, bool) else None
    trim = read_mapping(answer.get("trim")).get("supported")
    yield "trim", trim if isinstance(trim, bool) else None
    yield "protection_type", read_counter(answer.get("scsi_protection_type"))
    yield "smart_attributes", list_vendor_attributes(answer)
