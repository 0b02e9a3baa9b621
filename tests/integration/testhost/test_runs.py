"""A run on a file of a real server, and what is refused there."""

from __future__ import annotations

import httpx2
import pytest
from tests.integration.testhost.lab_client import Document, LabClient, devices, job_of
from tests.integration.testhost.machine import Machine

pytestmark = pytest.mark.testhost


def test_quick_profile_on_file_leads_to_permalink(lab: LabClient, machine: Machine, bench: Document) -> None:
    target = {"kind": "file", "path": None, "size_bytes": 8 << 20}
    run = lab.ended_run(lab.submit(bench["id"], "quick-4k", target, round_seconds=1, max_rounds=5, point_seconds=2))
    assert (run["state"], run["completeness"], run["failure"]) == ("finished", "complete", None)
    assert [phase["kind"] for phase in run["phases"]] == ["fill", "precondition", *["measure"] * 6]
    for phase in run["phases"]:
        assert (phase["state"], phase["has_series"]) == ("finished", True)
        assert phase["measurement"]["ios"] > 0
        series = lab.get("/series", run_id=run["id"], metric="iops", phase=str(phase["ordinal"]))
        assert series["complete"]
        assert series["points"] > 0
    assert len(run["verdict"]["rounds"]) == 5
    assert run["configuration_snapshot"]["target"]["drive"]["serial"] == f"{machine.serial_prefix}-boot"
    assert machine.shell("ls -A /home/bench/.local/state/storagelab-runner/scratch") == ""

    share = lab.post("/shares", {"run_id": run["number"], "title": "A file on a virtual server"}, status=201)
    page = httpx2.get(share["url"])
    assert page.status_code == 200
    assert "A file on a virtual server" in page.text


def test_inaccessible_drive_is_refused_with_a_remedy(lab: LabClient, bench: Document, drive: Document) -> None:
    job = lab.submit(bench["id"], "read-sweep", devices(drive), ramp_seconds=0, point_seconds=2)
    run = lab.ended_run(job)
    assert (run["state"], run["failure"]["kind"], run["failure"]["responsible"]) == ("failed", "infrastructure", "lab")
    assert run["failure"]["message"].startswith(f"The account bench may not open {drive['path']}. ")
    assert "register the server with an account that has it" in run["failure"]["message"]
    assert run["failure"]["preserved"] == "Nothing had been measured."
    assert lab.get(f"/servers/{bench['id']}")["state"] == "ready"


def test_mounted_drive_and_writing_profile_are_refused(
    lab: LabClient, machine: Machine, root: Document, drive: Document
) -> None:
    lab.wait(f"/servers/{root['id']}", lambda server: server["state"] == "ready")
    drives = lab.get("/drives", server_id=root["id"])["items"]
    boot = next(drive for drive in drives if drive["serial"] == f"{machine.serial_prefix}-boot")
    run = lab.ended_run(lab.submit(root["id"], "read-sweep", devices(boot)))
    assert (run["state"], run["failure"]["kind"]) == ("failed", "infrastructure")
    assert "is in use (mounted at /" in run["failure"]["message"]

    problem = lab.refuse("/jobs", job_of(root["id"], "quick-4k", devices(drive)))
    # Earlier tests may have enrolled the drive, but the serial number was never typed for this job.
    reasons = (f"{drive['stable_id']} is not enrolled", f"the whole serial number of {drive['stable_id']} is missing")
    assert any(reason in problem["detail"] for reason in reasons), problem
    assert problem["responsible"] == ("lab" if reasons[0] in problem["detail"] else "request")
