"""PCI functions of this server in sysfs: identity, driver and link of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from storagelab_runner.block_tree import Tree
from storagelab_runner.places import Places, list_names, read_line, read_number

#: A link that is down, or a function that has none, shows these.
_NO_WIDTHS = (0, 255)


def collect_pci_facts(nodes: Tree, places: Places) -> dict[str, dict[str, Any]]:
    """Return the facts of each PCI function by address, such as 0000:3b:00.0.

    A fact that sysfs does not show is None. Ids and class are hexadecimal texts in the form of sysfs (0x144d), link
    speeds texts such as `16.0 GT/s PCIe`, widths and the NUMA node numbers. `block_devices` lists the kernel names of
    the function's drives.
    """
    folder = places.sys / "bus" / "pci" / "devices"
    drives = _collect_drives(nodes, places)
    return {address: _read_facts(folder / address, drives.get(address, [])) for address in list_names(folder)}


def read_link(folder: Path, prefix: str = "current") -> tuple[str | None, int | None]:
    """Return the current (`current`) or maximum (`max`) speed and width of a function's link."""
    speed, width = read_line(folder / f"{prefix}_link_speed"), read_number(folder / f"{prefix}_link_width")
    return (
        None if speed is None or speed.startswith("Unknown") else speed,
        None if width in _NO_WIDTHS else width,
    )


def _read_facts(folder: Path, block_devices: list[str]) -> dict[str, Any]:
    driver = folder / "driver"
    speed, width = read_link(folder)
    max_speed, max_width = read_link(folder, "max")
    return {
        "class": read_line(folder / "class"),
        "vendor": read_line(folder / "vendor"),
        "device": read_line(folder / "device"),
        "subsystem_vendor": read_line(folder / "subsystem_vendor"),
        "subsystem_device": read_line(folder / "subsystem_device"),
        "driver": driver.resolve().name if driver.is_symlink() else None,
        "driver_version": read_line(driver / "module" / "version"),
        "link_speed": speed,
        "link_width": width,
        "max_link_speed": max_speed,
        "max_link_width": max_width,
        # A server with one node shows -1.
        "numa_node": read_number(folder / "numa_node"),
        "block_devices": block_devices,
    }


def _collect_drives(nodes: Tree, places: Places) -> dict[str, list[str]]:
    """Return the kernel names of whole drives by the PCI addresses that lead to them.

    A namespace may be reached through several controllers.
    """
    drives: dict[str, list[str]] = {}
    for node in nodes.values():
        if not node.is_whole or node.hidden:
            continue
        paths = [read_line(places.sys / "class" / "nvme" / name / "address") for name in node.controllers]
        for address in dict.fromkeys([node.pci.address if node.pci is not None else None, *paths]):
            if address is not None:
                drives.setdefault(address, []).append(node.name)
    return drives
