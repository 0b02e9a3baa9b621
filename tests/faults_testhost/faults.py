"""Faults of real machines: the steps that provoke each, and its own checks besides the common ones."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from tests.faults_testhost.decoys import BLANK, DECOYS, FREE, Decoy
from tests.faults_testhost.rig import NotSurvived
from tests.faults_testhost.trial import Trial
from tests.integration.testhost.lab_client import Document, devices, job_of
from tests.integration.testhost.machine import MachineProblem

#: The drive that carries decoys, and the two that become an array. Drive 1 is the one that is written to.
DECOY_DRIVE = 2
MEMBERS = (3, 4)
_CABLE_SECONDS = (120, 600)
_FREEZE_SECONDS = (60, 300)


@dataclass(frozen=True)
class Fault:
    """One fault and its own name. `targets` are the drives that may change meanwhile."""

    title: str
    provoke: Callable[[Trial], None]
    targets: tuple[int, ...] = (1,)


def power_cut(trial: Trial) -> None:
    """Check that a power cut loses the run, preserves what was measured and starts nothing by itself."""
    machine = trial.rig.machine
    job = trial.write()
    trial.phase_runs(job, 3)
    machine.fault("power-loss")
    trial.rig.lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "unreachable", seconds=180)
    machine.start()
    _lost_by_restart(trial, job)


def reboot(trial: Trial) -> None:
    """Check that a clean restart ends a run as surely as a power cut."""
    job = trial.write()
    trial.phase_runs(job, 3)
    trial.rig.machine.restart()
    # A shutdown stops the supervisor first, and the worker may read that before the machine is down.
    _lost_by_restart(trial, job, "was stopped, for instance by a shutdown, while it was running")


def cable_pulled(trial: Trial) -> None:
    """Check that the run continues without the lab and that nothing of it is missing afterwards."""
    seconds = _CABLE_SECONDS[trial.full]
    job = trial.write(point_seconds=seconds / 4)
    trial.phase_runs(job, 3)
    trial.rig.machine.fault("link-down")
    began = time.monotonic()
    away = trial.rig.lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "unreachable", seconds=120)
    trial.expect(away["state"] == "running", f"a run nobody can see is called {away['state']}")
    while time.monotonic() < began + seconds:
        time.sleep(1)
    trial.rig.machine.fault("link-up")
    trial.rig.lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "ok", seconds=180)
    trial.healed()
    _finished(trial.end(job))


def freeze_and_thaw(trial: Trial) -> None:
    """Check that a machine that was frozen continues as if nothing had happened."""
    job = trial.write(point_seconds=10)
    trial.phase_runs(job, 3)
    trial.rig.machine.fault("freeze")
    try:
        trial.rig.lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "unreachable", seconds=180)
        began = time.monotonic()
        while time.monotonic() < began + _FREEZE_SECONDS[trial.full]:
            time.sleep(1)
    finally:
        trial.rig.machine.fault("thaw")
    trial.rig.lab.run_of(job, lambda run: run["attempts"][0]["connectivity"] == "ok", seconds=240)
    trial.healed()
    _finished(trial.end(job))
    # Its clock was frozen as well, and a server whose clock is a minute off rightly starts nothing.
    trial.rig.machine.shell(f"date -s @{time.time():.0f}")
    trial.rig.discover()


def drive_unplugged(trial: Trial) -> None:
    """Check that a drive that vanishes under load fails its run with a message, and that no other drive is touched."""
    job = trial.write(point_seconds=20)
    trial.phase_runs(job, 3)
    trial.rig.machine.fault("drop-drive", str(trial.targets[0]))
    trial.healed()
    run = trial.end(job)
    trial.expect(run["state"] == "failed", f"the run is {run['state']}")
    message = (run["failure"] or {}).get("message", "")
    trial.expect("disappeared" in message, f"it does not say that the drive disappeared, but: {message}")
    trial.rig.machine.restart()
    trial.rig.make_ready()


def two_jobs_for_one_drive(trial: Trial) -> None:
    """Check that both jobs are accepted at the same moment, that one runs and that the other waits for it."""
    bodies = [trial.rig.writing_job(trial.targets[0], round_seconds=1, max_rounds=5, point_seconds=2) for _ in range(2)]
    threads = [threading.Thread(target=trial.submit, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    trial.expect(len(trial.jobs) == len(bodies), "a job was not accepted")
    for job, _ in list(trial.jobs):
        _finished(trial.end(job))


def array_loses_a_member(trial: Trial) -> None:
    """Check that a run on an array continues when a member fails, and reports that the array was not in its earlier
    state.
    """
    rig = trial.rig
    nodes = " ".join(rig.node(number) for number in MEMBERS)
    rig.machine.shell(f"mdadm -q --create /dev/md0 -R -l1 -n2 --assume-clean -e 1.2 {nodes} && udevadm settle")
    try:
        rig.discover()
        listed = rig.lab.get("/drives", server_id=rig.server["id"], limit=200)["items"]
        array = next((drive for drive in listed if drive["kernel_name"] == "md0"), None)
        trial.expect(array is not None, "the lab does not see the array")
        assert array is not None
        job = trial.submit(job_of(rig.server["id"], "read-sweep", devices(array), ramp_seconds=0, point_seconds=15))
        trial.phase_runs(job, 2)
        rig.machine.shell(f"mdadm -q /dev/md0 --fail {rig.node(MEMBERS[1])}")
        trial.healed()
        run = trial.end(job)
        trial.expect(run["state"] in ("finished", "failed"), f"the run is {run['state']}: {run['failure']}")
    finally:
        _break_up_array(trial)


def decoy_refused(decoy: Decoy, trial: Trial) -> None:
    """Check the refusal of a drive that was enrolled when it was blank and is now in use without the lab's
    knowledge.
    """
    rig, node = trial.rig, trial.rig.node(DECOY_DRIVE)
    rig.machine.shell(f"D={node}; {decoy.plant}; sync; udevadm settle", given=decoy.given)
    try:
        before = rig.machine.drive_digest(DECOY_DRIVE)
        body = rig.writing_job(DECOY_DRIVE, round_seconds=1, max_rounds=5, point_seconds=2)
        message = _refused(trial, body)
        if rig.machine.drive_digest(DECOY_DRIVE) != before:
            trial.counts.decoys_changed += 1
            raise NotSurvived(f"the decoy was changed ({message})")
    finally:
        rig.machine.shell(f"D={node}; {decoy.lift}; {BLANK}; udevadm settle; {FREE}")
        rig.discover()


def boot_disk_refused(trial: Trial) -> None:
    """Check that the serial of the server's own disk is refused, on the server and in the lab."""
    rig = trial.rig
    with contextlib.suppress(MachineProblem):
        output = rig.type_serial("boot", rig.serial("boot"))
        raise NotSurvived(f"the boot disk was enrolled: {output}")
    boot = rig.drive(rig.stable_id("boot"))
    body = job_of(rig.server["id"], "quick-4k", devices(boot))
    _refused(trial, {**body, "confirm_serials": [rig.serial("boot")]})


def drive_without_enrolment_refused(trial: Trial) -> None:
    """Check that a blank drive without an enrolment stays as it is."""
    _refused(trial, trial.rig.writing_job(trial.rig.machine.drives))


def enrolled_drive_accepted(trial: Trial) -> None:
    """Check that the one drive that two people agreed on is written and measured."""
    before = trial.rig.machine.drive_digest(trial.targets[0])
    run = trial.end(trial.write(point_seconds=2))
    _finished(run)
    trial.expect(trial.rig.machine.drive_digest(trial.targets[0]) != before, "nothing was written")
    checks = run["attempts"][0]["probe_results"]
    for moment in ("prepare", "start"):
        ids = [finding["id"] for finding in checks[moment] if finding["device"]]
        trial.expect(ids == [f"I{number}" for number in range(1, 26)], f"interlocks at {moment}: {ids}")


def _refused(trial: Trial, body: Document) -> str:
    """Submit what must not run, and why it did not: a refusal of the lab, or of the server."""
    answer = trial.rig.lab.http.post("/jobs", json=body)
    if answer.status_code in (409, 422):
        message: str = answer.json()["detail"]
        return message
    trial.expect(answer.status_code == 202, f"{answer.status_code}: {answer.text}")
    run = trial.rig.lab.ended_run(answer.json(), seconds=180)
    attempt = run["attempts"][-1]
    trial.expect(attempt["state"] == "refused", f"the attempt is {attempt['state']}, the run {run['state']}")
    message = run["failure"]["message"]
    return message


def _lost_by_restart(trial: Trial, job: Document, *also: str) -> None:
    trial.healed()
    run = trial.end(job)
    message = (run["failure"] or {}).get("message", "")
    trial.expect(
        (run["state"], run["completeness"]) == ("lost", "partial"),
        f"the run is {run['state']}, {run['completeness']}: {message}",
    )
    words = ("was restarted while it was running", *also)
    trial.expect(any(phrase in message for phrase in words), f"it does not say why: {message}")
    trial.expect(run["phases"][0]["measurement"] is not None, "what was measured before is gone")
    trial.rig.make_ready()


def _finished(run: Document) -> None:
    if (run["state"], run["completeness"]) != ("finished", "complete"):
        raise NotSurvived(f"{run['number']} is {run['state']}, {run['completeness']}: {run['failure']}")


def _break_up_array(trial: Trial) -> None:
    rig = trial.rig
    rig.machine.shell("mdadm -q --stop /dev/md0")
    for number in MEMBERS:
        rig.machine.shell(f"D={rig.node(number)}; mdadm -q --zero-superblock $D; {BLANK}")
    rig.discover()


FAULTS = (
    Fault("the enrolled drive is accepted and written", enrolled_drive_accepted),
    Fault("two jobs race for one drive", two_jobs_for_one_drive),
    Fault("the boot disk is refused", boot_disk_refused),
    Fault("a drive that is not enrolled is refused", drive_without_enrolment_refused),
    *(Fault(f"{decoy.title} is refused", partial(decoy_refused, decoy), (DECOY_DRIVE,)) for decoy in DECOYS),
    Fault("the network cable is pulled", cable_pulled),
    Fault("freeze and thaw", freeze_and_thaw),
    Fault("an array loses a member", array_loses_a_member, MEMBERS),
    Fault("power cut mid-run", power_cut),
    Fault("reboot mid-run", reboot),
    Fault("a drive is unplugged under load", drive_unplugged),
)

#: What a fault may end in when it was not survived.
FAILURES = (NotSurvived, MachineProblem, pytest.fail.Exception, AssertionError)
