"""Client of the lab: REST with a token, waiting for slow operations, and the live stream of a job."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

Document = dict[str, Any]

_POLL_SECONDS = 0.3
_SETTLED = ("finished", "failed", "cancelled", "lost")


@dataclass
class LiveStream:
    """Messages of a job's event stream until its end, collected in the background."""

    messages: list[tuple[str, Document]] = field(default_factory=list)
    thread: threading.Thread | None = None

    def ios_of(self, phase_ordinal: int) -> int:
        """Return the number of I/Os in the points of a phase."""
        points = [data for name, data in self.messages if name == "point" and data["phase_ordinal"] == phase_ordinal]
        return sum(round(point["iops"] * point["dt_ms"] / 1000) for point in points)

    def reaches(self) -> list[str]:
        """Return the changes of the server's connectivity, in order and without repetition."""
        states = [
            data["connectivity"] for name, data in self.messages if name == "state" and data["connectivity"] is not None
        ]
        return [state for index, state in enumerate(states) if index == 0 or states[index - 1] != state]

    def wait(self) -> None:
        assert self.thread is not None
        self.thread.join(timeout=60)
        assert not self.thread.is_alive(), "the stream did not end with its job"


@dataclass
class LabClient:
    """REST calls whose unexpected answers fail the test with the lab's own words."""

    http: httpx2.Client

    def get(self, path: str, **query: Any) -> Document:
        return self._expect(self.http.get(path, params=query), 200)

    def post(self, path: str, body: Document | None = None, *, status: int = 202) -> Document:
        return self._expect(self.http.post(path, json=body), status)

    def refuse(self, path: str, body: Document) -> Document:
        """Return the problem document of a request that is refused."""
        answer = self.http.post(path, json=body)
        assert answer.status_code in (409, 422), answer.text
        problem: Document = answer.json()
        return problem

    def wait(self, path: str, condition: Callable[[Document], bool], *, seconds: float = 60.0) -> Document:
        """Poll an object until `condition` holds."""
        deadline = time.monotonic() + seconds
        while not condition(answer := self.get(path)):
            if time.monotonic() > deadline:
                pytest.fail(f"{path} after {seconds:g} s: {json.dumps(answer, indent=1)[:6000]}")
            time.sleep(_POLL_SECONDS)
        return answer

    def artifact(self, run: Document, name: str) -> Document:
        """Return a raw file of a run that holds one JSON object."""
        listed = self.get(f"/runs/{run['id']}/artifacts", limit=200)["items"]
        entry = next(artifact for artifact in listed if artifact["name"] == name)
        return self.get(f"/artifacts/{entry['id']}/content")

    def public_key(self) -> str:
        """Return the key that servers must accept, as every server shows it.

        This machine is registered from the start.
        """
        key: str = self.get("/servers")["items"][0]["lab_public_key"]
        return key

    def discovered(self, server: str, *, seconds: float = 60.0) -> Document:
        """Return the server once the requested discovery is over."""
        return self.wait(f"/servers/{server}", lambda shown: shown["discovery"] == "idle", seconds=seconds)

    def submit(self, server: str, profile: str, target: Document, **parameters: float) -> Document:
        """Submit a job of one run and return it."""
        return self.post("/jobs", job_of(server, profile, target, **parameters))

    def run_of(self, job: Document, condition: Callable[[Document], bool], *, seconds: float = 120.0) -> Document:
        """Return the run of a job, once `condition` holds."""
        return self.wait(f"/runs/{job['runs'][0]['id']}", condition, seconds=seconds)

    def running_run(self, job: Document, *, after: int = 0) -> Document:
        """Return the run of a job while any phase after the first `after` is being played.

        The speed of the lab decides which phase that is.
        """

        def playing(run: Document) -> bool:
            return any(phase["state"] == "running" for phase in run["phases"][after:])

        return self.run_of(job, playing)

    def ended_run(self, job: Document, *, seconds: float = 150.0) -> Document:
        """Return the run of a job, once it is over."""
        return self.run_of(job, lambda run: run["state"] in _SETTLED, seconds=seconds)

    def follow(self, job: Document) -> LiveStream:
        """Begin to collect the event stream of a job."""
        stream = LiveStream()
        headers = dict(self.http.headers)
        url = f"{self.http.base_url}jobs/{job['id']}/events"

        def collect() -> None:
            name = ""
            with httpx2.stream("GET", url, headers=headers, timeout=60) as answer:
                for line in answer.iter_lines():
                    key, _, value = line.partition(": ")
                    if key == "event":
                        name = value
                    elif key == "data":
                        stream.messages.append((name, json.loads(value)))

        stream.thread = threading.Thread(target=collect, daemon=True)
        stream.thread.start()
        return stream

    def _expect(self, answer: httpx2.Response, status: int) -> Document:
        assert answer.status_code == status, f"{answer.request.method} {answer.request.url}: {answer.text}"
        document: Document = answer.json()
        return document


def devices(drive: Document) -> Document:
    """Return a drive as the target of a job."""
    return {"kind": "devices", "stable_ids": [drive["stable_id"]], "layout": "parallel"}


def job_of(server: str, profile: str, target: Document, **parameters: float) -> Document:
    """Build the body of a submission."""
    return {"server_id": server, "profile": {"name": profile, "parameters": parameters}, "target": target}
