"""What a path below /dev names: the kernel name of a device where it is one."""

from __future__ import annotations

_DEV = "/dev/"
#: Devices that the kernel itself makes of others.
_MADE_OF_OTHERS = ("md", "dm-")


def device_name(path: str) -> str:
    """`/dev/sda1` is sda1; a name of udev such as /dev/mapper/x stays whole, because the kernel has another for it."""
    name = path.removeprefix(_DEV)
    return path if "/" in name else name


def member_kind(name: str) -> str:
    """What a member of that name is: array for a device that the kernel makes of others, else drive."""
    return "array" if name.startswith(_MADE_OF_OTHERS) else "drive"
