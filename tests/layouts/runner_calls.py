"""Questions to a runner through one channel: may this drive be written, and then the run itself."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

_JOB = """[phase]
ioengine=libaio
filename=@TARGET@
rw=randwrite
bs=64k
iodepth=16
thread=1
direct=1
group_reporting=1
lat_percentiles=1
fallocate=none
allow_file_create=0
time_based=1
runtime=1
write_lat_log=phase
log_avg_msec=1000
log_max_value=1
"""
#: Outcome of a job that was accepted and then cancelled.
NOT_RUN = "not run"
_DEADLINE_SECONDS = 300
_POLL_SECONDS = 0.1


class Drive(NamedTuple):
    """A drive as a job names it."""

    path: Path
    stable_id: str
    serial: str
    size_bytes: int

    @property
    def target(self) -> dict[str, Any]:
        """Return the target of a job on this drive."""
        value = {"stable_id": self.stable_id, "serial": self.serial, "path": str(self.path)}
        return {"kind": "devices", "devices": [{**value, "size_bytes": self.size_bytes}]}


class Refused(Exception):
    """The runner answered with an error; its message is the reason."""


class Runner:
    """A runner that answers on its pipes."""

    def __init__(self, command: Sequence[str], state: Path, config: Path) -> None:
        self._command = list(command)
        self._state = state
        self._folders = ["--state", str(state), "--config", str(config)]
        self._number = 0
        self._process = subprocess.Popen(
            [*command, "serve", *self._folders], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def enrol(self, drive: Drive) -> None:
        """Give a drive up, typing its serial as root does. Raises Refused."""
        command = [*self._command, "enrol", "--stable-id", drive.stable_id, *self._folders]
        done = subprocess.run(command, input=f"{drive.serial}\n", capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Refused(f"{drive.path} cannot be enrolled: {done.stderr.strip()}")

    def check(self, drive: Drive) -> tuple[bool, list[str]]:
        """Return whether a job that writes would be refused, and the reasons."""
        answer = self._call("check", target=drive.target, writes=True)
        reasons = [
            f"{finding['id']} {finding['reason']}" for finding in answer["results"] if finding["verdict"] == "refuse"
        ]
        return answer["refused"], reasons

    def submit(self, drive: Drive, *, is_run: bool = True) -> tuple[str, str | None]:
        """Run a short job that writes, or cancel it once it is accepted; return outcome and reason of a failure.

        Raises Refused.
        """
        attempt_id = str(uuid.uuid4())
        own = {"attempt_id": attempt_id, "fence": 1, "controller_id": "layouts"}
        phase = {"ordinal": 1, "name": "randwrite", "job_file": _JOB, "writes": True, "ramp_seconds": 0}
        phase |= {"stop": {"kind": "time", "seconds": 1}, "status_interval_seconds": 1}
        spec = {"format": 2, "deadline_seconds": _DEADLINE_SECONDS, "engine": "fio", "target": drive.target}
        self._call("prepare", spec={**spec, "phases": [phase]}, **own)
        if not is_run:
            self._call("cancel", **own)
            self._remove(attempt_id)
            return NOT_RUN, None
        self._call("start", **own)
        deadline = time.monotonic() + _DEADLINE_SECONDS
        while True:
            status = self._call("status", attempt_id=attempt_id)
            if status["state"] not in ("running", "started", "prepared"):
                break
            if time.monotonic() > deadline:
                return "running for ever", None
            time.sleep(_POLL_SECONDS)
        ending = status.get("exit") or {}
        self._call("ack", **own)
        self._remove(attempt_id)
        failure = ending.get("failure") or {}
        return ending.get("outcome") or status["state"], failure.get("message")

    def _remove(self, attempt_id: str) -> None:
        """Keep hundreds of attempts out of what every later question reads."""
        shutil.rmtree(self._state / "attempts" / attempt_id, ignore_errors=True)

    def close(self) -> None:
        """Let the runner end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=30)

    def _call(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """Send a request and return the answer. Raises Refused."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._number += 1
        self._process.stdin.write(json.dumps({"id": self._number, "verb": verb, "args": arguments}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or "{}")
        if not answer.get("ok"):
            error = answer.get("error") or {"code": "no answer", "message": f"exit {self._process.poll()}"}
            raise Refused(f"{error['code']}: {error['message']}")
        result: dict[str, Any] = answer["result"]
        return result
