"""A snapshot of version 2 for tests: a RAID controller with an array of four drives."""

from __future__ import annotations

from typing import Any


def make_drive(number: int, **values: Any) -> dict[str, Any]:
    """Return a drive in the form of a snapshot."""
    drive = {
        "kernel_name": f"sd{number}",
        "stable_id": f"wwn-{number}",
        "location": f"/c0/e252/s{number}",
        "slot": str(number),
        "vendor": "Samsung",
        "model": "PM1653",
        "serial": f"D{number}",
        "wwn": f"500{number}",
        "firmware": "A1",
        "size_bytes": 1_920_000_000_000,
        "logical_block_bytes": 512,
        "physical_block_bytes": 4096,
        "rotational": False,
        "rotation_rpm": None,
        "medium": "flash",
        "transport": "sas",
        "link_speed_gts": 24.0,
        "link_width": 2,
        "max_link_speed_gts": None,
        "max_link_width": None,
        "numa_node": None,
        "write_cache": "off",
        "over_provisioned_percent": None,
        "settings": {},
        "block": {"scheduler": "none"},
        "is_array": False,
    }
    return drive | values


def make_member(number: int, *, state: str = "online", **drive: Any) -> dict[str, Any]:
    """Return a member of an array."""
    taken = make_drive(number, **drive)
    return {
        "kind": "drive", "key": taken["location"], "slot": number, "state": state, "drive": taken, "array": None,
    }  # fmt: skip


def make_array(**values: Any) -> dict[str, Any]:
    """Return a RAID 5 of four drives."""
    array = {
        "role": "under",
        "key": "6009",
        "name": "data",
        "kernel_name": "sdz",
        "stable_id": "wwn-6009",
        "implementation": "megaraid",
        "level": "raid5",
        "size_bytes": 5_760_000_000_000,
        "strip_bytes": 65536,
        "condition": "optimal",
        "activity": "none",
        "progress_percent": None,
        "policies": {"write": {"requested": "write_back", "effective": "write_back"}},
        "member_count": 4,
        "settings": {"access": "rw"},
        "block": {"scheduler": "mq-deadline"},
        "members": [make_member(number) for number in range(1, 5)],
    }
    return array | values


def make_controller(**values: Any) -> dict[str, Any]:
    """Return a RAID controller."""
    controller = {
        "key": "pci:0000:3b:00.0",
        "kind": "raid",
        "vendor": "Broadcom",
        "model": "PERC H965i",
        "serial": "C1",
        "firmware": "8.4",
        "driver": "mpi3mr",
        "driver_version": "8.0",
        "pci_address": "0000:3b:00.0",
        "link_speed_gts": 16.0,
        "link_width": 16,
        "max_link_speed_gts": 16.0,
        "max_link_width": 16,
        "numa_node": 0,
        "cache_bytes": 8 << 30,
        "battery": "optimal",
        "cache_module": "present",
        "settings": {"rebuild_rate": 30},
    }
    return controller | values


def make_snapshot(**values: Any) -> dict[str, Any]:
    """Return a server whose array is the target of a run."""
    snapshot = {
        "snapshot_version": 2,
        "server": "0191",
        "name": "lab1",
        "hostname": "alpha",
        "machine_id": "m1",
        "product_name": "R760",
        "board": "0ABC",
        "bios": "2.1",
        "os_name": "Debian 12",
        "kernel": "6.1.0",
        "architecture": "x86_64",
        "cpu": {"model": "Xeon 6430", "sockets": 2, "cores": 64, "threads": 128},
        "memory_bytes": 256 << 30,
        "runner_version": "0.1",
        "engine": "fio",
        "engine_version": "fio-3.33",
        "controllers": [make_controller()],
        "arrays": [make_array()],
        "settings": {"sysctl.vm.dirty_ratio": 20},
        "target": {"kind": "devices", "drives": [make_drive(9, is_array=True, model="PERC", firmware=None)]},
        "preparation": [],
    }
    return snapshot | values
