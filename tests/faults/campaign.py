"""Campaign of faults on one rig.

Faults of single servers are played side by side, those of the whole lab one by one.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.faults.api import NoAnswer, Refused
from tests.faults.fault import Fault, Skip
from tests.faults.hosts import Host
from tests.faults.rig import Rig, random_of
from tests.faults.trial import Trial
from tests.faults.watcher import Watcher

_SETTLE_SECONDS = 30.0


@dataclass
class Played:
    """Outcome of one trial."""

    trial: str
    fault: Fault
    outcome: Literal["survived", "failed", "skipped"]
    message: str
    seconds: float


class Campaign:
    """A rig under fire."""

    def __init__(self, rig: Rig, *, seed: int, trials: int, full: bool) -> None:
        self.rig, self.seed, self.trials, self.full = rig, seed, trials, full
        self.watcher = Watcher(rig.api, rig.history)
        self._lock = threading.Lock()

    def play(self, faults: Sequence[Fault]) -> None:
        """Play them all; a failure is reported and does not stop the others."""
        self.watcher.start()
        todo = [(fault, trial) for trial in range(1, self.trials + 1) for fault in faults]
        try:
            self._play_on_servers([(fault, trial) for fault, trial in todo if not fault.alone])
            for fault, trial in todo:
                if fault.alone:
                    self._play_one(fault, trial, list(range(len(self.rig.hosts))))
        finally:
            self.watcher.stop()

    def _play_on_servers(self, todo: list[tuple[Fault, int]]) -> None:
        waiting: queue.SimpleQueue[tuple[Fault, int]] = queue.SimpleQueue()
        for item in todo:
            waiting.put(item)

        def work(place: int) -> None:
            with contextlib.suppress(queue.Empty):
                while True:
                    fault, trial = waiting.get_nowait()
                    self._play_one(fault, trial, [place])

        threads = [threading.Thread(target=work, args=(place,)) for place in range(len(self.rig.hosts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _play_one(self, fault: Fault, number: int, places: list[int]) -> None:
        name = f"{fault.number}.{number}"
        randomness = random_of(self.seed, fault.number, number)
        trial = Trial(
            name,
            fault.number,
            self.rig,
            self.watcher,
            [self.rig.hosts[place] for place in places],
            randomness,
            self.full,
        )
        began = time.monotonic()
        self.rig.history.write("fault_begins", trial=name, fault=fault.number, seed=self.seed)
        outcome, message = self._provoke(fault, trial)
        try:
            for place in places:
                self.rig.hosts[place] = self._settle(self.rig.hosts[place])
        except (AssertionError, NoAnswer, Refused) as problem:
            outcome, message = "failed", f"{message}; the lab is not usable afterwards: {problem}".strip("; ")
        seconds = time.monotonic() - began
        facts = {"fault": fault.number, "outcome": outcome, "message": message, "seconds": round(seconds, 1)}
        self.rig.history.write("fault_ends", trial=name, **facts)
        with self._lock:
            print(f"{fault.number:4} {fault.title}: {outcome} ({seconds:.0f} s){_after(message)}", flush=True)

    def _provoke(self, fault: Fault, trial: Trial) -> tuple[Literal["survived", "failed", "skipped"], str]:
        if fault.needs_root and not self.rig.root:
            return "skipped", "needs root"
        try:
            fault.provoke(trial)
        except Skip as reason:
            return "skipped", str(reason)
        except AssertionError as problem:
            return "failed", str(problem)
        except Exception as problem:
            self.rig.history.write("traceback", trial=trial.id, text=traceback.format_exc())
            return "failed", f"{type(problem).__name__}: {problem}"
        return "survived", ""

    def _settle(self, host: Host) -> Host:
        """Return the server, fit for the next trial, or a replacement when it cannot be."""
        rig = self.rig
        host.misbehave()
        link = rig.link_of(host)
        link.behaviour = type(link.behaviour)()
        try:
            for state in ("queued", "running", "cancelling"):
                for job in rig.api.call("GET", f"/jobs?state={state}&server_id={host.number}&limit=100")["items"]:
                    rig.api.call("POST", f"/jobs/{job['number']}/cancel")
            rig.wait(lambda: not host.engines(), _SETTLE_SECONDS, "the I/O to end")
            if rig.server(host)["state"] == "unreachable":
                rig.api.call("POST", f"/servers/{host.number}/discover")
            rig.wait_until_ready(host, 10)
        except (AssertionError, NoAnswer, Refused):
            return self._replace(host)
        return host

    def _replace(self, host: Host) -> Host:
        self.rig.give_up(host)
        made = self.rig.add_host()
        self.rig.wait_until_ready(made)
        return made


def _after(message: str) -> str:
    return f": {message}" if message else ""
