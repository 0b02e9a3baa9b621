"""Paths between NVMe namespaces and controllers, from `nvme list -v` and `nvme list-subsys`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from storagelab.collectors.drive_values import convert_to_bytes, read_counter, read_mapping, read_mappings
from storagelab.collectors.values import read_word
from storagelab.domain.json_values import JsonObject

_PCI = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]", re.IGNORECASE)
#: One path to a namespace that has several; the namespace itself has the same name without the controller.
_PATH = re.compile(r"(nvme\d+)c\d+(n\d+)")


@dataclass(frozen=True, slots=True)
class NvmeController:
    """A controller by its kernel name, such as nvme0; `number` identifies it within its subsystem."""

    name: str
    subsystem: str | None = None
    number: int | None = None
    transport: str | None = None
    address: str | None = None
    serial: str | None = None
    model: str | None = None
    firmware: str | None = None

    @property
    def pci_address(self) -> str | None:
        """Return the PCI address, such as `0000:3b:00.0`; None for a controller behind a network."""
        address = (self.address or "").strip()
        return address.lower() if self.transport in (None, "pcie") and _PCI.fullmatch(address) else None


@dataclass(frozen=True, slots=True)
class NvmeNamespace:
    """A namespace by its kernel name, such as nvme0n1, with the names of the controllers that lead to it."""

    name: str
    number: int | None = None
    size_bytes: int | None = None
    block_bytes: int | None = None
    serial: str | None = None
    model: str | None = None
    firmware: str | None = None
    controllers: tuple[str, ...] = ()


_Piece = TypeVar("_Piece", NvmeController, NvmeNamespace)


@dataclass(frozen=True, slots=True)
class Topology:
    """Controllers and namespaces by their names; empty where none are reported."""

    controllers: Mapping[str, NvmeController]
    namespaces: Mapping[str, NvmeNamespace]


def read_topology(listed: Any, subsystems: Any) -> Topology:
    """Read the topology from the JSON of `nvme list` and `nvme list-subsys`.

    All formats of nvme-cli from 1.x to 3.0 are accepted.
    """
    controllers: dict[str, NvmeController] = {}
    namespaces: dict[str, NvmeNamespace] = {}
    for piece in (*_iterate_listed(listed), *_iterate_subsystem_list(subsystems)):
        if isinstance(piece, NvmeController):
            previous = controllers.get(piece.name)
            controllers[piece.name] = piece if previous is None else _fill_unknown_fields(previous, piece)
        else:
            before = namespaces.get(piece.name)
            namespaces[piece.name] = piece if before is None else _merge_namespaces(before, piece)
    return Topology(controllers, namespaces)


def _iterate_listed(listed: Any) -> Iterator[NvmeController | NvmeNamespace]:
    """Yield the parts of `nvme list`: flat without -v, by subsystem in 1.x, by host and subsystem since 2.0."""
    for entry in read_mappings(read_mapping(listed).get("Devices")):
        device = read_word(entry.get("DevicePath"))
        if device is not None:
            yield from _iterate_namespace({**entry, "NameSpace": device, "NSID": entry.get("NameSpace")}, None)
        for subsystem in [entry, *read_mappings(entry.get("Subsystems"))]:
            yield from _iterate_subsystem(subsystem)


def _iterate_subsystem(subsystem: JsonObject) -> Iterator[NvmeController | NvmeNamespace]:
    name = read_word(subsystem.get("SubsystemNQN"))
    for controller in read_mappings(subsystem.get("Controllers")):
        yield from _iterate_controller(controller, read_word(controller.get("Controller")), name)
        for part in (*read_mappings(controller.get("Namespaces")), *read_mappings(controller.get("Paths"))):
            yield from _iterate_namespace(part, read_word(controller.get("Controller")))
    for namespace in read_mappings(subsystem.get("Namespaces")):
        yield from _iterate_namespace(namespace, None)
        # Since 3.0 a namespace with several paths names its controllers below them.
        for path in read_mappings(namespace.get("Paths")):
            yield from _iterate_controller(path, read_word(path.get("Controller")), name)
            yield from _iterate_namespace({**namespace, "Path": None}, read_word(path.get("Controller")))


def _iterate_subsystem_list(answer: Any) -> Iterator[NvmeController]:
    """Yield controllers of `nvme list-subsys`; 1.x lists the paths of a subsystem in a separate entry after it."""
    for host in read_mappings(answer) if isinstance(answer, list) else [read_mapping(answer)]:
        name = None
        for entry in read_mappings(host.get("Subsystems")):
            name = read_word(entry.get("NQN")) or name
            for path in read_mappings(entry.get("Paths")):
                yield from _iterate_controller(path, read_word(path.get("Name")), name)


def _iterate_controller(entry: JsonObject, name: str | None, subsystem: str | None) -> Iterator[NvmeController]:
    if name is not None:
        yield NvmeController(
            name=name,
            subsystem=subsystem,
            number=read_counter(entry.get("Cntlid")),
            transport=read_word(entry.get("Transport")),
            address=read_word(entry.get("Address")),
            serial=read_word(entry.get("SerialNumber")),
            model=read_word(entry.get("ModelNumber")),
            firmware=read_word(entry.get("Firmware")),
        )


def _iterate_namespace(entry: JsonObject, controller: str | None) -> Iterator[NvmeNamespace]:
    name = read_word(entry.get("NameSpace")) or read_word(entry.get("Namespace")) or read_word(entry.get("Path"))
    if name is None:
        return
    is_path = _PATH.fullmatch(name)
    # A path has no capacity of its own, and versions of nvme-cli with 32 bits print what is left of one.
    size, block = (None, None) if is_path else (entry.get("PhysicalSize"), entry.get("SectorSize"))
    yield NvmeNamespace(
        name="".join(is_path.groups()) if is_path else name.removeprefix("/dev/"),
        number=read_counter(entry.get("NSID")),
        size_bytes=convert_to_bytes(size, 1) or None,
        block_bytes=block_size if (block_size := read_counter(block)) and block_size >= 512 else None,
        serial=read_word(entry.get("SerialNumber")),
        model=read_word(entry.get("ModelNumber")),
        firmware=read_word(entry.get("Firmware")),
        controllers=() if controller is None else (controller,),
    )


def _fill_unknown_fields(first: _Piece, other: _Piece) -> _Piece:
    """Return the entry `first` with its unknown fields taken from `other`."""
    return replace(
        first,
        **{
            attribute.name: getattr(other, attribute.name)
            for attribute in fields(first)
            if getattr(first, attribute.name) is None
        },
    )


def _merge_namespaces(first: NvmeNamespace, other: NvmeNamespace) -> NvmeNamespace:
    controllers = tuple(dict.fromkeys((*first.controllers, *other.controllers)))
    return replace(_fill_unknown_fields(first, other), controllers=controllers)
