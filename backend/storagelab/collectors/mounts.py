"""Mounted file systems and their mount points, from /proc/self/mountinfo."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ESCAPE = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mount:
    """One mount: `source` is a block device for ordinary file systems, and any word for the others."""

    mountpoint: str
    filesystem: str
    source: str


def parse_mounts(text: str | None) -> tuple[Mount, ...]:
    """Parse the mounts of /proc/self/mountinfo, in the order of creation; unknown lines are skipped."""
    mounts = []
    for line in (text or "").splitlines():
        before, separator, after = line.partition(" - ")
        fields, types = before.split(" "), after.split(" ")
        if separator and len(fields) >= 6 and len(types) >= 2:
            mounts.append(Mount(_unescape(fields[4]), _unescape(types[0]), _unescape(types[1])))
    return tuple(mounts)


def mount_of(path: str, mounts: tuple[Mount, ...]) -> Mount | None:
    """Return the mount that contains an absolute, normalised path; None without one.

    This is the deepest mount above the path, and the newest of several at one place.
    """
    above = [mount for mount in mounts if f"{path}/".startswith(f"{mount.mountpoint.rstrip('/')}/")]
    deepest = max((len(mount.mountpoint) for mount in above), default=0)
    return next((mount for mount in reversed(above) if len(mount.mountpoint) == deepest), None)


def _unescape(text: str) -> str:
    """Decode the three octal digits that the kernel writes for white space and backslashes."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 8)), text)
