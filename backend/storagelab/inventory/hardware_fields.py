"""The fields of servers, controllers, drives and arrays: vocabulary of a query over each list."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import BigInteger, cast, func, select

from storagelab.db.models import Array, Controller, Drive, Server
from storagelab.db.models.hardware import LIFECYCLES
from storagelab.domain.lifecycle import ServerState
from storagelab.inventory.filters import SERVER_TEXT, build_mention_condition
from storagelab.inventory.query_columns import RelatedColumn, make_related_column, select_yes_or_no
from storagelab.inventory.query_lists import FieldEntry, FieldMaker, QueryList

_LEVEL = re.compile(r"(?:raid[ -]?)?(?P<digits>\d{1,2})", re.IGNORECASE)


def read_level(text: str) -> str | None:
    """Return the stored form of a RAID level: `10` and `RAID 10` become `raid10`."""
    match = _LEVEL.fullmatch(text)
    return f"raid{match['digits']}" if match is not None else None


def _count_of(model: type[Any], key: Any, owner: Any) -> Any:
    counted = select(cast(func.count(), BigInteger)).where(key == owner, model.present)
    return counted.correlate_except(model).scalar_subquery()


def _make_piece_fields(make: FieldMaker, model: type[Any], thing: str) -> tuple[FieldEntry, ...]:
    """Return the query fields that every list of hardware has; `thing` is its noun in descriptions."""
    return (
        make.text(
            "server",
            make_related_column(model.server_id, Server, Server.name),
            "Name of the server, or its number",
            "server:s-1",
        ),
        make.choice("lifecycle", model.lifecycle, f"Use of the {thing} in this lab", "lifecycle:spare", *LIFECYCLES),
        make.choice(
            "present", select_yes_or_no(model.present), "Seen by the last discovery", "present:yes", "yes", "no"
        ),
        make.label(model, f"Label of the {thing}, with or without a value"),
        make.text("note", model.note, "Notes of people", "note:loan"),
        make.date(
            "first_seen",
            model.first_seen_at,
            "Time at which it was seen first",
            "first_seen>-30d",
            "first_seen_at",
            "created_at",
        ),
        make.date("last_seen", model.last_seen_at, "Time at which it was seen last", "last_seen<-7d", "last_seen_at"),
    )


def _list_of(model: type[Any], *columns: FieldEntry) -> QueryList:
    return QueryList(model, columns, lambda word: build_mention_condition(model, model.search_text, word))


_server = FieldMaker("server")
SERVERS = QueryList(
    Server,
    (
        _server.number("number", Server.number, "Number of the server, without s-", "number:1..20"),
        _server.text("name", Server.name, "Name of the server", "name:atlas"),
        _server.choice(
            "state", Server.state, "State of the server", "state:ready", *(state.value for state in ServerState)
        ),
        _server.text(
            "model",
            Server.product_name,
            "Model of the server",
            'model:"PowerEdge R750"',
            "server_model",
            "product_name",
        ),
        _server.text("board", Server.board_name, "Main board", "board:X12", "board_name"),
        _server.text("bios", Server.bios_version, "Version of the BIOS", "bios:2.17", "bios_version", heading="BIOS"),
        _server.text(
            "cpu", Server.cpu_model, "Processor of the server", 'cpu:"Xeon Gold"', "cpu_model", heading="Processor"
        ),
        _server.number("sockets", Server.cpu_sockets, "Number of processors", "sockets:2", "cpu_sockets", "cpus"),
        _server.number("cores", Server.cpu_cores, "Cores of all processors", "cores>=32", "cpu_cores"),
        _server.number(
            "threads", Server.cpu_threads, "Hardware threads of all processors", "threads>=64", "cpu_threads"
        ),
        _server.number(
            "memory", Server.memory_bytes, "Memory of the server", "memory>=64GiB", "memory_bytes", unit="bytes"
        ),
        _server.text("kernel", Server.kernel, "Kernel of the server", "kernel:6.12"),
        _server.text(
            "os", Server.os_name, "Operating system of the server", "os:debian", "os_name", heading="Operating system"
        ),
        _server.text("architecture", Server.architecture, "Architecture of the processors", "architecture:x86_64"),
        _server.text("address", Server.address, "Host name or IP address", "address:10.0", "host"),
        _server.text("fio", Server.fio_version, "Version of fio", "fio:3.33", "fio_version"),
        _server.text("owner", Server.owner, "Person who looks after the server", "owner:ada"),
        _server.number(
            "drives",
            _count_of(Drive, Drive.server_id, Server.id),
            "Number of drives in the server now",
            "drives>=8",
            "drive_count",
        ),
        _server.text(
            "drive",
            RelatedColumn(Server.id, Drive.server_id, Drive.model, Drive.present),
            "Model of a drive in the server now",
            'drive:"PM9A3"',
            "drive_model",
        ),
        _server.text(
            "controller",
            RelatedColumn(Server.id, Controller.server_id, Controller.model, Controller.present),
            "Model of a controller in the server now",
            'controller:"PERC H755"',
            "controller_model",
        ),
        _server.label(Server, "Label of the server, with or without a value"),
        _server.text("note", Server.note, "Notes of people", "note:loan"),
        _server.date("created", Server.created_at, "Time at which the server was added", "created>-30d", "created_at"),
        _server.date(
            "last_seen", Server.last_seen_at, "Time at which the server answered last", "last_seen<-1d", "last_seen_at"
        ),
    ),
    lambda word: build_mention_condition(Server, SERVER_TEXT, word),
    shown=Server.state != ServerState.RETIRED,
    shown_by="state",
)

_controller = FieldMaker("controller")
CONTROLLERS = _list_of(
    Controller,
    _controller.number("number", Controller.number, "Number of the controller, without k-", "number:1..20"),
    _controller.text("model", Controller.model, "Model of the controller", 'model:"PERC H755"'),
    _controller.text("vendor", Controller.vendor, "Vendor of the controller", "vendor:broadcom"),
    _controller.text("serial", Controller.serial, "Serial number", "serial:SK123"),
    _controller.text("firmware", Controller.firmware, "Firmware of the controller", "firmware:52.26"),
    _controller.text("driver", Controller.driver, "Driver of the controller", "driver:megaraid_sas"),
    _controller.text("driver_version", Controller.driver_version, "Version of the driver", "driver_version:07.7"),
    _controller.choice("kind", Controller.kind, "RAID controller, HBA or NVMe controller", "kind:raid"),
    _controller.text(
        "place",
        func.coalesce(Controller.pci_address, Controller.key),
        "PCI address of the controller",
        "place:17:00",
        "pci_address",
    ),
    _controller.choice("battery", Controller.battery, "State of the battery", "battery:optimal"),
    _controller.number(
        "cache", Controller.cache_bytes, "Cache of the controller", "cache>=8GiB", "cache_bytes", unit="bytes"
    ),
    _controller.number(
        "drives",
        _count_of(Drive, Drive.controller_id, Controller.id),
        "Number of drives behind it now",
        "drives>=8",
        "drive_count",
    ),
    _controller.number(
        "arrays",
        _count_of(Array, Array.controller_id, Controller.id),
        "Number of arrays on it now",
        "arrays:0",
        "array_count",
    ),
    *_make_piece_fields(_controller, Controller, "controller"),
)

_drive = FieldMaker("drive")
DRIVES = _list_of(
    Drive,
    _drive.number("number", Drive.number, "Number of the drive, without d-", "number:1..20"),
    _drive.text("model", Drive.model, "Model of the drive", 'model:"PM9A3"'),
    _drive.text("vendor", Drive.vendor, "Vendor of the drive", "vendor:samsung"),
    _drive.text("serial", Drive.serial, "Serial number", "serial:S64H"),
    _drive.text("firmware", Drive.firmware, "Firmware of the drive", "firmware:GDC5602Q"),
    _drive.text("interface", Drive.transport, "Interface of the drive", "interface:nvme", "transport"),
    _drive.choice("medium", Drive.medium, "Flash or rotating", "medium:flash", "flash", "rotating"),
    _drive.number(
        "size",
        Drive.size_bytes,
        "Capacity of the drive",
        "size>=1.92TB",
        "drive_size",
        "size_bytes",
        unit="decimal bytes",
    ),
    _drive.choice(
        "state", Drive.drive_state, "State that its controller reports", "state:failed", aliases=("drive_state",)
    ),
    _drive.text("device", Drive.kernel_name, "Name of the device in its server", "device:nvme0n1", "kernel_name"),
    _drive.text("slot", Drive.slot, "Slot of the drive", "slot:12"),
    _drive.text("wwn", Drive.wwn, "World wide name", "wwn:0x5002538", heading="WWN"),
    _drive.text(
        "controller",
        make_related_column(Drive.controller_id, Controller, Controller.model),
        "Model of the controller, or its number",
        'controller:"PERC H755"',
    ),
    _drive.number(
        "wear",
        Drive.used_percent,
        "Endurance used at the newest reading",
        "wear>10",
        "used_percent",
        unit="percent",
        heading="Endurance used",
    ),
    _drive.number(
        "temperature",
        Drive.temperature_c,
        "Temperature at the newest reading",
        "temperature>60C",
        "temperature_c",
        unit="celsius",
    ),
    _drive.number(
        "power_on",
        Drive.power_on_hours,
        "Power-on hours at the newest reading",
        "power_on>8760h",
        "power_on_hours",
        unit="hours",
        heading="Power-on hours",
    ),
    _drive.number(
        "written",
        Drive.written_bytes,
        "Bytes written to the drive since it was made",
        "written>1PB",
        "written_bytes",
        unit="decimal bytes",
    ),
    _drive.choice(
        "protected", select_yes_or_no(Drive.protected), "Protected from every write", "protected:yes", "yes", "no"
    ),
    *_make_piece_fields(_drive, Drive, "drive"),
)

_array = FieldMaker("array")
ARRAYS = _list_of(
    Array,
    _array.number("number", Array.number, "Number of the array, without v-", "number:1..20"),
    _array.text("name", Array.name, "Name of the array", "name:md0"),
    _array.choice(
        "raid",
        Array.level,
        "RAID level",
        "raid:10",
        aliases=("level", "raid_level"),
        normalise=read_level,
        heading="RAID level",
    ),
    _array.choice(
        "condition", Array.condition, "Condition of the array", "condition:degraded", aliases=("array_condition",)
    ),
    _array.choice("activity", Array.activity, "Activity in the background", "activity:none"),
    _array.number(
        "strip", Array.strip_bytes, "Strip size of the array", "strip:64KiB", "strip_size", "strip_bytes", unit="bytes"
    ),
    _array.number("size", Array.size_bytes, "Capacity of the array", "size>=10TB", "size_bytes", unit="decimal bytes"),
    _array.number("drives", Array.drive_count, "Number of drives in the array", "drives:8", "drive_count"),
    _array.choice(
        "implementation", Array.implementation, "Software or controller of the array", "implementation:mdadm"
    ),
    _array.text("device", Array.kernel_name, "Name of the device in its server", "device:md0", "kernel_name"),
    _array.text(
        "controller",
        make_related_column(Array.controller_id, Controller, Controller.model),
        "Model of the controller, or its number",
        'controller:"PERC H755"',
    ),
    *_make_piece_fields(_array, Array, "array"),
)
