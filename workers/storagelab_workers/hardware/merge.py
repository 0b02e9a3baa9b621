"""Merge of all tools' facts about one server into one inventory: pure, in storage order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from storagelab.collectors.base import ArrayFacts, CollectedFacts
from storagelab_workers.hardware.arrays import merge_arrays
from storagelab_workers.hardware.cleaning import clean_facts, clean_text
from storagelab_workers.hardware.controllers import merge_boxes
from storagelab_workers.hardware.drives import join_drives
from storagelab_workers.hardware.identity import assign_identities
from storagelab_workers.hardware.inventory import DiscoveredHardware, FoundDrive

#: A sentence of a warning is read by people; what a tool printed may be in it.
_MAX_WARNING = 500


def merge(facts: CollectedFacts) -> DiscoveredHardware:
    """Merge the reports of all tools into controllers, enclosures, drives and arrays, each once.

    Includes sentences about disagreements of the tools.
    """
    boxes = merge_boxes(
        _clean_components(facts.controllers, "key", "kind"), _clean_components(facts.enclosures, "key", "kind")
    )
    details = _clean_components(facts.details)
    drives, doubts = join_drives(_clean_components(facts.drives, "kernel_name", "path"), details, boxes)
    arrays, more_doubts = merge_arrays(_clean_components(facts.arrays, "key", "name", "implementation"), drives, boxes)
    warnings = dict.fromkeys((*boxes.warnings, *doubts, *more_doubts))
    return DiscoveredHardware(
        controllers=boxes.controllers,
        enclosures=boxes.enclosures,
        drives=tuple(_attach_controllers(assign_identities(drives), arrays)),
        arrays=tuple(arrays),
        warnings=tuple(clean_text(warning, _MAX_WARNING) for warning in warnings),
    )


def _clean_components(pieces: Iterable[Any], *needed: str) -> list[Any]:
    """Clean the texts of hardware facts for storage; leave out facts without a field in `needed`."""
    cleaned = [clean_facts(piece) for piece in pieces]
    return [piece for piece in cleaned if all(getattr(piece, name) for name in needed)]


def _attach_controllers(drives: list[FoundDrive], arrays: list[ArrayFacts]) -> list[FoundDrive]:
    """Return the drives, each virtual drive with its array's controller where it has no other."""
    made_by = {array.drive: array.controller_key for array in arrays if array.drive is not None}
    return [
        replace(drive, controller_key=drive.controller_key or made_by.get(place)) for place, drive in enumerate(drives)
    ]
