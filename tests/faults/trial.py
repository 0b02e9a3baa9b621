"""One trial of one fault: its runs, what it expects of them, and the facts it leaves for the checker."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.api import NoAnswer, Refused
from tests.faults.hosts import Host
from tests.faults.independent.checker import TERMINAL, documents
from tests.faults.rig import Rig
from tests.faults.watcher import Watcher

#: A run of a few seconds: a fill, five rounds of a second and six points, all shortened by the witness's speed.
SHORT = {"round_seconds": 1, "max_rounds": 5, "point_seconds": 3}
FILE_BYTES = 8 << 20
#: That everything ends is the claim, and how soon is measured; a busy machine must not decide it.
END_SECONDS = 300.0


@dataclass(frozen=True)
class Run:
    """A submitted run. It has its id and not its number: a restored database assigns numbers again."""

    id: str
    job: str
    host: Host


@dataclass
class Trial:
    """Context of a fault: the rig, the servers that are its own, and its own randomness."""

    id: str
    fault: int
    rig: Rig
    watcher: Watcher
    hosts: list[Host]
    random: random.Random
    full: bool

    @property
    def host(self) -> Host:
        """The first of its servers."""
        return self.hosts[0]

    def note(self, event: str, **facts: Any) -> None:
        """Leave a fact."""
        self.rig.history.write(event, trial=self.id, **facts)

    def submit(
        self,
        host: Host | None = None,
        *,
        expect: Iterable[str] = ("succeeded",),
        seconds: float = SHORT["point_seconds"],
        path: Path | None = None,
        key: str | None = None,
    ) -> Run:
        """Submit a run with six points of `seconds`; an unanswered request is repeated under the same key."""
        host = host or self.host
        key = key or f"{self.id}-{time.monotonic_ns()}"
        body = self.job(host, seconds=seconds, path=path)
        return self.adopt(host, self.repeat(lambda: self.call("POST", "/jobs", body, key=key)), expect)

    def job(self, host: Host, *, seconds: float, path: Path | None = None) -> dict[str, Any]:
        """Return the body of a job on a file, with six points of `seconds`."""
        return {
            "name": self.id,
            "server_id": host.number,
            "engine": "fio",
            "profile": {"name": "quick-4k", "parameters": {**SHORT, "point_seconds": seconds}},
            "target": {"kind": "file", "path": str(path) if path else None, "size_bytes": FILE_BYTES},
        }

    def adopt(self, host: Host, job: dict[str, Any], expect: Iterable[str]) -> Run:
        """Follow the run of a job that the API has accepted."""
        run = Run(job["runs"][0]["id"], job["id"], host)
        self.note("submitted", run=run.id, job=run.job, host=host.name, expected=sorted(expect))
        self.watcher.follow(run.id, self.id)
        return run

    def call(self, method: str, path: str, body: Any = None, *, key: str | None = None) -> Any:
        """Call the API. Raises NoAnswer or Refused."""
        return self.rig.api.call(method, path, body, key=key, trial=self.id)

    def repeat(self, call: Callable[[], Any], seconds: float = 180.0) -> Any:
        """Repeat a call until there is an answer, like a client while a part of the lab is down."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return call()
            except (NoAnswer, Refused) as problem:
                if (isinstance(problem, Refused) and problem.status not in (502, 503)) or time.monotonic() > deadline:
                    raise
            time.sleep(0.2)

    def cancel(self, run: Run) -> None:
        """Request a stop."""
        self.repeat(lambda: self.call("POST", f"/jobs/{run.job}/cancel"))

    # Waiting

    def wait(self, condition: Callable[[], bool], seconds: float, description: str) -> None:
        """See `Rig.wait`."""
        self.rig.wait(condition, seconds, description)

    def attempt_id(self, run: Run) -> str:
        """Return the id of the run's last attempt."""
        answer = self.repeat(lambda: self.call("GET", f"/runs/{run.id}"))
        attempt: str = answer["attempts"][-1]["id"]
        return attempt

    def wait_for_phase(self, run: Run, ordinal: int) -> str:
        """Wait until a phase runs, as seen on the server itself; returns the attempt's id."""
        attempt = self.attempt_id(run)
        status = run.host.attempt_folder(attempt) / "phases" / f"{ordinal:02d}" / "status.json"
        self.wait(
            lambda: (status.exists() and status.stat().st_size > 0) or self.watcher.state(run.id) in TERMINAL,
            END_SECONDS,
            f"phase {ordinal} of {run.id}",
        )
        assert status.exists(), f"{run.id} ended before phase {ordinal}: {self.watcher.failure(run.id)}"
        return attempt

    def wait_for_state(self, run: Run, *states: str) -> None:
        """Wait until the API reports one of these states of the last attempt."""
        self.wait(lambda: self.watcher.state(run.id) in states, END_SECONDS, f"{run.id} to be {' or '.join(states)}")

    def wait_until_engines_end(self, host: Host, seconds: float = 180.0) -> None:
        """Wait until no process of the I/O program is left on a server."""
        self.wait(lambda: not host.engines(), seconds, f"the I/O on {host.name} to end")

    def pause(self, seconds: float) -> None:
        """Let the fault last."""
        time.sleep(seconds)

    def healed(self, host: Host | None = None) -> None:
        """Note that from now on nothing is broken any more, on one server or anywhere."""
        self.note("healed", host=host.name if host else None)

    # The end

    def finish(self, *runs: Run, seconds: float = END_SECONDS) -> None:
        """Wait for the end of runs and leave what came of them."""
        for run in runs:
            self.wait(
                lambda run=run: self.watcher.state(run.id) in TERMINAL,  # type: ignore[misc]
                seconds,
                f"the end of {run.id}",
            )
        for run in runs:
            self._leave_facts(run)

    def exempt(self, run: Run, check: str) -> None:
        """Leave a run out of one check that its fault makes void."""
        self.note("exempt", run=run.id, what=check)

    def _leave_facts(self, run: Run) -> None:
        answer = self.repeat(lambda: self.call("GET", f"/runs/{run.id}"))
        attempts = [attempt["id"] for attempt in answer["attempts"]]
        phases = []
        for phase in answer["phases"]:
            ordinal = phase["ordinal"]
            ios = [count for attempt in attempts for count in self._documents(run.host, attempt, ordinal)]
            self.note("target", run=run.id, ordinal=ordinal, ios=ios)
            measurement = phase.get("measurement") or {}
            record = {"ordinal": ordinal, "state": phase["state"], "ios": measurement.get("ios")}
            record["started_at"] = phase["started_at"]
            phases.append({**record, **self._curve(run, ordinal)})
        last = answer["attempts"][-1]
        states = {"state": last["state"], "run_state": answer["state"], "started_at": answer["started_at"]}
        self.note("final", run=run.id, phases=phases, **states)

    def _documents(self, host: Host, attempt: str, ordinal: int) -> list[int]:
        status = host.attempt_folder(attempt) / "phases" / f"{ordinal:02d}" / "status.json"
        try:
            return documents(status.read_text("utf-8", "replace"))
        except FileNotFoundError:
            return []

    def _curve(self, run: Run, ordinal: int) -> dict[str, Any]:
        path = f"/series?run_id={run.id}&metric=iops&phase={ordinal}&max_points=5000"
        curve: dict[str, Any] = {"min": [], "max": [], "points": 0}
        with contextlib.suppress(Refused):
            curve = self.repeat(lambda: self.call("GET", path))
        values = {value for name in ("min", "max") for value in curve[name] if value is not None}
        return {"points": curve["points"], "values": sorted(values)}
