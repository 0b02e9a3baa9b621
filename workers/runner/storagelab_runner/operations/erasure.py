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
    """Let a command have the device for itself; afterwards it is held again and proven the same, also on failure."""
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
    """Plant blocks before the erasure that is the body, and look for them afterwards. Raises Failed when any is left.

    Yields the evidence, which the body may extend. The body must leave the device held at its original index.
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
