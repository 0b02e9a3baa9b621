"""Operations on NVMe drives and software arrays of a virtual server, by its runner without the lab."""

from __future__ import annotations

import base64
import json
import time
import uuid
from pathlib import Path
from typing import Any

import pytest
from tests.integration.testhost.machine import Machine

from storagelab_runner.build import build
from storagelab_runner.spec import FORMAT

pytestmark = pytest.mark.testhost

PATIENCE_SECONDS = 240
DRIVE = "nvme-QEMU_NVMe_Ctrl_"
RUNNER = "/root/storagelab-runner"
JOB = "[phase]\nioengine=psync\nfilename=@TARGET@\nrw=read\nbs=64k\nsize=1m\nthread=1\ngroup_reporting=1\n"


class Runner:
    """The runner on the machine; every call is a process of its own."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def call(self, verb: str, **args: Any) -> dict[str, Any]:
        request = json.dumps({"id": 1, "verb": verb, "args": args})
        answer = json.loads(self.machine.shell(f"{RUNNER} serve", given=f"{request}\n"))
        assert answer["ok"], answer["error"]
        result: dict[str, Any] = answer["result"]
        return result

    def enrol(self, serial: str) -> None:
        self.machine.shell(f"{RUNNER} enrol --stable-id {DRIVE}{serial}", given=f"{serial}\n")

    def play(self, serials: list[str], preparation: list[dict[str, Any]]) -> dict[str, Any]:
        """Play an attempt that reads a little after its preparation, and return its last status."""
        size = int(self.machine.shell(f"blockdev --getsize64 /dev/disk/by-id/{DRIVE}{serials[0]}"))
        devices = [
            {
                "stable_id": f"{DRIVE}{serial}",
                "serial": serial,
                "path": f"/dev/disk/by-id/{DRIVE}{serial}",
                "size_bytes": size,
            }
            for serial in serials
        ]
        phase = {"ordinal": 1, "name": "read", "job_file": JOB, "writes": False, "ramp_seconds": 0}
        phase |= {"status_interval_seconds": 1, "stop": {"kind": "volume", "seconds": 60, "passes": 1}}
        spec = {"format": FORMAT, "deadline_seconds": 600, "engine": "fio", "phases": [phase]}
        spec |= {"target": {"kind": "devices", "devices": devices}, "preparation": preparation}
        mine = {"attempt_id": str(uuid.uuid4()), "fence": 1, "controller_id": "tests"}
        self.call("prepare", spec=spec, **mine)
        self.call("start", **mine)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (status := self.call("status", attempt_id=mine["attempt_id"]))["state"] == "running":
            assert time.monotonic() < deadline, json.dumps(status["operations"], indent=1)
            time.sleep(1)
        return status


@pytest.fixture(scope="module")
def serials(machine: Machine) -> list[str]:
    return [f"{machine.serial_prefix}-{number:02d}" for number in (1, 2)]


@pytest.fixture(scope="module")
def runner(machine: Machine, tmp_path_factory: pytest.TempPathFactory, serials: list[str]) -> Runner:
    """Provide the runner as it is shipped, on a machine whose drives are enrolled."""
    path: Path = tmp_path_factory.mktemp("runner") / "storagelab-runner"
    build(path)
    packed = base64.b64encode(path.read_bytes()).decode("ascii")
    machine.shell(f"base64 -d > {RUNNER} && chmod 755 {RUNNER}", given=packed)
    runner = Runner(machine)
    for serial in serials:
        runner.enrol(serial)
    return runner


def _evidence(status: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the evidence of every operation of an attempt that succeeded."""
    assert status["exit"]["outcome"] == "succeeded", (status["exit"]["failure"], status["operations"])
    assert status["neighbours"]["state"] == "unchanged", status["neighbours"]
    return [operation["evidence"] for operation in status["operations"]]


def test_namespaces_are_formatted_zeroed_and_filled(runner: Runner, serials: list[str]) -> None:
    fill = {"kind": "fill", "passes": 1, "block_bytes": 1 << 20, "pattern": "random"}
    preparation = [fill, {"kind": "nvme_format", "lbaf": None, "ses": 1}, {"kind": "write_zeroes"}]
    filled, formatted, zeroed = _evidence(runner.play(serials, preparation))
    assert [device["zero"] for device in filled["devices"]] == [0, 0]
    assert [device["surviving"] for device in formatted["devices"]] == [0, 0]
    assert [device["zero"] for device in zeroed["devices"]] == [16, 16]


def test_array_is_created_loses_and_regains_a_member(runner: Runner, machine: Machine, serials: list[str]) -> None:
    member = f"{DRIVE}{serials[1]}"
    array = {"kind": "mdadm_create", "level": "raid1", "chunk_bytes": None, "spares": 0, "bitmap": "internal"}
    quiet = {"kind": "wait_quiet", "max_seconds": 120, "what": ["initialisation", "rebuild"]}
    preparation = [
        {**array, "assume_clean": False, "name": "bench"},
        quiet,
        {"kind": "mdadm_fail", "member": member},
        {"kind": "mdadm_readd", "member": member, "full": True},
        quiet,
        {"kind": "mdadm_stop", "erase_superblocks": True},
    ]
    created, _, failed, returned, _, stopped = _evidence(runner.play(serials, preparation))
    assert (created["level"], created["raid_devices"]) == ("raid1", 2)
    assert "degraded" in failed["states"]
    assert all("faulty" not in device["states"] for device in returned["members"])
    assert stopped["members"] == [f"{DRIVE}{serial}" for serial in serials]
    # The kernel may keep the node of a stopped array, with nothing behind it.
    assert machine.shell("grep '^md' /proc/mdstat || true") == ""
    assert machine.shell(f"blkid -p /dev/disk/by-id/{member}; true") == ""


def test_drive_without_sanitize_support_fails_in_words(runner: Runner, serials: list[str]) -> None:
    status = runner.play(serials, [{"kind": "nvme_sanitize", "action": "block_erase"}])
    assert (status["exit"]["outcome"], status["operations"][0]["state"]) == ("failed", "failed")
    assert "Invalid Command Opcode" in status["exit"]["failure"]["message"]
