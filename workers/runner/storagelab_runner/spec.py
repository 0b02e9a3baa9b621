"""What an attempt shall do: target and phases, read strictly from the controller's spec."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Union

from storagelab_runner import fields
from storagelab_runner.errors import Refusal
from storagelab_runner.job_file import Job, parse_job

FORMAT = 1
MAX_PHASES = 2000
MAX_DEVICES = 256
MAX_SECONDS = 100 * 86400
_SPEC_KEYS = frozenset({"format", "deadline_seconds", "engine", "target", "phases"})
_PHASE_KEYS = frozenset({"ordinal", "name", "job_file", "writes", "status_interval_seconds", "stop", "ramp_seconds"})
_FILE_KEYS = frozenset({"kind", "path", "size_bytes"})
_DEVICES_KEYS = frozenset({"kind", "devices"})
_DEVICE_KEYS = frozenset({"stable_id", "path", "size_bytes"})
#: How much longer than planned an engine may take before it is stopped.
PHASE_GRACE_SECONDS = 60
#: What the files of one engine start may hold: far more than its logs need, and than a document per interval can take.
_OUTPUT_BYTES = 64 << 20
_DOCUMENT_BYTES = 512 << 10


class SteadyRule(NamedTuple):
    """The stop rule of a phase that runs until it is steady (see stop_rule.steady)."""

    round_seconds: float
    window: int
    max_rounds: int
    range_limit: float
    slope_limit: float


class Phase(NamedTuple):
    """One engine start. `steady_rule` is None where the engine ends by itself."""

    ordinal: int
    name: str
    job_text: str
    job: Job
    writes: bool
    status_interval_seconds: int
    seconds: float
    ramp_seconds: float
    steady_rule: SteadyRule | None

    @property
    def limit_seconds(self) -> float:
        """How long the engine may live."""
        return self.seconds + self.ramp_seconds + PHASE_GRACE_SECONDS

    @property
    def limit_bytes(self) -> int:
        """How much output the engine may write."""
        return _OUTPUT_BYTES + math.ceil(self.limit_seconds / self.status_interval_seconds) * _DOCUMENT_BYTES


class FileTarget(NamedTuple):
    """A file that the runner creates and removes; `path` None leaves the place to the runner."""

    path: str | None
    size_bytes: int


class Device(NamedTuple):
    """One block device, named for good by `stable_id` and for now by `path`."""

    stable_id: str | None
    path: str
    size_bytes: int | None


class DevicesTarget(NamedTuple):
    """Block devices that are only read."""

    devices: tuple[Device, ...]


Target = Union[FileTarget, DevicesTarget]


class Spec(NamedTuple):
    """The whole attempt; phases in the order they are played."""

    deadline_seconds: int
    target: Target
    phases: tuple[Phase, ...]


def parse_spec(document: Any) -> Spec:
    """The spec of a JSON value. Raises Refusal bad_request or refused, naming the field."""
    value = fields.an_object("spec", document)
    fields.only("spec", value, _SPEC_KEYS)
    fields.integer("spec", value, "format", FORMAT, FORMAT)
    if value.get("engine") != "fio":
        raise fields.refuse("spec.engine", f"is {value.get('engine')!r}; this runner knows fio only")
    target = parse_target("spec.target", value.get("target"))
    raw_phases = fields.a_list("spec", value, "phases", MAX_PHASES)
    phases = tuple(_phase(f"spec.phases.{index}", index + 1, raw) for index, raw in enumerate(raw_phases))
    _check_reach(target, phases)
    return Spec(fields.integer("spec", value, "deadline_seconds", 1, MAX_SECONDS), target, phases)


def parse_target(path: str, document: Any) -> Target:
    """The target of a JSON value. Raises Refusal bad_request, naming the field."""
    value = fields.an_object(path, document)
    if value.get("kind") == "file":
        fields.only(path, value, _FILE_KEYS)
        place = None if value.get("path") is None else fields.text(path, value, "path")
        return FileTarget(place, fields.integer(path, value, "size_bytes", 4096, 1 << 60))
    if value.get("kind") == "devices":
        fields.only(path, value, _DEVICES_KEYS)
        raw_devices = fields.a_list(path, value, "devices", MAX_DEVICES)
        return DevicesTarget(tuple(_device(f"{path}.devices.{index}", raw) for index, raw in enumerate(raw_devices)))
    raise fields.refuse(f"{path}.kind", "must be file or devices")


def _device(path: str, document: Any) -> Device:
    value = fields.an_object(path, document)
    fields.only(path, value, _DEVICE_KEYS)
    return Device(
        stable_id=None if value.get("stable_id") is None else fields.text(path, value, "stable_id", 256),
        path=fields.text(path, value, "path"),
        size_bytes=None if value.get("size_bytes") is None else fields.integer(path, value, "size_bytes", 0),
    )


def _phase(path: str, ordinal: int, document: Any) -> Phase:
    value = fields.an_object(path, document)
    fields.only(path, value, _PHASE_KEYS)
    fields.integer(path, value, "ordinal", ordinal, ordinal)
    job_text = fields.text(path, value, "job_file", longest=1 << 20)
    job = parse_job(job_text)
    writes = fields.flag(path, value, "writes")
    if job.writes and not writes:
        raise fields.refuse(f"{path}.job_file", f"has rw={job.options['rw']} though the phase is not one that writes")
    stop = fields.an_object(f"{path}.stop", value.get("stop"))
    return Phase(
        ordinal=ordinal,
        name=fields.text(path, value, "name", 200),
        job_text=job_text,
        job=job,
        writes=writes,
        status_interval_seconds=fields.integer(path, value, "status_interval_seconds", 1, 3600),
        seconds=fields.number(f"{path}.stop", stop, "seconds", 0.001, MAX_SECONDS),
        ramp_seconds=fields.number(path, {"ramp_seconds": 0, **value}, "ramp_seconds", 0, MAX_SECONDS),
        steady_rule=_steady_rule(f"{path}.stop", stop),
    )


def _steady_rule(path: str, stop: Mapping[str, Any]) -> SteadyRule | None:
    kind = stop.get("kind")
    if kind in ("time", "volume"):
        return None
    if kind != "steady":
        raise fields.refuse(f"{path}.kind", "must be time, volume or steady")
    if stop.get("metric", "iops") != "iops":
        raise fields.refuse(f"{path}.metric", "must be iops: no other metric is followed on the server")
    window = fields.integer(path, stop, "window", 2, 1000)
    return SteadyRule(
        round_seconds=fields.number(path, stop, "round_seconds", 1, 86400),
        window=window,
        max_rounds=fields.integer(path, stop, "max_rounds", window, 100_000),
        range_limit=fields.number(path, stop, "range_limit", 0, 10),
        slope_limit=fields.number(path, stop, "slope_limit", 0, 10),
    )


def _check_reach(target: Target, phases: tuple[Phase, ...]) -> None:
    """What no job may do to this kind of target, whatever its file says."""
    if isinstance(target, DevicesTarget):
        for phase in phases:
            if phase.writes:
                raise Refusal(
                    "refused", f"Phase {phase.ordinal} ({phase.name}) writes: this runner writes to files only."
                )
        return
    if not phases[0].job.writes:
        raise Refusal(
            "refused",
            f"Phase 1 ({phases[0].name}) reads a file that nobody has written: the first phase must write it.",
        )
    for phase in phases:
        end = phase.job.end_bytes(target.size_bytes)
        if end > target.size_bytes:
            raise Refusal(
                "bad_request",
                f"Phase {phase.ordinal} ({phase.name}) reaches byte {end} of a target of {target.size_bytes} bytes.",
            )
