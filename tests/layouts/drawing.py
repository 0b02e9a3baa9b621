"""Draw layouts: the same seed, number and machine always give the same layout. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from tests.layouts.layers import Bench, Layer, Layout

#: Data of the lab's own size: less could lie between two sample blocks of a drive of 256 MiB.
DATA_MIB = 3
FILE_SYSTEM_MIB = 16
_SMALLEST_MIB = 20
_MAX_DEPTH = 3
_CONTAINERS = ("partition table", "added partition", "loop", "loop", "linear", "crypt", "raid", "volume")
_STOPPED = ("stopped raid", "inactive volume")
_CONTENTS = ("ext4", "ext4", "ext4", "xfs", "swap area", "header of LUKS", "data", "data", "data")
_USERS = (
    "NVMe export",
    "NVMe export",
    "prepared NVMe export",
    "SCSI export",
    "SCSI export as a file",
    "backing of zram",
    "open for reading",
    "open for writing",
    "mapped",
    "registered with io_uring",
)
#: Of the drive itself alone.
_OF_DRIVE = (
    "generic device open",
    "controller open",
    "named in fstab",
    "named in crypttab",
    "named in a unit",
)
T = TypeVar("T")
_HARMLESS = ("named in a comment", "opened and closed")
_MOUNTS = ("mounted", "mounted", "mounted in a namespace", "mounted in a namespace", "mount detached, a file open")


def draw_layout(seed: int, number: int, bench: Bench) -> Layout:
    """Return layout `number` of a seed."""
    return _Drawing(random.Random(f"{seed}:{number}"), bench).layout(number)


class _Drawing:
    """One layout being drawn."""

    def __init__(self, rng: random.Random, bench: Bench) -> None:
        self._rng = rng
        self._bench = bench
        self._has_array = False

    def layout(self, number: int) -> Layout:
        if self._rng.random() < 0.5:
            return self._refused(number)
        return self._accepted(number)

    def _refused(self, number: int) -> Layout:
        """Draw a layout with an obstacle on the target, and sometimes something beside it."""
        is_left = self._chance(0.05)
        stack = self._data(self._bench.size) if is_left else self._stack()
        beside = (self._stack(),) if self._chance(0.15) else ()
        return Layout(number, target=(stack,), beside=beside, is_left=is_left)

    def _accepted(self, number: int) -> Layout:
        """Draw a layout without an obstacle on the target, whatever was there before and is beside it."""
        variants: list[tuple[int, Callable[[], Layout]]] = [
            (15, lambda: Layout(number)),
            (25, lambda: Layout(number, before=(self._stack(),))),
            (30, lambda: Layout(number, beside=(self._stack(),))),
            (10, lambda: Layout(number, before=(self._stack(),), beside=(self._stack(),))),
            (4, lambda: Layout(number, is_left=True, is_trimmed=self._chance(0.4))),
            (2, lambda: Layout(number, is_left=True, beside=(self._stack(),))),
            (8, lambda: Layout(number, on_file=(self._on_file(),))),
        ]
        harmless = self._possible(_HARMLESS)
        variants.append((8, lambda: Layout(number, target=(Layer(self._one(harmless), self._bench.size),))))
        [draw] = self._rng.choices([draw for _, draw in variants], [weight for weight, _ in variants])
        return draw()

    def _stack(self) -> Layer:
        return self._on_device(self._bench.size, depth=0)

    def _on_file(self) -> Layer:
        size = FILE_SYSTEM_MIB * 2
        return Layer("loop", size, children=(self._contents(size),))

    def _on_device(self, size: int, depth: int) -> Layer:
        """Draw what lies on a device of this size."""
        if depth < _MAX_DEPTH and size >= 2 * _SMALLEST_MIB and self._chance((0.7, 0.45, 0.3)[depth]):
            containers = [kind for kind in self._possible(_CONTAINERS) if depth == 0 or kind != "added partition"]
            return self._container(self._one(containers), size, depth)
        choices = [self._user, self._contents, self._contents]
        if depth == 0:
            choices.append(lambda size: Layer(self._one(self._possible(_OF_DRIVE) or ("mapped",)), size))
            choices.append(lambda size: Layer(self._one(self._possible(_STOPPED) or ("ext4",)), size))
        return self._one(choices)(size)

    def _container(self, kind: str, size: int, depth: int) -> Layer:
        if kind == "partition table":
            return self._table(size, depth)
        if kind == "raid":
            return self._array(size, depth)
        if kind == "volume":
            # Metadata takes the first MiB, and extents are whole.
            return Layer(kind, size, children=self._inside(size - 8, depth))
        offset = self._rng.randrange(size - _SMALLEST_MIB)
        part = self._rng.randint(_SMALLEST_MIB, size - offset)
        option = self._one(("", "", "direct")) if kind == "loop" else ""
        return Layer(kind, part, offset, option, self._inside(part, depth))

    def _table(self, size: int, depth: int) -> Layer:
        count = self._rng.randint(1, min(3, size // _SMALLEST_MIB - 1))
        size_mib = (size - 4) // count
        parts = []
        for index in range(count):
            inside = self._inside(size_mib, depth) if index == 0 or self._chance(0.5) else ()
            parts.append(Layer("partition", size_mib, 1 + index * size_mib, str(index + 1), inside))
        label = self._one(("gpt", "mbr"))
        if "partitions" in self._bench.capabilities and depth == 0 and self._chance(0.75):
            return Layer("partition table", size, option=label, children=tuple(parts))
        bare = tuple(Layer("partition", part.size, part.offset, part.option) for part in parts)
        return Layer("partition table", size, option=f"{label}, only on disk", children=bare)

    def _array(self, size: int, depth: int) -> Layer:
        level = "1" if self._has_array else self._one(("0", "1", "1"))
        partner = "" if self._has_array else " with the spare drive"
        self._has_array = True
        metadata = self._one(("0.90", "1.0", "1.2"))
        if level == "0" and metadata == "0.90":
            # It cannot hold how members of different sizes share the rest, without which kernels since 5.4 refuse it.
            metadata = "1.2"
        # Superblocks and data offsets take up to 8 MiB of drives of this size; a partner may be small.
        inside = self._inside(size - 12, depth)
        return Layer("raid", size, option=f"level {level}, metadata {metadata}{partner}", children=inside)

    def _inside(self, size: int, depth: int) -> tuple[Layer, ...]:
        if size < _SMALLEST_MIB or self._chance(0.1):
            return ()
        return (self._on_device(size, depth + 1),)

    def _user(self, size: int) -> Layer:
        return Layer(self._one(self._possible(_USERS)), size)

    def _contents(self, size: int) -> Layer:
        kind = self._one(self._possible(_CONTENTS))
        if kind == "data":
            return self._data(size)
        if kind in ("ext4", "xfs"):
            children: tuple[Layer, ...] = ()
            if self._chance(0.75):
                option = self._one(("", "", "read-only"))
                children = (Layer(self._one(_MOUNTS), FILE_SYSTEM_MIB, option=option),)
            return Layer(kind, FILE_SYSTEM_MIB, children=children)
        if kind == "swap area" and self._bench.can("swapped to") and self._chance(0.6):
            return Layer(kind, size, children=(Layer("swapped to", size),))
        return Layer(kind, size)

    def _data(self, size: int) -> Layer:
        place = self._one(("first", "middle", "middle", "last"))
        room = size - DATA_MIB
        offset = {"first": 0, "last": room, "middle": self._rng.randint(min(1, room), max(1, room - 1))}[place]
        return Layer("data", DATA_MIB, offset)

    def _possible(self, kinds: Sequence[str]) -> list[str]:
        return [kind for kind in kinds if self._bench.can(kind)]

    def _one(self, choices: Sequence[T]) -> T:
        return choices[self._rng.randrange(len(choices))]

    def _chance(self, share: float) -> bool:
        return self._rng.random() < share
