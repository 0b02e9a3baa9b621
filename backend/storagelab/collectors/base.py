"""What a collector plug-in offers, and the facts that collectors find. Unknown is None and a warning, never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What the machine is. `cpu_threads` are logical processors; `cpu_cores` are those of all sockets together."""

    hostname: str | None = None
    os_name: str | None = None
    kernel: str | None = None
    architecture: str | None = None
    cpu_model: str | None = None
    cpu_sockets: int | None = None
    cpu_cores: int | None = None
    cpu_threads: int | None = None
    memory_bytes: int | None = None
    product_name: str | None = None
    system_vendor: str | None = None
    board_name: str | None = None
    bios_version: str | None = None
    fio_version: str | None = None


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """One drive as the kernel shows it.

    `stable_id` is the name below /dev/disk/by-id that identifies it best, `stable_ids` are all that lead to it. Without
    one the drive cannot be told from others after a reboot. `in_use_reasons` are words; empty means that nothing is
    known to use it. `mountpoints` are its own and those of everything on it. `resources` are the keys of everything
    that a run on it must hold alone.
    """

    kernel_name: str
    path: str
    stable_id: str | None
    stable_ids: tuple[str, ...]
    model: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    size_bytes: int | None
    logical_block_bytes: int | None
    physical_block_bytes: int | None
    rotational: bool | None
    transport: str | None
    mountpoints: tuple[str, ...]
    filesystem: str | None
    in_use_reasons: tuple[str, ...]
    resources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found; `server` None when a collector says nothing about it."""

    server: ServerFacts | None = None
    drives: tuple[DriveFacts, ...] = ()
    warnings: tuple[str, ...] = ()


class Collector(Protocol):
    """Reads some of the runner's inventory outputs, named in `inputs`."""

    name: str
    inputs: tuple[str, ...]

    def parse(self, outputs: Mapping[str, str | None]) -> Facts:
        """Facts of these outputs; one that is absent or None could not be read. Raises nothing."""
