"""Records RAID levels, a rebuild under load, a change of firmware and the life of drives."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
from tests.demo_testhost.virtual_server import VirtualServer
from tests.integration.testhost.installation import Installation
from tests.integration.testhost.lab_client import Document, LabClient, devices, job_of
from tests.integration.testhost.machine import Machine

_DISCOVERIES = 5
_CAMPAIGN_SECONDS = 3 * 3600.0
_RUN_SECONDS = 1800.0
#: Runs with each firmware: four before the change are enough to see what is usual.
REPEATS = 4
#: Slow enough for a rebuild to outlast a workload, in KiB a second.
_REBUILD_KIB_PER_S = 2000
#: Of each array alone: the limits of the whole server belong to its configuration, and are a factor.
_PACE = f"""#!/bin/sh
# A new array is made ready at once, and a member that comes back is rebuilt slowly.
while sleep 2; do
    for md in /sys/block/md*/md; do
        case $(cat $md/sync_action 2>/dev/null) in
            resync) speed=200000 ;;
            *) speed={_REBUILD_KIB_PER_S} ;;
        esac
        echo $speed >$md/sync_speed_max 2>/dev/null
    done
done
"""
_QUICK = {"name": "quick-4k", "parameters": {"round_seconds": 2, "point_seconds": 10}}
_MIXED = """
name: mixed-load
version: 1
title: 8K 70/30 for six minutes
description: 8K random requests, 70 % of them reads, at queue depth 16.
source: Own.
phases:
  - name: 8K 70/30
    kind: measure
    workload: {block_size: 8k, read: 70, random: 100, threads: 1, queue_depth: 16}
    stop: {kind: time, seconds: 360}
"""
AUTHOR = "Storage Lab"

Reporter = Callable[[str], None]


@dataclass
class Recorder:
    """A server of the lab and what is done with it."""

    lab: LabClient
    machine: Machine
    server: Document
    report: Reporter

    def enrol(self) -> list[Document]:
        """Give all drives up for destruction, as two people do it; the drives as the lab knows them."""
        drives = self.drives()
        for drive in drives:
            body = {"server_id": self.server["id"], "stable_id": drive["stable_id"]}
            self.lab.post("/enrolments", {**body, "serial_ending": drive["serial"][-6:]}, status=201)
            self.machine.shell(
                f"storagelab-runner enrol --stable-id {drive['stable_id']}", given=drive["serial"] + "\n"
            )
        self.discover()
        return self.drives()

    def drives(self) -> list[Document]:
        """Return the drives except the boot drive, in the order of their serials."""
        listed = self.lab.get("/drives", server_id=self.server["id"], limit=200)["items"]
        ours = f"{self.machine.serial_prefix}-"
        own_drives = [drive for drive in listed if (drive["serial"] or "").startswith(ours)]
        return sorted(
            (drive for drive in own_drives if drive["serial"] != f"{ours}boot"), key=lambda drive: str(drive["serial"])
        )

    def discover(self) -> Document:
        """Discover the server again until that succeeds; return it."""
        for _ in range(_DISCOVERIES):
            self.lab.post(f"/servers/{self.server['id']}/discover")
            server = self.lab.discovered(self.server["id"], seconds=300)
            if server["last_error"] is None:
                return server
        raise AssertionError(f"{server['name']} cannot be discovered: {server['last_error']['message']}")

    def run(self, drive: Document) -> Document:
        """Run the short profile once on a drive; return the run."""
        body = job_of(self.server["id"], "quick-4k", devices(drive), **_QUICK["parameters"])  # type: ignore[arg-type]
        job = self.lab.post("/jobs", {**body, "confirm_serials": [drive["serial"]]})
        run = self.lab.ended_run(job, seconds=_RUN_SECONDS)
        assert run["state"] == "finished", run["failure"]
        self.report(f"{run['number']}: finished")
        return run

    def prepare(self, stable_ids: list[str], steps: list[Document], profile: str, **parameters: float) -> Document:
        """Run a profile once after a preparation of the drives, or of the array, with these names; return the run."""
        listed = self.lab.get("/drives", server_id=self.server["id"], limit=200)["items"]
        serials = [drive["serial"] for drive in listed if drive["stable_id"] in stable_ids and drive["serial"]]
        target = {"kind": "devices", "stable_ids": stable_ids, "layout": "parallel"}
        body = job_of(self.server["id"], profile, target, **parameters)
        run = self.lab.ended_run(
            self.lab.post("/jobs", {**body, "preparation": steps, "confirm_serials": serials}),
            seconds=_RUN_SECONDS,
        )
        assert run["state"] == "finished", run["failure"]
        self.report(f"{run['number']}: finished")
        return run


def record_campaign(recorder: Recorder, folder: Path) -> None:
    """Measure four configurations of four drives, arrays also degraded and while they rebuild, and share that."""
    machine = recorder.machine
    machine.shell("cat >/root/pace.sh && nohup setsid sh /root/pace.sh >/dev/null 2>&1 &", given=_PACE)
    drives = recorder.enrol()
    redundant = [{"layout": level, "drives": 4, "chunk_bytes": 65536} for level in ("raid10", "raid5")]
    body = {
        "name": "RAID levels of four SSDs",
        "server_id": recorder.server["id"],
        "drives": {"stable_ids": [drive["stable_id"] for drive in drives]},
        "configurations": [
            {"layout": "jbod", "drives": 1, "name": "One SSD"},
            {"layout": "raid0", "drives": 4, "chunk_bytes": 65536},
            *redundant,
        ],
        "states": ["optimal", "degraded", "rebuilding"],
        "workloads": [{"label": "4K random read", "profile": _QUICK}],
        "on_drive_failure": "ask",
        "confirm_serials": [drive["serial"] for drive in drives],
    }
    campaign = recorder.lab.post("/campaigns", body)
    recorder.report(f"{campaign['number']}: {campaign['cells_total']} cells")
    path = f"/campaigns/{campaign['number']}"
    over = ("finished", "cancelled", "waiting_for_decision")
    ended = recorder.lab.wait(path, lambda current: current["state"] in over, seconds=_CAMPAIGN_SECONDS)
    assert ended["state"] == "finished", ended["pending_decision"]
    matrix = recorder.lab.get(f"{path}/matrix")
    sweeps = []
    for cell in matrix["cells"]:
        row, column = matrix["rows"][cell["row"]], matrix["columns"][cell["column"]]
        recorder.report(f"  {row['name']} | {column['label']}, {column['state']}: {cell['state']} {cell['value']}")
        if column["state"] == "optimal":
            sweeps.append(cell["run_number"])
    save_share(
        recorder.lab,
        folder / "campaign.zip",
        {
            "kind": "campaign",
            "campaign": campaign["number"],
            "layout": "review",
            "title": "RAID levels of four SSDs, also degraded and rebuilding",
        },
    )
    save_share(
        recorder.lab,
        folder / "sweep.zip",
        {"kind": "comparison", "run_ids": sweeps, "title": "Queue depth on four configurations"},
    )


def record_rebuild(recorder: Recorder, folder: Path) -> None:
    """Measure RAID 5 while it rebuilds and after it, in one run, and share that. The array stays."""
    recorder.lab.post("/profiles", {"text": _MIXED}, status=201)
    members = [drive["stable_id"] for drive in recorder.drives()]
    recorder.prepare(
        members,
        [
            {"kind": "mdadm_create", "level": "raid5", "chunk_bytes": 65536, "name": "raid5"},
            {"kind": "wait_quiet", "max_seconds": 900},
        ],
        "read-sweep",
        ramp_seconds=0,
        point_seconds=2,
    )
    recorder.discover()
    (array,) = recorder.lab.get("/arrays", server_id=recorder.server["id"], present="true")["items"]
    listed = recorder.lab.get("/drives", server_id=recorder.server["id"], limit=200)["items"]
    device = next(drive["stable_id"] for drive in listed if drive["kernel_name"] == array["kernel_name"])
    run = recorder.prepare(
        [device],
        [
            {"kind": "mdadm_fail", "member": members[-1]},
            {"kind": "mdadm_readd", "member": members[-1], "full": True},
        ],
        "mixed-load",
    )
    recorder.discover()
    subject = {"kind": "run", "run_id": run["number"], "title": "RAID 5 rebuilds while the load runs"}
    save_share(recorder.lab, folder / "rebuild.zip", subject)


def record_life(recorder: Recorder) -> None:
    """Let a drive be written to, another one go and come back, so that an inventory has a history."""
    drives = recorder.enrol()
    for _ in range(REPEATS):
        recorder.run(drives[0])
    recorder.machine.fault("drop-drive", "2")
    recorder.discover()
    recorder.machine.restart()
    recorder.discover()


def record_firmware(recorder: Recorder, folder: Path, *, firmware: str, iops_limit: int) -> None:
    """Measure a drive with one firmware and then with another one, and share the comparison."""
    recorder.enrol()
    runs = [recorder.run(recorder.drives()[0]) for _ in range(REPEATS)]
    assert isinstance(recorder.machine, VirtualServer)
    recorder.machine = recorder.machine.update_firmware(firmware, iops_limit=iops_limit)
    recorder.discover()
    path = f"/servers/{recorder.server['id']}"
    recorder.lab.wait(path, lambda current: current["state"] == "ready", seconds=300)
    runs += [recorder.run(recorder.drives()[0]) for _ in range(REPEATS)]
    save_share(
        recorder.lab,
        folder / "regression.zip",
        {
            "kind": "comparison",
            "run_ids": [run["number"] for run in runs],
            "view": {"baseline": runs[0]["number"], "pooled": True},
            "title": "A drive before and after a change of firmware",
        },
    )


def save_share(lab: LabClient, file: Path, subject: Document) -> None:
    """Freeze something without its raw files, and write its zip."""
    share = lab.post("/shares", {**subject, "author": AUTHOR, "licence": "CC0-1.0", "publish": True}, status=201)
    answer = lab.http.get(f"/shares/{share['id']}/zip")
    answer.raise_for_status()
    file.write_bytes(answer.content)


@contextlib.contextmanager
def new_recorder(installation: Installation, machine: Machine, report: Reporter) -> Iterator[Recorder]:
    """Provide a server that was enrolled by the lab's script; it is removed at the end."""
    headers = {"Authorization": f"Bearer {installation.admin_token()}"}
    base = f"http://127.0.0.1:{installation.port}/api/v1"
    try:
        machine.start()
        report("up")
        machine.shell("mkdir -p /etc/mdadm && echo 'AUTO -all' >>/etc/mdadm/mdadm.conf")
        with httpx2.Client(base_url=base, headers=headers, timeout=120) as http:
            lab = LabClient(http)
            recorder = Recorder(lab, machine, _let_in(lab, machine), report)
            recorder.discover()
            yield recorder
    finally:
        machine.remove()


def _let_in(lab: LabClient, machine: Machine) -> Document:
    body = {"name": machine.name, "address": "127.0.0.1", "port": machine.port, "username": "storagelab"}
    registered = lab.post("/servers", {**body, "host_key_fingerprint": machine.fingerprint()})
    lab.discovered(registered["id"], seconds=300)
    script = lab.http.get(f"/servers/{registered['id']}/setup-script")
    script.raise_for_status()
    machine.shell("sh -s install", given=script.text)
    return registered


def stamped(name: str) -> Reporter:
    """Print lines with the time and whose they are."""
    return lambda line: print(f"{time.strftime('%H:%M:%S')} {name}: {line}", flush=True)
