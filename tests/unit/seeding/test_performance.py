"""Model of storage that obeys Little's law and the order that people expect."""

from __future__ import annotations

from dataclasses import astuple
from itertools import pairwise

import numpy as np
import pytest
from tests.seeding.performance import Figures, Load, Speed, array_speed, drive_speed, measure

READ = Load(block_bytes=4096, read_percent=100, random_percent=100, outstanding_ios=32)
WRITE = Load(block_bytes=4096, read_percent=0, random_percent=100, outstanding_ios=32)
DRIVE = drive_speed("SAMSUNG MZQL27T6HBLA-00A07", "nvme", revision=0)


def run(speed: Speed, load: Load, *, runs: int = 200) -> Figures:
    return measure(np.array([astuple(speed)] * runs), load, np.random.default_rng(3))


def array(level: str, *, drives: int = 4, has_controller: bool = False) -> Speed:
    return array_speed(DRIVE, level=level, drives=drives, has_controller=has_controller, write_policy="write_back")


@pytest.mark.parametrize("load", [READ, WRITE], ids=["read", "write"])
def test_latency_is_outstanding_over_iops(load: Load) -> None:
    figures = run(DRIVE, load)
    ratio = figures.iops * figures.mean_ns / 1e9 / load.outstanding_ios
    assert (ratio > 0.98).all()
    assert (ratio < 1.0).all()
    assert np.allclose(figures.bytes_per_s, figures.iops * load.block_bytes)


def test_percentiles_rise() -> None:
    figures = run(DRIVE, READ)
    columns = list(figures.percentiles_ns.values())
    for lower, higher in pairwise(columns):
        assert (lower < higher).all()


def test_more_outstanding_means_more_iops_and_latency() -> None:
    one, many = (
        run(DRIVE, Load(block_bytes=4096, read_percent=100, random_percent=100, outstanding_ios=depth))
        for depth in (1, 64)
    )
    assert many.iops.mean() > 10 * one.iops.mean()
    assert many.mean_ns.mean() > one.mean_ns.mean()


def test_levels_differ_in_writes() -> None:
    writes = {level: array(level).write_iops for level in ("raid0", "raid10", "raid5", "raid6")}
    assert sorted(writes, key=lambda level: -writes[level]) == ["raid0", "raid10", "raid5", "raid6"]


def test_controller_limits_an_array() -> None:
    assert array("raid0", drives=16, has_controller=True).read_iops < array("raid0", drives=16).read_iops


def test_firmware_changes_a_drive_a_little() -> None:
    newer = drive_speed("SAMSUNG MZQL27T6HBLA-00A07", "nvme", revision=1)
    assert newer != DRIVE
    assert 0.9 < newer.read_iops / DRIVE.read_iops < 1.1
