"""Roots of the kernel's file systems that describe this server."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Places(NamedTuple):
    """The folders in which a server is described; all of them start below / except in a copy of them."""

    sys: Path = Path("/sys")
    proc: Path = Path("/proc")
    dev: Path = Path("/dev")
    run: Path = Path("/run")
    etc: Path = Path("/etc")

    @property
    def by_id(self) -> Path:
        """Return the folder of drive names that survive a reboot, made by udev."""
        return self.dev / "disk" / "by-id"


THIS_SERVER = Places()


def read_line(path: Path) -> str | None:
    """Return the content of a small file without surrounding white space; None when empty or unreadable."""
    try:
        return path.read_bytes().decode("utf-8", "replace").strip("\0 \t\r\n") or None
    except OSError:
        return None


def is_plain_file(path: Path) -> bool:
    """Return whether a path leads to a plain file; False also where this account may not look."""
    try:
        return path.is_file()
    except OSError:
        return False


def read_number(path: Path) -> int | None:
    """Return the whole number in a small file, None when there is none."""
    text = read_line(path)
    return int(text) if text is not None and text.isascii() and text.isdigit() else None


def list_names(folder: Path) -> tuple[str, ...]:
    """Return the names in a folder in order; empty where there is no such folder."""
    try:
        return tuple(sorted(entry.name for entry in folder.iterdir()))
    except OSError:
        return ()
