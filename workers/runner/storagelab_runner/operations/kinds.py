"""Kinds of operations and their fields, read strictly: nothing is accepted unchecked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Callable, Mapping, NamedTuple

from storagelab_runner import fields
from storagelab_runner.errors import Refusal

MAX_OPERATIONS = 64
_MAX_MEMBERS = 256
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,14}")
_STABLE_ID = re.compile(r"[A-Za-z0-9._:+@=-]{1,256}")
_SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DAY_SECONDS = 86400

_Reader = Callable[[str, Mapping[str, Any], str], Any]


class Operation(NamedTuple):
    """One step of the preparation; `values` holds exactly the fields of its kind, each within its bounds."""

    kind: str
    values: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the operation as JSON in the form of the spec: its kind and its values."""
        return {"kind": self.kind, **self.values}


def parse_operations(path: str, value: Any) -> tuple[Operation, ...]:
    """Parse the operations of a JSON list, which may be empty. Raises Refusal bad_request that names the field."""
    if not isinstance(value, list) or len(value) > MAX_OPERATIONS:
        raise fields.refuse(path, f"must be a list of at most {MAX_OPERATIONS} operations")
    operations = tuple(_parse(f"{path}.{index}", document) for index, document in enumerate(value))
    _check_order(path, operations)
    return operations


def has_drive_changes(operations: Sequence[Operation]) -> bool:
    """Return whether any operation changes a drive or an array: all kinds but `wait_quiet` do."""
    return any(operation.kind != "wait_quiet" for operation in operations)


def get_reserved_percent(operations: Sequence[Operation]) -> int:
    """Return the percentage of the target that the operations reserve from all phases; 0 without one."""
    return next((operation.values["percent"] for operation in operations if operation.kind == "over_provision"), 0)


def compute_over_provisioned_bytes(size_bytes: int, reserved: int) -> int:
    """Return the bytes of a drive that a test may use when `reserved` percent of `size_bytes` stay unused.

    The result is rounded down to whole MiB.
    """
    return size_bytes * (100 - reserved) // 100 >> 20 << 20 if reserved else size_bytes


def has_new_array(operations: Sequence[Operation]) -> bool:
    """Return whether any operation makes or dissolves an array or virtual drive, or sets JBOD.

    The phases then run on devices other than those that the job names.
    """
    return any(operation.kind in _REMAKES for operation in operations)


def file_bytes(operations: Sequence[Operation]) -> int | None:
    """Return the size in bytes of the file on the new file system.

    None where there is no file, or where its size is left to the runner.
    """
    wishes = (operation.values["file_bytes"] for operation in operations if operation.kind == "make_file_system")
    size = next(wishes, None)
    return size if isinstance(size, int) else None


def has_new_file_system(operations: Sequence[Operation]) -> bool:
    """Return whether an operation makes a file system; the phases then run on a file there."""
    return any(operation.kind == "make_file_system" for operation in operations)


def _parse(path: str, document: Any) -> Operation:
    value = fields.require_object(path, document)
    kind = value.get("kind")
    readers = KINDS.get(kind) if isinstance(kind, str) else None
    if not isinstance(kind, str) or readers is None:
        raise fields.refuse(f"{path}.kind", f"is {kind!r}, which this runner cannot do")
    fields.refuse_unknown_fields(path, value, frozenset(("kind", *readers)))
    values = {key: read(path, value, key) for key, read in readers.items()}
    operation = Operation(kind, values)
    if kind == "storcli_cache_policy" and all(wish is None for wish in values.values()):
        raise fields.refuse(path, "changes nothing")
    if kind == "mdadm_create" and values["level"] == "raid1" and values["chunk_bytes"] is not None:
        raise fields.refuse(f"{path}.chunk_bytes", "must be null: a mirror has no chunks")
    if kind == "make_file_system" and values["type"] == "xfs" and "nobarrier" in values["mount_options"]:
        raise fields.refuse(f"{path}.mount_options", "must not hold nobarrier, which xfs does not support")
    return operation


def _check_order(path: str, operations: Sequence[Operation]) -> None:
    """Raise Refusal for an order that cannot work.

    A file system hides its device, and a reserve belongs to the device that is tested.
    """
    hidden = reserved = False
    for index, operation in enumerate(operations):
        place = f"{path}.{index}"
        if hidden and operation.kind != "wait_quiet":
            raise Refusal("bad_request", f"{place}: once a file system is mounted only wait_quiet may follow.")
        if reserved and operation.kind not in _WITHIN_RESERVE:
            allowed = ", ".join(sorted(_WITHIN_RESERVE))
            raise Refusal("bad_request", f"{place}: after over_provision only {allowed} may follow.")
        hidden = operation.kind == "make_file_system" or hidden
        reserved = operation.kind == "over_provision" or reserved


def _make_integer_reader(lowest: int, highest: int) -> _Reader:
    return lambda path, value, key: fields.parse_integer(path, value, key, lowest, highest)


def _make_choice_reader(*allowed: str | int) -> _Reader:
    def read(path: str, value: Mapping[str, Any], key: str) -> str | int:
        raw = value.get(key)
        for option in allowed:
            # True equals 1, and neither may replace the other.
            if not isinstance(raw, bool) and raw == option:
                return option
        raise fields.refuse(f"{path}.{key}", f"must be one of {', '.join(map(str, allowed))}")

    return read


def _make_pattern_reader(pattern: re.Pattern[str], words: str) -> _Reader:
    def read(path: str, value: Mapping[str, Any], key: str) -> str:
        raw = value.get(key)
        if not isinstance(raw, str) or pattern.fullmatch(raw) is None:
            raise fields.refuse(f"{path}.{key}", f"must be {words}")
        return raw

    return read


def _make_optional_reader(read: _Reader) -> _Reader:
    return lambda path, value, key: None if value.get(key) is None else read(path, value, key)


def _make_list_reader(read: _Reader, lowest: int, highest: int) -> _Reader:
    def read_all(path: str, value: Mapping[str, Any], key: str) -> tuple[Any, ...]:
        raw = value.get(key)
        if not isinstance(raw, list) or not lowest <= len(raw) <= highest:
            raise fields.refuse(f"{path}.{key}", f"must be a list of {lowest} to {highest} entries")
        entries = tuple(read(f"{path}.{key}", {str(index): entry}, str(index)) for index, entry in enumerate(raw))
        if len(set(entries)) < len(entries):
            raise fields.refuse(f"{path}.{key}", "lists an item twice")
        return entries

    return read_all


def _list_powers_of_two(lowest: int, highest: int) -> tuple[int, ...]:
    return tuple(1 << exponent for exponent in range(lowest.bit_length() - 1, highest.bit_length()))


_REMAKES = frozenset({"mdadm_create", "mdadm_stop", "storcli_jbod", "storcli_vd_create", "storcli_vd_delete"})
_WITHIN_RESERVE = frozenset({"fill", "make_file_system", "wait_quiet", "write_zeroes"})
_ERASURE = _make_choice_reader("block_erase", "crypto_erase", "overwrite")
_MEMBER = _make_pattern_reader(_STABLE_ID, "a name below /dev/disk/by-id")
_DRIVE = _make_pattern_reader(_SERIAL, "the serial number of a drive")
_DRIVES = _make_list_reader(_DRIVE, 1, _MAX_MEMBERS)
_TITLE = _make_pattern_reader(_NAME, "1 to 15 small letters, digits and hyphens")
_READ_POLICY = _make_choice_reader("ra", "nora")
_WRITE_POLICY = _make_choice_reader("wt", "wb", "awb")
_IO_POLICY = _make_choice_reader("direct", "cached")
_DRIVE_CACHE = _make_choice_reader("on", "off", "default")

#: The fields of every kind; each reads its own value and refuses what it must not be.
KINDS: Mapping[str, Mapping[str, _Reader]] = {
    "fill": {
        "passes": _make_integer_reader(1, 4),
        "block_bytes": _make_choice_reader(*_list_powers_of_two(4096, 16 << 20)),
        "pattern": _make_choice_reader("random", "zero"),
    },
    "discard": {},
    "write_zeroes": {},
    "nvme_format": {"lbaf": _make_optional_reader(_make_integer_reader(0, 63)), "ses": _make_choice_reader(0, 1, 2)},
    "nvme_sanitize": {"action": _ERASURE},
    "ata_secure_erase": {"enhanced": fields.parse_flag},
    "scsi_sanitize": {"action": _ERASURE},
    "scsi_format": {"block_bytes": _make_optional_reader(_make_choice_reader(512, 4096))},
    "over_provision": {"percent": _make_integer_reader(1, 90)},
    "make_file_system": {
        "type": _make_choice_reader("ext4", "xfs"),
        "file_bytes": _make_optional_reader(_make_integer_reader(1 << 20, 1 << 60)),
        "mount_options": _make_list_reader(
            _make_choice_reader("noatime", "nodiratime", "lazytime", "discard", "nobarrier"), 0, 5
        ),
    },
    "mdadm_create": {
        "level": _make_choice_reader("raid0", "raid1", "raid5", "raid6", "raid10"),
        "chunk_bytes": _make_optional_reader(_make_choice_reader(*_list_powers_of_two(4096, 16 << 20))),
        "spares": _make_integer_reader(0, _MAX_MEMBERS),
        "bitmap": _make_choice_reader("none", "internal"),
        "assume_clean": fields.parse_flag,
        "name": _TITLE,
    },
    "mdadm_stop": {"erase_superblocks": fields.parse_flag},
    "mdadm_fail": {"member": _MEMBER},
    "mdadm_readd": {"member": _MEMBER, "full": fields.parse_flag},
    "mdadm_add_spare": {"member": _MEMBER},
    "storcli_vd_create": {
        "level": _make_choice_reader("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60"),
        "strip_bytes": _make_choice_reader(*_list_powers_of_two(8192, 1 << 20)),
        "members": _DRIVES,
        "drives_per_span": _make_optional_reader(_make_integer_reader(1, 32)),
        "read_policy": _READ_POLICY,
        "write_policy": _WRITE_POLICY,
        "io_policy": _IO_POLICY,
        "drive_cache": _DRIVE_CACHE,
        "initialisation": _make_choice_reader("none", "fast", "full"),
        "name": _TITLE,
    },
    "storcli_vd_delete": {},
    "storcli_drive_offline": {"member": _DRIVE},
    "storcli_drive_missing": {"member": _DRIVE},
    "storcli_rebuild_start": {"member": _DRIVE},
    "storcli_rebuild_rate": {"percent": _make_integer_reader(1, 100)},
    "storcli_hot_spare": {"action": _make_choice_reader("add", "remove"), "member": _DRIVE},
    "storcli_cache_policy": {
        "read_policy": _make_optional_reader(_READ_POLICY),
        "write_policy": _make_optional_reader(_WRITE_POLICY),
        "io_policy": _make_optional_reader(_IO_POLICY),
    },
    "storcli_drive_cache_policy": {"drive_cache": _DRIVE_CACHE},
    "storcli_jbod": {"on": fields.parse_flag, "members": _DRIVES},
    "wait_quiet": {
        "max_seconds": _make_integer_reader(1, 30 * _DAY_SECONDS),
        "what": _make_list_reader(
            _make_choice_reader(
                "initialisation", "consistency_check", "patrol_read", "rebuild", "copyback", "learn_cycle"
            ),
            1,
            6,
        ),
    },
}
