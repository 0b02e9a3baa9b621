"""Configuration: an immutable snapshot of all that can change a result, and its two hashes.

They follow decision 17. *class* identifies the hardware and its settings: models, firmware, driver, kernel and OS,
counts, policies, conditions. *instance* adds the individual pieces: serials and the server. Names, notes, addresses,
temperatures and progress are in neither. A snapshot without `snapshot_version` was made before there were versions, or
elsewhere. It is hashed as it was then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

#: What a snapshot is built as today.
SNAPSHOT_VERSION = 2

Place = Literal["class", "instance", "neither"]

_IN_CLASS = (
    # Server and engine
    *("snapshot_version", "product_name", "board", "bios", "os_name", "kernel", "architecture", "cpu", "sockets"),
    *("cores", "threads", "memory_bytes", "engine", "engine_version", "settings"),
    # Controllers
    *("controllers", "kind", "vendor", "model", "firmware", "driver", "driver_version", "cache_bytes", "battery"),
    *("cache_module", "link_speed_gts", "link_width", "max_link_speed_gts", "max_link_width", "numa_node"),
    # Arrays and their members
    *("arrays", "role", "implementation", "level", "strip_bytes", "member_count", "condition", "activity", "policies"),
    *("requested", "effective", "members", "state", "array", "drive"),
    # Drives
    *("size_bytes", "logical_block_bytes", "physical_block_bytes", "rotational", "rotation_rpm", "transport", "medium"),
    *("write_cache", "over_provisioned_percent", "block", "is_array"),
    # Target, and what is made of it before the first phase
    *("target", "drives", "filesystem", "copy_to", "preparation", "ordinal", "type", "file_bytes", "mount_options"),
    *("chunk_bytes", "spares", "bitmap", "assume_clean", "full", "lbaf", "percent", "block_bytes", "drives_per_span"),
    *("read_policy", "write_policy", "io_policy", "drive_cache", "initialisation", "action", "on"),
)
_IN_INSTANCE = ("serial", "wwn", "stable_id", "machine_id", "server", "mount_source")
_IN_NEITHER = (
    *("name", "note", "hostname", "address", "pci_address", "path", "kernel_name", "location", "slot", "key"),
    *("mountpoint", "temperature_c", "progress_percent", "captured_at", "warnings", "runner_version"),
)

#: Every field of a snapshot at any depth, and the first hash that it enters. Fields that are not named here, such as a
#: setting of a controller, can change a result and enter both.
FIELDS: Mapping[str, Place] = {
    **dict.fromkeys(_IN_CLASS, "class"),
    **dict.fromkeys(_IN_INSTANCE, "instance"),
    **dict.fromkeys(_IN_NEITHER, "neither"),
}
#: Keys that identify a piece, not its kind: in the instance hash only.
INSTANCE_KEYS = frozenset(_IN_INSTANCE)
#: Keys that describe and never decide: in neither hash.
DESCRIPTIVE_KEYS = frozenset(_IN_NEITHER)

#: What described and never decided before snapshots had versions. It stays, so that hashes that were stored stay true.
_UNVERSIONED_DESCRIPTIVE_KEYS = frozenset(
    {
        *("name", "note", "address", "temperature_c", "captured_at", "hostname", "path", "kernel_name", "mountpoint"),
        "warnings",
    }
)


def encode_canonical_json(value: Any) -> bytes:
    """Return the one byte form of a JSON value: sorted keys, no spaces, UTF-8, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def compute_class_hash(snapshot: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) of the kind of system in a snapshot.

    Keys of the individual system, such as serial numbers, and descriptive keys do not count.
    """
    return _hash(snapshot, INSTANCE_KEYS)


def compute_instance_hash(snapshot: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) of the individual system in a snapshot.

    Only descriptive keys do not count.
    """
    return _hash(snapshot, frozenset())


def _hash(snapshot: Mapping[str, Any], left_out: frozenset[str]) -> str:
    if "snapshot_version" in snapshot:
        value = _sort_components(snapshot, left_out | DESCRIPTIVE_KEYS)
    else:
        value = _remove_keys(snapshot, left_out | _UNVERSIONED_DESCRIPTIVE_KEYS)
    return hashlib.sha256(encode_canonical_json(value)).hexdigest()


def _remove_keys(value: Any, keys: frozenset[str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _remove_keys(item, keys) for key, item in value.items() if key not in keys}
    if isinstance(value, list):
        return [_remove_keys(item, keys) for item in value]
    return value


def _sort_components(value: Any, keys: frozenset[str]) -> Any:
    """Return a JSON value without `keys`, with the components of every list sorted.

    Components have no order of their own, but their number counts.
    """
    if isinstance(value, Mapping):
        return {key: _sort_components(item, keys) for key, item in value.items() if key not in keys}
    if isinstance(value, list):
        items = [_sort_components(item, keys) for item in value]
        return sorted(items, key=encode_canonical_json) if all(isinstance(item, dict) for item in items) else items
    # The database gives a whole number back in the form in which it was stored.
    return int(value) if isinstance(value, float) and value.is_integer() else value
