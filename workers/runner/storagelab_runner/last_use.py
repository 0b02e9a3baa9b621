"""Records of the state in which tests left drives, to detect later writes by others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from storagelab_runner.contents import read_contents
from storagelab_runner.identity import boot_id
from storagelab_runner.interlocks.facts import Contents, Left, Partition
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import read_record, write_record

#: Fields of a record that describe the contents of the drive.
_CONTENT_FIELDS = ("first_sha256", "last_sha256", "seed", "samples_sha256", "sample_digests", "partitions")


def start_of_use(state: StateFolder, serial: str, attempt_id: str, size_bytes: int) -> None:
    """Record that an attempt is about to write to the drive with this serial.

    The record of how the drive was left before is preserved until the attempt ends.
    """
    before = read_record(_get_record_path(state, serial)) or {}
    record = {
        "serial": serial,
        "attempt_id": attempt_id,
        "in_use": True,
        "is_late": False,
        "boot_id": boot_id(),
        "size_bytes": size_bytes,
        **{name: before.get(name) for name in _CONTENT_FIELDS},
    }
    write_record(_get_record_path(state, serial), record)


def end_of_use(state: StateFolder, serial: str, attempt_id: str, descriptor: int) -> None:
    """Read the drive at new sample blocks and record its contents as what the attempt left.

    Raises OSError when the drive cannot be read.
    """
    close_use(state, serial, attempt_id, read_contents(descriptor))


def close_use(state: StateFolder, serial: str, attempt_id: str, contents: Contents, *, is_late: bool = False) -> None:
    """Record `contents` as what the attempt left on the drive.

    `is_late` means that only a look after the loss of the attempt found the contents.
    """
    record = {
        "serial": serial,
        "attempt_id": attempt_id,
        "in_use": False,
        "is_late": is_late,
        "boot_id": boot_id(),
        "size_bytes": contents.size_bytes,
        "first_sha256": contents.ends.first_sha256,
        "last_sha256": contents.ends.last_sha256,
        "seed": contents.samples.seed,
        "samples_sha256": contents.samples.sha256,
        "sample_digests": " ".join(contents.samples.digests),
        "partitions": [list(partition) for partition in contents.partitions],
    }
    write_record(_get_record_path(state, serial), record)


def read_last_use(state: StateFolder, serial: str) -> Left | None:
    """Return what the last test recorded of a drive, None when there was none."""
    record = read_record(_get_record_path(state, serial))
    if record is None or record.get("serial") != serial:
        return None
    return Left(
        attempt_id=record["attempt_id"],
        in_use=record["in_use"],
        first_sha256=record.get("first_sha256"),
        last_sha256=record.get("last_sha256"),
        seed=record.get("seed"),
        samples_sha256=record.get("samples_sha256"),
        sample_digests=_parse_digests(record),
        partitions=_parse_partitions(record),
        size_bytes=record.get("size_bytes"),
        is_late=record.get("is_late", False),
    )


def _parse_digests(record: Mapping[str, Any]) -> tuple[str, ...] | None:
    text = record.get("sample_digests")
    return None if text is None else tuple(text.split())


def _parse_partitions(record: Mapping[str, Any]) -> tuple[Partition, ...] | None:
    pairs = record.get("partitions")
    return None if pairs is None else tuple(Partition(*pair) for pair in pairs)


def _get_record_path(state: StateFolder, serial: str) -> Path:
    return state.left / f"{hashlib.sha256(serial.encode('utf-8')).hexdigest()[:32]}.json"
