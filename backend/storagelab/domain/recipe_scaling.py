"""Scaling of a profile to a target of another size, by equal shares of the target.

Sizes in bytes of the target become the same share of the new one. Sizes of requests and of files stay. Values in
percent or in passes fit already.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.domain.profile import ProfileDefinition, ProfileInvalid, WrittenDocument, lay_out, resolve_parameters
from storagelab.domain.profile_language import parse_whole_number
from storagelab.domain.recipe_shape import RecipeInvalid
from storagelab.domain.units import MIB, format_size, parse_size

#: A part smaller than this number of the largest requests measures something else.
MIN_BLOCKS = 64


@dataclass(frozen=True, slots=True)
class ScalableSize:
    """A place in a profile with a size in bytes of the target; `keys` lead to it."""

    keys: tuple[str | int, ...]
    size_bytes: int

    @property
    def place(self) -> str:
        """Return the path of the size in the profile, as in `phases.0.workload.range.size`."""
        return ".".join(map(str, self.keys))


@dataclass(frozen=True, slots=True)
class ScaledSize:
    """The same share of two targets."""

    path: str
    fraction: float
    source_bytes: int
    target_bytes: int


def find_sizes(document: Mapping[str, Any], values: Mapping[str, float]) -> list[ScalableSize]:
    """Return every offset and size in bytes of an address range of a valid profile.

    `values` are the parameters of the profile. Offsets and sizes in percent are omitted.
    """
    return [
        ScalableSize((*keys, name), parse_whole_number(".".join(map(str, (*keys, name))), written, values, parse_size))
        for keys, part in _iterate_ranges(document)
        for name, written in part.items()
        if not (isinstance(written, str) and written.endswith("%"))
    ]


def scale_document(
    document: Mapping[str, Any], profile: ProfileDefinition, parameters: Mapping[str, float], *, there: int, here: int
) -> tuple[WrittenDocument, list[ScaledSize]]:
    """Return a profile scaled from a target of `there` bytes to `here` bytes, and its changed sizes.

    Both ends of an address range fall on the same boundaries in all phases, so that one phase reads data that another
    wrote. Raises RecipeInvalid where a range would become too small. Raises ProfileInvalid for a profile that cannot be
    laid out.
    """
    scaled = copy.deepcopy(dict(document))
    if there == here:
        return scaled, []
    sizes = find_sizes(document, resolve_parameters(profile, parameters))
    if not sizes:
        return scaled, []
    workloads = [phase.workload for phase in lay_out(profile, parameters).phases]
    alignment = math.lcm(*{workload.alignment_bytes for workload in workloads})
    largest = max(size.bytes for workload in workloads for size in workload.block_sizes)
    if alignment > 64 * MIB:
        alignment = largest
    changed = []
    for size in sizes:
        target_bytes = size.size_bytes * here // there // alignment * alignment
        if size.keys[-1] == "size" and target_bytes < MIN_BLOCKS * largest:
            raise RecipeInvalid(
                f"profile.definition.{size.place}",
                f"{format_size(size.size_bytes)} of {there} bytes would be {format_size(target_bytes)} of the {here} "
                f"bytes of this target, and requests of {format_size(largest)} need "
                f"{format_size(MIN_BLOCKS * largest)} or more: bind a larger target, or keep the sizes in bytes",
            )
        holder: Any = scaled
        for key in size.keys[:-1]:
            holder = holder[key]
        holder[size.keys[-1]] = target_bytes
        changed.append(ScaledSize(size.place, size.size_bytes / there, size.size_bytes, target_bytes))
    return scaled, changed


def _iterate_ranges(document: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """Yield every address range that is written as a mapping, with the keys that lead to it.

    Ranges of phases in loops are included.
    """
    for index, entry in enumerate(document["phases"]):
        cells: list[tuple[tuple[str | int, ...], Any]] = [(("phases", index), entry)]
        if isinstance(entry, Mapping) and "loop" in entry:
            cells = [(("phases", index, "phases", number), cell) for number, cell in enumerate(entry["phases"])]
        for keys, phase in cells:
            yield from _iterate_phase_ranges(keys, phase)


def _iterate_phase_ranges(
    keys: tuple[str | int, ...], phase: Mapping[str, Any]
) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    holders: list[tuple[tuple[str | int, ...], Any]] = [((*keys, "workload"), phase.get("workload"))]
    holders += [((*keys, "points", index), point) for index, point in enumerate(phase.get("points") or ())]
    for place, holder in holders:
        if isinstance(holder, Mapping) and isinstance(holder.get("range"), Mapping):
            yield (*place, "range"), holder["range"]
    axis = (phase.get("sweep") or {}).get("range")
    for index, part in enumerate(axis if isinstance(axis, list) else ()):
        if isinstance(part, Mapping):
            yield (*keys, "sweep", "range", index), part


__all__ = ["MIN_BLOCKS", "ProfileInvalid", "ScalableSize", "ScaledSize", "find_sizes", "scale_document"]
