"""Simulated server with the runner's promises and no machine.

State that survives a crash is apart from state that does not. It is written from the contract of the verbs, not from
the runner's code. `started_io` counts real starts of I/O, so that a second start is seen behind any answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from storagelab.errors import ServerCallFailed
from storagelab_workers.transports.base import ServerAddress, ServerUnreachable

Document = dict[str, Any]

IOS_PER_SECOND = 1000
SECONDS_PER_PHASE = 3


@dataclass
class DurableAttempt:
    """The folder of an attempt: it survives reboots."""

    controller_id: str
    spec: Document
    started: Document | None = None
    cancelled: bool = False
    after_phase: bool = False
    acknowledged: bool = False
    exit: Document | None = None
    #: Complete seconds of I/O of each phase, by ordinal; its documents follow from them.
    seconds: dict[int, int] = field(default_factory=dict)
    ended: dict[int, str] = field(default_factory=dict)


class SimulatedServer:
    """One machine. `running` is the attempt whose supervisor lives; a reboot or a kill forgets it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.boot = 0
        self.attempts: dict[str, DurableAttempt] = {}
        self.fences: dict[str, int] = {}
        self.running: str | None = None
        self.started_io: Counter[str] = Counter()
        self.overlaps = 0
        self.reachable = True
        self.clock_ahead_ns = 0
        self.now_ns = 1_000_000_000

    @property
    def boot_id(self) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{self.name}.{self.boot}"))

    # What happens on the machine by itself

    def work(self) -> None:
        """Play the supervisor's next second, if there is one."""
        self.now_ns += 1_000_000_000
        if self.running is None:
            return
        attempt = self.attempts[self.running]
        phase = self._current_phase(attempt)
        if phase is None or (attempt.cancelled and not attempt.after_phase):
            self._end(attempt, "cancelled" if attempt.cancelled else "succeeded")
            return
        attempt.seconds[phase] = attempt.seconds.get(phase, 0) + 1
        if attempt.seconds[phase] >= SECONDS_PER_PHASE:
            attempt.ended[phase] = "finished"
            if attempt.cancelled:
                self._end(attempt, "cancelled")
            elif self._current_phase(attempt) is None:
                self._end(attempt, "succeeded")

    def fail_engine(self) -> None:
        """End the engine with an error."""
        if self.running is None:
            return
        attempt = self.attempts[self.running]
        phase = self._current_phase(attempt)
        if phase is not None:
            attempt.seconds.setdefault(phase, 0)
            attempt.ended[phase] = "failed"
        self._end(attempt, "failed", {"kind": "engine", "message": "fio ended with status 1: the drive fell out"})

    def kill_supervisor(self) -> None:
        """End supervisor and engine without a record."""
        self.running = None

    def reboot(self) -> None:
        """Reboot; only the state on disk survives."""
        self.boot += 1
        self.running = None
        self.now_ns = 1_000_000_000

    # Requests of the lab

    def answer(self, verb: str, args: Document) -> Document:
        """Answer one verb according to the contract. Raises ServerCallFailed for a refusal."""
        action = getattr(self, f"_verb_{verb}", None)
        if action is None:
            raise _refusal("unknown_verb", f"no verb {verb}")
        result: Document = action(args)
        return json.loads(json.dumps(result))  # type: ignore[no-any-return]

    def _verb_hello(self, args: Document) -> Document:
        return {
            "protocol": 2, "runner_version": "0.2.0", "python": "3.11.7", "boot_id": self.boot_id,
            "machine_id": uuid.uuid5(uuid.NAMESPACE_DNS, self.name).hex, "hostname": self.name, "user": "root",
            "uid": 0, "realtime_ns": time.time_ns() + self.clock_ahead_ns, "boottime_ns": self.now_ns,
            "state_dir": "/var/lib/storagelab-runner", "free_bytes": 1 << 40, "init": "systemd", "launch": "systemd",
            "sandbox": False, "enrolled": 0, "kill_user_processes": None, "sha256": None,
            "fence": self.fences.get(args.get("controller_id", ""), None),
            "engines": {"fio": {"path": "/usr/bin/fio", "version": "fio-3.33"}},
        }  # fmt: skip

    def _verb_inventory(self, _: Document) -> Document:
        return {"outputs": []}

    def _verb_list(self, _: Document) -> Document:
        attempts = [
            {
                "attempt_id": attempt_id,
                "controller_id": attempt.controller_id,
                "state": self._state(attempt_id),
                "fence": self.fences.get(attempt.controller_id),
                "started_realtime_ns": attempt.started and attempt.started["realtime_ns"],
                "acknowledged": attempt.acknowledged,
                "devices": [],
            }
            for attempt_id, attempt in self.attempts.items()
        ]
        return {"attempts": attempts, "orphans": []}

    def _verb_check(self, _: Document) -> Document:
        return {"results": [], "refused": False}

    def _verb_prepare(self, args: Document) -> Document:
        self._accept(args)
        attempt_id, digest = args["attempt_id"], _digest(args["spec"])
        existing = self.attempts.get(attempt_id)
        if existing is not None:
            self._own(existing, args)
            if _digest(existing.spec) != digest:
                raise _refusal("spec_conflict", "The attempt was prepared with another spec.")
            return {"state": self._state(attempt_id), "again": True, "spec_sha256": digest, "checks": []}
        self.attempts[attempt_id] = DurableAttempt(args["controller_id"], args["spec"])
        return {"state": "prepared", "again": False, "spec_sha256": digest, "checks": []}

    def _verb_start(self, args: Document) -> Document:
        self._accept(args)
        attempt = self._require_attempt(args)
        self._own(attempt, args)
        if attempt.started is not None:
            return {**self._status(args["attempt_id"]), "again": True, "checks": []}
        if attempt.cancelled:
            raise _refusal("cancelled", "The attempt was cancelled before it started, so it never will.")
        if self.running is not None:
            raise _refusal("host_busy", f"Attempt {self.running} is running on this server.", "infrastructure")
        attempt.started = {"boot_id": self.boot_id, "realtime_ns": self.now_ns, "boottime_ns": self.now_ns}
        self.started_io[args["attempt_id"]] += 1
        self.overlaps += self.running is not None
        self.running = args["attempt_id"]
        return {**self._status(args["attempt_id"]), "again": False, "checks": []}

    def _verb_status(self, args: Document) -> Document:
        self._require_attempt(args)
        return self._status(args["attempt_id"])

    def _verb_cancel(self, args: Document) -> Document:
        self._accept(args)
        attempt = self._require_attempt(args)
        self._own(attempt, args)
        if attempt.exit is None:
            attempt.after_phase = args.get("when", "now") == "after_phase" and (
                attempt.after_phase or not attempt.cancelled
            )
            attempt.cancelled = True
        return self._status(args["attempt_id"])

    def _verb_read(self, args: Document) -> Document:
        attempt = self._require_attempt(args)
        content = dict(self._files(attempt)).get(args["name"])
        if content is None:
            raise _refusal("not_found", f"no file {args['name']}")
        piece = content[args["offset"] : args["offset"] + args["length"]]
        return {
            "name": args["name"], "offset": args["offset"], "size": len(content),
            "data_b64": base64.b64encode(piece).decode("ascii"),
        }  # fmt: skip

    def _verb_ack(self, args: Document) -> Document:
        attempt = self._require_attempt(args)
        self._own(attempt, args)
        if self._state(args["attempt_id"]) not in ("finished", "lost", "cancelled"):
            raise _refusal("refused", "only an attempt that has ended can be acknowledged")
        attempt.acknowledged = True
        return {"acknowledged": True}

    def _accept(self, args: Document) -> None:
        highest = self.fences.get(args["controller_id"], 0)
        if args["fence"] < highest:
            raise _refusal("stale_fence", f"fence {args['fence']} is older than {highest}", "infrastructure")
        self.fences[args["controller_id"]] = args["fence"]

    def _require_attempt(self, args: Document) -> DurableAttempt:
        attempt = self.attempts.get(args["attempt_id"])
        if attempt is None:
            raise _refusal("not_found", "The attempt is not known to this server.")
        return attempt

    def _own(self, attempt: DurableAttempt, args: Document) -> None:
        if attempt.controller_id != args["controller_id"]:
            raise _refusal("wrong_controller", "The attempt belongs to another controller.", "infrastructure")

    def _state(self, attempt_id: str) -> str:
        attempt = self.attempts[attempt_id]
        if attempt.exit is not None:
            return "finished"
        if attempt.started is None:
            return "cancelled" if attempt.cancelled else "prepared"
        return "running" if self.running == attempt_id else "lost"

    def _current_phase(self, attempt: DurableAttempt) -> int | None:
        ordinals = [phase["ordinal"] for phase in attempt.spec["phases"]]
        return next((ordinal for ordinal in ordinals if ordinal not in attempt.ended), None)

    def _end(self, attempt: DurableAttempt, outcome: str, failure: Document | None = None) -> None:
        phase = self._current_phase(attempt)
        if outcome == "cancelled" and phase in attempt.seconds:
            attempt.ended[phase] = "cancelled"
        self.running = None
        files = [
            {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in self._files(attempt)
        ]
        attempt.exit = {
            "outcome": outcome, "failure": failure, "interrupted": False, "ended_realtime_ns": self.now_ns,
            "ended_boottime_ns": self.now_ns, "files": files, "phases": self._phases(attempt, "finished"),
            "operations": [], "neighbours": None,
        }  # fmt: skip

    def _files(self, attempt: DurableAttempt) -> list[tuple[str, bytes]]:
        files = [("spec.json", json.dumps(attempt.spec, sort_keys=True).encode())]
        for ordinal, seconds in sorted(attempt.seconds.items()):
            writes = next(phase["writes"] for phase in attempt.spec["phases"] if phase["ordinal"] == ordinal)
            documents = [status_document(second, "write" if writes else "read") for second in range(1, seconds + 1)]
            files.append((f"phases/{ordinal:02d}/status.json", b"".join(documents)))
        return files

    def _phases(self, attempt: DurableAttempt, state: str) -> list[Document]:
        views = []
        clock_ms = 0
        for phase in attempt.spec["phases"]:
            ordinal = phase["ordinal"]
            seconds = attempt.seconds.get(ordinal)
            ended = attempt.ended.get(ordinal)
            if ended is None:
                begun, idle = {
                    "finished": ("failed", "skipped"), "lost": ("lost", "skipped"), "cancelled": ("lost", "skipped"),
                }.get(state, ("running", "planned"))  # fmt: skip
                shown = idle if seconds is None else begun
            else:
                shown = ended
            t0 = None if seconds is None else clock_ms
            clock_ms += (seconds or 0) * 1000
            views.append(
                {
                    "ordinal": ordinal, "name": phase["name"], "state": shown, "t0_ms": t0,
                    "t1_ms": clock_ms if ended is not None and seconds is not None else None,
                    "started_realtime_ns": None if seconds is None else self.now_ns,
                    "exit_code": 0 if ended == "finished" else None, "signal": None,
                    "stop_reason": "completed" if ended == "finished" else None, "message": None, "steady_round": None,
                }
            )  # fmt: skip
        return views

    def _status(self, attempt_id: str) -> Document:
        attempt = self.attempts[attempt_id]
        state = self._state(attempt_id)
        started = attempt.started or {}
        return {
            "attempt_id": attempt_id, "state": state, "boot_id": started.get("boot_id"),
            "current_boot_id": self.boot_id, "supervisor_pid": 1234 if started else None,
            "heartbeat_age_ms": 0 if state == "running" else None,
            "started_realtime_ns": started.get("realtime_ns"), "started_boottime_ns": started.get("boottime_ns"),
            "now_boottime_ns": self.now_ns, "cancel_requested": attempt.cancelled,
            "cancel_when": ("after_phase" if attempt.after_phase else "now") if attempt.cancelled else None,
            "target_path": "/scratch/x.dat", "stuck": False, "warnings": [], "operations": [], "neighbours": None,
            "telemetry": {"available": False, "reason": "simulated"},
            "phases": attempt.exit["phases"] if attempt.exit else self._phases(attempt, state),
            "files": [{"name": name, "size": len(content)} for name, content in self._files(attempt)],
            "exit": attempt.exit,
        }  # fmt: skip


class SimulatedNetwork:
    """Channels of a worker to simulated servers, in place of the pool of real channels.

    `trouble` is what happens to the next calls, in order: "request" is lost on its way, "reply" on its way back.
    """

    def __init__(self) -> None:
        self.servers: dict[uuid.UUID, SimulatedServer] = {}
        self.trouble: list[str] = []
        self.calls: Counter[str] = Counter()

    def call(self, address: ServerAddress, verb: str, args: Document, *, timeout_seconds: float = 30.0) -> Document:
        """Call a verb as `TransportPool.call` does."""
        server = self.servers[address.id]
        trouble = self.trouble.pop(0) if self.trouble else ""
        if not server.reachable or trouble == "request":
            raise ServerUnreachable(f"{address.name} does not answer.")
        self.calls[verb] += 1
        try:
            result = server.answer(verb, args)
        except ServerCallFailed:
            if trouble == "reply":
                raise ServerUnreachable(f"{address.name} does not answer.") from None
            raise
        if trouble == "reply":
            raise ServerUnreachable(f"{address.name} does not answer.")
        return result


def status_document(second: int, direction: str) -> bytes:
    """Return fio's cumulative document after `second` seconds: a thousand I/Os of 4 KiB in each, at 1 ms."""
    ios = second * IOS_PER_SECOND
    latency = {"min": 1_000_000, "max": 1_000_000, "mean": 1_000_000.0, "stddev": 0.0, "N": ios}
    part = {
        "io_bytes": ios * 4096, "bw_bytes": IOS_PER_SECOND * 4096, "iops": float(IOS_PER_SECOND),
        "runtime": second * 1000, "total_ios": ios, "lat_ns": {**latency, "bins": {"995328": ios}},
    }  # fmt: skip
    document = {
        "fio version": "fio-3.33", "timestamp": 1_700_000_000 + second,
        "timestamp_ms": (1_700_000_000 + second) * 1000, "time": "now",
        "jobs": [{"jobname": "phase", "groupid": 0, "error": 0, "job options": {}, direction: part}],
    }  # fmt: skip
    return json.dumps(document, indent=2).encode("ascii") + b"\n"


def _digest(spec: Document) -> str:
    return hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()


def _refusal(code: str, message: str, kind: str = "job") -> ServerCallFailed:
    return ServerCallFailed(message, runner_code=code, kind=kind)
