"""Mounts of this server, from /proc/self/mountinfo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

_OCTAL = re.compile(r"\\([0-7]{3})")


class MountEntry(NamedTuple):
    """One line of mountinfo; `device` is `major:minor`, `root` the folder of the file system that is mounted."""

    device: str
    point: str
    file_system: str
    source: str
    root: str = "/"


def read_mounts() -> list[MountEntry]:
    """Read all mounts of this process's namespace, oldest first."""
    return parse_mounts(Path("/proc/self/mountinfo").read_bytes().decode("utf-8", "surrogateescape").splitlines())


def parse_mounts(lines: Iterable[str]) -> list[MountEntry]:
    """Parse the mounts in lines of mountinfo (proc(5)); lines of another form are left out."""
    mounts = []
    for line in lines:
        before, separator, after = line.partition(" - ")
        fields, tail = before.split(" "), after.split(" ")
        if separator and len(fields) >= 5 and len(tail) >= 2:
            mounts.append(
                MountEntry(
                    fields[2], _unescape_octal(fields[4]), tail[0], _unescape_octal(tail[1]), _unescape_octal(fields[3])
                )
            )
    return mounts


def mount_of(path: Path, mounts: Iterable[MountEntry]) -> MountEntry | None:
    """Return the mount that holds a resolved path, None when there is none.

    It has the longest mount point above the path, and is the newest of equals.
    """
    best: MountEntry | None = None
    places = {str(place) for place in (path, *path.parents)}
    for mount in mounts:
        if mount.point in places and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    return best


def list_path_names(path: Path, mounts: Sequence[MountEntry]) -> list[Path]:
    """Return every name of a resolved path.

    A path has several names where its file system, or a part of it, is mounted several times.
    """
    mount = mount_of(path, mounts)
    if mount is None:
        return [path]
    inner = Path(mount.root) / path.relative_to(mount.point)
    same = (other for other in mounts if other.device == mount.device)
    others = (
        Path(other.point) / inner.relative_to(other.root)
        for other in same
        if Path(other.root) in (inner, *inner.parents)
    )
    return list(dict.fromkeys([path, *others]))


def _unescape_octal(text: str) -> str:
    return _OCTAL.sub(lambda match: chr(int(match[1], 8)), text)
