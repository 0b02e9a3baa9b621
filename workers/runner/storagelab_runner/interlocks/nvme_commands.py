"""NVMe commands through an open namespace descriptor, so that the answer is about that drive."""

from __future__ import annotations

import ctypes
import fcntl
import struct
from typing import NamedTuple

from storagelab_runner.interlocks.facts import NvmeIdentity

#: linux/nvme_ioctl.h: NVME_IOCTL_ID, NVME_IOCTL_ADMIN_CMD, NVME_IOCTL_IO_CMD and struct nvme_passthru_cmd.
_IOCTL_ID = 0x4E40
_IOCTL_ADMIN = 0xC0484E41
_IOCTL_IO = 0xC0484E43
_COMMAND = struct.Struct("=BBHIIIQQII6III")
_COMMAND_MS = 5000

_GET_LOG_PAGE, _IDENTIFY, _RESERVATION_REPORT = 0x02, 0x06, 0x0E
_NAMESPACE, _CONTROLLER = 0, 1
_HEALTH_LOG = 2
_ALL_NAMESPACES = 0xFFFFFFFF
_PAGE_BYTES, _HEALTH_BYTES = 4096, 512


class NvmeHealth(NamedTuple):
    """The health log: `warnings` are the bits of the critical warning; temperature in degrees Celsius."""

    warnings: int
    spare_percent: int
    spare_threshold_percent: int
    temperature_c: int


def read_identity(descriptor: int) -> NvmeIdentity:
    """Read the identify data of an NVMe namespace and its controller.

    Raises OSError when the drive does not answer.
    """
    namespace_id = fcntl.ioctl(descriptor, _IOCTL_ID)
    controller = _run_read_command(descriptor, _IOCTL_ADMIN, _IDENTIFY, 0, _PAGE_BYTES, _CONTROLLER)
    namespace = _run_read_command(descriptor, _IOCTL_ADMIN, _IDENTIFY, namespace_id, _PAGE_BYTES, _NAMESPACE)
    return decode_identity(controller, namespace)


def read_health(descriptor: int) -> NvmeHealth:
    """Read the health log of an NVMe controller. Raises OSError when the drive does not answer."""
    dwords = _HEALTH_BYTES // 4 - 1
    log = _run_read_command(
        descriptor, _IOCTL_ADMIN, _GET_LOG_PAGE, _ALL_NAMESPACES, _HEALTH_BYTES, _HEALTH_LOG | dwords << 16
    )
    return decode_health(log)


def read_registrants(descriptor: int) -> int:
    """Return how many controllers hold a reservation key of the NVMe namespace.

    Raises OSError when the drive does not answer.
    """
    namespace_id = fcntl.ioctl(descriptor, _IOCTL_ID)
    report = _run_read_command(
        descriptor, _IOCTL_IO, _RESERVATION_REPORT, namespace_id, _PAGE_BYTES, _PAGE_BYTES // 4 - 1
    )
    return decode_registrants(report)


def decode_identity(controller: bytes, namespace: bytes) -> NvmeIdentity:
    """Decode the required fields of the NVMe identify pages of controller and namespace.

    Sources: NVM Express base and NVM command set specifications.
    """
    sharing, format_attributes = controller[76], controller[524]
    (namespaces,) = struct.unpack_from("<I", controller, 516)
    (optional_commands,) = struct.unpack_from("<H", controller, 520)
    return NvmeIdentity(
        serial=controller[4:24].decode("ascii", "replace").strip(),
        is_multi_controller=bool(sharing & 0b10),
        is_shared=bool(namespace[30] & 1),
        namespaces=namespaces,
        formats_all=bool(format_attributes & 0b11),
        has_reservations=bool(optional_commands & 1 << 5),
    )


def decode_health(log: bytes) -> NvmeHealth:
    """Decode the required fields of the NVMe health log page."""
    (kelvin,) = struct.unpack_from("<H", log, 1)
    return NvmeHealth(log[0], log[3], log[4], kelvin - 273)


def decode_registrants(report: bytes) -> int:
    """Return the number of registered controllers in an NVMe reservation report."""
    return int(struct.unpack_from("<H", report, 5)[0])


def _run_read_command(
    descriptor: int, request: int, opcode: int, namespace_id: int, length: int, first_word: int
) -> bytes:
    """Send one NVMe command and return the `length` bytes it reads. Raises OSError when it fails."""
    data = ctypes.create_string_buffer(length)
    words = (first_word, 0, 0, 0, 0, 0)
    address = ctypes.addressof(data)
    command = bytearray(_COMMAND.pack(opcode, 0, 0, namespace_id, 0, 0, 0, address, 0, length, *words, _COMMAND_MS, 0))
    status = fcntl.ioctl(descriptor, request, command)
    if status != 0:
        raise OSError(5, f"the drive answered with status {status:#x}")
    return data.raw
