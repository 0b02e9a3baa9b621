"""ATA secure erase with hdparm: the drive erases its data and the password set for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.erasure import proven, released
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

TOOL = "hdparm"
#: Public on purpose: after a power cut in the middle any person can unlock the drive with it.
PASSWORD = "storagelab"  # noqa: S105 - see above.
_QUERY_SECONDS = 60.0
_MINUTES_OF_GRACE = 30
_MAX_MINUTES = 48 * 60
_MINUTES = re.compile(r"(?P<minutes>\d+)min for (?P<kind>ENHANCED )?SECURITY ERASE UNIT")
_FLAG = re.compile(r"^\s*(?P<no>not\s+)?(?P<name>supported: enhanced erase|supported|enabled|locked|frozen)\s*$")


class Security(NamedTuple):
    """The security section of `hdparm -I`; minutes are the drive's estimate for each erasure."""

    supported: bool
    enabled: bool
    locked: bool
    frozen: bool
    enhanced: bool
    minutes: int | None
    enhanced_minutes: int | None


def erase_drives(operation: Operation, context: Context) -> dict[str, Any]:
    """Erase every held drive; return the evidence as a list in `devices`. Raises Failed or Stopped."""
    return {"devices": [_erase(device, operation.values["enhanced"], context) for device in list(context.held)]}


def erase_arguments(path: str, enhanced: bool) -> list[str]:
    """Return the hdparm arguments that start the secure erase of a drive.

    `enhanced` selects the enhanced erase.
    """
    return [TOOL, "--user-master", "u", f"--security-erase{'-enhanced' if enhanced else ''}", PASSWORD, path]


def build_password_arguments(path: str, action: str) -> list[str]:
    """Return the hdparm arguments that set or remove the password of a drive.

    `action` is set-pass or disable.
    """
    return [TOOL, "--user-master", "u", f"--security-{action}", PASSWORD, path]


def parse_security(text: str) -> Security:
    """Parse the security section of `hdparm -I`. Raises OperationFailed when there is none."""
    _, heading, section = text.partition("Security:")
    flags: dict[str, bool] = {}
    for line in section.splitlines():
        match = _FLAG.match(line)
        if match is not None:
            flags.setdefault(match["name"], match["no"] is None)
    if not heading or not {"supported", "enabled", "locked", "frozen"} <= flags.keys():
        raise OperationFailed("hdparm did not report the security state of the drive.")
    minutes = {bool(match["kind"]): int(match["minutes"]) for match in _MINUTES.finditer(section)}
    return Security(
        supported=flags["supported"],
        enabled=flags["enabled"],
        locked=flags["locked"],
        frozen=flags["frozen"],
        enhanced=flags.get("supported: enhanced erase", False),
        minutes=minutes.get(False),
        enhanced_minutes=minutes.get(True),
    )


def find_obstacle(security: Security, enhanced: bool) -> str | None:
    """Return why the drive would refuse a secure erase now, None when it would not refuse."""
    if not security.supported:
        return "it does not support secure erase"
    if enhanced and not security.enhanced:
        return "it does not support enhanced secure erase"
    if security.frozen:
        return "its security state is frozen, as most BIOSes leave it: unplug it for a moment"
    if security.enabled or security.locked:
        return "it has a password that the lab has not set"
    return None


def _erase(device: HeldDevice, enhanced: bool, context: Context) -> dict[str, Any]:
    security = _query_security(device.path, context)
    reason = find_obstacle(security, enhanced)
    if reason is not None:
        raise OperationFailed(f"{device.path} cannot be erased: {reason}.")
    minutes = security.enhanced_minutes if enhanced else security.minutes
    seconds = 60 * ((minutes + _MINUTES_OF_GRACE) if minutes else _MAX_MINUTES)
    with proven(device, context) as evidence:
        with released(device, context):
            context.command(build_password_arguments(device.path, "set-pass"), _QUERY_SECONDS)
            try:
                context.command(erase_arguments(device.path, enhanced), 2 * seconds)
            finally:
                # Also after a cancellation: a drive that retains the password is useless to everyone else.
                if _query_security(device.path, context, to_the_end=True).enabled:
                    context.command(build_password_arguments(device.path, "disable"), _QUERY_SECONDS, to_the_end=True)
        evidence["minutes_told"] = minutes
    return evidence


def _query_security(path: str, context: Context, *, to_the_end: bool = False) -> Security:
    return parse_security(context.command([TOOL, "-I", path], _QUERY_SECONDS, to_the_end=to_the_end).stdout)
