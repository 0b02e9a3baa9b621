"""Layers that a stack of block devices is made of, and the judgement that follows from them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """Effects of one kind of layer on the device it lies on, and the capability of a machine that it needs."""

    is_use: bool
    """The device has a user, or is named as one's for later."""
    is_content: bool
    """The device is blank no more."""
    needs: str | None = None


KINDS = {
    "partition table": Kind(is_use=False, is_content=True),
    "partition": Kind(is_use=False, is_content=False),
    # Known to the kernel alone: nothing is written to the drive.
    "added partition": Kind(is_use=True, is_content=False, needs="partitions"),
    "loop": Kind(is_use=True, is_content=False),
    "linear": Kind(is_use=True, is_content=False, needs="dm"),
    "crypt": Kind(is_use=True, is_content=False, needs="dm-crypt"),
    "raid": Kind(is_use=True, is_content=True, needs="md"),
    "stopped raid": Kind(is_use=False, is_content=True, needs="md"),
    "volume": Kind(is_use=True, is_content=True, needs="lvm"),
    "inactive volume": Kind(is_use=False, is_content=True, needs="lvm"),
    "ext4": Kind(is_use=False, is_content=True),
    "xfs": Kind(is_use=False, is_content=True, needs="xfs"),
    "mounted": Kind(is_use=True, is_content=False),
    "mounted in a namespace": Kind(is_use=True, is_content=False),
    "mount detached, a file open": Kind(is_use=True, is_content=False),
    "swap area": Kind(is_use=False, is_content=True),
    "swapped to": Kind(is_use=True, is_content=False, needs="swap"),
    "header of LUKS": Kind(is_use=False, is_content=True),
    "data": Kind(is_use=False, is_content=True),
    "NVMe export": Kind(is_use=True, is_content=False, needs="nvmet"),
    "prepared NVMe export": Kind(is_use=True, is_content=False, needs="nvmet"),
    "SCSI export": Kind(is_use=True, is_content=False, needs="lio-block"),
    "SCSI export as a file": Kind(is_use=True, is_content=False, needs="lio-file"),
    "backing of zram": Kind(is_use=True, is_content=False, needs="zram"),
    "open for reading": Kind(is_use=True, is_content=False),
    "open for writing": Kind(is_use=True, is_content=False),
    "mapped": Kind(is_use=True, is_content=False),
    "registered with io_uring": Kind(is_use=True, is_content=False, needs="io_uring"),
    "generic device open": Kind(is_use=True, is_content=False, needs="generic"),
    "controller open": Kind(is_use=True, is_content=False, needs="generic"),
    "named in fstab": Kind(is_use=True, is_content=False, needs="etc"),
    "named in crypttab": Kind(is_use=True, is_content=False, needs="etc"),
    "named in a unit": Kind(is_use=True, is_content=False, needs="etc"),
    # These leave the drive as free as it was.
    "named in a comment": Kind(is_use=False, is_content=False, needs="etc"),
    "opened and closed": Kind(is_use=False, is_content=False),
}


@dataclass(frozen=True)
class Layer:
    """One layer with those on it. Sizes and offsets in MiB."""

    kind: str
    size: int
    offset: int = 0
    option: str = ""
    """A variant of the kind, such as the level of an array; see building."""
    children: tuple[Layer, ...] = ()

    def walk(self) -> Iterator[Layer]:
        """Yield this layer and all on it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_obstacle(self) -> bool:
        """Return True when a drive below it must be refused because of this layer alone."""
        return KINDS[self.kind].is_use or KINDS[self.kind].is_content

    def __str__(self) -> str:
        words = self.kind
        words += f" ({self.option})" if self.option else ""
        words += f" at {self.offset} MiB" if self.offset else ""
        if len(self.children) > 1:
            return f"{words} > [{' + '.join(map(str, self.children))}]"
        return " > ".join([words, *map(str, self.children)])


@dataclass(frozen=True)
class Layout:
    """Everything that is built before one question."""

    number: int
    target: tuple[Layer, ...] = ()
    """On the drive that is asked for."""
    before: tuple[Layer, ...] = ()
    """On it earlier; taken down and cleared."""
    beside: tuple[Layer, ...] = ()
    """On another drive."""
    on_file: tuple[Layer, ...] = ()
    """On a file of the server."""
    is_left: bool = False
    """A test ran on the drive, and nobody cleared it."""
    is_trimmed: bool = False
    """Half of it, between the ends, was cleared after that test."""

    @property
    def obstacles(self) -> tuple[str, ...]:
        """Return the layers for which the drive must be refused; it must be accepted without any."""
        return tuple(layer.kind for stack in self.target for layer in stack.walk() if layer.is_obstacle)

    @property
    def must_refuse(self) -> bool:
        """Judgement that the layers require: True when the drive must be refused."""
        return bool(self.obstacles)

    def __str__(self) -> str:
        before = [f"(earlier: {stack})" for stack in self.before]
        left = ["as a test left it" + (", the middle cleared" if self.is_trimmed else "")] if self.is_left else []
        target = [str(stack) for stack in self.target] or ([] if left else ["blank"])
        words = ["drive > " + " + ".join([*before, *left, *target])]
        words += [f"neighbour > {stack}" for stack in self.beside]
        words += [f"file > {stack}" for stack in self.on_file]
        return "; ".join(words)


@dataclass(frozen=True)
class Bench:
    """A machine to draw for."""

    capabilities: frozenset[str]
    size: int
    """Of each drive, in MiB."""

    def can(self, kind: str) -> bool:
        """Return True when the machine can build a layer of this kind."""
        needs = KINDS[kind].needs
        return needs is None or needs in self.capabilities


@dataclass
class Outcome:
    """Answers about one layout."""

    number: int
    words: str
    must_refuse: bool
    built: bool = False
    check_refused: bool | None = None
    submit_refused: bool | None = None
    ended: str | None = None
    """Outcome of the run, None where there was none."""
    changed: list[str] = field(default_factory=list)
    """Parts that are not as they were."""
    changed_bytes: int = 0
    reasons: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    """Failures of the machine itself, while it built or cleared."""
    seconds: float = 0.0

    @classmethod
    def of_json(cls, value: dict[str, Any]) -> Outcome:
        """Read back what `vars` gave."""
        return cls(**value)
