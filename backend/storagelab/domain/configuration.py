"""A configuration: an immutable snapshot of what can change a result, and its two hashes (decision 17).

*class* identifies what was bought and set: models, firmware, driver, kernel and OS, counts, policies.
*instance* adds which pieces they were: serials and the server. Names, notes, addresses and temperatures are in neither.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

#: Keys that identify a piece, not its kind. They enter the instance hash only, at whatever depth they stand.
INSTANCE_KEYS = frozenset({"serial", "wwn", "stable_id", "machine_id", "server", "mount_source"})
#: Keys that describe and never decide. They enter neither hash.
DESCRIPTIVE_KEYS = frozenset(
    {
        "name",
        "note",
        "address",
        "temperature_c",
        "captured_at",
        "hostname",
        "path",
        "kernel_name",
        "mountpoint",
        "warnings",
    }
)


def canonical_json(value: Any) -> bytes:
    """The one byte form of a JSON value: sorted keys, no spaces, UTF-8, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _without(value: Any, keys: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(item, keys) for key, item in value.items() if key not in keys}
    if isinstance(value, list):
        return [_without(item, keys) for item in value]
    return value


def class_hash(snapshot: dict[str, Any]) -> str:
    """SHA-256 (hex) over what kind of system this is."""
    return hashlib.sha256(canonical_json(_without(snapshot, INSTANCE_KEYS | DESCRIPTIVE_KEYS))).hexdigest()


def instance_hash(snapshot: dict[str, Any]) -> str:
    """SHA-256 (hex) over which very system this is."""
    return hashlib.sha256(canonical_json(_without(snapshot, DESCRIPTIVE_KEYS))).hexdigest()
