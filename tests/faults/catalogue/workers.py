"""Faults of the processes that drive runs: workers and reconcilers."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from tests.faults.fault import Fault
from tests.faults.trial import Run, Trial

from storagelab.config import get_settings
from storagelab.queue import enqueue_now
from storagelab_workers import crash_points


def _three_runs(trial: Trial, seconds: float = 3) -> list[Run]:
    """Start one run on each server and return them, all under way."""
    runs = [trial.submit(host, seconds=seconds) for host in trial.hosts]
    for run in runs:
        trial.wait_for_phase(run, 1)
    return runs


def killed_at_random(trial: Trial) -> None:
    """Kill workers again and again at random moments."""
    runs = _three_runs(trial, seconds=12 if trial.full else 5)
    for _ in range(50 if trial.full else 4):
        trial.pause(trial.random.uniform(0.1, 0.8))
        name = trial.random.choice(trial.rig.workers())
        trial.rig.start_program(name)
    trial.healed()
    trial.finish(*runs)


_SHORT_POINTS = 4


def killed_at_every_crash_point(trial: Trial) -> None:
    """Kill a process at every named place in the code."""
    rig = trial.rig
    stopped = [*rig.workers(), *rig.reconcilers()]
    for name in stopped:
        rig.kill(name)
    # After each death its claim has to run out; the short lane has time for some of them.
    points = list(crash_points.ATTEMPT_POINTS)
    chosen = points if trial.full else sorted(trial.random.sample(points, _SHORT_POINTS), key=points.index)
    left = chosen
    runs: list[Run] = []
    try:
        for _ in range(3):
            runs.append(trial.submit(trial.hosts[len(runs)], seconds=2))
            left = _crash(trial, left)
            if not left:
                break
    finally:
        for name in stopped:
            rig.start_program(name)
    trial.healed()
    trial.finish(*runs)
    count = len(chosen)
    trial.note("crash_points", covered=count - len(left), of=count)
    print(f"      crash points covered {count - len(left)}/{count}", flush=True)
    assert not left, f"crash points that were never reached: {', '.join(left)}"


def _crash(trial: Trial, points: list[str]) -> list[str]:
    """Run a process that dies at these points; return those that none reached."""
    environment = {
        **os.environ,
        # As short as the machine allows, since each death waits for a claim to run out.
        "STORAGELAB_TIME_SCALE": str(trial.rig.scale if trial.rig.slow else 0.01),
        "STORAGELAB_BROKER_URL": f"redis+socket://{trial.rig.place}/nobody.sock",
    }
    with (trial.rig.folder / "logs" / "crasher.log").open("ab") as log:
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.crasher", *points],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            check=True,
            timeout=600,
        )
    reports = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    return [line["point"] for line in reports if not line["reached"]]


def frozen_owner(trial: Trial) -> None:
    """Freeze all workers for longer than their claims last, then let them go on as if nothing had happened."""
    runs = _three_runs(trial, seconds=8)
    trial.pause(trial.random.uniform(0.0, 0.5))
    for name in trial.rig.workers():
        trial.rig.send(name, signal.SIGSTOP)
    trial.pause(trial.rig.scaled(120))
    for name in trial.rig.workers():
        trial.rig.send(name, signal.SIGCONT)
    trial.healed()
    trial.finish(*runs)


def rolling_deploy(trial: Trial) -> None:
    """Stop and replace every process of the lab, some impatiently."""
    runs = _three_runs(trial, seconds=6)
    rig = trial.rig
    for name, numbers in {
        rig.workers()[0]: (signal.SIGTERM, signal.SIGTERM),
        rig.workers()[-1]: (signal.SIGQUIT,),
        **dict.fromkeys(rig.reconcilers(), (signal.SIGTERM,)),
        "api": (signal.SIGTERM,),
    }.items():
        for number in numbers:
            os.kill(rig.processes[name].pid, number)
            trial.pause(0.3)
        rig.start_program(name)
    trial.healed()
    trial.finish(*runs)


def out_of_memory(trial: Trial) -> None:
    """Refuse workers any more memory for a while."""
    runs = _three_runs(trial, seconds=6)
    names = trial.rig.workers()
    for name in names:
        pid = trial.rig.processes[name].pid
        limit = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _, hard = resource.prlimit(pid, resource.RLIMIT_AS)
        resource.prlimit(pid, resource.RLIMIT_AS, (limit, hard))
    trial.pause(2)
    for name in names:
        if trial.rig.processes[name].poll() is None:
            resource.prlimit(trial.rig.processes[name].pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, hard))
        # What a supervisor of processes does with one whose memory ran out.
        trial.rig.start_program(name)
    trial.healed()
    trial.finish(*runs)


def hundred_doorbells(trial: Trial) -> None:
    """Send the same message a hundred times, at the moment at which it starts a run and later."""
    get_settings.cache_clear()
    runs = [trial.submit(host) for host in trial.hosts]
    for run in runs:
        attempt = trial.attempt_id(run)
        for _ in range(100):
            assert enqueue_now("step_attempt", attempt_id=attempt)
    trial.finish(*runs)


def no_reconciler(trial: Trial) -> None:
    """Stop both reconcilers for a while, then start two again."""
    runs = _three_runs(trial, seconds=5)
    for name in trial.rig.reconcilers():
        trial.rig.kill(name)
    trial.pause(max(trial.rig.scaled(60), 3.0))
    for name in trial.rig.reconcilers():
        trial.rig.start_program(name)
    trial.healed()
    trial.finish(*runs)


def killed_while_collecting(trial: Trial) -> None:
    """Kill workers and reconcilers while files are fetched and results are made."""
    rig = trial.rig
    runs = [trial.submit(host, seconds=2) for host in trial.hosts]
    for _ in range(6 if trial.full else 2):
        trial.wait(
            lambda: any(trial.watcher.state(run.id) in ("collecting", "succeeded") for run in runs),
            60,
            "a run to be collected",
        )
        for name in (*rig.workers(), *rig.reconcilers()):
            rig.kill(name)
        for name in (*rig.workers(), *rig.reconcilers()):
            rig.start_program(name)
        trial.pause(trial.random.uniform(1.0, 2.0))
    trial.healed()
    trial.finish(*runs)


FAULTS = (
    Fault(1, "worker killed at random moments", killed_at_random, alone=True),
    Fault(2, "worker killed at every named crash point", killed_at_every_crash_point, alone=True, seconds=37),
    Fault(3, "worker frozen for longer than its claim, then going on", frozen_owner, alone=True, seconds=14),
    Fault(4, "rolling deploy during steps", rolling_deploy, alone=True, seconds=21),
    Fault(5, "worker out of memory", out_of_memory, alone=True, seconds=15),
    Fault(6, "the same doorbell a hundred times", hundred_doorbells, alone=True, seconds=16),
    Fault(14, "no reconciler, then two", no_reconciler, alone=True, seconds=16),
    Fault(43, "killed while collecting and parsing", killed_while_collecting, alone=True, seconds=18),
)
