"""I4, I6, I7, I8, I9 and I17: the drive is unused, and the server does not live on it."""

from __future__ import annotations

from storagelab_runner.block_tree import list_carriers
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, SystemMount
from storagelab_runner.interlocks.verdict import (
    InterlockVerdict,
    build_pass_verdict,
    build_refuse_verdict,
    does_not_apply,
    join_words,
)

#: File systems that lie on no block device of this server.
_WITHOUT_DRIVE = frozenset(
    ("tmpfs", "ramfs", "rootfs", "devtmpfs", "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "autofs")
)
#: File systems that lie on several drives, each of which they hold exclusively and carry a signature of theirs.
_ON_SEVERAL_DRIVES = {"zfs": "zfs_member", "btrfs": "btrfs", "bcachefs": "bcachefs"}
#: Partition types (GPT ids and MBR numbers) from which firmware starts a machine.
_BOOT_ROLES = {
    "c12a7328-f81f-11d2-ba4b-00a0c93ec93b": "an EFI system partition",
    "21686148-6449-6e6f-744e-656564454649": "a BIOS boot partition",
    "bc13c2ff-59e6-4262-a352-b275fd6f7172": "an extended boot loader partition",
    "9e1a2d38-c612-4316-aa26-8b49521e5a8b": "a PReP boot partition",
    "0xef": "an EFI system partition",
    "0x41": "a PReP boot partition",
}


def check_exclusive_open(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I4: the kernel opens the whole drive exclusively.

    No file system, swap area, volume or array holds it or a part of it. Loop devices, exports and programs may still
    use it: I10 and I17 look for them.
    """
    if device.opened is None:
        return build_refuse_verdict(device.busy or "The drive was not found, so it could not be opened.")
    return build_pass_verdict(
        "The kernel opened the whole drive exclusively: no file system, swap area, array or volume holds it."
    )


def check_not_mounted(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I6: neither the drive nor a partition of it is mounted in any mount namespace."""
    if device.node is None:
        return build_refuse_verdict("The drive was not found, so its mounts are not known.")
    points = sorted({mount.point for mount in host.mounts if mount.device in _collect_device_numbers(device)})
    if points:
        return build_refuse_verdict(f"It is mounted at {join_words(points)}: nothing was touched.")
    if host.mounts_doubt is not None and device.writes:
        return build_refuse_verdict(f"Whether it is mounted is not known: {host.mounts_doubt}.")
    return build_pass_verdict("Neither it nor a partition of it is mounted in any namespace.")


def check_not_system(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I7: no system folder of the server is on the drive, whatever layers are in between."""
    if device.node is None:
        return build_refuse_verdict("The drive was not found, so it may be the one the server lives on.")
    for mount in host.system:
        if mount.file_system in _WITHOUT_DRIVE:
            continue
        doubt = _find_carry_reason(device, host, mount)
        if doubt is not None:
            return build_refuse_verdict(doubt)
    if not any(mount.point == "/" for mount in host.system):
        return build_refuse_verdict("Which drives carry / is not known, so this may be one of them.")
    return build_pass_verdict("The server's own folders lie on other drives.")


def check_no_boot_partition(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I8: the drive has no partition from which firmware starts a machine."""
    if device.signatures is None:
        return build_refuse_verdict("The partitions of the drive could not be read.")
    for signature in device.signatures:
        if signature.doubt is not None:
            return build_refuse_verdict(f"{signature.doubt}.")
        role = _BOOT_ROLES.get((signature.role or "").lower())
        if role is not None:
            return build_refuse_verdict(f"{signature.node} is {role}: a machine starts from this drive.")
    return build_pass_verdict("No partition of it is one from which firmware starts a machine.")


def check_not_swap(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I9: the drive is neither swapped to nor resumed from, and no file of the server names it for later use."""
    if device.node is None or host.swaps_doubt is not None:
        return build_refuse_verdict(
            f"Whether it is swapped to is not known: {host.swaps_doubt or 'the drive was not found'}."
        )
    numbers = _collect_device_numbers(device)
    if numbers & set(host.swaps):
        return build_refuse_verdict("The server swaps to it: nothing was touched.")
    if host.resume in numbers:
        return build_refuse_verdict("The server resumes from it after hibernation.")
    named = sorted({f"{user.file} ({user.name})" for user in host.configured_users.users if user.number in numbers})
    if named:
        return build_refuse_verdict(f"The server is set up to use it, in {join_words(named)}: nothing was touched.")
    if host.configured_users.doubt is not None:
        return build_refuse_verdict(
            f"Whether the server is set up to use it is not known: {host.configured_users.doubt}."
        )
    return build_pass_verdict("The server does not swap to it, and none of its files names it.")


def check_not_open(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I17: no other process has the drive or a partition of it open or mapped, or sends it commands otherwise.

    Only root sees the descriptors of all processes. For any other account the check does not apply to a job that only
    reads, because reading harms no data.
    """
    if device.users is None:
        return build_refuse_verdict("The drive was not found, so who has it open is not known.")
    if device.users.users:
        return build_refuse_verdict(f"It is open in {join_words([user.words() for user in device.users.users])}.")
    if device.users.unread:
        if not device.writes and not host.is_root:
            return does_not_apply("Only root can see who has a drive open, and the job only reads.")
        return build_refuse_verdict(
            f"Who has it open is not known: {len(device.users.unread)} processes cannot be looked into."
        )
    if device.writes and not host.sees_all_processes:
        return build_refuse_verdict(
            "Who has it open is not known: the runner is in a container and sees only the processes there."
        )
    return build_pass_verdict("No process has it open or mapped.")


def _collect_device_numbers(device: DeviceFacts) -> set[str]:
    return {part.number for part in device.family}


def _find_carry_reason(device: DeviceFacts, host: HostFacts, mount: SystemMount) -> str | None:
    """Return why the drive carries a mount of the system or may do so; None when it provably does not."""
    if mount.file_system in _ON_SEVERAL_DRIVES:
        member = _ON_SEVERAL_DRIVES[mount.file_system]
        matches = [
            signature for signature in device.signatures or () if member in (signature.content, *signature.magics)
        ]
        if matches or device.opened is None or device.signatures is None:
            return f"{mount.point} is on {mount.file_system}, and this drive may be one of its drives."
        if mount.node is None:
            return None
    if mount.node is None:
        return f"Which drive carries {mount.point} ({mount.file_system} on {mount.source}) is not known."
    if {part.whole for part in device.family} & list_carriers(host.nodes, mount.node):
        return f"The server's own {mount.point} is on it: nothing was touched."
    return None
