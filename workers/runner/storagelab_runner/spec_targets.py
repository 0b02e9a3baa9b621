"""Targets of an attempt: a new file, with a copy target for copies across, or block devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Union

from storagelab_runner import fields

MAX_DEVICES = 256
_FILE_KEYS = frozenset({"kind", "path", "size_bytes", "copy_to"})
_DEVICES_KEYS = frozenset({"kind", "devices"})
_DEVICE_KEYS = frozenset({"stable_id", "serial", "path", "size_bytes"})


class SpecFileTarget(NamedTuple):
    """A file that the runner creates and removes; `path` None leaves the place to the runner.

    `copy_to` is a place on another file system, where as many bytes may be taken; nothing is copied across without it.
    """

    path: str | None
    size_bytes: int
    copy_to: str | None = None


class Device(NamedTuple):
    """One block device, named for good by `stable_id` and for now by `path`; `serial` is given where it is written."""

    stable_id: str | None
    serial: str | None
    path: str
    size_bytes: int | None


class SpecDevicesTarget(NamedTuple):
    """Block devices that are tested together."""

    devices: tuple[Device, ...]


Target = Union[SpecFileTarget, SpecDevicesTarget]


def parse_target(path: str, document: Any) -> Target:
    """Parse the target from a JSON value. Raises Refusal bad_request, naming the field."""
    value = fields.require_object(path, document)
    if value.get("kind") == "file":
        fields.refuse_unknown_fields(path, value, _FILE_KEYS)
        size_bytes = fields.parse_integer(path, value, "size_bytes", 4096, 1 << 60)
        return SpecFileTarget(_parse_optional(path, value, "path"), size_bytes, _parse_optional(path, value, "copy_to"))
    if value.get("kind") == "devices":
        fields.refuse_unknown_fields(path, value, _DEVICES_KEYS)
        raw_devices = fields.parse_list(path, value, "devices", MAX_DEVICES)
        return SpecDevicesTarget(
            tuple(_parse_device(f"{path}.devices.{index}", raw) for index, raw in enumerate(raw_devices))
        )
    raise fields.refuse(f"{path}.kind", "must be file or devices")


def _parse_device(path: str, document: Any) -> Device:
    value = fields.require_object(path, document)
    fields.refuse_unknown_fields(path, value, _DEVICE_KEYS)
    return Device(
        stable_id=_parse_optional(path, value, "stable_id", 256),
        serial=_parse_optional(path, value, "serial", 256),
        path=fields.parse_text(path, value, "path"),
        size_bytes=None if value.get("size_bytes") is None else fields.parse_integer(path, value, "size_bytes", 0),
    )


def _parse_optional(path: str, value: Mapping[str, Any], key: str, longest: int = 4096) -> str | None:
    return None if value.get(key) is None else fields.parse_text(path, value, key, longest)
