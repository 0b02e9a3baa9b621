"""Block devices as the runner reads them in sysfs: identity, underlying devices, attachment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.domain.json_values import JsonObject


@dataclass(frozen=True, slots=True)
class BlockDevice:
    """One device or partition; `whole` is the device it is a part of, itself for a whole one.

    `controllers` are those of an NVMe namespace, `pci_address` and `pci_class` (such as 0x010400) the function it
    hangs on.
    """

    name: str
    whole: str
    serial: str | None
    slaves: tuple[str, ...]
    controllers: tuple[str, ...]
    hidden: bool
    pci_address: str | None
    pci_class: str | None


def parse_block_devices(text: str | None) -> dict[str, BlockDevice]:
    """Parse devices by kernel name; empty where the runner reports none or in an unknown format."""
    try:
        value = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(value, dict):
        return {}
    return {name: _build_device(name, facts) for name, facts in value.items() if isinstance(facts, dict)}


def iterate_whole_slaves(devices: Mapping[str, BlockDevice], name: str) -> Iterator[str]:
    """Yield the whole devices directly below a device, such as the members of an array."""
    device = devices.get(name)
    for slave in device.slaves if device is not None else ():
        below = devices.get(slave)
        yield below.whole if below is not None else slave


def _build_device(name: str, facts: JsonObject) -> BlockDevice:
    serials = _read_words(facts.get("serials"))
    pci = facts.get("pci")
    pci = pci if isinstance(pci, dict) else {}
    return BlockDevice(
        name=name,
        whole=_read_word(facts.get("whole")) or name,
        serial=serials[0] if serials else None,
        slaves=_read_words(facts.get("slaves")),
        controllers=_read_words(facts.get("controllers")),
        hidden=facts.get("hidden") is True,
        pci_address=_read_word(pci.get("address")),
        pci_class=_read_word(pci.get("class_code")),
    )


def _read_word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _read_words(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str) and item) if isinstance(value, list) else ()
