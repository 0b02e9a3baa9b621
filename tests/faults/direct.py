"""Direct access to the runner of a simulated server past the lab, as any holder of its key has."""

from __future__ import annotations

import json
import subprocess
import uuid
from types import TracebackType
from typing import Any

from tests.faults.hosts import Host

CONTROLLER = "somebody-else"
_JOB = """[phase]
ioengine=libaio
filename=@TARGET@
rw={rw}
bs=4096
iodepth=4
numjobs=1
thread=1
direct=1
runtime={seconds}
time_based=1
group_reporting=1
lat_percentiles=1
"""


class RunnerRefused(Exception):
    """The refusal of a request by the runner."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = str(error["code"])
        self.findings: list[dict[str, Any]] = error.get("findings", [])


class DirectRunner:
    """One `serve` of a server's runner; as a context it ends with it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._fence = 0
        self._child = subprocess.Popen(
            [*_command(host), "serve", *_folders(host)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(host),
            bufsize=0,
        )

    def __enter__(self) -> DirectRunner:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, _: TracebackType | None) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()

    def call(self, verb: str, **args: Any) -> dict[str, Any]:
        """Return the result of a verb. Raises RunnerRefused."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps({"id": 1, "verb": verb, "args": args}).encode("ascii") + b"\n")
        # Without a buffer, so that a long answer is read in as many pieces as it takes.
        line = b""
        while not line.endswith(b"\n"):
            piece = self._child.stdout.read(1 << 16)
            if not piece:
                raise RuntimeError("the runner ended")
            line += piece
        answer = json.loads(line)
        if not answer["ok"]:
            raise RunnerRefused(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    def prepare(self, device: dict[str, Any], *, seconds: int, rw: str = "randwrite") -> str:
        """Hand over a plan of one phase on a device; returns the attempt's id. Raises RunnerRefused."""
        self._fence += 1
        attempt = str(uuid.uuid4())
        phase = {
            "ordinal": 1,
            "name": rw,
            "job_file": _JOB.format(seconds=seconds, rw=rw),
            "writes": rw == "randwrite",
            "status_interval_seconds": 1,
            "stop": {"kind": "time", "seconds": seconds},
            "ramp_seconds": 0,
        }
        spec = {
            "format": 2,
            "deadline_seconds": 120,
            "engine": "fio",
            "output_limit_bytes": None,
            "target": {"kind": "devices", "devices": [device]},
            "preparation": [],
            "phases": [phase],
        }
        self.call("prepare", spec=spec, **self._of(attempt))
        return attempt

    def start(self, attempt: str) -> dict[str, Any]:
        """Start it. Raises RunnerRefused."""
        return self.call("start", **self._of(attempt))

    def cancel(self, attempt: str) -> dict[str, Any]:
        """End it."""
        return self.call("cancel", **self._of(attempt))

    def status(self, attempt: str) -> dict[str, Any]:
        """Return the status of an attempt."""
        return self.call("status", attempt_id=attempt)

    def _of(self, attempt: str) -> dict[str, Any]:
        return {"attempt_id": attempt, "fence": self._fence, "controller_id": CONTROLLER}


def enrol(host: Host, stable_id: str, serial: str) -> None:
    """Give up a drive by typing its serial, as root does on a server. Raise RuntimeError with the refusal."""
    done = subprocess.run(
        [*_command(host), "enrol", "--stable-id", stable_id, *_folders(host)],
        input=f"{serial}\n",
        capture_output=True,
        text=True,
        env=_environment(host),
    )
    if done.returncode != 0:
        raise RuntimeError(f"{stable_id} was not enrolled: {done.stderr.strip()}")


def _command(host: Host) -> list[str]:
    return [str(host.folder / "bin" / "python3"), str(host.folder / "runner.pyz")]


def _folders(host: Host) -> list[str]:
    return ["--state", str(host.state), "--config", str(host.folder / "config")]


def _environment(host: Host) -> dict[str, str]:
    return {"PATH": f"{host.folder / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"}
