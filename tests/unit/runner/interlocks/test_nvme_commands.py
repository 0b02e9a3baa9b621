"""The pages of an NVMe drive, byte by byte as the specifications number them."""

from __future__ import annotations

import struct

from storagelab_runner.interlocks.nvme_commands import decode_health, decode_identity, decode_registrants


def _controller(**fields: int) -> bytes:
    page = bytearray(4096)
    page[4:24] = b"SERIAL 7".ljust(20)
    struct.pack_into("<I", page, 516, 32)
    for offset, value in fields.items():
        page[int(offset[1:])] = value
    return bytes(page)


def test_a_controller_and_its_namespace_identify_themselves() -> None:
    identity = decode_identity(_controller(), bytes(4096))
    assert (identity.serial, identity.namespaces) == ("SERIAL 7", 32)
    assert not any((identity.is_multi_controller, identity.is_shared, identity.formats_all, identity.has_reservations))


def test_sharing_and_format_scope_are_decoded() -> None:
    namespace = bytearray(4096)
    namespace[30] = 1
    identity = decode_identity(_controller(_76=2, _524=1, _520=1 << 5), bytes(namespace))
    assert all((identity.is_multi_controller, identity.is_shared, identity.formats_all, identity.has_reservations))
    assert decode_identity(_controller(_524=4), bytes(4096)).formats_all is False


def test_health_is_read_in_degrees_celsius() -> None:
    log = bytearray(512)
    log[0], log[3], log[4] = 0b101, 90, 10
    struct.pack_into("<H", log, 1, 313)
    assert decode_health(bytes(log)) == (0b101, 90, 10, 40)


def test_registered_controllers_are_counted() -> None:
    report = bytearray(4096)
    struct.pack_into("<IBH", report, 0, 9, 1, 3)
    assert decode_registrants(bytes(report)) == 3
