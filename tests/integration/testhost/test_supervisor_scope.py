"""Supervisor under systemd as the first process: in its own scope, which ends with all its processes."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from tests.integration.testhost.machine import Machine

from storagelab_runner.build import build

pytestmark = pytest.mark.testhost

PROGRAM = Path(__file__).with_name("scope_on_server.py")


def test_scope_contains_supervisor_and_ends_all_its_processes(machine: Machine, tmp_path: Path) -> None:
    runner = tmp_path / "runner.pyz"
    build(runner)
    for source, place in ((runner, "/root/runner.pyz"), (PROGRAM, "/root/scope_on_server.py")):
        machine.shell(f"base64 -d > {place}", given=base64.b64encode(source.read_bytes()).decode())
    observations = json.loads(machine.shell("python3 /root/scope_on_server.py /root/runner.pyz").splitlines()[-1])
    assert observations == {
        "launch": "systemd",
        "warnings": [],
        "supervisor_in_scope": True,
        "kill_mode": "control-group",
        "limit": "17min 45s",
        "second_scope_refused": True,
        "host_lock_inherited": True,
        "oom_score": "-500",
        "left_in_scope": True,
        "orphans_after_the_sweep": 0,
        "scope_after_the_sweep": "inactive",
    }
