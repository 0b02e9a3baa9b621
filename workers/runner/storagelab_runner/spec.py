"""Spec of an attempt: target and phases, parsed strictly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from storagelab_runner import fields
from storagelab_runner.engines.base import CheckedJob, EngineDriver
from storagelab_runner.engines.file_set_job import FileSetJob
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.late_rates import (
    MAX_IOPS,
    LateRates,
    Rate,
    build_rate_refusal,
    compute_requested_iops,
    parse_late_rates,
)
from storagelab_runner.loop_rules import (
    METRICS,
    InLoop,
    RoundLoop,
    SweepLimits,
    check_places,
    parse_ends_early,
    parse_in_loop,
    parse_loops,
)
from storagelab_runner.operations import kinds
from storagelab_runner.operations.kinds import Operation, compute_over_provisioned_bytes, parse_operations
from storagelab_runner.spec_targets import SpecFileTarget, Target, parse_target

FORMAT = 2
MAX_PHASES = 2000
MAX_SECONDS = 100 * 86400
#: Limit for what an attempt may write into its own folder, unless the spec sets another.
OUTPUT_LIMIT_BYTES = 8 << 30
_SPEC_KEYS = frozenset(
    {"format", "deadline_seconds", "engine", "output_limit_bytes", "target", "preparation", "phases", "loops"}
)
_PHASE_KEYS = frozenset(
    {"ordinal", "name", "job_file", "writes", "status_interval_seconds", "stop", "ramp_seconds", "late_rates"}
    | {"loop", "round", "tracked", "ends_early"}
)
#: How much longer than planned an engine may take before it is stopped.
PHASE_GRACE_SECONDS = 60
#: What the files of one engine start may hold: far more than its logs need, and than a document per interval can take.
_OUTPUT_BYTES = 64 << 20
_DOCUMENT_BYTES = 512 << 10


class SteadyRule(NamedTuple):
    """The stop rule of a phase that runs until it is steady (see stop_rule.steady).

    Of `spacing` rounds in a row the last one counts. `has_volume`: the engine ends when it has moved so much.
    """

    round_seconds: float
    window: int
    max_rounds: int
    range_limit: float
    slope_limit: float
    metric: str = "iops"
    spacing: int = 1
    has_volume: bool = False


class SpecPhase(NamedTuple):
    """One engine start. `steady_rule` is None where the engine ends by itself.

    With `late_rates` the job text has placeholders until the phase begins; `rate` then replaces them.
    """

    engine: str
    ordinal: int
    name: str
    job_text: str
    job: CheckedJob
    writes: bool
    status_interval_seconds: int
    seconds: float
    ramp_seconds: float
    steady_rule: SteadyRule | None
    late_rates: LateRates | None = None
    rate: Rate | None = None
    in_loop: InLoop | None = None
    ends_early: SweepLimits | None = None
    #: Whether it is there to move a volume, and its time is only a limit.
    ends_by_volume: bool = False

    @property
    def limit_seconds(self) -> float:
        """Return the seconds after which the engine of the phase is stopped."""
        return self.seconds + self.ramp_seconds + PHASE_GRACE_SECONDS

    @property
    def limit_bytes(self) -> int:
        """Return the bytes of output after which the engine of the phase is stopped."""
        return _OUTPUT_BYTES + math.ceil(self.limit_seconds / self.status_interval_seconds) * _DOCUMENT_BYTES


class Spec(NamedTuple):
    """The whole attempt; operations and then phases in the order they are played."""

    engine: str
    deadline_seconds: int
    output_limit_bytes: int
    target: Target
    preparation: tuple[Operation, ...]
    phases: tuple[SpecPhase, ...]
    loops: tuple[RoundLoop, ...] = ()

    @property
    def writes(self) -> bool:
        """Return whether a phase or operation may change the target, which is else opened read-only."""
        return kinds.has_drive_changes(self.preparation) or any(phase.writes for phase in self.phases)


def parse_spec(document: Any) -> Spec:
    """Parse the spec from a JSON value. Raises Refusal bad_request or refused, naming the field."""
    value = fields.require_object("spec", document)
    fields.refuse_unknown_fields("spec", value, _SPEC_KEYS)
    fields.parse_integer("spec", value, "format", FORMAT, FORMAT)
    engine = _parse_engine(value)
    target = parse_target("spec.target", value.get("target"))
    preparation = parse_operations("spec.preparation", value.get("preparation", []))
    limit = value.get("output_limit_bytes")
    spec = Spec(
        engine=engine.name,
        deadline_seconds=fields.parse_integer("spec", value, "deadline_seconds", 1, MAX_SECONDS),
        output_limit_bytes=OUTPUT_LIMIT_BYTES if limit is None else _parse_output_limit(value),
        target=target,
        preparation=preparation,
        phases=_parse_phases("spec.phases", value, engine),
        loops=parse_loops(value),
    )
    check_places(spec.loops, [phase.in_loop for phase in spec.phases])
    _check_writing(spec)
    _check_first_phase(spec)
    _check_copies(spec)
    _check_sizes(spec)
    return spec


def _parse_output_limit(value: Mapping[str, Any]) -> int:
    return fields.parse_integer("spec", value, "output_limit_bytes", 1 << 20, 1 << 50)


def _parse_engine(value: Mapping[str, Any]) -> EngineDriver:
    name = value.get("engine")
    if not isinstance(name, str) or name not in ENGINES:
        raise fields.refuse("spec.engine", f"is {name!r}, this runner knows {' and '.join(sorted(ENGINES))} only")
    return ENGINES[name]


def _parse_phases(path: str, value: Mapping[str, Any], engine: EngineDriver) -> tuple[SpecPhase, ...]:
    """Parse the phases of a spec. Raises Refusal unless their ordinals ascend.

    An attempt that resumes another begins in the middle.
    """
    phases: list[SpecPhase] = []
    for index, document in enumerate(fields.parse_list("spec", value, "phases", MAX_PHASES)):
        min_ordinal = phases[-1].ordinal + 1 if phases else 1
        phases.append(_parse_phase(f"{path}.{index}", min_ordinal, document, engine))
        _check_late_rates(f"{path}.{index}.late_rates", phases)
    return tuple(phases)


def _check_late_rates(path: str, phases: Sequence[SpecPhase]) -> None:
    """Raise Refusal unless the maximum for the last phase's rates is known, or measured earlier.

    The earlier phase must itself run without a rate limit.
    """
    late = phases[-1].late_rates
    if late is None:
        return
    maximum = next((phase for phase in phases[:-1] if phase.ordinal == late.of), None)
    if maximum is None and late.known_max is None:
        raise fields.refuse(f"{path}.of", f"is {late.of}, and no earlier phase of the spec has that ordinal")
    if maximum is not None and late.known_max is not None:
        raise fields.refuse(f"{path}.known_max", f"is given, and phase {late.of} measures it again")
    if maximum is not None and maximum.late_rates is not None:
        raise fields.refuse(f"{path}.of", f"is {late.of}, and that phase is itself a share of a maximum")


def apply_rate(phase: SpecPhase, maximum: float | None) -> SpecPhase:
    """Return the phase with its rates computed from `maximum`, the measured or known IOPS.

    A phase without such rates is returned as it is. Raises Refusal when the maximum is missing or zero, or when the
    resulting job may not be run.
    """
    late = phase.late_rates
    if late is None:
        return phase
    if maximum is None or not 1 <= maximum <= MAX_IOPS:
        raise build_rate_refusal(f"phase {phase.ordinal} ({phase.name})", late)
    requested = compute_requested_iops(maximum, late.percent)
    engine = ENGINES[phase.engine]
    text, offered = engine.apply_rate(phase.job_text, requested)
    rate = Rate(maximum, late.percent, requested, offered)
    return phase._replace(job_text=text, job=engine.parse_job(text), rate=rate)


def _parse_phase(path: str, min_ordinal: int, document: Any, engine: EngineDriver) -> SpecPhase:
    value = fields.require_object(path, document)
    fields.refuse_unknown_fields(path, value, _PHASE_KEYS)
    ordinal = fields.parse_integer(path, value, "ordinal", min_ordinal, MAX_PHASES)
    job_text = fields.parse_text(path, value, "job_file", longest=1 << 20)
    late_rates = parse_late_rates(path, value)
    job = engine.parse_job(job_text, late=late_rates is not None)
    writes = fields.parse_flag(path, value, "writes")
    if job.writes and not writes:
        raise fields.refuse(f"{path}.job_file", "writes though the phase is not one that writes")
    stop = fields.require_object(f"{path}.stop", value.get("stop"))
    return SpecPhase(
        engine=engine.name,
        ordinal=ordinal,
        name=fields.parse_text(path, value, "name", 200),
        job_text=job_text,
        job=job,
        writes=writes,
        status_interval_seconds=fields.parse_integer(path, value, "status_interval_seconds", 1, 3600),
        seconds=fields.parse_number(f"{path}.stop", stop, "seconds", 0.001, MAX_SECONDS),
        ramp_seconds=fields.parse_number(path, {"ramp_seconds": 0, **value}, "ramp_seconds", 0, MAX_SECONDS),
        steady_rule=_parse_steady_rule(f"{path}.stop", stop),
        late_rates=late_rates,
        in_loop=parse_in_loop(path, value),
        ends_early=parse_ends_early(path, value),
        ends_by_volume=stop.get("kind") == "volume",
    )


def _parse_steady_rule(path: str, stop: Mapping[str, Any]) -> SteadyRule | None:
    kind = stop.get("kind")
    if kind in ("time", "volume"):
        return None
    if kind != "steady":
        raise fields.refuse(f"{path}.kind", "must be time, volume or steady")
    metric = stop.get("metric", "iops")
    if metric not in METRICS:
        raise fields.refuse(f"{path}.metric", f"must be one of {', '.join(METRICS)}")
    window = fields.parse_integer(path, stop, "window", 2, 1000)
    return SteadyRule(
        round_seconds=fields.parse_number(path, stop, "round_seconds", 1, 86400),
        window=window,
        max_rounds=fields.parse_integer(path, stop, "max_rounds", window, 100_000),
        range_limit=fields.parse_number(path, stop, "range_limit", 0, 10),
        slope_limit=fields.parse_number(path, stop, "slope_limit", 0, 10),
        metric=metric,
        spacing=fields.parse_integer(path, {"spacing": 1, **stop}, "spacing", 1, 100_000),
        has_volume="passes" in stop,
    )


def _check_writing(spec: Spec) -> None:
    """Raise Refusal unless each drive that may be changed is named with stable id, serial and size.

    A file target allows no operations on drives: a file may be changed only by the runner that makes it.
    """
    if isinstance(spec.target, SpecFileTarget):
        if kinds.has_drive_changes(spec.preparation):
            raise Refusal("bad_request", "The target is a file: only devices can be prepared.")
        return
    if not spec.writes:
        return
    for index, device in enumerate(spec.target.devices):
        for key in ("stable_id", "serial", "size_bytes"):
            if getattr(device, key) is None:
                raise fields.refuse(f"spec.target.devices.{index}.{key}", "is missing, and the job writes")


def _check_first_phase(spec: Spec) -> None:
    on_a_file = isinstance(spec.target, SpecFileTarget) or kinds.has_new_file_system(spec.preparation)
    if spec.engine == "files" and not on_a_file:
        raise Refusal("refused", "Files need a file system: the target must be a file, or one must be made first.")
    first = spec.phases[0]
    if on_a_file and not first.job.writes:
        raise Refusal(
            "refused",
            f"Phase {first.ordinal} ({first.name}) reads a file that was never written: the first phase must write it.",
        )


def _check_copies(spec: Spec) -> None:
    """Raise Refusal when phases copy files to another file system and the target has no `copy_to`.

    The reverse is refused too.
    """
    second = spec.target.copy_to if isinstance(spec.target, SpecFileTarget) else None
    across = [phase for phase in spec.phases if isinstance(phase.job, FileSetJob) and phase.job.copy_to is not None]
    if across and second is None:
        raise Refusal(
            "refused",
            f"Phase {across[0].ordinal} ({across[0].name}) copies to another file system: the target must be a file "
            "with a second place, copy_to.",
        )
    if second is not None and not across:
        raise fields.refuse("spec.target.copy_to", "is a second place, and no phase copies to it")


def _check_sizes(spec: Spec) -> None:
    """Raise Refusal for a phase that reaches beyond the target.

    Checked as far as the sizes are known before the preparation.
    """
    reserved = kinds.get_reserved_percent(spec.preparation)
    if isinstance(spec.target, SpecFileTarget):
        check_reach(spec.phases, (spec.target.size_bytes,), 0)
    elif kinds.has_new_file_system(spec.preparation):
        file_bytes = kinds.file_bytes(spec.preparation)
        if file_bytes is not None:
            check_reach(spec.phases, (file_bytes,), 0)
    elif not kinds.has_new_array(spec.preparation):
        sizes = [device.size_bytes for device in spec.target.devices]
        known_sizes = [size for size in sizes if size is not None]
        if len(known_sizes) == len(sizes):
            check_reach(spec.phases, known_sizes, reserved)


def check_reach(phases: Sequence[SpecPhase], sizes: Sequence[int], reserved_percent: int) -> None:
    """Raise Refusal for a phase that leaves targets of these sizes or enters their reserve.

    The engine divides what a job covers equally among its targets, so the smallest decides.
    """
    if not sizes:
        raise Refusal("refused", "The preparation leaves no device to test.")
    smallest = min(sizes)
    limit = compute_over_provisioned_bytes(smallest, reserved_percent)
    for phase in phases:
        end = phase.job.end_bytes(smallest, len(sizes))
        if end > limit:
            reserve = f", of which {reserved_percent} percent are kept in reserve" if reserved_percent else ""
            raise Refusal(
                "bad_request",
                f"Phase {phase.ordinal} ({phase.name}) reaches byte {end} of a target of {smallest} bytes{reserve}.",
            )
