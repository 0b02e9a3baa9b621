"""Profiles: named, ordered recipes, and their expansion into the whole plan before anything runs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypeAlias, TypedDict

from storagelab.domain.adaptive_preconditioning import FIELD as UNTIL_STEADY
from storagelab.domain.adaptive_preconditioning import expand_until_steady
from storagelab.domain.load import expand_load
from storagelab.domain.loops import EndsEarly, LoopRule
from storagelab.domain.phase_names import disambiguate, format_point_names
from storagelab.domain.plan import MAX_PHASES, PhaseKind, PhasePlan, Scale, StopKind, StopRule, estimate
from storagelab.domain.profile_language import ProfileInvalid, parse_number, parse_whole_number, refuse_unknown
from storagelab.domain.profile_loops import expand_loop
from storagelab.domain.profile_stop import parse_ends_early, parse_stop
from storagelab.domain.profile_workload import parse_workload
from storagelab.domain.sweeps import SweepPoint, expand_points
from storagelab.domain.units import parse_duration

__all__ = [
    "MAX_PHASES",
    "REPORTS",
    "Expansion",
    "Parameter",
    "PhaseKind",
    "PhasePlan",
    "ProfileDefinition",
    "ProfileInvalid",
    "Scale",
    "StopKind",
    "StopRule",
    "build_definition",
    "estimate",
    "expand",
    "lay_out",
    "parse_profile",
    "resolve_parameters",
]

_PHASE_FIELDS = ("name", "kind", "workload", "stop", "ramp", "sweep", "points", "repeat", "group", "load", "stop_when")
#: The reports of the SNIA specification that the results of a profile can be drawn as.
REPORTS = ("iops", "tp", "lat", "wsat", "hir", "xsr", "dirth")


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
class ProfileDefinition:
    """A recipe in the form of the catalogue. `phases` is the parsed YAML; `expand` turns it into plans.

    `report` is one of REPORTS, None for results that are drawn as any others. With `purge` its figures are valid only
    on drives that were purged before it.
    """

    name: str
    version: int
    title: str
    description: str
    source: str
    parameters: tuple[Parameter, ...]
    phases: tuple[Mapping[str, Any], ...]
    report: str | None = None
    purge: bool = False

    @property
    def writes(self) -> bool:
        """Return whether any phase with default parameters changes the target."""
        return any(plan.workload.writes for plan in expand(self))

    @property
    def until_steady(self) -> str | None:
        """Return the name of the parameter that lets preconditioning end at steady state, or None."""
        names = (_parse_parameter_name((entry.get("stop") or {}).get(UNTIL_STEADY)) for entry in self._entries())
        return next((name for name in names if name is not None), None)

    @property
    def goes_across(self) -> bool:
        """Return whether any phase copies files to another file system."""
        sets = ((entry.get("workload") or {}).get("file_set") or {} for entry in self._entries())
        return any(file_set.get("operation") == "copy_across" for file_set in sets)

    def list_point_times(self) -> list[Parameter]:
        """Return the parameters that are times of measuring phases, and of no phase that conditions the target."""
        measured: set[str] = set()
        conditioned: set[str] = set()
        for entry in self._entries():
            (measured if entry.get("kind") == "measure" else conditioned).update(_iterate_parameter_names(entry))
        return [
            parameter
            for parameter in self.parameters
            if parameter.unit == "s" and parameter.name in measured - conditioned
        ]

    def _entries(self) -> Iterator[Mapping[str, Any]]:
        for entry in self.phases:
            yield from entry["phases"] if "loop" in entry else [entry]


def _iterate_parameter_names(value: Any) -> Iterator[str]:
    """Yield every parameter that a part of a profile uses."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _iterate_parameter_names(item)
    elif (name := _parse_parameter_name(value)) is not None:
        yield name


def _parse_parameter_name(value: Any) -> str | None:
    return value[1:] if isinstance(value, str) and value.startswith("$") else None


@dataclass(frozen=True, slots=True)
class Expansion:
    """The whole plan: its phases in the order they run, and the rules of the loops among them."""

    phases: tuple[PhasePlan, ...]
    loops: tuple[LoopRule, ...] = ()


#: A profile as a person writes it; `parse_profile` is its only reader.
WrittenDocument: TypeAlias = dict[str, object]


class DefinitionValues(TypedDict):
    """The definition of a profile, as it is stored with a job."""

    parameters: list[dict[str, object]]
    phases: list[Mapping[str, Any]]
    report: NotRequired[str]
    purge: NotRequired[bool]


def build_definition(profile: ProfileDefinition) -> DefinitionValues:
    """Return the definition of a profile, as it is stored with a job.

    Two profiles with one definition run alike, whatever their texts. The axes of a sweep are taken in the order of
    their keys, which a database does not preserve.
    """
    values: DefinitionValues = {
        "parameters": [dataclasses.asdict(parameter) for parameter in profile.parameters],
        "phases": list(profile.phases),
    }
    if profile.report is not None:
        values["report"] = profile.report
    if profile.purge:
        values["purge"] = True
    return values


def parse_profile(document: Mapping[str, Any]) -> ProfileDefinition:
    """Parse a profile from its YAML data. Raises ProfileInvalid with the place."""
    allowed = {"name", "version", "title", "description", "source", "parameters", "phases", "report", "purge"}
    refuse_unknown("profile", document, allowed)
    for key in ("name", "version", "title", "description", "phases"):
        if key not in document:
            raise ProfileInvalid(key, "is missing")
    parameters = document.get("parameters") or {}
    if not isinstance(parameters, Mapping):
        raise ProfileInvalid("parameters", "must be a mapping")
    phases = document["phases"]
    if not isinstance(phases, Sequence) or isinstance(phases, str) or not phases:
        raise ProfileInvalid("phases", "must be a list of at least one phase")
    report = document.get("report")
    if report is not None and report not in REPORTS:
        raise ProfileInvalid("report", f"{report!r} is not one of {', '.join(REPORTS)}")
    purge = document.get("purge", False)
    if not isinstance(purge, bool):
        raise ProfileInvalid("purge", f"{purge!r} is neither true nor false")
    return ProfileDefinition(
        name=str(document["name"]),
        version=parse_whole_number("version", document["version"], {}),
        title=str(document["title"]),
        description=str(document["description"]).strip(),
        source=str(document.get("source", "")).strip(),
        parameters=tuple(_parse_parameter(f"parameters.{name}", str(name), body) for name, body in parameters.items()),
        phases=tuple(phases),
        report=report,
        purge=purge,
    )


def _parse_parameter(path: str, name: str, body: Any) -> Parameter:
    refuse_unknown(path, body, {"title", "unit", "default", "minimum", "maximum"})
    for field in ("title", "default", "minimum", "maximum"):
        if field not in body:
            raise ProfileInvalid(f"{path}.{field}", "is missing")
    return Parameter(
        name=name,
        title=str(body["title"]),
        unit=str(body.get("unit", "")),
        default=parse_number(f"{path}.default", body["default"], {}),
        minimum=parse_number(f"{path}.minimum", body["minimum"], {}),
        maximum=parse_number(f"{path}.maximum", body["maximum"], {}),
    )


def resolve_parameters(profile: ProfileDefinition, given: Mapping[str, Any]) -> dict[str, float]:
    """Return every parameter with its value. Raises ProfileInvalid for unknown names and values out of range."""
    declared = {parameter.name: parameter for parameter in profile.parameters}
    for name in given:
        if name not in declared:
            have = ", ".join(sorted(declared)) or "none"
            raise ProfileInvalid(f"parameters.{name}", f"unknown parameter of {profile.name}. Available: {have}")
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


def expand(
    profile: ProfileDefinition, given: Mapping[str, Any] | None = None, *, scale: Scale = "full"
) -> tuple[PhasePlan, ...]:
    """Return the phases of the whole plan, in order; see `lay_out`."""
    return lay_out(profile, given, scale=scale).phases


def lay_out(profile: ProfileDefinition, given: Mapping[str, Any] | None = None, *, scale: Scale = "full") -> Expansion:
    """Return the whole plan of a profile: the same profile, parameters and scale give the same plan.

    `given` are the parameters that differ from their defaults. Raises ProfileInvalid with the place for anything that
    cannot be run.
    """
    values = resolve_parameters(profile, given or {})
    plans: list[PhasePlan] = []
    rules: list[LoopRule] = []

    def make_entry(path: str, raw: Mapping[str, Any], first: int, room: int) -> list[PhasePlan]:
        # In a loop names are what its rule tracks, so there equal ones are refused.
        return _parse_entry(path, raw, values, first=first, room=room, scale=scale, make_unique=False)

    for index, raw in enumerate(profile.phases):
        path = f"phases.{index}"
        if isinstance(raw, Mapping) and "loop" in raw:
            rule, rounds = expand_loop(
                path, raw, values, first_ordinal=len(plans) + 1, scale=scale, make_entry=make_entry
            )
            if rule.name in [other.name for other in rules]:
                raise ProfileInvalid(f"{path}.loop", f"{rule.name!r} is the name of another loop")
            rules.append(rule)
            plans += rounds
        else:
            room = MAX_PHASES - len(plans)
            plans += _parse_entry(path, raw, values, first=len(plans) + 1, room=room, scale=scale, make_unique=True)
    return Expansion(tuple(disambiguate(plans)), tuple(rules))


def _parse_entry(
    path: str,
    raw: Mapping[str, Any],
    values: Mapping[str, float],
    *,
    first: int,
    room: int,
    scale: Scale,
    make_unique: bool,
) -> list[PhasePlan]:
    """Return the phases of one profile entry, with ordinals from `first` on.

    The entry has at most `room` phases.
    """
    refuse_unknown(path, raw, _PHASE_FIELDS)
    plans: list[PhasePlan] = []
    points = list(expand_points(path, raw, values, room))
    written = str(raw.get("name", raw.get("kind")))
    names = format_point_names(written, points) if make_unique else [point.name(written) for point in points]
    for point, name in zip(points, names, strict=True):
        whole_point = _parse_phase(path, first + len(plans), raw, point, values, name=name)
        made = expand_load(path, raw, whole_point, values)
        plans += [plan.at(scale) for loaded in made for plan in expand_until_steady(path, raw, loaded, values)]
        if len(plans) > room:
            raise ProfileInvalid(f"{path}.load", f"with these points the plan has more than {MAX_PHASES} phases")
    return plans


def _parse_phase(
    path: str, ordinal: int, raw: Mapping[str, Any], point: SweepPoint, values: Mapping[str, float], *, name: str
) -> PhasePlan:
    kind = raw.get("kind")
    if kind not in ("fill", "precondition", "measure"):
        raise ProfileInvalid(f"{path}.kind", f"{kind!r} is not one of fill, precondition, measure")
    if "group" in raw and kind != "measure":
        raise ProfileInvalid(f"{path}.group", "groups are for phases that measure")
    group = point.name(str(raw["group"])) if "group" in raw else None
    workload = parse_workload(f"{path}.workload", _merge_point(path, raw, point), point.places, values)
    stop = parse_stop(f"{path}.stop", raw.get("stop") or {}, values)
    ramp = parse_number(f"{path}.ramp", raw.get("ramp", 0), values, parse_duration)
    if ramp < 0:
        raise ProfileInvalid(f"{path}.ramp", f"{ramp:g} s is negative")
    if workload.file_set is not None and (stop.kind != "volume" or stop.passes != 1):
        raise ProfileInvalid(f"{path}.stop", "a file_set is processed once: use {kind: volume}")
    return PhasePlan(
        ordinal=ordinal,
        name=name,
        kind=kind,
        workload=workload,
        stop=stop,
        ramp_seconds=ramp,
        group=group,
        ends_early=_parse_early_end(path, raw, group, values),
    )


def _merge_point(path: str, raw: Mapping[str, Any], point: SweepPoint) -> dict[str, object]:
    """Return the workload of a phase with the changes of a point; one block size replaces a mix, and a mix one size."""
    written = raw.get("workload") or {}
    if not isinstance(written, Mapping):
        raise ProfileInvalid(f"{path}.workload", "must be a mapping")
    sizes = {"block_size", "block_sizes"}
    replaced = sizes if sizes & set(point.fields) else set()
    return {**{field: value for field, value in written.items() if field not in replaced}, **point.fields}


def _parse_early_end(
    path: str, raw: Mapping[str, Any], group: str | None, values: Mapping[str, float]
) -> EndsEarly | None:
    if "stop_when" not in raw:
        return None
    place = f"{path}.stop_when"
    if raw.get("kind") != "measure" or not ("sweep" in raw or "points" in raw) or "load" in raw:
        raise ProfileInvalid(place, "is for measuring phases with a sweep or points: it ends those that follow")
    return parse_ends_early(place, raw["stop_when"], values, sweep=f"{path}: {group}" if group else path)
