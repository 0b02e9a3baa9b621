"""Canaries: random blocks planted before an erasure and looked for after it, to prove its effect."""

from __future__ import annotations

import contextlib
import mmap
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from storagelab_runner.operations.context import OperationFailed

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

BLOCK_BYTES = 4096
COUNT = 16
_ALIGNMENT = 1 << 20


class Canaries(NamedTuple):
    """Planted blocks and their offsets."""

    offsets: tuple[int, ...]
    blocks: tuple[bytes, ...]


def compute_canary_offsets(size_bytes: int) -> tuple[int, ...]:
    """Return byte offsets for canary blocks, spread evenly from the first to the last MiB of a drive.

    Each offset is a multiple of one MiB where the drive is large enough, else of one block.
    """
    alignment = _ALIGNMENT if size_bytes >= COUNT * _ALIGNMENT else BLOCK_BYTES
    last = max(0, size_bytes - alignment)
    return tuple(sorted({last * index // (COUNT - 1) // alignment * alignment for index in range(COUNT)}))


def plant_canaries(device: HeldDevice, size_bytes: int) -> Canaries:
    """Write random blocks at fixed offsets of a drive, read them back and return them.

    Both bypass every cache of the server. The blocks show later whether an erasure reached them. Raises OperationFailed
    when a block reads back differently, or OSError.
    """
    offsets = compute_canary_offsets(size_bytes)
    blocks = tuple(os.urandom(BLOCK_BYTES) for _ in offsets)
    with _opened(device, os.O_WRONLY | os.O_DSYNC) as descriptor:
        for offset, block in zip(offsets, blocks):
            with mmap.mmap(-1, BLOCK_BYTES) as buffer:
                buffer.write(block)
                os.pwritev(descriptor, [buffer], offset)
    canaries = Canaries(offsets, blocks)
    if read(device, offsets) != list(blocks):
        raise OperationFailed(f"{device.path} did not give back what was just written to it.")
    return canaries


def count_surviving_canaries(device: HeldDevice, canaries: Canaries) -> int:
    """Return how many planted blocks of a device still read back unchanged. Raises OSError."""
    blocks = read(device, canaries.offsets)
    return sum(block == canary for block, canary in zip(blocks, canaries.blocks))


def read(device: HeldDevice, offsets: Sequence[int], length: int = BLOCK_BYTES) -> list[bytes]:
    """Read the blocks at these offsets, past every cache of this server. Raises OSError."""
    blocks = []
    with _opened(device, os.O_RDONLY) as descriptor, mmap.mmap(-1, length) as buffer:
        for offset in offsets:
            count = os.preadv(descriptor, [buffer], offset)
            blocks.append(bytes(buffer[:count]))
    return blocks


@contextlib.contextmanager
def _opened(device: HeldDevice, flags: int) -> Iterator[int]:
    """Yield a second descriptor of a held device that bypasses the page cache, then close it.

    Raises OperationFailed when the path leads to another device, or OSError.
    """
    descriptor = os.open(device.path, flags | os.O_DIRECT | os.O_CLOEXEC)
    try:
        if os.fstat(descriptor).st_rdev != os.fstat(device.descriptor).st_rdev:
            raise OperationFailed(f"{device.path} leads to another device than the one that is held.")
        yield descriptor
    finally:
        os.close(descriptor)
