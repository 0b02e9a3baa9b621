"""Validation of a document as a profile of this lab: every fault, by place."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.plan import PhasePlan, Scale
from storagelab.domain.profile import Expansion, ProfileDefinition, WrittenDocument, lay_out, parse_profile
from storagelab.domain.profile_language import ProfileInvalid
from storagelab.http.schemas import clean_line, clean_text

MAX_PROBLEMS = 20
MAX_TITLE = 200
MAX_PROSE = 10_000
#: Of every text outside title, description and source: names of phases are repeated for every point.
MAX_WORDS = 200
#: Nothing that a lab could wait for; what is longer is a mistake in a unit.
MAX_PLAN_SECONDS = 366 * 86400.0

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")
#: They are addresses of their own below /profiles.
_RESERVED = ("new", "check", "from-job-file")
_PROSE = {"title": MAX_TITLE, "description": MAX_PROSE, "source": MAX_PROSE}
_PHASE = re.compile(r"phases\.(\d+)(?:\.|$)")
_STAND_IN_PARAMETER = {"title": "x", "default": 60, "minimum": 0, "maximum": 1e6}
_STAND_IN_PHASE = {
    "kind": "measure",
    "workload": {"block_size": 4096, "read": 100, "random": 100},
    "stop": {"kind": "time", "seconds": 1},
}


#: Of a document that is no profile.
NO_PLAN = Expansion((), ())


@dataclass(frozen=True, slots=True)
class ProfileFault:
    """Something that is wrong; `path` is as in `phases.1.workload`, and empty for the whole document."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A profile with its plan for the default parameters, or the problems that were found in it."""

    profile: ProfileDefinition | None
    plan: Expansion
    problems: tuple[ProfileFault, ...]


def judge(document: Mapping[str, Any]) -> Judgement:
    """Validate a profile document: return its profile and plan, or its problems.

    Never raises. The work and the number of problems have limits.
    """
    problems = _find_text_problems(document) or _find_head_problems(document)
    if problems:
        # Further problems of refused texts would only repeat the first ones.
        return Judgement(None, NO_PLAN, tuple(problems[:MAX_PROBLEMS]))
    try:
        profile, plan = _expand_profile(document)
    except ProfileInvalid as first:
        return Judgement(None, NO_PLAN, tuple(_list_problems(document, first)))
    return Judgement(profile, plan, ())


def lay_out_within_reason(
    profile: ProfileDefinition, parameters: Mapping[str, Any] | None = None, *, scale: Scale = "full"
) -> Expansion:
    """Return the plan of a profile for these parameters and this scale.

    Raises ProfileInvalid as `lay_out` does, and for a plan that no lab could carry out.
    """
    try:
        plan = lay_out(profile, parameters, scale=scale)
    except OverflowError:
        raise ProfileInvalid("phases", "a number is too large") from None
    _check_plan(plan.phases)
    return plan


def _check_plan(plans: Sequence[PhasePlan]) -> None:
    total = 0.0
    for plan in plans:
        total += plan.maximum_seconds
        if not math.isfinite(total) or total > MAX_PLAN_SECONDS:
            raise ProfileInvalid("phases", f"with phase {plan.ordinal} ({plan.name}) the plan lasts longer than a year")


def _expand_profile(document: Mapping[str, Any]) -> tuple[ProfileDefinition, Expansion]:
    profile = parse_profile(document)
    plan = lay_out_within_reason(profile)
    for phase in plan.phases:
        if len(phase.name) > MAX_WORDS or len(phase.group or "") > MAX_WORDS:
            raise ProfileInvalid("phases", f"the name of phase {phase.ordinal} is longer than {MAX_WORDS} characters")
    return profile, plan


def _list_problems(document: Mapping[str, Any], first: ProfileInvalid) -> list[ProfileFault]:
    """Return the problems of a document, `first` before the others.

    Each faulty part is replaced by a valid one, and the rest is checked again.
    """
    problems = {ProfileFault(first.path, first.message[:500]): None}
    rest: WrittenDocument = dict(document)
    wrong: ProfileInvalid | None = first
    while wrong is not None and len(problems) < MAX_PROBLEMS and _stand_in(rest, wrong.path):
        try:
            _expand_profile(rest)
            wrong = None
        except ProfileInvalid as next_one:
            problem = ProfileFault(next_one.path, next_one.message[:500])
            wrong = None if problem in problems else next_one
            problems[problem] = None
    return list(problems)


def _stand_in(rest: WrittenDocument, path: str) -> bool:
    """Replace the faulty part of a document at `path` by a valid one.

    Changes `rest`. Returns False where no replacement is possible.
    """
    phase = _PHASE.match(path)
    phases, parameters = rest.get("phases"), rest.get("parameters")
    if phase is not None and isinstance(phases, list) and int(phase[1]) < len(phases):
        index = int(phase[1])
        name = phases[index].get("name") if isinstance(phases[index], Mapping) else None
        rest["phases"] = [*phases[:index], {**_STAND_IN_PHASE, "name": str(name or index)}, *phases[index + 1 :]]
        return True
    _, _, parameter = path.partition("parameters.")
    name = parameter.partition(".")[0]
    if path.startswith("parameters.") and isinstance(parameters, Mapping) and name in parameters:
        rest["parameters"] = {**parameters, name: _STAND_IN_PARAMETER}
        return True
    return False


def _find_head_problems(document: Mapping[str, Any]) -> list[ProfileFault]:
    """Return the problems of a profile's name, version, required fields and texts.

    The profile language itself does not check these rules, for example that the name fits an address.
    """
    problems = []
    name = document.get("name")
    if "name" in document and not (isinstance(name, str) and _NAME.fullmatch(name)):
        problems.append(
            ProfileFault("name", "must be 1 to 64 small letters, digits and hyphens, with no hyphen at its ends")
        )
    elif name in _RESERVED:
        problems.append(ProfileFault("name", f"{name!r} is reserved by the lab: choose another name"))
    version = document.get("version")
    if "version" in document and (isinstance(version, bool) or not isinstance(version, int) or not 0 < version < 2**31):
        problems.append(ProfileFault("version", "must be a whole number from 1 on"))
    needed = ("name", "version", "title", "description", "phases")
    problems += [ProfileFault(key, "is missing") for key in needed if key not in document]
    for key, max_characters in _PROSE.items():
        value = document.get(key, "")
        if not isinstance(value, str):
            problems.append(ProfileFault(key, "must be text"))
        elif len(value) > max_characters:
            problems.append(ProfileFault(key, f"is longer than {max_characters} characters"))
        elif key != "source" and key in document and not value.strip():
            problems.append(ProfileFault(key, "must not be blank"))
    if isinstance(document.get("title"), str) and "\n" in document["title"].strip():
        problems.append(ProfileFault("title", "must be one line of text"))
    parameters = document.get("parameters")
    if isinstance(parameters, Mapping):
        problems += [
            ProfileFault(
                f"parameters.{key}", "the name of a parameter must have letters, digits and underscores, 63 at most"
            )
            for key in parameters
            if not _PARAMETER.fullmatch(key)
        ]
    return problems


def _find_text_problems(document: Mapping[str, Any]) -> list[ProfileFault]:
    """Return problems with texts at any depth: too long, or impossible in a database or page."""
    problems: list[ProfileFault] = []
    left: list[tuple[str, Any]] = [(key, value) for key, value in document.items() if key not in _PROSE]
    for key in _PROSE:
        _check_text(key, document.get(key), clean_text, problems)
    while left and len(problems) < MAX_PROBLEMS:
        path, value = left.pop()
        if isinstance(value, Mapping):
            for key in value:
                _check_text(path, key, clean_line, problems, MAX_WORDS)
            left += [(f"{path}.{key}", item) for key, item in value.items()]
        elif isinstance(value, list):
            left += [(f"{path}.{index}", item) for index, item in enumerate(value)]
        else:
            _check_text(path, value, clean_line, problems, MAX_WORDS)
    return problems


def _check_text(
    path: str, value: Any, clean: Any, problems: list[ProfileFault], max_characters: int | None = None
) -> None:
    if not isinstance(value, str):
        return
    if max_characters is not None and len(value) > max_characters:
        problems.append(ProfileFault(path, f"is longer than {max_characters} characters"))
        return
    try:
        clean(value)
    except ValueError as wrong:
        problems.append(ProfileFault(path, str(wrong)))
