"""I18 to I21: what lies between the server and the media: NVMe controllers, RAID controllers, HBAs."""

from __future__ import annotations

import re

from storagelab_runner.block_tree import BlockNode
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, NvmeIdentity, VolumeOfController
from storagelab_runner.interlocks.verdict import (
    InterlockVerdict,
    build_pass_verdict,
    build_refuse_verdict,
    does_not_apply,
    join_words,
)

_RAID_CLASSES = ("0x0104", "0x0107")
_MEGARAID = "megaraid_sas"
#: Drivers of controllers that may hide drives behind volumes of their own.
_SAS_DRIVERS = frozenset(("mpt3sas", "mpt2sas", "mptsas", "mpi3mr"))
_SMART_ARRAY_DRIVERS = frozenset(("hpsa", "smartpqi"))
_VOLUME_DRIVERS = _SAS_DRIVERS | _SMART_ARRAY_DRIVERS | {_MEGARAID, "aacraid", "arcmsr", "3w-sas", "3w-9xxx"}
#: Drivers that show every drive as it is, also where the firmware calls the controller one for RAID.
_PLAIN_DRIVERS = frozenset(("ahci", "nvme", "vmd"))
_ADDRESS = re.compile(r"(\d+):(\d+):(\d+):(\d+)")
#: megaraid_sas shows drives that it passes through on the first two channels and virtual drives on the next two.
_FIRST_VIRTUAL_CHANNEL = 2
_GOOD_STATE = "Optl"


def check_nvme_namespace(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I18: an NVMe target is a namespace, and its controller reports the serial that sysfs shows.

    Does not apply to a drive whose kernel name is not that of an NVMe namespace.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its namespace is not known.")
    if not node.is_nvme:
        return does_not_apply(f"{node.name} is not an NVMe drive.")
    identity = _get_drive_identity(device)
    if isinstance(identity, str):
        return build_refuse_verdict(identity)
    if identity.serial not in node.serials:
        return build_refuse_verdict(
            f"The controller reports the serial {identity.serial}, but the kernel shows {node.serial}."
        )
    return build_pass_verdict(f"{node.name} is a namespace, and its controller has the serial {identity.serial}.")


def check_siblings_known(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I19: the namespaces and controllers that share the media are known. Does not apply outside NVMe.

    Writing to one namespace does not harm the others. The lab leases them together because they disturb each other's
    figures. An operation that erases more than one namespace is refused where it is requested.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its siblings are not known.")
    if not node.is_nvme:
        return does_not_apply(f"{node.name} is not an NVMe drive.")
    identity = _get_drive_identity(device)
    if isinstance(identity, str):
        return build_refuse_verdict(identity)
    if not node.controllers:
        return build_refuse_verdict(f"The controllers of {node.name} are not known.")
    siblings = find_nvme_siblings(node, host)
    shared = " It may be shared with other controllers." if identity.is_shared else ""
    if siblings:
        return build_pass_verdict(
            f"It shares its media with {join_words(siblings)}, which the lab leases with it.{shared}"
        )
    return build_pass_verdict(f"It is the only namespace of {join_words(list(node.controllers))}.{shared}")


def find_nvme_siblings(node: BlockNode, host: HostFacts) -> list[str]:
    """Return the kernel names of the other namespaces on the controllers of an NVMe namespace."""
    return sorted(
        other.name
        for other in host.nodes.values()
        if other.is_whole
        and other.is_nvme
        and not other.hidden
        and other.name != node.name
        and set(other.controllers) & set(node.controllers)
    )


def check_virtual_drive(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I20: a MegaRAID or PERC virtual drive is healthy, not its boot drive, and made of known drives.

    Does not apply where the nearest PCI function above the drive is not driven by megaraid_sas.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its RAID controller is not known.")
    if node.pci is None or node.pci.driver != _MEGARAID:
        return does_not_apply(f"{node.name} is not attached to a MegaRAID or PERC controller.")
    if not is_virtual_drive(node):
        return build_pass_verdict(f"The RAID controller {node.pci.address} passes the drive through.")
    if device.volume is None or device.volume.doubt is not None:
        return build_refuse_verdict(
            "The virtual drive is not known: "
            f"{'no RAID tool was run' if device.volume is None else device.volume.doubt}."
        )
    volume: VolumeOfController = device.volume.value
    if volume.state != _GOOD_STATE:
        return build_refuse_verdict(f"{volume.name} is in the state {volume.state} and not {_GOOD_STATE}.")
    if volume.is_boot is not False:
        role = "is the drive" if volume.is_boot else "may be the drive"
        return build_refuse_verdict(f"{volume.name} {role} that the RAID controller boots from.")
    return build_pass_verdict(
        f"{volume.name} ({volume.level}) is optimal and made of {join_words(list(volume.members))}."
    )


def check_pass_through(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I21: any other HBA or RAID controller passes this very drive through.

    Does not apply where there is no PCI function above the drive. Does not apply either where the nearest one is
    neither of class 0104 or 0107 nor driven by a driver of such controllers. mpt3sas shows its own volumes in the class
    raid_devices and physical drives below a SAS end device. hpsa and smartpqi report the RAID level of what they show.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its controller is not known.")
    pci = node.pci
    if pci is None or pci.driver in _PLAIN_DRIVERS or pci.driver == _MEGARAID:
        return does_not_apply(f"{node.name} is not attached to an HBA or RAID controller of another kind.")
    if pci.driver not in _VOLUME_DRIVERS and not pci.class_code.startswith(_RAID_CLASSES):
        return does_not_apply(
            f"{node.name} is attached to {pci.address} ({pci.driver}), which has no volumes of its own."
        )
    address = get_scsi_address(node)
    if pci.driver in _SAS_DRIVERS:
        if address in host.raid_devices:
            return build_refuse_verdict(
                f"{node.name} is a volume of the controller {pci.address}, whose drives are not known."
            )
        if "/end_device-" in node.folder:
            return build_pass_verdict(f"The HBA {pci.address} passes the drive through.")
    if pci.driver in _SMART_ARRAY_DRIVERS and node.raid_level is not None:
        if node.raid_level == "N/A":
            return build_pass_verdict(f"The controller {pci.address} passes the drive through.")
        return build_refuse_verdict(
            f"{node.name} is a volume ({node.raid_level}) of {pci.address}, whose drives are not known."
        )
    return build_refuse_verdict(
        f"Whether {pci.address} ({pci.driver or 'no driver'}) passes the drive through is not known."
    )


def is_virtual_drive(node: BlockNode) -> bool:
    """Return whether a MegaRAID or PERC controller presents the device as a virtual drive.

    Also return True where the SCSI address of the device is not understood.
    """
    if node.pci is None or node.pci.driver != _MEGARAID:
        return False
    address = _ADDRESS.fullmatch(get_scsi_address(node) or "")
    return address is None or int(address[2]) >= _FIRST_VIRTUAL_CHANNEL


def get_scsi_address(node: BlockNode) -> str | None:
    """Return the host, channel, target and unit of a SCSI device as in sysfs (`0:2:1:0`), else None."""
    return next((part for part in reversed(node.folder.split("/")) if _ADDRESS.fullmatch(part)), None)


def _get_drive_identity(device: DeviceFacts) -> NvmeIdentity | str:
    """Return the identity that the drive reports, or a sentence with the reason why there is none."""
    if device.nvme is None:
        return "The identity of the NVMe drive was not read, because it could not be opened."
    if device.nvme.doubt is not None:
        return f"The NVMe drive does not report its identity: {device.nvme.doubt}."
    identity: NvmeIdentity = device.nvme.value
    return identity
