"""Erasures by the drive: release, command, reopening, and proof that planted data is erased."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from storagelab_runner.operations import canary
from storagelab_runner.operations.context import Context, OperationFailed, get_capacity

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice


@contextlib.contextmanager
def released(device: HeldDevice, context: Context) -> Iterator[None]:
    """Close a held device while a command runs in the block, and hold it again afterwards.

    The device is held again and proven to be the same also on failure. Raises OperationFailed when that fails.
    """
    place = context.held.index(device)
    context.let_go(device)
    try:
        yield
    finally:
        taken = context.take_back(device)
        context.held.remove(taken)
        context.held.insert(place, taken)


@contextlib.contextmanager
def proven(device: HeldDevice, context: Context) -> Iterator[dict[str, Any]]:
    """Plant canary blocks on a device, run the erasure in the block, and look for them afterwards.

    Yields the evidence, which the body may extend. The body must leave the device held at its original index. Raises
    OperationFailed when any block survived.
    """
    place = context.held.index(device)
    planted = canary.plant_canaries(device, get_capacity(device.descriptor))
    evidence: dict[str, Any] = {"path": device.path}
    yield evidence
    held = context.held[place]
    surviving = canary.count_surviving_canaries(held, planted)
    evidence.update(sampled=len(planted.blocks), surviving=surviving, bytes=get_capacity(held.descriptor))
    if surviving:
        raise OperationFailed(
            f"{device.path} reported success, yet {surviving} of {len(planted.blocks)} blocks still read as they were "
            "written before: it did not erase them."
        )
