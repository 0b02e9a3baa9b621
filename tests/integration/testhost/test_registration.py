"""A server is registered, identified by a person and discovered."""

from __future__ import annotations

import json

import pytest
from tests.integration.testhost.lab_client import LabClient
from tests.integration.testhost.machine import DRIVE_MIB, Machine

pytestmark = pytest.mark.testhost

#: Facts that the machine reports about itself, by another way than the product's.
FACTS = """
import json, os, pathlib, subprocess
block, links = pathlib.Path("/sys/block"), pathlib.Path("/dev/disk/by-id")
read = lambda path: path.read_text().strip()
drives = {
    drive.name: [read(drive / "device/serial"), read(drive / "wwid"), read(drive / "device/firmware_rev")]
    for drive in block.glob("nvme*")
}
print(json.dumps({
    "cpu_threads": os.cpu_count(),
    "kernel": os.uname().release,
    "fio_version": subprocess.check_output(["fio", "--version"], text=True).strip(),
    "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
    "drives": drives,
    "links": {link.name: os.path.realpath(link) for link in links.iterdir()},
}))
"""


def test_a_server_is_registered_confirmed_and_discovered(lab: LabClient, machine: Machine) -> None:
    body = {"name": "by hand", "address": "127.0.0.1", "port": machine.port, "username": "bench"}
    server = lab.discovered(lab.post("/servers", body)["id"])
    assert (server["state"], server["state_reason"]) == ("new", "Confirm the host key")
    assert server["offered_host_key_fingerprint"] == machine.fingerprint()
    assert server["host_key_fingerprint"] is None

    confirm = f"/servers/{server['number']}/host-key"
    problem = lab.refuse(confirm, {"fingerprint": "SHA256:" + "A" * 43})
    assert machine.fingerprint() in problem["detail"]
    assert lab.get(f"/servers/{server['id']}")["host_key_fingerprint"] is None

    machine.authorize("bench", server["lab_public_key"])
    lab.post(confirm, {"fingerprint": machine.fingerprint()})
    server = lab.discovered(server["id"])
    assert (server["state"], server["last_error"]) == ("ready", None), server["warnings"]
    # The account may measure files; a missing right on drives is reported once per program.
    refused = [warning for warning in server["warnings"] if "may not be used by the account of the runner" in warning]
    assert len(refused) == 2, server["warnings"]
    known_twice = [warning for warning in server["warnings"] if warning.startswith("It has the machine id of ")]
    assert len(refused) + len(known_twice) == len(server["warnings"]), server["warnings"]
    assert server["host_key_fingerprint"] == machine.fingerprint()
    assert server["offered_host_key_fingerprint"] is None
    installed = machine.shell("ls /home/bench/.local/share/storagelab-runner").split()
    assert installed == [f"runner-{server['runner_sha256']}.pyz"]

    facts = json.loads(machine.shell(f"python3 -c '{FACTS}'"))
    assert server["os_name"].startswith("Debian GNU/Linux 12")
    for fact in ("cpu_threads", "kernel", "fio_version", "memory_bytes"):
        assert server[fact] == facts[fact]
    assert "QEMU" in server["cpu_model"]
    assert (server["architecture"], server["drive_count"]) == ("x86_64", 3)

    drives = {drive["serial"]: drive for drive in lab.get("/drives", server_id=server["id"])["items"]}
    serials = [f"{machine.serial_prefix}-{suffix}" for suffix in ("01", "02", "boot")]
    assert sorted(drives) == serials
    for serial, drive in drives.items():
        assert facts["drives"][drive["kernel_name"]] == [drive["serial"], drive["wwn"], drive["firmware"]]
        assert drive["model"] == "QEMU NVMe Ctrl"
        assert (drive["transport"], drive["rotational"], drive["present"]) == ("nvme", False, True)
        assert drive["stable_id"] == f"nvme-QEMU_NVMe_Ctrl_{serial}"
        assert facts["links"][drive["stable_id"]] == drive["path"]
    assert [drives[serial]["in_use_reasons"] for serial in serials] == [[], [], ["mounted at /"]]
    assert [drives[serial]["size_bytes"] for serial in serials] == [DRIVE_MIB << 20, DRIVE_MIB << 20, 2 << 30]
    assert (drives[serials[2]]["mountpoints"], drives[serials[2]]["filesystem"]) == (["/"], "ext4")
