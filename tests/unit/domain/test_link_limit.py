"""Link limits under a load, calculated by hand from line rate, lanes and encoding."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.domain.configuration_samples import make_array, make_controller, make_drive, make_member, make_snapshot

from storagelab.domain.link_limit import find_link_limit

HBA = {"kind": "hba", "model": "HBA465e", "link_speed_gts": 8.0, "link_width": 8}


def limit(**values: Any) -> tuple[float, str] | None:
    link_limit = find_link_limit(make_snapshot(**values))
    return None if link_limit is None else (round(link_limit.bytes_per_s / 1e6, 1), link_limit.words)


def on_drives(*drives: dict[str, Any], controllers: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "controllers": [make_controller(**values) for values in controllers], "arrays": [],
        "target": {"kind": "devices", "drives": list(drives)},
    }  # fmt: skip


def nvme(number: int = 1, speed: float | None = 16.0, width: int | None = 4) -> dict[str, Any]:
    return make_drive(number, transport="nvme", link_speed_gts=speed, link_width=width)


def serial(number: int, transport: str, speed: float | None, width: int | None = 1) -> dict[str, Any]:
    return make_drive(number, transport=transport, link_speed_gts=speed, link_width=width)


@pytest.mark.parametrize(
    ("speed", "width", "megabytes"),
    [
        (2.5, 1, 250.0),
        (5.0, 2, 1000.0),
        (8.0, 4, 3938.5),
        (16.0, 4, 7876.9),
        (32.0, 4, 15753.8),
    ],
)
def test_an_nvme_drive_has_its_own_link(speed: float, width: int, megabytes: float) -> None:
    assert limit(**on_drives(nvme(speed=speed, width=width))) == (megabytes, f"{speed:g} GT/s x{width}")


def test_drive_links_are_summed_and_grouped() -> None:
    assert limit(**on_drives(nvme(1), nvme(2))) == (15753.8, "2 × 16 GT/s x4")
    narrowed = nvme(2, width=2)
    assert limit(**on_drives(nvme(1), narrowed)) == (11815.4, "16 GT/s x4, 16 GT/s x2")


def test_nvme_controller_link_is_not_counted_twice() -> None:
    controller = {"kind": "nvme", "link_speed_gts": 16.0, "link_width": 4}
    assert limit(**on_drives(nvme(), controllers=(controller,))) == (7876.9, "16 GT/s x4")


def test_raid_controller_link_limits_all_requests() -> None:
    assert limit() == (31507.7, "16 GT/s x16")
    unknown = [make_member(number, link_speed_gts=None) for number in range(1, 5)]
    assert limit(arrays=[make_array(members=unknown)]) == (31507.7, "16 GT/s x16")


@pytest.mark.parametrize(
    ("transport", "speed", "width", "megabytes"),
    [
        ("sata", 6.0, None, 600.0),
        ("sas", 12.0, 1, 1200.0),
        ("sas", 12.0, 2, 2400.0),
        ("sas", 22.5, 1, 2400.0),
        ("sas", 24.0, 1, 2400.0),
    ],
)
def test_narrower_link_behind_host_adapter_is_the_limit(
    transport: str, speed: float, width: int | None, megabytes: float
) -> None:
    narrower = limit(**on_drives(serial(1, transport, speed, width), controllers=(HBA,)))
    assert narrower is not None
    assert narrower[0] == megabytes
    many = [serial(number, transport, speed, width) for number in range(1, 25)]
    assert limit(**on_drives(*many, controllers=(HBA,))) == (7876.9, "8 GT/s x8")


@pytest.mark.parametrize(
    "values",
    [
        on_drives(nvme(speed=None)),
        on_drives(nvme(width=None)),
        on_drives(nvme(1), nvme(2, speed=None)),
        # The number of payload bytes in a flit is unknown.
        on_drives(nvme(speed=64.0)),
        on_drives(serial(1, "sas", 12.0)),
        on_drives(serial(1, "sas", 12.0, None), controllers=(HBA,)),
        on_drives(serial(1, "sata", 12.0), controllers=(HBA,)),
        on_drives(serial(1, "sata", 6.0), controllers=({**HBA, "link_width": None},)),
        on_drives(nvme(1), serial(2, "sas", 12.0), controllers=(HBA,)),
        on_drives(make_drive(1, transport="iscsi")),
        on_drives(),
        {"controllers": None},
        {"controllers": [make_controller(link_speed_gts=None)]},
        {"controllers": [make_controller(), make_controller(link_width=None)]},
        {"arrays": [make_array(condition="degraded")]},
    ],
)
def test_one_unknown_link_leaves_all_unknown(values: dict[str, Any]) -> None:
    assert limit(**values) is None


def test_array_link_limit_depends_on_its_implementation() -> None:
    members = [make_member(number, transport="sas", link_speed_gts=12.0, link_width=1) for number in range(1, 5)]
    of = {
        name: limit(controllers=[make_controller(**HBA)], arrays=[make_array(implementation=name, members=members)])
        for name in ("mdadm", "mpt", "zfs")
    }
    assert of == {"mdadm": (4800.0, "4 × 12 GT/s x1"), "mpt": (7876.9, "8 GT/s x8"), "zfs": None}


def test_imported_snapshot_has_no_link_limit() -> None:
    assert find_link_limit({}) is None
    assert find_link_limit({"array": {"level": "raid5"}, "drives": [{"model": "PM1653", "count": 4}]}) is None
