"""Generated hardware belongs together, and a stage changes all of a server."""

from __future__ import annotations

import datetime as dt

import pytest
from tests.seeding.hardware import STAGES, Machine, apply_stage, make_machines, usable_bytes

NOW = dt.datetime(2026, 11, 28, 12, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def machines() -> list[Machine]:
    return make_machines(servers=9, drives=36, now=NOW, seed=1)


def test_pieces_belong_to_their_server(machines: list[Machine]) -> None:
    drives = [drive for machine in machines for drive in machine.drives]
    assert len({drive.serial for drive in drives}) == len(drives) == 36
    for machine in machines:
        assert {piece.server_id for piece in machine.rows} == {machine.server.id}
        assert {row.serial for row in machine.enrolments} >= {drive.serial for drive in machine.drives}


def test_arrays_have_all_drives_as_members(machines: list[Machine]) -> None:
    arrays = [machine for machine in machines if machine.array is not None]
    assert {machine.array.implementation for machine in arrays if machine.array} == {"mdadm", "megaraid"}
    for machine in arrays:
        assert machine.array is not None
        assert machine.device is not None
        assert machine.array.drive_id == machine.device.id
        assert [member["drive_id"] for member in machine.array.members] == [str(drive.id) for drive in machine.drives]


def test_drives_behind_controller_are_not_block_devices(machines: list[Machine]) -> None:
    behind = [drive for machine in machines if machine.controller for drive in machine.drives]
    assert behind
    assert all(drive.kernel_name is None and drive.location and drive.controller_id for drive in behind)


def test_stages_follow_one_another(machines: list[Machine]) -> None:
    for machine in machines:
        begins = [stage.begins for stage in machine.stages]
        assert begins[0] == 0.0
        assert begins == sorted(begins)
        assert len({stage.kernel for stage in machine.stages}) == STAGES


def test_stage_sets_kernel_firmware_and_level(machines: list[Machine]) -> None:
    machine = next(candidate for candidate in machines if candidate.controller is not None)
    seen = []
    for stage in machine.stages:
        device = apply_stage(machine, stage)
        assert device is machine.device
        assert machine.array is not None
        seen.append((machine.server.kernel, machine.drives[0].firmware, machine.array.level))
    assert len({firmware for _, firmware, _ in seen}) == len({level for _, _, level in seen}) == 2
    assert machine.server.kernel is not None
    assert machine.server.kernel in machine.server.search_text


@pytest.mark.parametrize(("level", "drives"), [("raid0", 4), ("raid5", 3), ("raid6", 2), ("raid10", 2)])
def test_redundancy_takes_capacity(level: str, drives: int) -> None:
    assert usable_bytes(level, [1000, 1000, 1000, 1000]) == drives * 1000
