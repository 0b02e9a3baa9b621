"""I10 to I14: the drive is no part of something larger, also of one that is not active."""

from __future__ import annotations

from collections.abc import Collection

from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, Signature
from storagelab_runner.interlocks.kernel_users import list_users
from storagelab_runner.interlocks.verdict import (
    InterlockVerdict,
    build_pass_verdict,
    build_refuse_verdict,
    does_not_apply,
    join_words,
)

_SOFTWARE_RAID = frozenset(
    (
        *("linux_raid_member", "isw_raid_member", "ddf_raid_member", "adaptec_raid_member", "hpt37x_raid_member"),
        *("hpt45x_raid_member", "jmicron_raid_member", "lsi_mega_raid_member", "nvidia_raid_member"),
        *("promise_fasttrack_raid_member", "silicon_medley_raid_member", "via_raid_member"),
    )
)
_POOLS = frozenset(
    (
        *("zfs_member", "btrfs", "bcache", "bcachefs", "ceph_bluestore", "drbd", "drbdmanage_control_volume"),
        *("vdo", "vmfs_volume_member", "stratis", "gfs2", "ocfs2", "mpool"),
    )
)
_ACTIVE_ARRAY = frozenset(("clean", "active", "active-idle", "write-pending", "read-auto"))


def check_unstacked(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I10: nothing uses the drive, a partition of it, or a drive below it.

    Only an array or a multipath device has drives below. Users are the holders that sysfs names, and those that open a
    device without exclusivity: loop devices, exports to other hosts, write-back devices.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so what is stacked on it is not known.")
    holders = sorted({holder for part in device.family for holder in part.holders})
    if holders:
        return build_refuse_verdict(f"It is used by {join_words(holders)}: nothing was touched.")
    users = list_users(host.kernel_users, {part.number for part in device.extent})
    if users:
        return build_refuse_verdict(f"It is used by {join_words(users)}: nothing was touched.")
    if not device.writes:
        return build_pass_verdict("Nothing is stacked on it.")
    if host.kernel_users.doubt is not None:
        return build_refuse_verdict(f"What uses it inside the kernel is not known: {host.kernel_users.doubt}.")
    if node.slaves and node.array is None and not _is_multipath(node.mapper_uuid):
        return build_refuse_verdict(f"It is stacked on {join_words(list(node.slaves))}: test those drives instead.")
    return build_pass_verdict("Nothing is stacked on it.")


def check_no_multipath(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I11: the drive is no path of a multipath device. Does not apply where the kernel has no device mapper."""
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its paths are not known.")
    if not host.has_device_mapper:
        return does_not_apply("The kernel of this server has no device mapper loaded.")
    if node.mapper_uuid is not None:
        if _is_multipath(node.mapper_uuid):
            return build_pass_verdict("It is the multipath device itself, not one of its paths.")
        return build_refuse_verdict(
            f"It is a volume of the device mapper ({node.mapper_uuid.partition('-')[0]}), not a drive."
        )
    if node.properties.get("DM_MULTIPATH_DEVICE_PATH") == "1":
        return build_refuse_verdict("It is one path of a multipath device: test the multipath device.")
    mapped = [holder for part in device.family for holder in part.holders if holder.startswith("dm-")]
    if mapped:
        return build_refuse_verdict(f"The device mapper uses it for {join_words(mapped)}.")
    return build_pass_verdict("It is not a path of a multipath device.")


def check_no_lvm(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I12: neither the drive nor a partition of it carries a physical volume of LVM, active or not."""
    return _refuse_signature_kinds(device, ("LVM2_member", "LVM1_member"), "a physical volume of LVM")


def check_no_software_raid(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I13: the drive is no member of a software or firmware RAID, active or not.

    An array itself must be running.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its arrays are not known.")
    if host.has_software_raid and host.mdstat is None:
        return build_refuse_verdict("/proc/mdstat cannot be read, so the arrays of this server are not known.")
    names = {part.name for part in device.family}
    arrays = [array for array, members in parse_array_members(host.mdstat or "").items() if names & members]
    if arrays:
        return build_refuse_verdict(f"It is a member of {join_words(arrays)}.")
    if node.array is not None and node.array.state not in _ACTIVE_ARRAY:
        return build_refuse_verdict(
            f"The array is {node.array.state or 'in an unknown state'}: it must run before it is tested."
        )
    return _refuse_signature_kinds(device, _SOFTWARE_RAID, "a member of a software RAID")


def check_no_pool(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I14: the drive belongs to no ZFS, btrfs, bcache, Ceph, VDO or DRBD, not even an exported one."""
    return _refuse_signature_kinds(device, _POOLS, "part of a storage pool")


def parse_array_members(mdstat: str) -> dict[str, set[str]]:
    """Return the members of every array in the text of /proc/mdstat, all by kernel name."""
    arrays = {}
    for line in mdstat.splitlines():
        name, colon, rest = line.partition(" : ")
        if colon and not line.startswith((" ", "Personalities")):
            arrays[name] = {word.partition("[")[0] for word in rest.split() if "[" in word}
    return arrays


def _refuse_signature_kinds(device: DeviceFacts, kinds: Collection[str], description: str) -> InterlockVerdict:
    if device.signatures is None:
        return build_refuse_verdict(f"Whether it is {description} is not known: the drive was not found.")
    for signature in device.signatures:
        matches = [kind for kind in _list_kinds(signature) if kind in kinds]
        if matches:
            return build_refuse_verdict(f"{signature.node} is {description} ({matches[0]}): nothing was touched.")
        if signature.doubt is not None:
            return build_refuse_verdict(f"{signature.doubt}.")
    return build_pass_verdict(f"Neither it nor a partition of it is {description}.")


def _list_kinds(signature: Signature) -> list[str]:
    return [*signature.magics, *([] if signature.content is None else [signature.content])]


def _is_multipath(mapper_uuid: str | None) -> bool:
    return mapper_uuid is not None and mapper_uuid.startswith("mpath-")
