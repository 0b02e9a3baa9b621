"""The simulated server that discoveries are timed on is understood like a real one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.fleet.drawer import Drawer

from storagelab.collectors.registry import collect
from storagelab_workers.hardware.merge import merge


def test_every_drive_is_listed_without_a_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    drawer = Drawer(tmp_path / "drawer", programs, 2)
    identities = set()
    for outputs in (drawer.read_inventory(), drawer.recorded(1), drawer.recorded(499)):
        facts = collect({output["name"]: output["stdout"] for output in outputs})
        hardware = merge(facts)
        assert (*facts.warnings, *hardware.warnings) == ()
        assert len(hardware.drives) == len(hardware.controllers) == 2
        for drive in hardware.drives:
            assert (drive.model, drive.firmware) == ("Micron_7450_MTFDKCC3T8TFR", "E2MU200")
            assert (drive.size_bytes, drive.link_width) == (3840755982336, 4)
            assert drive.health.power_on_hours == 2436
        identities |= {drive.identity for drive in hardware.drives}
    assert len(identities) == 6
