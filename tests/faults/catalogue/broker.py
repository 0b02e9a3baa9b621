"""Faults of the broker: the doorbell is lost, forgets, is full or hangs."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections import Counter

from tests.faults.fault import Fault
from tests.faults.rig import Rig
from tests.faults.trial import Run, Trial
from tests.faults.valkey import send_command

#: What the launcher gives the broker.
_MEMORY = "128mb"
#: A message that was not acknowledged within a second is delivered again, and a second later once more.
_SOON_AGAIN = {"visibility_timeout": 1, "unacked_restore_interval": 1, "unacked_restore_throttle": 1}


def _runs(trial: Trial, seconds: float = 4) -> list[Run]:
    runs = [trial.submit(host, seconds=seconds) for host in trial.hosts]
    for run in runs:
        trial.wait_for_phase(run, 1)
    return runs


def doorbells_lost(trial: Trial) -> None:
    """Lose every message, from before the jobs are submitted on."""
    runs = [trial.submit(host) for host in trial.hosts]
    until = time.monotonic() + max(trial.rig.scaled(60), 3.0)
    while time.monotonic() < until:
        send_command(trial.rig.broker_socket, "DEL", trial.rig.settings.celery_queue)
    trial.healed()
    trial.finish(*runs)


def late_acknowledgement(trial: Trial) -> None:
    """Configure Celery as it must not be: every message that takes longer than a second is delivered again."""
    rig = trial.rig
    for name in rig.workers():
        rig.start_program(name, "task.acks_late=true", f"broker.transport_options=(json){json.dumps(_SOON_AGAIN)}")
    for host in trial.hosts:
        rig.link_of(host).behaviour.latency_seconds = 0.1
    runs = _runs(trial)
    rig.wait(lambda: _delivered_again(rig), 60, "a message to be delivered again")
    trial.pause(4)
    for host in trial.hosts:
        rig.link_of(host).behaviour.latency_seconds = 0.0
    for name in rig.workers():
        rig.start_program(name)
    trial.healed()
    trial.finish(*runs)


def _delivered_again(rig: Rig) -> bool:
    """Look in the workers' logs for a message that was received more than once."""
    logs = [(rig.folder / "logs" / f"{name}.log").read_text(errors="replace") for name in rig.workers()]
    received = Counter(task for log in logs for task in re.findall(r"\[([0-9a-f-]{36})\] received", log))
    return any(count > 1 for count in received.values())


def killed_and_empty(trial: Trial) -> None:
    """Kill the broker and start it again without any of its data."""
    runs = _runs(trial)
    trial.rig.kill_service(trial.rig.valkey, signal.SIGKILL)
    trial.pause(trial.random.uniform(0.5, 2.0))
    trial.rig.valkey.restart()
    trial.healed()
    trial.finish(*runs)


def flushed(trial: Trial) -> None:
    """Send FLUSHALL several times."""
    runs = _runs(trial)
    for _ in range(5):
        assert send_command(trial.rig.broker_socket, "FLUSHALL").startswith(b"+OK")
        trial.pause(trial.random.uniform(0.1, 0.6))
    trial.healed()
    trial.finish(*runs)


def full(trial: Trial) -> None:
    """Make the broker refuse messages, before and after a job is submitted."""
    rig = trial.rig
    first = trial.submit(trial.hosts[0])
    assert send_command(rig.broker_socket, "CONFIG", "SET", "maxmemory", "1").startswith(b"+OK")
    rest = [trial.submit(host) for host in trial.hosts[1:]]
    trial.pause(max(trial.rig.scaled(60), 3.0))
    assert send_command(rig.broker_socket, "CONFIG", "SET", "maxmemory", _MEMORY).startswith(b"+OK")
    trial.healed()
    trial.finish(first, *rest)


def hung(trial: Trial) -> None:
    """Freeze the broker, then let its link swallow everything; jobs are submitted meanwhile."""
    rig = trial.rig
    mark = rig.valkey.program.mark
    assert mark is not None
    first = trial.submit(trial.hosts[0])
    os.kill(mark.pid, signal.SIGSTOP)
    second = trial.submit(trial.hosts[1])
    trial.pause(max(rig.scaled(60), 3.0))
    os.kill(mark.pid, signal.SIGCONT)
    rig.broker_link.behaviour.held = True
    third = trial.submit(trial.hosts[2])
    trial.pause(max(rig.scaled(300) / 3, 3.0))
    rig.broker_link.behaviour.held = False
    trial.healed()
    trial.finish(first, second, third)


FAULTS = (
    Fault(7, "all doorbells lost", doorbells_lost, alone=True),
    Fault(8, "late acknowledgement and redelivery after a second", late_acknowledgement, alone=True, seconds=55),
    Fault(10, "broker killed, back empty", killed_and_empty, alone=True),
    Fault(11, "broker flushed mid-run", flushed, alone=True),
    Fault(12, "broker full", full, alone=True),
    Fault(13, "broker hung, then its link dead", hung, alone=True, seconds=31),
)
