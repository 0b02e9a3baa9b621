"""Fill: every usable block of every device written by the engine, then read back in places.

The engine writes, not the runner itself. It is on every tested server anyway, keeps queues deep enough to fill a fast
drive in the time the drive needs, fills all devices side by side, and counts the bytes of each.
"""

from __future__ import annotations

import json
import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storagelab_runner.operations import canary
from storagelab_runner.operations.blocks import count_of_zeroes
from storagelab_runner.operations.context import Context, OperationFailed, get_capacity
from storagelab_runner.operations.kinds import Operation

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice

#: No drive that is worth a test writes slower than this in one stream.
_SLOWEST_BYTES_PER_S = 20 << 20
_GRACE_SECONDS = 600.0
_QUEUE_DEPTH = 32
#: Random bytes hold nearly all values; a block of a pattern holds few.
_MIN_VALUES = 200


def fill(operation: Operation, context: Context) -> dict[str, Any]:
    """Write all held devices `passes` times with the engine, and verify what they read back.

    Returns `devices`: path, bytes written and the result of the verification of each. Raises OperationFailed or
    Stopped.
    """
    block_bytes, passes = operation.values["block_bytes"], operation.values["passes"]
    sizes = [context.usable_bytes(get_capacity(device.descriptor)) for device in context.held]
    planted = [canary.plant_canaries(device, size) for device, size in zip(context.held, sizes)]
    paths = [device.path for device in context.held]
    job, output = context.folder / "fill.fio", context.folder / "fill.json"
    job.write_text(build_job_file(operation, paths, sizes), "ascii")
    argv = [context.engine_path, "--output-format=json", f"--output={output}", str(job)]
    context.command(argv, max(sizes) * passes / _SLOWEST_BYTES_PER_S + _GRACE_SECONDS)
    written = parse_written_bytes(output)
    evidence = []
    for index, device in enumerate(context.held):
        whole = sizes[index] // block_bytes * block_bytes
        _write_end(device, whole, sizes[index], operation.values["pattern"])
        if written.get(f"device{index}") != whole * passes:
            raise OperationFailed(
                f"The engine wrote {written.get(f'device{index}', 0)} bytes to {device.path}, not {whole * passes}.",
                "engine",
            )
        evidence.append(
            {"path": device.path, "bytes": sizes[index] * passes, **_verify(device, planted[index], operation)}
        )
    return {"devices": evidence}


def build_job_file(operation: Operation, paths: list[str], sizes: list[int]) -> str:
    """Build the engine's job: one section for each device, whole blocks only."""
    block_bytes = operation.values["block_bytes"]
    content = "refill_buffers=1" if operation.values["pattern"] == "random" else "zero_buffers=1"
    lines = ["[global]", "ioengine=libaio", "direct=1", "rw=write", f"bs={block_bytes}", f"iodepth={_QUEUE_DEPTH}"]
    lines += ["thread=1", content, "fallocate=none", "allow_file_create=0", f"loops={operation.values['passes']}"]
    for index, (path, size) in enumerate(zip(paths, sizes)):
        lines += [f"[device{index}]", f"filename={path}", f"size={size // block_bytes * block_bytes}"]
    return "\n".join(lines) + "\n"


def parse_written_bytes(output: Path) -> dict[str, int]:
    """Return the bytes that the engine reports as written, by section of the job file.

    Raises OperationFailed when it does not report them.
    """
    try:
        jobs = json.loads(output.read_bytes())["jobs"]
        return {str(job["jobname"]): int(job["write"]["io_bytes"]) for job in jobs}
    except (OSError, ValueError, KeyError, TypeError):
        raise OperationFailed("The engine ended without a report of what it wrote.", "engine") from None


def _verify(device: HeldDevice, planted: canary.Canaries, operation: Operation) -> dict[str, int]:
    surviving = canary.count_surviving_canaries(device, planted)
    if surviving:
        raise OperationFailed(
            f"{surviving} of {len(planted.blocks)} blocks of {device.path} were not overwritten, though the engine "
            "reported success."
        )
    zeroes = count_of_zeroes(device, planted.offsets)
    if operation.values["pattern"] == "zero":
        if zeroes["zero"] != zeroes["sampled"]:
            raise OperationFailed(f"{device.path} was filled with zeroes, but does not read as zeroes.")
    elif not all(len(set(block)) >= _MIN_VALUES for block in canary.read(device, planted.offsets)):
        raise OperationFailed(f"{device.path} was filled with random bytes, but does not read as random bytes.")
    return zeroes


def _write_end(device: HeldDevice, start: int, end: int, pattern: str) -> None:
    """Write the bytes `start` to `end` of a device, which follow its last whole block."""
    if start == end:
        return
    with mmap.mmap(-1, end - start) as buffer:
        if pattern == "random":
            buffer.write(os.urandom(end - start))
        os.pwritev(device.descriptor, [buffer], start)
    os.fsync(device.descriptor)
