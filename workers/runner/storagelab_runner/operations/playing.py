"""Execution of operations in order: their records, results in words, and undo at the end."""

from __future__ import annotations

from typing import Any, Callable, Mapping

from storagelab_runner.clock import WallClock
from storagelab_runner.failure import RunnerFailure
from storagelab_runner.layout import OperationFolder
from storagelab_runner.operations import ata, blocks, file_systems, fill, md, nvme, quiet, raid, scsi
from storagelab_runner.operations.context import Context, OperationEnd, OperationFailed, Stopped
from storagelab_runner.operations.file_systems import remove_file_system
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.operations.titles import format_title
from storagelab_runner.records import create_once, write_record

_Doing = Callable[[Operation, Context], Mapping[str, Any]]


def play(operation: Operation, folder: OperationFolder, context: Context) -> OperationEnd:
    """Carry out one operation of a preparation, and record its start and end in `folder`.

    The end is recorded before this returns. Raises OSError when a record cannot be made, FileExistsError when the
    operation was started before.
    """
    folder.root.mkdir(mode=0o700, parents=True)
    started = {**operation.to_json(), **context.clock.stamp()}
    if not create_once(folder.started, started):
        raise FileExistsError(17, "the operation was started before", str(folder.started))
    context.folder = folder.root
    end = _carry_out(operation, context)
    write_record(folder.ended, build_operation_record(end, context.clock))
    return end


def undo(context: Context) -> list[str]:
    """Remove the file system that the preparation made; return a sentence when that failed.

    Arrays stay.
    """
    try:
        remove_file_system(context)
    except (OperationFailed, OSError) as problem:
        reason = problem.message if isinstance(problem, OperationFailed) else str(problem)
        return [f"The file system that the preparation made could not be removed: {reason}"]
    return []


def build_operation_record(end: OperationEnd, clock: WallClock) -> dict[str, Any]:
    """Return the record of an operation's end, stamped with the current time."""
    return {
        "state": end.state,
        "message": end.message,
        "evidence": dict(end.evidence),
        "failure": None if end.failure is None else end.failure.to_json(),
        **clock.stamp(),
    }


def _carry_out(operation: Operation, context: Context) -> OperationEnd:
    name = format_title(operation)
    try:
        evidence = DOING[operation.kind](operation, context)
    except Stopped as wish:
        return OperationEnd("cancelled", f"{name}: stopped before it was over.", {}, stop=wish.stop)
    except OperationFailed as problem:
        message = f"{name}: {problem.message}"
        return OperationEnd("failed", message, {}, RunnerFailure(problem.kind, message))
    except OSError as problem:
        where = f" ({problem.filename})" if problem.filename else ""
        message = f"{name}: the server did not allow it{where}: {problem.strerror or problem}."
        return OperationEnd("failed", message, {}, RunnerFailure("infrastructure", message))
    return OperationEnd("finished", f"{name}: done and verified.", evidence)


#: What carries out each kind; it returns the evidence of its effect.
DOING: Mapping[str, _Doing] = {
    "fill": fill.fill,
    "discard": blocks.discard,
    "write_zeroes": blocks.write_zeroes,
    "nvme_format": nvme.format_namespace,
    "nvme_sanitize": nvme.sanitize,
    "ata_secure_erase": ata.erase_drives,
    "scsi_sanitize": scsi.sanitize,
    "scsi_format": scsi.format_drive,
    "over_provision": blocks.over_provision_devices,
    "make_file_system": file_systems.make_file_system,
    "mdadm_create": md.create,
    "mdadm_stop": md.stop,
    "mdadm_fail": md.fail,
    "mdadm_readd": md.readd_member,
    "mdadm_add_spare": md.add_spare,
    "storcli_vd_create": raid.create,
    "storcli_vd_delete": raid.delete,
    "storcli_drive_offline": raid.set_offline,
    "storcli_drive_missing": raid.set_missing,
    "storcli_rebuild_start": raid.start_rebuild,
    "storcli_rebuild_rate": raid.set_rebuild_rate,
    "storcli_hot_spare": raid.set_hot_spare,
    "storcli_cache_policy": raid.set_policies,
    "storcli_drive_cache_policy": raid.set_policies,
    "storcli_jbod": raid.set_jbod,
    "wait_quiet": quiet.wait_quiet,
}
