"""Profiles: named, ordered recipes, and their expansion into the whole plan before anything runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from storagelab.domain.units import parse_duration, parse_size
from storagelab.domain.workload import AddressRange, BlockSize, Workload

PhaseKind = Literal["fill", "precondition", "measure"]
StopKind = Literal["time", "volume", "steady"]

#: Assumed rate for estimating a phase that ends by volume. The truth replaces it as soon as the phase runs.
NOMINAL_BYTES_PER_S = 200_000_000
MAX_PHASES = 2000


class ProfileInvalid(ValueError):
    """A profile or its parameters cannot be expanded; `path` names the place, as in `phases.1.workload`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a user may choose. Numbers only: `unit` is `s`, `bytes` or empty."""

    name: str
    title: str
    unit: str
    default: float
    minimum: float
    maximum: float


@dataclass(frozen=True, slots=True)
class StopRule:
    """When a phase ends.

    time    after `seconds`
    volume  when the workload has covered `passes` times the target; `seconds` is then the limit
    steady  when rounds of `round_seconds` are steady (SNIA PTS 2.1.24) over `window` of them, at `max_rounds` at last
    """

    kind: StopKind
    seconds: float
    passes: float = 1.0
    round_seconds: float = 60.0
    window: int = 5
    max_rounds: int = 25
    range_limit: float = 0.2
    slope_limit: float = 0.1
    metric: str = "iops"

    def as_json(self) -> dict[str, Any]:
        """The rule as API, database and runner hold it; only the fields its kind uses."""
        value: dict[str, Any] = {"kind": self.kind, "seconds": self.seconds}
        if self.kind == "volume":
            value["passes"] = self.passes
        if self.kind == "steady":
            value |= {
                "round_seconds": self.round_seconds,
                "window": self.window,
                "max_rounds": self.max_rounds,
                "range_limit": self.range_limit,
                "slope_limit": self.slope_limit,
                "metric": self.metric,
            }
        return value


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """One phase as it will run. `ordinal` counts from 1."""

    ordinal: int
    name: str
    kind: PhaseKind
    workload: Workload
    stop: StopRule
    ramp_seconds: float = 0.0

    @property
    def maximum_seconds(self) -> float:
        """The longest this phase may take."""
        return self.stop.seconds + self.ramp_seconds

    def estimated_seconds(self, target_bytes: int) -> float:
        """What it will typically take on a target of `target_bytes`."""
        if self.stop.kind == "volume":
            return min(self.maximum_seconds, 1.0 + target_bytes * self.stop.passes / NOMINAL_BYTES_PER_S)
        return self.maximum_seconds

    @property
    def status_interval_seconds(self) -> int:
        """How often the engine writes a cumulative document (decision 8)."""
        return 1 if self.maximum_seconds < 600 else 10


@dataclass(frozen=True, slots=True)
class Profile:
    """A recipe as the catalogue holds it. `phases` is the parsed YAML; `expand` turns it into plans."""

    name: str
    version: int
    title: str
    description: str
    source: str
    parameters: tuple[Parameter, ...]
    phases: tuple[Mapping[str, Any], ...]

    @property
    def writes(self) -> bool:
        """Whether any phase with default parameters changes the target."""
        return any(plan.workload.writes for plan in expand(self))


def parse_profile(document: Mapping[str, Any]) -> Profile:
    """A profile from its parsed YAML. Raises ProfileInvalid with the place."""
    known = {"name", "version", "title", "description", "source", "parameters", "phases"}
    _refuse_unknown("profile", document, known)
    for key in ("name", "version", "title", "description", "phases"):
        if key not in document:
            raise ProfileInvalid(key, "is missing")
    parameters = []
    for name, body in (document.get("parameters") or {}).items():
        path = f"parameters.{name}"
        _refuse_unknown(path, body, {"title", "unit", "default", "minimum", "maximum"})
        parameters.append(
            Parameter(
                name=name,
                title=str(body["title"]),
                unit=str(body.get("unit", "")),
                default=float(body["default"]),
                minimum=float(body["minimum"]),
                maximum=float(body["maximum"]),
            )
        )
    phases = document["phases"]
    if not isinstance(phases, Sequence) or isinstance(phases, str) or not phases:
        raise ProfileInvalid("phases", "must be a list of at least one phase")
    return Profile(
        name=str(document["name"]),
        version=int(document["version"]),
        title=str(document["title"]),
        description=str(document["description"]).strip(),
        source=str(document.get("source", "")).strip(),
        parameters=tuple(parameters),
        phases=tuple(phases),
    )


def resolve_parameters(profile: Profile, given: Mapping[str, Any]) -> dict[str, float]:
    """Every parameter with its value. Raises ProfileInvalid for unknown names and values out of range."""
    declared = {parameter.name: parameter for parameter in profile.parameters}
    for name in given:
        if name not in declared:
            have = ", ".join(sorted(declared)) or "none"
            raise ProfileInvalid(f"parameters.{name}", f"{profile.name} has no such parameter (it has: {have})")
    values: dict[str, float] = {}
    for name, parameter in declared.items():
        raw = given.get(name, parameter.default)
        if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not math.isfinite(raw):
            raise ProfileInvalid(f"parameters.{name}", f"{raw!r} is not a number")
        if not parameter.minimum <= raw <= parameter.maximum:
            raise ProfileInvalid(
                f"parameters.{name}",
                f"{raw:g} is not between {parameter.minimum:g} and {parameter.maximum:g} {parameter.unit}".strip(),
            )
        values[name] = float(raw)
    return values


def expand(profile: Profile, given: Mapping[str, Any] | None = None) -> tuple[PhasePlan, ...]:
    """The whole plan, in order. Pure: the same profile and parameters give the same plan.

    Raises ProfileInvalid with the place for anything that cannot be run.
    """
    values = resolve_parameters(profile, given or {})
    plans: list[PhasePlan] = []
    for index, raw in enumerate(profile.phases):
        path = f"phases.{index}"
        _refuse_unknown(path, raw, {"name", "kind", "workload", "stop", "ramp", "sweep"})
        sweep = raw.get("sweep") or {}
        axes = [[(axis, value) for value in _axis(f"{path}.sweep.{axis}", points)] for axis, points in sweep.items()]
        for point in itertools.product(*axes):
            if len(plans) >= MAX_PHASES:
                raise ProfileInvalid(path, f"the plan has more than {MAX_PHASES} phases")
            plans.append(_phase(path, len(plans) + 1, raw, dict(point), values))
    return tuple(plans)


def estimate(plans: Sequence[PhasePlan], target_bytes: int) -> tuple[float, float]:
    """Typical and longest duration of the whole plan in seconds."""
    return (
        sum(plan.estimated_seconds(target_bytes) for plan in plans),
        sum(plan.maximum_seconds for plan in plans),
    )


def _phase(
    path: str, ordinal: int, raw: Mapping[str, Any], point: Mapping[str, Any], values: Mapping[str, float]
) -> PhasePlan:
    kind = raw.get("kind")
    if kind not in ("fill", "precondition", "measure"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of fill, precondition, measure")
    workload = _workload(f"{path}.workload", {**raw.get("workload", {}), **point}, values)
    stop = _stop(f"{path}.stop", raw.get("stop") or {}, values)
    ramp = _number(f"{path}.ramp", raw.get("ramp", 0), values, parse_duration)
    name = str(raw.get("name", kind))
    for axis, value in point.items():
        name = name.replace("{" + axis + "}", str(value))
    return PhasePlan(ordinal=ordinal, name=name, kind=kind, workload=workload, stop=stop, ramp_seconds=ramp)


def _workload(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> Workload:
    known = {"block_size", "block_sizes", "read", "random", "threads", "queue_depth", "range", "offered_iops"}
    _refuse_unknown(path, raw, known)
    try:
        if "block_sizes" in raw:
            sizes = tuple(BlockSize(parse_size(size["size"]), float(size["percent"])) for size in raw["block_sizes"])
        else:
            sizes = (BlockSize(int(_number(f"{path}.block_size", raw["block_size"], values, parse_size))),)
        span = raw.get("range") or {}
        return Workload(
            block_sizes=sizes,
            read_percent=_number(f"{path}.read", raw["read"], values, float),
            random_percent=_number(f"{path}.random", raw["random"], values, float),
            threads=int(_number(f"{path}.threads", raw.get("threads", 1), values, float)),
            queue_depth=int(_number(f"{path}.queue_depth", raw.get("queue_depth", 1), values, float)),
            address_range=AddressRange(
                offset_bytes=parse_size(span.get("offset", 0)),
                size_bytes=parse_size(span["size"]) if "size" in span else None,
            ),
            offered_iops=raw.get("offered_iops"),
        )
    except KeyError as missing:
        raise ProfileInvalid(path, f"{missing.args[0]} is missing") from None
    except ProfileInvalid:
        raise
    except (TypeError, ValueError) as wrong:
        raise ProfileInvalid(path, str(wrong)) from None


def _stop(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> StopRule:
    known = {"kind", "seconds", "passes", "round", "window", "max_rounds", "range_limit", "slope_limit", "metric"}
    _refuse_unknown(path, raw, known)
    kind = raw.get("kind")
    if kind not in ("time", "volume", "steady"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of time, volume, steady")
    if kind == "steady":
        rule = StopRule(
            kind="steady",
            seconds=0.0,
            round_seconds=_number(f"{path}.round", raw.get("round", 60), values, parse_duration),
            window=int(_number(f"{path}.window", raw.get("window", 5), values, float)),
            max_rounds=int(_number(f"{path}.max_rounds", raw.get("max_rounds", 25), values, float)),
            range_limit=float(raw.get("range_limit", 0.2)),
            slope_limit=float(raw.get("slope_limit", 0.1)),
            metric=str(raw.get("metric", "iops")),
        )
        if rule.round_seconds < 1 or rule.window < 2 or rule.max_rounds < rule.window:
            raise ProfileInvalid(path, "rounds last at least 1 s, and max_rounds is at least the window of 2 or more")
        return replace(rule, seconds=rule.round_seconds * rule.max_rounds)
    default_seconds: Any = 86400 if kind == "volume" else None
    if raw.get("seconds", default_seconds) is None:
        raise ProfileInvalid(f"{path}.seconds", "is missing")
    seconds = _number(f"{path}.seconds", raw.get("seconds", default_seconds), values, parse_duration)
    if seconds < 1:
        raise ProfileInvalid(f"{path}.seconds", f"{seconds:g} s is shorter than 1 s")
    passes = _number(f"{path}.passes", raw.get("passes", 1), values, float)
    if not 0 < passes <= 100:
        raise ProfileInvalid(f"{path}.passes", f"{passes:g} is not between 0 and 100")
    return StopRule(kind=kind, seconds=seconds, passes=passes)


def _number(path: str, raw: Any, values: Mapping[str, float], convert: Any) -> float:
    """A literal, or the value of a parameter written as `$name`."""
    if isinstance(raw, str) and raw.startswith("$"):
        if raw[1:] not in values:
            raise ProfileInvalid(path, f"there is no parameter {raw[1:]!r}")
        return values[raw[1:]]
    try:
        return float(convert(raw))
    except (TypeError, ValueError) as wrong:
        raise ProfileInvalid(path, str(wrong)) from None


def _axis(path: str, points: Any) -> list[Any]:
    if not isinstance(points, Sequence) or isinstance(points, str) or not points:
        raise ProfileInvalid(path, "must be a list of at least one value")
    return list(points)


def _refuse_unknown(path: str, raw: Any, known: set[str]) -> None:
    if not isinstance(raw, Mapping):
        raise ProfileInvalid(path, "must be a mapping")
    for key in raw:
        if key not in known:
            raise ProfileInvalid(path, f"{key!r} is not known here (known: {', '.join(sorted(known))})")
