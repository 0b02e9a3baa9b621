"""Faults that a run on a real server survives, and its state when it does not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.integration.testhost.installation import Installation
from tests.integration.testhost.lab_client import Document, LabClient, LiveStream, devices
from tests.integration.testhost.machine import Machine

pytestmark = pytest.mark.testhost


@dataclass(frozen=True)
class Sweep:
    """A run that read a whole drive at nine queue depths while the cable was pulled for a while."""

    run: Document
    stream: LiveStream
    states: list[str]
    digests: list[str]


@pytest.fixture(scope="module")
def sweep(lab: LabClient, machine: Machine, root: Document, drive: Document) -> Sweep:
    before = machine.drive_digest(1)
    job = lab.submit(root["id"], "read-sweep", devices(drive), ramp_seconds=0, point_seconds=2)
    stream = lab.follow(job)
    lab.run_of(job, lambda run: run["phases"][0]["state"] == "finished")
    machine.fault("link-down")
    unreachable = lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "unreachable")
    server = lab.get(f"/servers/{root['id']}")
    machine.fault("link-up")
    run = lab.ended_run(job)
    stream.wait()
    return Sweep(run, stream, [unreachable["state"], server["state"]], [before, machine.drive_digest(1)])


def test_a_pulled_cable_costs_no_sample(sweep: Sweep, lab: LabClient, root: Document) -> None:
    run = sweep.run
    assert sweep.states == ["running", "unreachable"]
    assert sweep.stream.reaches() == ["ok", "unreachable", "ok"]
    assert (run["state"], run["completeness"], run["failure"]) == ("finished", "complete", None)
    measured = [phase["measurement"]["ios"] for phase in run["phases"]]
    assert [sweep.stream.ios_of(phase["ordinal"]) for phase in run["phases"]] == measured
    server = lab.get(f"/servers/{root['id']}")
    assert (server["state"], server["last_error"]) == ("ready", None)


def test_a_drive_is_read_and_not_changed(sweep: Sweep, lab: LabClient, drive: Document) -> None:
    run = sweep.run
    assert [phase["measurement"]["outstanding_ios"] for phase in run["phases"]] == [1 << power for power in range(9)]
    assert run["configuration_snapshot"]["target"]["drives"][0]["serial"] == drive["serial"]
    for phase in run["phases"]:
        assert "--readonly" in lab.artifact(run, f"phases/{phase['ordinal']:02d}/started.json")["argv"]
    assert sweep.digests[0] == sweep.digests[1]


def test_run_continues_without_the_lab(
    lab: LabClient, installation: Installation, machine: Machine, root: Document, drive: Document
) -> None:
    # Nine points, so that it still goes on when a slow lab has come back.
    job = lab.submit(root["id"], "read-sweep", devices(drive), ramp_seconds=0, point_seconds=16)
    seen = lab.running_run(job)
    playing = next(phase["ordinal"] for phase in seen["phases"] if phase["state"] == "running")
    installation.down()
    # Every SSH session of the lab has ended; the supervisor belongs to none and plays the next phases alone.
    assert machine.shell("pgrep -f 'pyz serve$' || true") == ""
    supervisor = machine.shell("pgrep -f 'pyz supervise '")
    assert machine.shell(f"ps -o ppid= -p {supervisor}").strip() == "1"
    installation.up()
    # Counted from 1, so this is the phase after the one that was seen.
    run = lab.run_of(job, lambda run: run["phases"][playing]["state"] == "finished")
    assert run["state"] == "running"
    assert machine.shell("pgrep -f 'pyz supervise '") == supervisor

    lab.post(f"/jobs/{job['id']}/cancel")
    run = lab.ended_run(job)
    assert (run["state"], run["completeness"]) == ("cancelled", "partial")
    assert run["phases"][0]["measurement"]["ios"] > 0
    assert [event["message"] for event in run["attempts"][0]["events"]].count("I/O was started.") == 1
    assert machine.shell("pgrep fio || true") == ""


def test_restarted_server_loses_run_and_preserves_measurements(
    lab: LabClient, machine: Machine, root: Document, drive: Document
) -> None:
    before = machine.drive_digest(1)
    job = lab.submit(root["id"], "read-sweep", devices(drive), ramp_seconds=0, point_seconds=4)
    lab.running_run(job, after=1)
    machine.restart()
    run = lab.ended_run(job)

    assert (run["state"], run["completeness"]) == ("lost", "partial")
    failure = run["failure"]
    assert (failure["kind"], failure["responsible"]) == ("infrastructure", "lab")
    # An orderly shutdown stops the supervisor first, and the worker may read that before the machine is down.
    assert failure["message"] in (
        "The run was lost: as root was restarted while it was running.",
        "The run was lost: the runner's supervisor on as root was stopped, for instance by a shutdown, "
        "while it was running.",
    )
    assert run["phases"][0]["name"] in failure["preserved"]
    assert run["phases"][0]["measurement"]["ios"] > 0
    assert run["phases"][-1]["measurement"] is None
    assert lab.artifact(run, "phases/01/started.json")["argv"]
    assert machine.drive_digest(1) == before

    server = lab.wait(f"/servers/{root['id']}", lambda shown: shown["state"] == "ready")
    assert server["discovered_at"] > run["finished_at"]
    assert server["last_error"] is None
