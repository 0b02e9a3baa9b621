"""Operations on drives before the first phase: meaning, needs, destruction and time limits.

An operation is an object with a `kind` and the fields of that kind, as API, database and runner hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from storagelab.domain.units import format_size

OperationValues = Mapping[str, Any]

#: Operations after which the load goes to something else than the drives that a job names.
_MAKES_TARGET = frozenset(
    {"make_file_system", "mdadm_create", "mdadm_stop", "storcli_jbod", "storcli_vd_create", "storcli_vd_delete"}
)
#: Operations after which a drive holds nothing, for all it knows.
PURGES = frozenset(
    {"ata_secure_erase", "discard", "nvme_format", "nvme_sanitize", "over_provision", "scsi_format", "scsi_sanitize"}
)
#: The substitute where a drive, or the controller before it, accepts none of them.
_PURGE_FALLBACK = "write_zeroes"
_HOUR_SECONDS = 3600
_DAY_SECONDS = 24 * _HOUR_SECONDS
#: A drive that is worth a test writes faster than this in one stream.
_SLOWEST_BYTES_PER_S = 20 << 20
_GRACE_SECONDS = 600


class OperationInvalid(ValueError):
    """Operations that cannot be carried out so; `path` names the place, as in `preparation.1.chunk_bytes`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of operation.

    `destroys` is true if data on the drives is lost, `needs` names the programs the server must have, `works_on` what
    the target must be, and `seconds` returns the longest duration on a target of a given number of bytes.
    """

    title: str
    meaning: str
    destroys: bool
    needs: tuple[str, ...]
    works_on: Literal["drives", "one drive", "nvme", "ata", "scsi", "software array", "hardware array", "server"]
    seconds: Callable[[OperationValues, int], int]


def check_operations(operations: Sequence[OperationValues], path: str = "preparation") -> None:
    """Check that the operations of a preparation fit together, and the fields within each operation.

    Raises OperationInvalid with the place below `path`.
    """
    hidden = reserved = False
    for index, operation in enumerate(operations):
        place, kind = f"{path}.{index}", operation["kind"]
        if hidden and kind != "wait_quiet":
            raise OperationInvalid(place, "once a file system is mounted only wait_quiet may follow")
        if reserved and kind not in _WITHIN_RESERVE:
            allowed = ", ".join(sorted(_WITHIN_RESERVE))
            raise OperationInvalid(place, f"after over_provision only {allowed} may follow")
        for field, reason in _iterate_contradictions(operation):
            raise OperationInvalid(f"{place}.{field}", reason)
        hidden = hidden or kind == "make_file_system"
        reserved = reserved or kind == "over_provision"


def describe(operation: OperationValues) -> str:
    """Describe the operation in one line, with its choices."""
    fields = (_describe_field(key, value) for key, value in operation.items() if key != "kind")
    choices = ", ".join(filter(None, fields))
    return KINDS[operation["kind"]].title + (f" ({choices})" if choices else "")


def is_destructive(operation: OperationValues) -> bool:
    """Return whether an operation destroys the data on the drives that it works on."""
    return KINDS[operation["kind"]].destroys


def has_new_target(operations: Sequence[OperationValues]) -> bool:
    """Return whether any operation makes a new target, on which the later phases run."""
    return any(operation["kind"] in _MAKES_TARGET for operation in operations)


def has_purge(operations: Sequence[OperationValues]) -> bool:
    """Return whether any operation purges the drives, or zeroes them instead of a purge."""
    return any(operation["kind"] in PURGES or operation["kind"] == _PURGE_FALLBACK for operation in operations)


def explain_incompatibility(operation: OperationValues, transport: str | None) -> str | None:
    """Return the reason why an operation cannot work on a drive with this transport; None if it may.

    An unknown transport also gives None. Only the difference between NVMe and the rest is certain: behind many adapters
    ATA drives look like SCSI drives.
    """
    works_on = KINDS[operation["kind"]].works_on
    if transport is None or works_on not in ("nvme", "ata", "scsi"):
        return None
    is_nvme = transport.lower() == "nvme"
    if is_nvme == (works_on == "nvme"):
        return None
    meant = {"nvme": "NVMe", "ata": "ATA", "scsi": "SCSI"}[works_on]
    return f"it is for {meant} drives, and this one is attached by {'NVMe' if is_nvme else transport.upper()}"


def needs(operation: OperationValues) -> tuple[str, ...]:
    """Return the programs that an operation needs on the server.

    An entry with `or` names alternatives, of which one is enough.
    """
    programs = KINDS[operation["kind"]].needs
    return tuple(program.format(**operation) for program in programs)


def compute_max_seconds(operation: OperationValues, target_bytes: int) -> int:
    """Return the longest duration of an operation in seconds on a target of `target_bytes`."""
    return KINDS[operation["kind"]].seconds(operation, target_bytes)


def _iterate_contradictions(operation: OperationValues) -> Iterator[tuple[str, str]]:
    kind = operation["kind"]
    if kind == "mdadm_create" and operation["level"] == "raid1" and operation["chunk_bytes"] is not None:
        yield "chunk_bytes", "must be null: a mirror has no chunks"
    if kind == "make_file_system" and operation["type"] == "xfs" and "nobarrier" in operation["mount_options"]:
        yield "mount_options", "xfs cannot be mounted with nobarrier"
    if kind == "storcli_cache_policy" and all(value is None for key, value in operation.items() if key != "kind"):
        yield "read_policy", "is null like the other policies: nothing would change"


def _describe_field(key: str, value: Any) -> str | None:
    if value is None or value is False or value == []:
        return None
    name = key.removesuffix("_bytes").removesuffix("_seconds").replace("_", " ")
    if value is True:
        return name
    if key.endswith("_bytes"):
        return f"{name} {format_size(value)}"
    if key.endswith("_seconds"):
        return f"{name} {value} s"
    if isinstance(value, list):
        return f"{name} {', '.join(str(item).replace('_', ' ') for item in value)}"
    return f"{value} percent" if key == "percent" else f"{name} {str(value).replace('_', ' ')}"


def _build_fixed_limit(seconds: int) -> Callable[[OperationValues, int], int]:
    return lambda _operation, _target_bytes: seconds


def _fill_seconds(operation: OperationValues, target_bytes: int) -> int:
    return _GRACE_SECONDS + target_bytes * int(operation["passes"]) // _SLOWEST_BYTES_PER_S


def _compute_zeroing_seconds(_operation: OperationValues, target_bytes: int) -> int:
    return _GRACE_SECONDS + target_bytes // _SLOWEST_BYTES_PER_S


def _compute_quiet_seconds(operation: OperationValues, _target_bytes: int) -> int:
    return int(operation["max_seconds"]) + 60


def _build_md_kind(title: str, meaning: str, *, destroys: bool) -> Kind:
    return Kind(title, meaning, destroys, ("mdadm",), "software array", _build_fixed_limit(_GRACE_SECONDS))


def _build_raid_kind(title: str, meaning: str, *, destroys: bool) -> Kind:
    return Kind(
        title, meaning, destroys, ("storcli or perccli",), "hardware array", _build_fixed_limit(_HOUR_SECONDS // 2)
    )


_WITHIN_RESERVE = frozenset({"fill", "make_file_system", "wait_quiet", "write_zeroes"})

KINDS: Mapping[str, Kind] = {
    "fill": Kind(
        title="Fill",
        meaning="Write every block of every drive, so that a drive has no free blocks left but its own.",
        destroys=True,
        needs=("fio",),
        works_on="drives",
        seconds=_fill_seconds,
    ),
    "discard": Kind(
        title="Discard",
        meaning="Discard every block of every drive (TRIM, deallocate, unmap).",
        destroys=True,
        needs=(),
        works_on="drives",
        seconds=_build_fixed_limit(_HOUR_SECONDS),
    ),
    "write_zeroes": Kind(
        title="Write zeroes",
        meaning="Have every drive set all blocks to zero, by a command of its own where it has one.",
        destroys=True,
        needs=(),
        works_on="drives",
        seconds=_compute_zeroing_seconds,
    ),
    "nvme_format": Kind(
        title="NVMe format",
        meaning="Format the namespace, with or without erasing, in the present or in another LBA format.",
        destroys=True,
        needs=("nvme",),
        works_on="nvme",
        seconds=_build_fixed_limit(4 * _HOUR_SECONDS),
    ),
    "nvme_sanitize": Kind(
        title="NVMe sanitize",
        meaning="Erase the whole drive with all namespaces and caches. It cannot be stopped once started.",
        destroys=True,
        needs=("nvme",),
        works_on="nvme",
        seconds=_build_fixed_limit(4 * _DAY_SECONDS),
    ),
    "ata_secure_erase": Kind(
        title="ATA secure erase",
        meaning="Have an ATA drive erase itself.",
        destroys=True,
        needs=("hdparm",),
        works_on="ata",
        seconds=_build_fixed_limit(4 * _DAY_SECONDS),
    ),
    "scsi_sanitize": Kind(
        title="SCSI sanitize",
        meaning="Have a SCSI drive erase itself. It cannot be stopped once started.",
        destroys=True,
        needs=("sg_sanitize",),
        works_on="scsi",
        seconds=_build_fixed_limit(4 * _DAY_SECONDS),
    ),
    "scsi_format": Kind(
        title="SCSI format",
        meaning="Format a SCSI drive, in the present or in another block size.",
        destroys=True,
        needs=("sg_format",),
        works_on="scsi",
        seconds=_build_fixed_limit(4 * _DAY_SECONDS),
    ),
    "over_provision": Kind(
        title="Over-provision",
        meaning="Discard every block and let nothing write to the end of each drive, which then serves it as spare.",
        destroys=True,
        needs=(),
        works_on="drives",
        seconds=_build_fixed_limit(_HOUR_SECONDS),
    ),
    "make_file_system": Kind(
        title="Make a file system",
        meaning="Make a file system, mount it while the run lasts, and run the phases on one file of it.",
        destroys=True,
        needs=("mkfs.{type}", "blkid", "mount"),
        works_on="one drive",
        seconds=_build_fixed_limit(2 * _HOUR_SECONDS),
    ),
    "mdadm_create": Kind(
        title="Create a software array",
        meaning="Make an array of all drives of the job. The phases run on it, and it stays afterwards.",
        destroys=True,
        needs=("mdadm",),
        works_on="drives",
        seconds=_build_fixed_limit(_GRACE_SECONDS),
    ),
    "mdadm_stop": _build_md_kind(
        "Stop a software array", "Stop the array. The phases run on its members.", destroys=True
    ),
    "mdadm_fail": _build_md_kind(
        "Set a member faulty", "Take a member out of the array as if it had failed.", destroys=False
    ),
    "mdadm_readd": _build_md_kind(
        "Add a member again", "Bring a member back with what it missed, or copy all of it again.", destroys=False
    ),
    "mdadm_add_spare": _build_md_kind("Add a spare", "Give the array another drive of the job.", destroys=True),
    "storcli_vd_create": _build_raid_kind(
        "Create a virtual drive", "Make a virtual drive of enrolled drives. The phases run on it.", destroys=True
    ),
    "storcli_vd_delete": _build_raid_kind(
        "Delete a virtual drive", "Delete the virtual drive that is the target.", destroys=True
    ),
    "storcli_drive_offline": _build_raid_kind(
        "Set a drive offline", "Take a member out of its virtual drive as if it had failed.", destroys=False
    ),
    "storcli_drive_missing": _build_raid_kind(
        "Set a drive missing", "Mark an offline member as missing.", destroys=False
    ),
    "storcli_rebuild_start": _build_raid_kind("Start a rebuild", "Rebuild a drive of a virtual drive.", destroys=True),
    "storcli_rebuild_rate": _build_raid_kind(
        "Set the rebuild rate", "Set how much of the controller a rebuild may take.", destroys=False
    ),
    "storcli_hot_spare": _build_raid_kind(
        "Set a hot spare", "Make a drive a global hot spare, or an ordinary one again.", destroys=True
    ),
    "storcli_cache_policy": _build_raid_kind(
        "Set the cache policy", "Set how the controller's cache serves the virtual drive.", destroys=False
    ),
    "storcli_drive_cache_policy": _build_raid_kind(
        "Set the drives' cache policy", "Switch the caches of the drives behind the virtual drive.", destroys=False
    ),
    "storcli_jbod": _build_raid_kind(
        "Turn JBOD on or off", "Show drives to the system as they are, or take them back from it.", destroys=True
    ),
    "wait_quiet": Kind(
        title="Wait for quiet",
        meaning="Wait until no background activity runs on the arrays and controllers of the server.",
        destroys=False,
        needs=(),
        works_on="server",
        seconds=_compute_quiet_seconds,
    ),
}
