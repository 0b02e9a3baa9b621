"""Functions of the PCI bus, from `lspci -Dvmmk` and the runner's reading of sysfs.

The first has names and drivers, the second ids and links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.collectors.values import count, get_output_text, parse_json_object, read_word
from storagelab.domain.json_values import JsonObject

_ADDRESS = re.compile(r"(?:(?P<domain>[0-9a-fA-F]{4,8}):)?(?P<rest>[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\.[0-7])")
_CODE = re.compile(r"(?:0x)?(?P<code>[0-9a-fA-F]{4})(?:[0-9a-fA-F]{2})?")
_ID_BEHIND = re.compile(r"\s*\[(?P<id>[0-9a-fA-F]{4})\]$")
_SPEED = re.compile(r"(?P<speed>\d{1,3}(?:\.\d)?)(?:\s*GT/s.*)?")
#: What lspci writes when its list has no name for a number.
_NAMELESS = re.compile(r"(?:Device|Vendor|Unknown vendor|Unknown device)(?: [0-9a-fA-F]{4})?|[0-9a-fA-F]{4}")
#: Class words of lspci that mean mass storage, for servers where only these are known.
_CODES = {
    "SCSI storage controller": "0100",
    "IDE interface": "0101",
    "RAID bus controller": "0104",
    "SATA controller": "0106",
    "Serial Attached SCSI controller": "0107",
    "Non-Volatile memory controller": "0108",
    "Mass storage controller": "0180",
}
_MAX_LANES = 32


@dataclass(frozen=True, slots=True)
class PciFunction:
    """One function. `code` are four hexadecimal digits of its class; speeds are in GT/s, widths in lanes.

    `upstream` is the address of the port that it is plugged into; `ids` are vendor:device, `subsystem_ids` the same of
    the card that carries the chip.
    """

    address: str
    code: str | None
    vendor: str | None
    device: str | None
    card_vendor: str | None
    card: str | None
    slot: str | None
    driver: str | None
    driver_version: str | None
    ids: str | None
    subsystem_ids: str | None
    link_speed: float | None
    link_width: int | None
    max_link_speed: float | None
    max_link_width: int | None
    numa_node: int | None
    upstream: str | None
    block_devices: tuple[str, ...]


def parse_functions(outputs: Mapping[str, str | None]) -> dict[str, PciFunction]:
    """Parse every PCI function by its full address, merged from both inventory outputs."""
    named = {
        address: fields
        for fields in _iterate_records(get_output_text(outputs, "lspci") or "")
        if (address := _read_slot_address(fields))
    }
    read = parse_json_object(get_output_text(outputs, "pci")) or {}
    by_address = {
        address: facts for key, facts in read.items() if (address := parse_address(key)) and isinstance(facts, dict)
    }
    addresses = dict.fromkeys([*by_address, *named])
    return {
        address: _build_function(address, named.get(address, {}), by_address.get(address, {})) for address in addresses
    }


def parse_address(value: object) -> str | None:
    """Return the full address: `3b:00.0` and `0000:3B:00.0` are both 0000:3b:00.0."""
    match = _ADDRESS.fullmatch(value.strip()) if isinstance(value, str) else None
    return None if match is None else f"{match['domain'] or '0000'}:{match['rest']}".lower()


def _iterate_records(text: str) -> Iterator[dict[str, str]]:
    """Yield blocks of `Field:<tab>value` lines. Of a field that comes twice, as modules do, the first value counts."""
    record: dict[str, str] = {}
    for line in (*text.splitlines(), ""):
        field, colon, value = line.partition(":")
        if not line.strip():
            if record:
                yield record
            record = {}
        elif colon and value.strip():
            record.setdefault(field.strip(), value.strip())


def _read_slot_address(fields: Mapping[str, str]) -> str | None:
    return parse_address(fields.get("Slot"))


def _build_function(address: str, named: Mapping[str, str], read: JsonObject) -> PciFunction:
    devices = read.get("block_devices")
    return PciFunction(
        address=address,
        code=_parse_code(read.get("class")) or _parse_class_words(named.get("Class")),
        vendor=_parse_name(named.get("Vendor")),
        device=_parse_name(named.get("Device")),
        card_vendor=_parse_name(named.get("SVendor")),
        card=_parse_name(named.get("SDevice")),
        slot=read_word(named.get("PhySlot")),
        driver=read_word(read.get("driver")) or read_word(named.get("Driver")),
        driver_version=read_word(read.get("driver_version")),
        ids=_format_ids(read.get("vendor"), read.get("device")),
        subsystem_ids=_format_ids(read.get("subsystem_vendor"), read.get("subsystem_device")),
        link_speed=_parse_speed(read.get("link_speed")),
        link_width=_parse_width(read.get("link_width")),
        max_link_speed=_parse_speed(read.get("max_link_speed")),
        max_link_width=_parse_width(read.get("max_link_width")),
        # The kernel writes -1 where the machine does not report a value.
        numa_node=count(read.get("numa_node", named.get("NUMANode"))),
        upstream=parse_address(read.get("upstream")),
        block_devices=tuple(filter(None, map(read_word, devices))) if isinstance(devices, list) else (),
    )


def _parse_code(value: object) -> str | None:
    match = _CODE.fullmatch(value.strip()) if isinstance(value, str) else None
    return match["code"].lower() if match is not None else None


def _parse_class_words(text: str | None) -> str | None:
    """Return the PCI class code in a text such as `RAID bus controller [0104]` or `0104`.

    A known name alone, such as `RAID bus controller`, becomes its code.
    """
    behind = _ID_BEHIND.search(text or "")
    if behind is not None:
        return behind["id"].lower()
    return _CODES.get(text or "") or _parse_code(text)


def _parse_name(text: str | None) -> str | None:
    name = read_word(_ID_BEHIND.sub("", text)) if text is not None else None
    return None if name is None or _NAMELESS.fullmatch(name) else name


def _format_ids(first: object, second: object) -> str | None:
    parts = [_parse_code(first), _parse_code(second)]
    return ":".join(part for part in parts if part is not None) if None not in parts else None


def _parse_speed(value: object) -> float | None:
    match = _SPEED.fullmatch(value.strip()) if isinstance(value, str) else _SPEED.fullmatch(str(value))
    speed = float(match["speed"]) if match is not None else 0.0
    return speed or None


def _parse_width(value: object) -> int | None:
    """Return the number of lanes; a link that is down has 0 or 255."""
    width = count(value)
    return width if width is not None and 0 < width <= _MAX_LANES else None
