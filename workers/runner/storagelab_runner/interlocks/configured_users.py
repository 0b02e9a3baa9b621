"""Configuration files that name a drive: fstab, crypttab, systemd units, exports and machines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_tree import Tree
from storagelab_runner.interlocks.kernel_users import find_device_numbers
from storagelab_runner.places import Places, list_names

_MAX_BYTES = 4 << 20
_MAX_FILES = 20_000
#: Below /etc; a folder is read with all that is in it. mdadm.conf names arrays to assemble, not users of them.
_PLACES_IN_ETC = (
    *("fstab", "crypttab", "systemd/system", "nvmet", "target", "tgt", "libvirt/qemu", "libvirt/storage", "drbd.d"),
    *("iscsi/iet", "scst.conf"),
)
#: Below /run: units that generators made of fstab and of the kernel's command line, and transient ones.
_PLACES_IN_RUN = (
    *("systemd/system", "systemd/transient"),
    *("systemd/generator", "systemd/generator.early", "systemd/generator.late"),
)
_COMMENTS = ("#", ";", "//")
_DEVICE = re.compile(r"/dev/[^\s\"'<>,;\\]+(?:\\x[0-9a-f]{2}[^\s\"'<>,;\\]*)*")
_TAG = re.compile(r"\b(UUID|LABEL|PARTUUID|PARTLABEL|ID)=(\"[^\"]*\"|[^\s\"'<>,;]+)")
_UNIT = re.compile(r"\bdev-[A-Za-z0-9:_.\\-]+?\.(?:device|swap|mount)\b")
_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")
_TAG_FOLDERS = {
    "UUID": "by-uuid",
    "LABEL": "by-label",
    "PARTUUID": "by-partuuid",
    "PARTLABEL": "by-partlabel",
    "ID": "by-id",
}


class ConfiguredUser(NamedTuple):
    """One file of the server that names the block device `number` (`major:minor`) by `name`."""

    number: str
    file: str
    name: str


class ConfiguredUsers(NamedTuple):
    """Names found in the files of the server; `doubt` is a clause about what could not be read."""

    users: tuple[ConfiguredUser, ...]
    doubt: str | None


def read_configured_users(nodes: Tree, places: Places) -> ConfiguredUsers:
    """Return the block devices that the server's configuration files name, by any device name.

    Each has the file and the name; an unreadable file gives a doubt.
    """
    doubts: list[str] = []
    users: dict[ConfiguredUser, None] = {}
    for file in _iterate_files(places, doubts):
        for name in _iterate_names_in_file(file, doubts):
            for number in _find_device_numbers(name, nodes, places):
                users[ConfiguredUser(number, str(file), name)] = None
    return ConfiguredUsers(tuple(users), doubts[0] if doubts else None)


def iterate_device_names(text: str) -> Iterator[str]:
    """Yield the names of devices in a file of configuration: paths, tags such as UUID=..., and names of units."""
    for line in text.splitlines():
        if line.lstrip().startswith(_COMMENTS):
            continue
        yield from (match[0] for match in _DEVICE.finditer(line))
        yield from (f"{match[1]}={match[2].strip(chr(34))}" for match in _TAG.finditer(line))
        yield from (decode_unit_path(match[0]) for match in _UNIT.finditer(line))


def decode_unit_path(name: str) -> str:
    r"""Return the path that the name of a unit encodes: dev-disk-by\x2did-x.device is /dev/disk/by-id/x."""
    path = name.rpartition(".")[0].replace("-", "/")
    return "/" + _ESCAPED.sub(lambda match: chr(int(match[1], 16)), path)


def _iterate_files(places: Places, doubts: list[str]) -> Iterator[Path]:
    count = 0
    for root in (
        *(places.etc / name for name in _PLACES_IN_ETC),
        *(places.run / name for name in _PLACES_IN_RUN),
        places.proc / "cmdline",
    ):
        for file in _iterate_files_below(root, doubts):
            count += 1
            if count > _MAX_FILES:
                doubts.append(f"the server has more than {_MAX_FILES} files of configuration")
                return
            yield file


def _iterate_files_below(root: Path, doubts: list[str]) -> Iterator[Path]:
    try:
        if root.is_file():
            yield root
            return
    except OSError as problem:
        _add_doubt(problem, doubts)
        return
    for folder, _, names in os.walk(root, onerror=lambda problem: _add_doubt(problem, doubts)):
        yield from (Path(folder) / name for name in sorted(names))


def _add_doubt(problem: OSError, doubts: list[str]) -> None:
    if not isinstance(problem, (FileNotFoundError, NotADirectoryError)):
        doubts.append(f"{problem.filename} cannot be read")


def _iterate_names_in_file(file: Path, doubts: list[str]) -> Iterator[str]:
    unit = _UNIT.fullmatch(file.name)
    if unit is not None:
        yield decode_unit_path(file.name)
    try:
        # A link to nothing, to /dev/null or to a folder is no file of configuration.
        if not file.is_file():
            return
        with file.open("rb") as content:
            text = content.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError as problem:
        _add_doubt(problem, doubts)
        return
    yield from dict.fromkeys(iterate_device_names(text))


def _find_device_numbers(name: str, nodes: Tree, places: Places) -> list[str]:
    """Return the `major:minor` of each device that a path or a tag such as UUID=... leads to now."""
    tag, separator, value = name.partition("=")
    if not separator or tag not in _TAG_FOLDERS:
        return find_device_numbers(name, nodes, places)
    folder = places.dev / "disk" / _TAG_FOLDERS[tag]
    escaped = "".join(
        char if _is_plain(char) else "".join(f"\\x{byte:02x}" for byte in char.encode()) for char in value
    )
    wanted = {value.lower(), escaped.lower()}
    links = (folder / link for link in list_names(folder) if link.lower() in wanted)
    return [number for link in links for number in find_device_numbers(str(link), nodes, places)]


def _is_plain(char: str) -> bool:
    """Return whether udev leaves a character unchanged in the names of links."""
    return char.isalnum() or char in "#+-.:=@_" or ord(char) > 127
