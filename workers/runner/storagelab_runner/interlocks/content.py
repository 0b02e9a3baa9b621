"""I15 and I16: the drive is empty, or exactly as the lab's own last test left it."""

from __future__ import annotations

from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts
from storagelab_runner.interlocks.verdict import Verdict, listed, passes, refuses


def no_signature(device: DeviceFacts, _: HostFacts) -> Verdict:
    """I15: blkid and wipefs find nothing on it nor on a partition of it, and the kernel knows no partition.

    A signature that a test of this runner put there (it made a file system, say) passes while both ends of the drive
    are as that test left them: whoever used the drive since would have changed them.
    """
    if device.signatures is None:
        return refuses("What is on the drive could not be read.")
    doubts = [signature.doubt for signature in device.signatures if signature.doubt is not None]
    if doubts:
        return refuses(f"{doubts[0]}.")
    found = [f"{words} on {signature.node}" for signature in device.signatures for words in signature.words]
    found += [f"the partition {part.name}" for part in device.family[1:]]
    if not found:
        return passes("blkid and wipefs find no file system, volume, array, swap area or partition table on it.")
    if is_as_left(device) and device.left is not None:
        return passes(f"It carries {listed(found)}, as attempt {device.left.attempt_id} left it.")
    return refuses(f"It carries {listed(found)}: nothing was touched. Erase it by hand if that is of no value.")


def known_ends(device: DeviceFacts, host: HostFacts) -> Verdict:
    """I16: the first and the last MiB are blank, or as the last test of this runner left them.

    A test that never ended, because of a power cut for instance, left them unknown: then I15 decides.
    """
    if device.ends is None:
        return refuses("The first and the last MiB of the drive could not be read.")
    if device.ends.is_blank:
        return passes("The first and the last MiB are blank.")
    if is_as_left(device) and device.left is not None:
        return passes(f"The first and the last MiB are as attempt {device.left.attempt_id} left them.")
    if device.left is not None and device.left.in_use:
        clean = no_signature(device, host)
        if clean.verdict == passes("").verdict:
            return passes(f"Attempt {device.left.attempt_id} wrote to it and never ended; it carries no signature.")
        return refuses(f"Attempt {device.left.attempt_id} wrote to it and never ended, and now: {clean.reason}")
    return refuses(
        "The first or the last MiB holds data that no test of this lab left there: nothing was touched. "
        "Clear both by hand (with blkdiscard or wipefs, say) if they are of no value."
    )


def is_as_left(device: DeviceFacts) -> bool:
    """Whether both ends hash as the last test of this runner left them."""
    if device.left is None or device.ends is None:
        return False
    return (device.left.first_sha256, device.left.last_sha256) == (device.ends.first_sha256, device.ends.last_sha256)
