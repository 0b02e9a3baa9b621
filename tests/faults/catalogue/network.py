"""Faults between the lab and its servers: silence, lost answers, late requests, another identity."""

from __future__ import annotations

import json
import time

from tests.faults.fault import Fault
from tests.faults.trial import Trial


def cut_off(trial: Trial) -> None:
    """Block the link for a while, for the open connection and for new ones; then let everything through.

    A silence is only found out by calls that time out after 30 s of real time, which is too long for the short lane: it
    breaks the link where the full one lets it fall silent.
    """
    host, link = trial.host, trial.rig.link_of(trial.host)
    run = trial.submit(seconds=20)
    trial.wait_for_phase(run, 3)
    began = time.monotonic()
    link.behaviour.held = trial.full
    link.behaviour.refusing = not trial.full
    if not trial.full:
        trial.rig.links.reset(link)
    trial.wait(
        lambda: trial.watcher.connectivity(run.id) == "unreachable", 60, f"{host.name} to be told as unreachable"
    )
    trial.pause(trial.rig.scaled(600) if trial.full else 2.0)
    leases = trial.rig.server(host)
    assert leases["busy_with"] is not None, "the lease was given up while the run may go on"
    link.behaviour.held = link.behaviour.refusing = False
    trial.note("silence", host=host.name, seconds=time.monotonic() - began)
    trial.healed(host)
    trial.finish(run, seconds=120)


def answer_to_start_lost(trial: Trial) -> None:
    """Lose the answer to a start: the server starts the run, and the lab never hears of it."""
    trial.host.gate("start", "drop")
    run = trial.submit()
    trial.wait(trial.host.gate_was_passed, 40, "the start to be sent")
    trial.healed(trial.host)
    trial.finish(run)


def start_after_cancel(trial: Trial) -> None:
    """Delay a start on its way so that a cancel overtakes it: when the start arrives it must be refused."""
    host = trial.host
    host.gate("start", "hold")
    run = trial.submit(expect=("cancelled",))
    trial.wait(host.gate_was_passed, 40, "the start to be sent")
    # The lab would repeat the request at once; until it has the cancel, nothing else may arrive.
    trial.rig.link_of(host).behaviour.refusing = True
    trial.rig.links.reset(trial.rig.link_of(host))
    trial.cancel(run)
    trial.rig.link_of(host).behaviour.refusing = False
    trial.healed(host)
    trial.finish(run)
    (host.folder / "release").touch()
    released = host.folder / "released.json"
    trial.wait(released.exists, 30, "the late start to be answered")
    answer = json.loads(released.read_text("utf-8"))
    assert not answer["ok"], "a start that arrived after its cancel was accepted"
    trial.pause(1)
    assert not host.engines(), "I/O was started after the cancel was confirmed"


def slow_and_broken_link(trial: Trial) -> None:
    """Limit the link to a kilobyte a second, then reset the connection several times a second."""
    link = trial.rig.link_of(trial.host)
    run = trial.submit(seconds=6)
    trial.wait_for_phase(run, 2)
    link.behaviour.bytes_per_s = 1024
    trial.pause(3)
    link.behaviour.bytes_per_s = 0
    for _ in range(10):
        trial.rig.links.reset(link)
        trial.pause(0.2)
    trial.healed(trial.host)
    trial.finish(run)


def ssh_server_restarted(trial: Trial) -> None:
    """Restart the SSH server mid-run, which ends every session on it."""
    run = trial.submit(seconds=6)
    trial.wait_for_phase(run, 3)
    trial.rig.kill(trial.host.name)
    trial.pause(trial.random.uniform(0.1, 1.0))
    trial.rig.start_ssh(trial.host)
    trial.healed(trial.host)
    trial.finish(run)


def another_host_key(trial: Trial) -> None:
    """Replace the server's host key: nothing may be sent to it, and the lab must report it."""
    host, rig = trial.host, trial.rig
    run = trial.submit(seconds=10)
    trial.wait_for_phase(run, 3)
    host_key = (host.folder / "host_key").read_bytes()
    host.new_host_key()
    rig.start_ssh(host)
    trial.wait(lambda: rig.server(host)["state"] == "quarantined", 60, f"{host.name} to be quarantined")
    reason = str(rig.server(host)["state_reason"])
    assert reason, "a quarantine without a reason"
    (host.folder / "host_key").write_bytes(host_key)
    rig.start_ssh(host)
    trial.healed(host)
    trial.finish(run)


FAULTS = (
    Fault(23, "server cut off mid-run", cut_off, seconds=17),
    Fault(24, "answer to the start lost", answer_to_start_lost),
    Fault(25, "start that arrives after its cancel", start_after_cancel),
    Fault(26, "slow link, then resets", slow_and_broken_link, seconds=17),
    Fault(27, "another host key", another_host_key, seconds=25),
    Fault(28, "SSH server restarted mid-run", ssh_server_restarted),
)
