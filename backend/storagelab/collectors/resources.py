"""Resources that a run on a drive must hold alone: drive, members, siblings and controller.

Keys of drives are the same wherever a drive is seen, so that a drive that two servers reach is one resource. A drive
goes by its best name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from storagelab.collectors.base import DriveFacts
from storagelab.collectors.block_devices import BlockDevice, iterate_whole_slaves

#: PCI classes of controllers whose drives spoil each other's figures: SCSI, RAID and SAS.
_SHARED_CLASSES = ("0x0100", "0x0104", "0x0107")


def add_resources(
    drives: Sequence[DriveFacts], devices: Mapping[str, BlockDevice], machine: str | None
) -> tuple[DriveFacts, ...]:
    """Return the drives with `resources`, the lock keys of the devices that each drive uses.

    `machine` distinguishes controllers at the same PCI address of two servers.
    """
    by_name = {drive.kernel_name: drive for drive in drives}
    return tuple(
        replace(drive, resources=tuple(sorted(_list_resource_keys(drive, by_name, devices, machine, set()))))
        for drive in drives
    )


def _list_resource_keys(
    drive: DriveFacts,
    drives: Mapping[str, DriveFacts],
    devices: Mapping[str, BlockDevice],
    machine: str | None,
    seen: set[str],
) -> set[str]:
    """Return the lock keys of a drive, its controller and all devices that it is built of.

    Runs that share a key must not run at once. `seen` holds the visited device names and ends a cycle.
    """
    if drive.kernel_name in seen:
        return set()
    seen.add(drive.kernel_name)
    keys = {f"dev:{drive.stable_id}"} if drive.stable_id is not None else set()
    device = devices.get(drive.kernel_name)
    if device is None:
        return keys
    if machine is not None and device.pci_address and (device.pci_class or "").startswith(_SHARED_CLASSES):
        keys.add(f"ctrl:{device.pci_address}@{machine}")
    siblings = _list_sibling_namespaces(device, devices)
    if siblings and device.serial is not None:
        keys.add(f"ctrl:{device.serial}")
    for name in siblings:
        if name in drives and drives[name].stable_id is not None:
            keys.add(f"dev:{drives[name].stable_id}")
    for name in iterate_whole_slaves(devices, drive.kernel_name):
        if name in drives:
            keys |= _list_resource_keys(drives[name], drives, devices, machine, seen)
    return keys


def _list_sibling_namespaces(device: BlockDevice, devices: Mapping[str, BlockDevice]) -> list[str]:
    """Return the names of the other namespaces on the NVMe controllers of the namespace `device`."""
    return [
        other.name
        for other in devices.values()
        if other.name != device.name
        and other.whole == other.name
        and not other.hidden
        and set(other.controllers) & set(device.controllers)
    ]
