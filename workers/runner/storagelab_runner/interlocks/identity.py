"""I1, I2, I3 and I5: the registered drive, without a twin, enrolled here, is what was opened."""

from __future__ import annotations

from storagelab_runner.allow_list import AllowedDrive, find_void_reason
from storagelab_runner.block_tree import BlockNode
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, VolumeOfController
from storagelab_runner.interlocks.verdict import InterlockVerdict, build_pass_verdict, build_refuse_verdict, join_words


def check_stable_id(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I1: the stable id resolves to exactly one whole device, whose serial is the registered one."""
    node, wanted = device.node, device.wanted
    if node is None:
        return build_refuse_verdict(f"{device.doubt or 'The drive was not found'}.")
    if not node.is_whole or node.hidden:
        return build_refuse_verdict(f"{wanted.stable_id} is {node.name}, a part of {node.whole} and not a whole drive.")
    if node.is_loop and (host.sandbox is None or not host.sandbox.covers(node)):
        return build_refuse_verdict(
            f"{node.name} is a loop device, which has no lasting identity, and this server is not a sandbox."
        )
    if wanted.path not in (f"/dev/{node.name}", f"/dev/disk/by-id/{wanted.stable_id}"):
        return build_refuse_verdict(
            f"{wanted.stable_id} is now /dev/{node.name} and not {wanted.path}: discover the server again."
        )
    if wanted.serial is None:
        if device.writes:
            return build_refuse_verdict(
                "The job names no serial for it, so it cannot be distinguished from another drive."
            )
        return build_pass_verdict(f"{wanted.stable_id} is /dev/{node.name}.")
    if wanted.serial not in node.serials:
        return build_refuse_verdict(
            f"The serial of {node.name} is {node.serial or 'unknown'} and not {wanted.serial}: it is another drive."
        )
    return build_pass_verdict(f"{wanted.stable_id} is /dev/{node.name} with the serial {wanted.serial}.")


def check_unique_identity(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I2: no other drive of this server has the same world-wide name.

    Without a world-wide name, no other drive has the same model and serial.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so it could not be compared with other drives.")
    own = _get_identity(node)
    if own is None:
        return build_refuse_verdict(
            f"/dev/{node.name} has neither a world-wide name nor a serial: it cannot be distinguished from others."
        )
    twins = [
        other.name
        for other in host.nodes.values()
        if other.name != node.name and other.is_whole and not other.hidden and _get_identity(other) == own
    ]
    if twins:
        return build_refuse_verdict(
            f"/dev/{node.name} has the same identity as {join_words(twins)}: a clone or a second path to it."
        )
    return build_pass_verdict(f"No other drive of this server has the identity {own[-1]}.")


def check_enrolment(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I3: root enrolled the drive on this server, and nothing about it has changed since.

    An array needs no enrolment of its own when every member is enrolled and unchanged.
    """
    node = device.node
    if host.allow_list.doubt is not None:
        return build_refuse_verdict(host.allow_list.doubt)
    if node is None:
        return build_refuse_verdict("The drive was not found, so no enrolment can be compared with it.")
    entry = host.allow_list.entry(device.wanted.stable_id or "")
    if entry is not None:
        void = find_void_reason(entry, node, host.now_ns) or _find_volume_change(device, entry)
        if void is not None:
            return build_refuse_verdict(f"The enrolment is void: {void}. Enrol the drive again on the server.")
        return build_pass_verdict(f"{entry.enrolled_by} enrolled it here, and nothing about it has changed.")
    if node.array is not None:
        return _judge_member_enrolments(node, host)
    volume = None if device.volume is None else device.volume.value
    if isinstance(volume, VolumeOfController):
        serials = {entry.serial for entry in host.allow_list.entries if entry.expires_realtime_ns > host.now_ns}
        missing = [serial for serial in volume.members if serial not in serials]
        if not missing:
            return build_pass_verdict(f"Every drive of {volume.name} is enrolled.")
        return build_refuse_verdict(f"{volume.name} is made of drives that are not enrolled: {join_words(missing)}.")
    return build_refuse_verdict(
        f"{device.wanted.stable_id} is not enrolled on this server: root must run "
        f"storagelab-runner enrol --stable-id {device.wanted.stable_id} there."
    )


def check_opened_device(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I5: the opened descriptor leads to the device that the stable id names, with the same serial."""
    node, opened = device.node, device.opened
    if node is None or opened is None:
        return build_refuse_verdict("The drive could not be opened, so what would have been opened is not known.")
    if opened.number != node.number:
        return build_refuse_verdict(
            f"{device.wanted.stable_id} is {node.number} but {opened.number} was opened: nothing was touched."
        )
    if opened.node is None:
        return build_refuse_verdict(f"The drive {opened.number} is missing.")
    if device.wanted.serial is not None and device.wanted.serial not in opened.node.serials:
        return build_refuse_verdict(
            f"What was opened has the serial {opened.node.serial or 'unknown'} and not {device.wanted.serial}: "
            "nothing was touched."
        )
    return build_pass_verdict(f"What was opened is {opened.number}, the device that was checked.")


def _get_identity(node: BlockNode) -> tuple[str, ...] | None:
    if node.wwid is not None:
        return ("wwid", node.wwid)
    return None if node.serial is None else ("serial", node.model or "", node.serial)


def _judge_member_enrolments(array: BlockNode, host: HostFacts) -> InterlockVerdict:
    if not array.slaves:
        return build_refuse_verdict(f"The members of {array.name} are not known.")
    by_kernel_name = {name: entry for entry in host.allow_list.entries for name in host.names.get(entry.stable_id, ())}
    for member in array.slaves:
        node, entry = host.nodes.get(member), by_kernel_name.get(member)
        if node is None or entry is None:
            return build_refuse_verdict(f"{array.name} has the member {member}, which is not enrolled on this server.")
        void = find_void_reason(entry, node, host.now_ns)
        if void is not None:
            return build_refuse_verdict(f"{array.name} has the member {member}, whose enrolment is void: {void}.")
    return build_pass_verdict(f"Every member of {array.name} is enrolled: {join_words(list(array.slaves))}.")


def _find_volume_change(device: DeviceFacts, entry: AllowedDrive) -> str | None:
    """Return what changed about a virtual drive of a RAID controller since it was enrolled; None if nothing."""
    if entry.members is None:
        return None
    volume = None if device.volume is None else device.volume.value
    if not isinstance(volume, VolumeOfController):
        return "its drives behind the RAID controller cannot be compared"
    if (volume.members, volume.level, volume.strip_bytes) != (entry.members, entry.level, entry.strip_bytes):
        return "it is made of other drives, or in another way, than when it was enrolled"
    return None
