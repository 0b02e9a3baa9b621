"""Software arrays as the kernel shows them below /sys/block/NAME/md, in the words of the inventory.

Levels without redundancy have neither `degraded` nor `sync_action` (Documentation/admin-guide/md.rst).
"""

from __future__ import annotations

from storagelab.domain.telemetry_events import SERVING

#: An array that was set to read only is whole as well.
_WHOLE = (*SERVING, "readonly")
_CHECKS = ("check", "repair")


def read_state(array_state: str | None, degraded: int | None, sync_action: str | None) -> tuple[str | None, str | None]:
    """Return (condition, activity) of a kernel array from its sysfs values; both None if unreported.

    The words are those that the `mdadm` collector derives from /proc/mdstat.
    """
    if array_state is None:
        return None, None
    activity = "consistency_check" if sync_action in _CHECKS else "none"
    if array_state not in _WHOLE:
        return "failed", activity
    if sync_action in ("recover", "reshape"):
        return "rebuilding", activity
    if degraded:
        return "degraded", activity
    return ("initialising" if sync_action == "resync" else "optimal"), activity
