"""SCSI sanitize and format with the sg3 programs, which stay with the drive until it has finished."""

from __future__ import annotations

import fcntl
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storagelab_runner.operations.context import Context, OperationFailed
from storagelab_runner.operations.erasure import proven, released
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

SANITIZE_TOOL, FORMAT_TOOL = "sg_sanitize", "sg_format"
_BLKSSZGET = 0x1268
_SECONDS = 100 * 3600
_ACTIONS = {"block_erase": ["--block"], "crypto_erase": ["--crypto"], "overwrite": ["--overwrite", "--zero"]}


def sanitize(operation: Operation, context: Context) -> dict[str, Any]:
    """Sanitize every held drive and return the evidence of each under `devices`.

    Raises OperationFailed when a canary block survives, or Stopped.
    """
    devices = []
    for device in list(context.held):
        with proven(device, context) as evidence, released(device, context):
            context.command(sanitize_arguments(device.path, operation.values["action"]), _SECONDS)
        devices.append(evidence)
    return {"devices": devices}


def format_drive(operation: Operation, context: Context) -> dict[str, Any]:
    """Format every held drive and return the evidence of each under `devices`.

    Raises OperationFailed or Stopped.
    """
    wish = operation.values["block_bytes"]
    return {"devices": [_format(device, wish, context) for device in list(context.held)]}


def sanitize_arguments(path: str, action: str) -> list[str]:
    """Return the sanitize command; --quick skips the pause in which a person might change his mind."""
    return [SANITIZE_TOOL, *_ACTIONS[action], "--quick", path]


def format_arguments(path: str, block_bytes: int | None) -> list[str]:
    """Return the SCSI format command; with `block_bytes` None the drive's block size does not change."""
    size = [] if block_bytes is None else [f"--size={block_bytes}"]
    return [FORMAT_TOOL, "--format", "--quick", *size, path]


def _format(device: HeldDevice, wish: int | None, context: Context) -> dict[str, Any]:
    place = context.held.index(device)
    with proven(device, context) as evidence:
        with released(device, context):
            context.command(format_arguments(device.path, wish), _SECONDS)
            # The kernel retains the earlier capacity until a rescan.
            (Path("/sys/class/block") / Path(device.path).name / "device" / "rescan").write_text("1", "ascii")
        answer = fcntl.ioctl(context.held[place].descriptor, _BLKSSZGET, bytes(4))
        evidence["block_bytes"] = int(struct.unpack("=I", answer)[0])
        if wish is not None and evidence["block_bytes"] != wish:
            raise OperationFailed(
                f"{device.path} has blocks of {evidence['block_bytes']} bytes after a format to {wish}."
            )
    return evidence
