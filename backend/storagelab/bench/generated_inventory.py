"""Inventory of a large lab, written straight into the database, identical in every run."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
from sqlalchemy import insert, text

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Drive, Server
from storagelab.db.session import session_scope
from storagelab.domain.json_values import RowValues
from storagelab.domain.labels import parse_labels
from storagelab.domain.lifecycle import ServerState
from storagelab.inventory.search_text import search_text_of

_SEED = 61
_BEGINNING = dt.datetime(2026, 1, 5, 8, tzinfo=dt.UTC)
_GB = 10**9
_SLOTS = 24


@dataclass(frozen=True, slots=True)
class _Model:
    """A model as it is sold: what its serial numbers begin with and how many digits follow, its firmware revisions."""

    vendor: str
    name: str
    transport: str
    serial: str
    digits: int
    firmware: tuple[str, ...]
    gigabytes: int

    @property
    def rotates(self) -> bool:
        return self.transport == "sas"


_MODELS = (
    _Model("Samsung", "SAMSUNG MZQL27T6HBLA-00A07", "nvme", "S6CKNN0", 7, ("GDC5302Q", "GDC5602Q"), 7681),
    _Model("Samsung", "SAMSUNG MZWLO3T8HCLS-00A07", "nvme", "S7UENE0", 7, ("OPPA4B5Q", "OPPA3B5Q"), 3841),
    _Model("Micron", "Micron_7450_MTFDKCC3T8TFR", "nvme", "22373B", 6, ("E2MU110", "E2MU200"), 3841),
    _Model("Micron", "MTFDDAK1T9TDS", "sata", "2031291", 5, ("D3MU001", "D3MU402"), 1920),
    _Model("KIOXIA", "KIOXIA KCD81RUG7T68", "nvme", "53E0A02", 5, ("0105", "1UETE106"), 7681),
    _Model("Intel", "INTEL SSDPE2KX040T8", "nvme", "PHLJ1172", 6, ("VDV10170", "VDV10184"), 4000),
    _Model("Intel", "INTEL SSDSC2KG960G8", "sata", "PHYG9142", 6, ("XCV10132", "XCV10165"), 960),
    _Model("Western Digital", "WUS4BB038D7P3E3", "nvme", "A0626", 5, ("R1110021", "R1410004"), 3841),
    _Model("Seagate", "ST16000NM004J", "sas", "ZR70", 6, ("E002", "E004"), 16001),
    _Model("Seagate", "ST4000NM0025", "sas", "ZC1", 7, ("N004", "TS09"), 4001),
)
_PRODUCTS = ("PowerEdge R760", "ProLiant DL380 Gen11", "SYS-220U-TNR", "ThinkSystem SR650 V3", "PowerEdge R740xd")
_LABELS = ("raid", "nvme", "lend out", "quiet", "rack=3", "rack=7")


@dataclass(frozen=True, slots=True)
class Inventory:
    """Written inventory: server ids, and searchable names of each drive: server, model, serial, firmware."""

    server_ids: tuple[uuid.UUID, ...]
    names: tuple[tuple[str, ...], ...]


def make_inventory(*, servers: int, drives: int) -> tuple[list[Server], list[Drive]]:
    """Create servers and drives, evenly spread, in the form in which discoveries leave them.

    Nothing is written to the database.
    """
    machines = [_make_server(number) for number in range(servers)]
    return machines, list(_generate_drives(machines, drives, np.random.default_rng(_SEED)))


def find_revisions(model: str) -> tuple[str, ...]:
    """Return the firmware revisions of a model of this inventory, the oldest first."""
    return next(drive_model.firmware for drive_model in _MODELS if drive_model.name == model)


def write_inventory(*, servers: int, drives: int) -> Inventory:
    """Write generated servers and drives to the database; return their ids and searchable names."""
    machines, drive_rows = make_inventory(servers=servers, drives=drives)
    with session_scope() as session:
        session.execute(insert(Server), [_collect_columns(row) for row in machines])
        session.execute(insert(Drive), [_collect_columns(row) for row in drive_rows])
    with session_scope() as session:
        # What autovacuum would do within a minute.
        session.execute(text("analyze server, drive"))
    server_names = {row.id: row.name for row in machines}
    names = ((server_names[row.server_id], row.model, row.serial, row.firmware) for row in drive_rows)
    return Inventory(tuple(server_names), tuple(tuple(filter(None, parts)) for parts in names))


def _collect_columns(row: Server | Drive) -> RowValues:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def _make_server(number: int) -> Server:
    row = Server(
        id=generate_uuid7(),
        name=f"node-{number // 40 + 1:02d}-{number % 40 + 1:02d}",
        transport="ssh",
        address=f"198.51.100.{number % 250 + 1}",
        port=22,
        username="bench",
        state=ServerState.READY,
        os_name="Debian GNU/Linux 12 (bookworm)",
        kernel=("6.1.0-28-amd64", "6.8.0-49-generic")[number % 2],
        architecture="x86_64",
        product_name=_PRODUCTS[number % len(_PRODUCTS)],
        cpu_model="INTEL(R) XEON(R) GOLD 6430",
        cpu_sockets=2,
        cpu_cores=64,
        cpu_threads=128,
        memory_bytes=(256 << 30) << number % 3,
        bios_version=f"2.{number % 7}.3",
        fio_version="fio-3.33",
        owner=f"Team {number % 9}",
        labels=parse_labels(_LABELS[number % len(_LABELS)]),
        note="",
        manual={},
    )
    row.search_text = search_text_of(row)
    return row


def _generate_drives(machines: list[Server], count: int, random: np.random.Generator) -> Iterator[Drive]:
    for number in range(count):
        server = machines[number * len(machines) // count]
        # A server is bought with one model, and some drives were replaced since.
        chosen = machines.index(server) if random.random() < 0.9 else int(random.integers(len(_MODELS)))
        yield _drive(server, _MODELS[chosen % len(_MODELS)], number, random)


def _drive(server: Server, model: _Model, number: int, random: np.random.Generator) -> Drive:
    serial = f"{model.serial}{int(random.integers(10**model.digits)):0{model.digits}d}"
    wwn = f"eui.{number + 0x36_0000_0000:032x}" if model.transport == "nvme" else f"0x5000c500{number:08x}"
    slot = number % _SLOTS
    kernel_name = f"nvme{slot}n1" if model.transport == "nvme" else f"sd{ascii_lowercase[slot]}"
    stable_id = f"nvme-{wwn}" if model.transport == "nvme" else f"wwn-{wwn}"
    size_bytes = model.gigabytes * _GB
    row = Drive(
        id=generate_uuid7(),
        server_id=server.id,
        created_at=_BEGINNING + dt.timedelta(minutes=number),
        first_seen_at=_BEGINNING + dt.timedelta(minutes=number),
        last_seen_at=_BEGINNING + dt.timedelta(days=300),
        identity=f"wwn:{wwn.removeprefix('eui.').removeprefix('0x')}",
        kernel_name=kernel_name,
        path=f"/dev/{kernel_name}",
        slot=str(slot),
        stable_id=stable_id,
        stable_ids=[stable_id, f"{model.transport}-{model.name}_{serial}".replace(" ", "_")],
        vendor=model.vendor,
        model=model.name,
        serial=serial,
        wwn=wwn,
        firmware=str(random.choice(model.firmware)),
        size_bytes=size_bytes,
        logical_block_bytes=512,
        physical_block_bytes=4096,
        rotational=model.rotates,
        transport=model.transport,
        medium="rotating" if model.rotates else "flash",
        link_speed_gts=16.0 if model.transport == "nvme" else 12.0,
        link_width=4 if model.transport == "nvme" else 1,
        health=_make_health(size_bytes, random),
        settings=_make_settings(),
        resources=[f"drive:{stable_id}", f"controller:{server.name}:{number % 3}"],
        labels=parse_labels(_LABELS[number % len(_LABELS)]) if number % 10 == 0 else {},
        note="came back from repair" if number % 97 == 0 else "",
        manual={},
    )
    row.search_text = search_text_of(row)
    return row


def _make_health(size_bytes: int, random: np.random.Generator) -> dict[str, object]:
    used = int(random.integers(0, 60))
    return {
        "passed": True,
        "used_percent": float(used),
        "spare_percent": 100.0,
        "spare_threshold_percent": 10.0,
        "written_bytes": size_bytes * used * 10,
        "read_bytes": size_bytes * used * 17,
        "power_on_hours": int(random.integers(100, 40_000)),
        "power_cycles": int(random.integers(5, 200)),
        "unsafe_shutdowns": int(random.integers(0, 90)),
        "temperature_c": float(random.integers(24, 60)),
        "media_errors": 0,
        "warnings": [],
    }


def _make_settings() -> dict[str, object]:
    return {
        "scheduler": "none",
        "nr_requests": 1023,
        "read_ahead_kb": 128,
        "write_cache": "write through",
        "nomerges": 0,
        "rq_affinity": 1,
        "wbt_lat_usec": 0,
        "io_poll": False,
    }
