"""Device paths below /dev and their kernel names."""

from __future__ import annotations

_DEV = "/dev/"
#: Devices that the kernel itself makes of others.
_MADE_OF_OTHERS = ("md", "dm-")


def parse_device_name(path: str) -> str:
    """Return the kernel name of a path: sda1 for `/dev/sda1`.

    A name of udev such as /dev/mapper/x is unchanged, because the kernel has another name for it.
    """
    name = path.removeprefix(_DEV)
    return path if "/" in name else name


def get_member_kind(name: str) -> str:
    """Return the kind of a member: array for a device that the kernel builds from others, else drive."""
    return "array" if name.startswith(_MADE_OF_OTHERS) else "drive"
