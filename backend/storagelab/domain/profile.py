"""Profiles: named, ordered recipes, and their expansion into the whole plan before anything runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storagelab.domain.plan import MAX_PHASES, PhaseKind, PhasePlan, Scale, StopKind, StopRule, estimate
from storagelab.domain.profile_language import ProfileInvalid, number, refuse_unknown, whole
from storagelab.domain.profile_workload import parse_workload
from storagelab.domain.sweeps import Point, expand_points
from storagelab.domain.units import parse_duration

__all__ = [
    "MAX_PHASES",
    "Parameter",
    "PhaseKind",
    "PhasePlan",
    "Profile",
    "ProfileInvalid",
    "Scale",
    "StopKind",
    "StopRule",
    "estimate",
    "expand",
    "parse_profile",
    "resolve_parameters",
]

_PHASE_FIELDS = ("name", "kind", "workload", "stop", "ramp", "sweep", "points", "repeat", "group")


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
    refuse_unknown("profile", document, known)
    for key in ("name", "version", "title", "description", "phases"):
        if key not in document:
            raise ProfileInvalid(key, "is missing")
    parameters = document.get("parameters") or {}
    if not isinstance(parameters, Mapping):
        raise ProfileInvalid("parameters", "must be a mapping")
    phases = document["phases"]
    if not isinstance(phases, Sequence) or isinstance(phases, str) or not phases:
        raise ProfileInvalid("phases", "must be a list of at least one phase")
    return Profile(
        name=str(document["name"]),
        version=whole("version", document["version"], {}),
        title=str(document["title"]),
        description=str(document["description"]).strip(),
        source=str(document.get("source", "")).strip(),
        parameters=tuple(_parameter(f"parameters.{name}", str(name), body) for name, body in parameters.items()),
        phases=tuple(phases),
    )


def _parameter(path: str, name: str, body: Any) -> Parameter:
    refuse_unknown(path, body, {"title", "unit", "default", "minimum", "maximum"})
    for field in ("title", "default", "minimum", "maximum"):
        if field not in body:
            raise ProfileInvalid(f"{path}.{field}", "is missing")
    return Parameter(
        name=name,
        title=str(body["title"]),
        unit=str(body.get("unit", "")),
        default=number(f"{path}.default", body["default"], {}),
        minimum=number(f"{path}.minimum", body["minimum"], {}),
        maximum=number(f"{path}.maximum", body["maximum"], {}),
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


def expand(profile: Profile, given: Mapping[str, Any] | None = None, *, scale: Scale = "full") -> tuple[PhasePlan, ...]:
    """The whole plan, in order. Pure: the same profile, parameters and scale give the same plan.

    Raises ProfileInvalid with the place for anything that cannot be run.
    """
    values = resolve_parameters(profile, given or {})
    plans: list[PhasePlan] = []
    for index, raw in enumerate(profile.phases):
        path = f"phases.{index}"
        refuse_unknown(path, raw, _PHASE_FIELDS)
        for point in expand_points(path, raw, values, MAX_PHASES - len(plans)):
            plans.append(_phase(path, len(plans) + 1, raw, point, values).at(scale))
    return tuple(plans)


def _phase(path: str, ordinal: int, raw: Mapping[str, Any], point: Point, values: Mapping[str, float]) -> PhasePlan:
    kind = raw.get("kind")
    if kind not in ("fill", "precondition", "measure"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of fill, precondition, measure")
    if "group" in raw and kind != "measure":
        raise ProfileInvalid(f"{path}.group", "groups are for phases that measure")
    return PhasePlan(
        ordinal=ordinal,
        name=point.name(str(raw.get("name", kind))),
        kind=kind,
        workload=parse_workload(f"{path}.workload", _merged(path, raw, point), point.places, values),
        stop=_stop(f"{path}.stop", raw.get("stop") or {}, values),
        ramp_seconds=number(f"{path}.ramp", raw.get("ramp", 0), values, parse_duration),
        group=point.name(str(raw["group"])) if "group" in raw else None,
    )


def _merged(path: str, raw: Mapping[str, Any], point: Point) -> dict[str, Any]:
    """The workload of a phase with what a point changes; one block size takes the place of a mix, and a mix of one."""
    written = raw.get("workload") or {}
    if not isinstance(written, Mapping):
        raise ProfileInvalid(f"{path}.workload", "must be a mapping")
    sizes = {"block_size", "block_sizes"}
    replaced = sizes if sizes & set(point.fields) else set()
    return {**{field: value for field, value in written.items() if field not in replaced}, **point.fields}


def _stop(path: str, raw: Mapping[str, Any], values: Mapping[str, float]) -> StopRule:
    known = (
        "kind",
        "seconds",
        "judged",
        "passes",
        "round",
        "window",
        "max_rounds",
        "range_limit",
        "slope_limit",
        "metric",
    )
    refuse_unknown(path, raw, known)
    kind = raw.get("kind")
    if kind not in ("time", "volume", "steady"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of time, volume, steady")
    if kind == "steady":
        if "judged" in raw:
            raise ProfileInvalid(f"{path}.judged", "is for phases that end by time or volume: this one always is")
        rule = StopRule(
            kind="steady",
            seconds=0.0,
            round_seconds=number(f"{path}.round", raw.get("round", 60), values, parse_duration),
            window=whole(f"{path}.window", raw.get("window", 5), values),
            max_rounds=whole(f"{path}.max_rounds", raw.get("max_rounds", 25), values),
            range_limit=number(f"{path}.range_limit", raw.get("range_limit", 0.2), values),
            slope_limit=number(f"{path}.slope_limit", raw.get("slope_limit", 0.1), values),
            metric=str(raw.get("metric", "iops")),
        )
        if rule.round_seconds < 1 or rule.window < 2 or rule.max_rounds < rule.window:
            raise ProfileInvalid(path, "rounds last at least 1 s, and max_rounds is at least the window of 2 or more")
        return replace(rule, seconds=rule.round_seconds * rule.max_rounds)
    default_seconds: Any = 86400 if kind == "volume" else None
    if raw.get("seconds", default_seconds) is None:
        raise ProfileInvalid(f"{path}.seconds", "is missing")
    seconds = number(f"{path}.seconds", raw.get("seconds", default_seconds), values, parse_duration)
    if seconds < 1:
        raise ProfileInvalid(f"{path}.seconds", f"{seconds:g} s is shorter than 1 s")
    passes = number(f"{path}.passes", raw.get("passes", 1), values)
    if not 0 < passes <= 100:
        raise ProfileInvalid(f"{path}.passes", f"{passes:g} is not between 0 and 100")
    judged = raw.get("judged", False)
    if not isinstance(judged, bool):
        raise ProfileInvalid(f"{path}.judged", f"{judged!r} is neither true nor false")
    return StopRule(kind=kind, seconds=seconds, passes=passes, judged=judged)
