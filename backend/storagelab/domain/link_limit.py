"""Upper bound of the throughput of the links under a load, known only where every link is.

A link carries fewer bytes than its line rate, because bits are encoded. PCI Express sends 8 bits as 10 at 2.5 and 5
GT/s, and 128 as 130 from 8 GT/s to 32 GT/s (PCI Express Base Specification 5.0, sections 4.2.1 and 4.2.2). 64 GT/s
packs its bits into flits and has no such ratio, so it has no bound. SATA (Serial ATA Revision 3.5, section 9) and SAS
up to 12 Gb/s send 8 bits as 10. SAS of 22.5 Gb/s, which is sold as 24, sends 128 as 150 (SPL-4, section 5). Headers of
packets and protocols take a further share, which depends on their sizes and is left out: no load reaches the bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.components import Piece, list_arrays, list_drives
from storagelab.domain.formatting import format_link

#: Share of the bits on the wire that are payload, by the line rate in GT/s.
_PCIE: Mapping[float, float] = {2.5: 8 / 10, 5.0: 8 / 10, 8.0: 128 / 130, 16.0: 128 / 130, 32.0: 128 / 130}
#: The line rate in Gb/s and the share of payload, by the rate that drives and controllers report.
_SERIAL: Mapping[str, Mapping[float, tuple[float, float]]] = {
    "sata": {rate: (rate, 8 / 10) for rate in (1.5, 3.0, 6.0)},
    "sas": {
        **{rate: (rate, 8 / 10) for rate in (3.0, 6.0, 12.0)},
        22.5: (22.5, 128 / 150),
        24.0: (22.5, 128 / 150),
    },
}
#: Controllers that pass every request on to its drive; others answer some from a cache of their own.
_PASSING = frozenset({"hba"})
#: Arrays that the server makes itself and that keep nothing in its memory; those of ZFS do.
_PLAIN_SOFTWARE = frozenset({"mdadm", "lvm"})
_IN_MEMORY = frozenset({"zfs"})
_BITS_PER_BYTE = 8


@dataclass(frozen=True, slots=True)
class LinkThroughputLimit:
    """No more bytes a second can cross the links in `words`, such as `4 × 16 GT/s x4`."""

    bytes_per_s: float
    words: str


def find_link_limit(snapshot: Mapping[str, Any]) -> LinkThroughputLimit | None:
    """Return the link with the lowest throughput that all requests of a load cross; None if unknown.

    `snapshot` is the snapshot of a configuration. The links of NVMe drives add up. Other drives are attached to
    controllers, whose links all requests cross. Behind a host bus adapter, requests cross the links of the drives as
    well. Drives of several kinds have no single common link.
    """
    drives, missing = list_drives(snapshot)
    if not drives or missing:
        return None
    listed = snapshot.get("controllers")
    if not isinstance(listed, list):
        return None
    made_by = {array.get("implementation") for array in list_arrays(snapshot) or []}
    if made_by & _IN_MEMORY:
        return None
    controllers = [controller for controller in listed if controller.get("kind") != "nvme"]
    kinds = {drive.get("transport") for drive in drives}
    if not controllers:
        return _compute_pcie_limit(drives) if kinds == {"nvme"} else None
    if "nvme" in kinds and len(kinds) > 1:
        return None
    shared = _compute_pcie_limit(controllers)
    passing = all(controller.get("kind") in _PASSING for controller in controllers) and made_by <= _PLAIN_SOFTWARE
    if shared is None or not passing:
        return shared
    own = _compute_pcie_limit(drives) if kinds == {"nvme"} else _compute_serial_limit(drives)
    return None if own is None else min(shared, own, key=lambda limit: limit.bytes_per_s)


def _compute_pcie_limit(pieces: Sequence[Piece]) -> LinkThroughputLimit | None:
    total = 0.0
    for piece in pieces:
        speed, width = piece.get("link_speed_gts"), piece.get("link_width")
        if speed is None or not width:
            return None
        payload = _PCIE.get(float(speed))
        if payload is None:
            return None
        total += float(speed) * 1e9 * payload * int(width) / _BITS_PER_BYTE
    return LinkThroughputLimit(total, _format_links(pieces))


def _compute_serial_limit(drives: Sequence[Piece]) -> LinkThroughputLimit | None:
    total = 0.0
    for drive in drives:
        transport, speed, width = drive.get("transport"), drive.get("link_speed_gts"), drive.get("link_width")
        encoding = None if speed is None else _SERIAL.get(str(transport), {}).get(float(speed))
        # A SATA drive has one lane; a SAS drive may have two in use.
        lanes = width or (1 if transport == "sata" else None)
        if encoding is None or lanes is None:
            return None
        rate, payload = encoding
        total += rate * 1e9 * payload * int(lanes) / _BITS_PER_BYTE
    return LinkThroughputLimit(total, _format_links(drives))


def _format_links(pieces: Sequence[Piece]) -> str:
    counted = Counter(format_link(piece.get("link_speed_gts"), piece.get("link_width")) for piece in pieces)
    return ", ".join(f"{count} \u00d7 {words}" if count > 1 else str(words) for words, count in counted.items())
