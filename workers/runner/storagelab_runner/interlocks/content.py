"""I15 and I16: the drive is empty, or exactly as the lab's own last test left it."""

from __future__ import annotations

from storagelab_runner.findings import REFUSE
from storagelab_runner.interlocks.facts import Contents, DeviceFacts, HostFacts, Left
from storagelab_runner.interlocks.verdict import InterlockVerdict, build_pass_verdict, build_refuse_verdict, join_words

_CLEAR = "nothing was touched. Clear the drive by hand, for example with blkdiscard, if these data are not needed."


def check_no_signature(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I15: blkid and wipefs find nothing on the drive or its partitions, and the kernel knows no partition.

    A signature that a test of this runner left there (it made a file system, for example) passes under one condition:
    both ends of the drive, its sample blocks and its partitions are as that test left them. Any later user of the drive
    would have changed them.
    """
    if device.signatures is None:
        return build_refuse_verdict("What is on the drive could not be read.")
    doubts = [signature.doubt for signature in device.signatures if signature.doubt is not None]
    if doubts:
        return build_refuse_verdict(f"{doubts[0]}.")
    items = [f"{words} on {signature.node}" for signature in device.signatures for words in signature.words]
    items += [f"the partition {part.name}" for part in device.family[1:]]
    if not items:
        return build_pass_verdict(
            "blkid and wipefs find no file system, volume, array, swap area or partition table on it."
        )
    if is_as_left(device) and device.left is not None:
        return build_pass_verdict(f"It carries {join_words(items)}, {_format_last_use(device.left)}.")
    return build_refuse_verdict(
        f"It carries {join_words(items)}: nothing was touched. Erase it by hand if it is not needed."
    )


def check_known_contents(device: DeviceFacts, host: HostFacts) -> InterlockVerdict:
    """Check I16: both ends and all sample blocks are blank, or as the last test of this runner left them.

    A block that is blank now holds no data, whatever was there: drives may drop discarded blocks at any time. A record
    of an older runner has no sample blocks and covers the ends alone. All else must then be blank, so a drive that
    tests have filled is cleared once by hand after such an upgrade. A test that never ended covers nothing at first. A
    later look records what is on a drive that carries no signature and has no user. From then on this counts as what
    the test left.
    """
    contents, left = device.contents, device.left
    if contents is None:
        return build_refuse_verdict("The ends of the drive and the sample blocks between them could not be read.")
    foreign = find_foreign_sample(contents, left)
    if (contents.ends.is_blank or _has_ends_of(left, contents)) and foreign is None:
        parts = f"The ends and {len(contents.samples.offsets)} sample blocks between them are"
        if left is None or (contents.ends.is_blank and all(contents.samples.blank)):
            return build_pass_verdict(f"{parts} blank.")
        return build_pass_verdict(f"{parts} blank or {_format_last_use(left)}.")
    if left is not None and left.in_use:
        return _refuse_unended_use(device, left, host)
    if not contents.ends.is_blank and not _has_ends_of(left, contents):
        return build_refuse_verdict(
            f"The first or the last MiB holds data that no test of this lab left there: {_CLEAR}"
        )
    if left is not None and left.sample_digests is None:
        return build_refuse_verdict(
            f"It holds data at byte {foreign}, and attempt {left.attempt_id} ran under an older runner, which recorded "
            f"both ends alone, so their origin is not known: {_CLEAR}"
        )
    return build_refuse_verdict(f"It holds data at byte {foreign} that no test of this lab left there: {_CLEAR}")


def is_as_left(device: DeviceFacts) -> bool:
    """Return True when ends, sample blocks and partitions are as the last test of this runner left them."""
    contents, left = device.contents, device.left
    if contents is None or left is None or left.sample_digests is None:
        return False
    same = _has_ends_of(left, contents) and left.partitions == contents.partitions
    return same and find_foreign_sample(contents, left) is None


def find_foreign_sample(contents: Contents, left: Left | None) -> int | None:
    """Return the offset in bytes of the first sample block that is neither blank nor as recorded.

    `left` is the record of how the last test left the drive. Return None when there is no such block.
    """
    samples = contents.samples
    digests: tuple[str | None, ...] = (None,) * len(samples.offsets)
    if left is not None and left.sample_digests is not None and _has_places_of(left, contents):
        digests = left.sample_digests
    for offset, digest, blank, expected in zip(samples.offsets, samples.digests, samples.blank, digests):
        if not blank and digest != expected:
            return offset
    return None


def _has_places_of(left: Left, contents: Contents) -> bool:
    """Return whether the record `left` and `contents` sampled the same blocks: equal seed and size."""
    recorded = (left.seed, left.size_bytes, len(left.sample_digests or ()))
    return recorded == (contents.samples.seed, contents.size_bytes, len(contents.samples.offsets))


def _has_ends_of(left: Left | None, contents: Contents) -> bool:
    if left is None:
        return False
    return (left.first_sha256, left.last_sha256) == (contents.ends.first_sha256, contents.ends.last_sha256)


def _refuse_unended_use(device: DeviceFacts, left: Left, host: HostFacts) -> InterlockVerdict:
    lost = f"Attempt {left.attempt_id} wrote to it and never ended"
    clean = check_no_signature(device, host)
    if clean.verdict == REFUSE:
        return build_refuse_verdict(f"{lost}, and now: {clean.reason}")
    return build_refuse_verdict(
        f"{lost}, and what it left could not be recorded, as the attempt still runs, the drive is in use or its size "
        f"is another: {_CLEAR}"
    )


def _format_last_use(left: Left) -> str:
    if left.is_late:
        return f"as found after attempt {left.attempt_id}, which never ended"
    return f"as attempt {left.attempt_id} left it"
