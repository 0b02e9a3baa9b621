"""PCI functions of this server in sysfs: identity, driver and link of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import Tree
from storagelab_runner.places import Places, line_of, names_in, number_of

#: A link that is down, or a function that has none, shows these.
_NO_WIDTHS = (0, 255)


def pci_facts(nodes: Tree, places: Places) -> dict[str, dict[str, Any]]:
    """Return facts by address, such as 0000:3b:00.0; a fact that sysfs does not show is None.

    Ids and class are hexadecimal texts as sysfs has them (0x144d), link speeds texts such as `16.0 GT/s PCIe`, widths
    and the NUMA node numbers. `block_devices` are the kernel names of the drives that hang on it.
    """
    folder = places.sys / "bus" / "pci" / "devices"
    drives = _drives(nodes, places)
    return {address: _facts(folder / address, drives.get(address, [])) for address in names_in(folder)}


def link_of(folder: Path, prefix: str = "current") -> tuple[str | None, int | None]:
    """Return the current (`current`) or maximum (`max`) speed and width of a function's link."""
    speed, width = line_of(folder / f"{prefix}_link_speed"), number_of(folder / f"{prefix}_link_width")
    return (
        None if speed is None or speed.startswith("Unknown") else speed,
        None if width in _NO_WIDTHS else width,
    )


def _facts(folder: Path, block_devices: list[str]) -> dict[str, Any]:
    driver = folder / "driver"
    speed, width = link_of(folder)
    max_speed, max_width = link_of(folder, "max")
    return {
        "class": line_of(folder / "class"),
        "vendor": line_of(folder / "vendor"),
        "device": line_of(folder / "device"),
        "subsystem_vendor": line_of(folder / "subsystem_vendor"),
        "subsystem_device": line_of(folder / "subsystem_device"),
        "driver": driver.resolve().name if driver.is_symlink() else None,
        "driver_version": line_of(driver / "module" / "version"),
        "link_speed": speed,
        "link_width": width,
        "max_link_speed": max_speed,
        "max_link_width": max_width,
        # A server with one node shows -1.
        "numa_node": number_of(folder / "numa_node"),
        "block_devices": block_devices,
    }


def _drives(nodes: Tree, places: Places) -> dict[str, list[str]]:
    """Return the whole devices by the addresses they hang on.

    A namespace may be reached through several controllers.
    """
    drives: dict[str, list[str]] = {}
    for node in nodes.values():
        if not node.is_whole or node.hidden:
            continue
        paths = [line_of(places.sys / "class" / "nvme" / name / "address") for name in node.controllers]
        for address in dict.fromkeys([node.pci.address if node.pci is not None else None, *paths]):
            if address is not None:
                drives.setdefault(address, []).append(node.name)
    return drives
