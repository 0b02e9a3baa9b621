"""Discard and write-zeroes: sent to the kernel piece by piece on the held descriptor, read back."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from storagelab_runner.operations import canary, nvme
from storagelab_runner.operations.command import search_path
from storagelab_runner.operations.context import Context, OperationFailed, get_capacity
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

_BLKDISCARD = 0x1277
_BLKZEROOUT = 0x127F
#: One request of the kernel covers this much, so that the heart beats and a cancellation is heard in between.
_PIECE_BYTES = 1 << 30
_SIGNATURE_BYTES = 1 << 20
_LOOP_MAJOR = 7
_PROVISIONING_PAGE = 0xB2


class Span(NamedTuple):
    """The part of one device an operation covers."""

    device: HeldDevice
    start: int
    end: int


def discard(_operation: Operation, context: Context) -> dict[str, Any]:
    """Discard all blocks of every held device and return what the devices read afterwards.

    `devices` lists per device path, bytes, sampled and surviving blocks, blocks of zeroes, and whether the device
    promises zeroes. Raises OperationFailed when every sampled block survived or a promise of zeroes was broken, or
    Stopped.
    """
    return {"devices": [_discard(device, context) for device in context.held]}


def write_zeroes(_operation: Operation, context: Context) -> dict[str, Any]:
    """Write zeroes to the usable part of every held device with the device's own command.

    Returns `devices`: path, bytes, sampled blocks and blocks of zeroes of each. Raises OperationFailed when a sampled
    block does not read as zeroes, or Stopped.
    """
    results = []
    for device in context.held:
        size = context.usable_bytes(get_capacity(device.descriptor))
        canary.plant_canaries(device, size)
        _issue_request(_BLKZEROOUT, Span(device, 0, size), context)
        zeroes = count_of_zeroes(device, canary.compute_canary_offsets(size))
        if zeroes["zero"] != zeroes["sampled"]:
            raise OperationFailed(
                f"{device.path} reported zeroes written, yet only {zeroes['zero']} of {zeroes['sampled']} blocks read "
                "as zeroes."
            )
        results.append({"path": device.path, "bytes": size, **zeroes})
    return {"devices": results}


def over_provision_devices(operation: Operation, context: Context) -> dict[str, Any]:
    """Discard every held device and reserve the end of each, so that no later step uses it.

    The limit is one of addresses, not of the drive: blocks that were discarded and are never written serve the drive as
    spare area just as if it had hidden them. Every drive can do it, and nothing has to be undone or enrolled again.
    Returns the evidence of `discard` with the usable bytes of each device.
    """
    evidence = discard(operation, context)
    context.reserved_percent = operation.values["percent"]
    for result in evidence["devices"]:
        result["usable_bytes"] = context.usable_bytes(result["bytes"])
    return evidence


def erase_signatures(device: HeldDevice) -> None:
    """Zero the first and last MiB of a device, where file systems, arrays and partition tables sign.

    Raises OSError.
    """
    size = get_capacity(device.descriptor)
    for start in (0, max(0, size - _SIGNATURE_BYTES)):
        fcntl.ioctl(device.descriptor, _BLKZEROOUT, struct.pack("=QQ", start, min(_SIGNATURE_BYTES, size)))


def count_of_zeroes(device: HeldDevice, offsets: tuple[int, ...]) -> dict[str, int]:
    """Return the count of blocks read at `offsets` (`sampled`) and of all-zero blocks (`zero`)."""
    blocks = canary.read(device, offsets)
    return {"sampled": len(blocks), "zero": sum(not any(block) for block in blocks)}


def _discard(device: HeldDevice, context: Context) -> dict[str, Any]:
    size = get_capacity(device.descriptor)
    planted = canary.plant_canaries(device, size)
    _issue_request(_BLKDISCARD, Span(device, 0, size), context)
    surviving = canary.count_surviving_canaries(device, planted)
    zeroes = count_of_zeroes(device, planted.offsets)
    promised = has_zeroed_discard(device, context)
    if surviving == len(planted.blocks):
        raise OperationFailed(
            f"{device.path} accepted the discard, yet every block still reads as before: it erased nothing."
        )
    if promised and zeroes["zero"] != zeroes["sampled"]:
        raise OperationFailed(
            f"{device.path} promises zeroes after a discard, yet only {zeroes['zero']} of {zeroes['sampled']} blocks "
            "read as zeroes."
        )
    return {"path": device.path, "bytes": size, "surviving": surviving, "promises_zeroes": promised, **zeroes}


def has_zeroed_discard(device: HeldDevice, context: Context) -> bool | None:
    """Return whether discarded blocks must read as zeroes; None where it is unknown."""
    if nvme.is_namespace(device.path):
        installed = shutil.which(nvme.TOOL, path=search_path(context.environment)) is not None
        return nvme.read_layout(device.path, context).promises_zeroes if installed else None
    number = os.fstat(device.descriptor).st_rdev
    if os.major(number) == _LOOP_MAJOR:
        # A loop device punches holes in its file, which read as zeroes.
        return True
    page = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/device/vpd_pgb2")
    try:
        content = page.read_bytes()
    except OSError:
        return None
    return has_zeroes_bit(content)


def has_zeroes_bit(content: bytes) -> bool | None:
    """Return whether LBPRZ of a Logical Block Provisioning page promises zeroes after a discard.

    Values 001b and 1xxb mean zeroes (SBC-4 6.6.6). None when `content` is not such a page.
    """
    if len(content) < 6 or content[1] != _PROVISIONING_PAGE:
        return None
    lbprz = content[5] >> 2 & 7
    return lbprz == 1 or lbprz >= 4


def _issue_request(request: int, span: Span, context: Context) -> None:
    """Send an ioctl request, discard or write zeroes, to a device for every piece of a span.

    Raises OperationFailed when the device cannot do it, or Stopped.
    """
    start = span.start
    while start < span.end:
        length = min(_PIECE_BYTES, span.end - start)
        try:
            fcntl.ioctl(span.device.descriptor, request, struct.pack("=QQ", start, length))
        except OSError as problem:
            name = "discard" if request == _BLKDISCARD else "write zeroes"
            raise OperationFailed(f"{span.device.path} cannot {name} at byte {start}: {problem.strerror}.") from None
        start += length
        context.beat()
