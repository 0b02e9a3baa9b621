"""Capacity that the phases of a job can address after its preparation. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.domain.units import MIB
from storagelab.errors import InvalidInput

#: The default share of a target for a file on a new file system: the rest is for the file system itself.
FILE_SHARE = 0.8
#: mdadm reserves 0.1 % of each member, and some MiB of small ones; this is twice as much.
_MEMBER_SHARE, _MEMBER_BYTES = 1 / 512, 8 * MIB
_MIN_MEMBERS = {"raid0": 2, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 2}


@dataclass(frozen=True)
class Capacity:
    """Addressable capacity of phases: the bytes of each device and the number of devices."""

    device_bytes: int
    devices: int

    @property
    def total_bytes(self) -> int:
        """Return the capacity of all devices in bytes."""
        return self.device_bytes * self.devices

    def after(self, operation: Mapping[str, Any], *, path: str) -> Capacity:
        """Return the capacity after a preparation operation, never more than the real capacity.

        Raises InvalidInput, at `path`, for an operation that is not possible with this capacity.
        """
        match operation["kind"]:
            case "over_provision":
                return Capacity(self.device_bytes * (100 - operation["percent"]) // 100 // MIB * MIB, self.devices)
            case "mdadm_create":
                return self._array(operation["level"], operation["spares"], operation["chunk_bytes"] or MIB, path)
            case "make_file_system":
                return self._file(operation["file_bytes"], path)
            case _:
                return self

    def _array(self, level: str, spares: int, chunk_bytes: int, path: str) -> Capacity:
        members = self.devices - spares
        if members < _MIN_MEMBERS[level]:
            words = f"{level.upper()} needs {_MIN_MEMBERS[level]} drives beside its spares"
            raise InvalidInput(f"{words}, and there are {max(members, 0)}", path=f"{path}.level")
        own = round(self.device_bytes * _MEMBER_SHARE) + _MEMBER_BYTES
        unit = max(chunk_bytes, MIB)
        of_each = max(self.device_bytes - own, 0) // unit * unit
        data = {"raid0": members, "raid1": 1, "raid5": members - 1, "raid6": members - 2, "raid10": members / 2}[level]
        return Capacity(int(of_each * data) // MIB * MIB, 1)

    def _file(self, file_bytes: int | None, path: str) -> Capacity:
        if self.devices != 1:
            raise InvalidInput(
                f"a file system is made on one drive or array, and there are {self.devices} drives", path=path
            )
        room = int(self.device_bytes * FILE_SHARE) // MIB * MIB
        if file_bytes is not None and file_bytes > self.device_bytes:
            raise InvalidInput(
                f"the file is larger than the {self.device_bytes} bytes of the target", path=f"{path}.file_bytes"
            )
        return Capacity(room if file_bytes is None else file_bytes, 1)
