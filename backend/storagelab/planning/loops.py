"""Loops in the spec of an attempt, and where an attempt that resumes another begins in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storagelab.db.models import Phase
from storagelab.domain.loops import LoopRule, parse_round_name
from storagelab.domain.plan import PhasePlan
from storagelab.domain.runner_spec import LoopFields, LoopsSpec, PhaseSpec, RunnerSpec


def build_loops_spec(rules: Sequence[LoopRule]) -> LoopsSpec:
    """Return `loops`, the rules of a plan's loops, as part of a runner spec; empty without rules."""
    if not rules:
        return {}
    return {"loops": [rule.to_json() for rule in rules]}


def build_loop_fields(phase: PhasePlan, rules: Mapping[str, LoopRule]) -> LoopFields:
    """Return the fields of a phase in a runner spec that belong to its loop.

    The fields are `ends_early`, `loop`, `round` and `tracked`, where they apply. `rules` are by loop name. Figures of
    such a phase decide on later phases.
    """
    value: LoopFields = {}
    if phase.ends_early is not None:
        value["ends_early"] = phase.ends_early.to_json()
    if phase.loop is not None:
        name = parse_round_name(phase.name, phase.round)
        tracked = [index for index, variable in enumerate(rules[phase.loop].tracked) if variable.name_in_round == name]
        value["loop"], value["round"], value["tracked"] = phase.loop, phase.round, tracked
    return value


def count_retained_phases(phases: Sequence[Phase], good: int) -> int:
    """Return the number of phases, from the first on, that stay if an attempt resumes after `good` phases.

    An unfinished loop starts again: its rounds follow one another without a pause. After a pause of unknown length a
    drive is in another state than in the rounds before.
    """
    if good == len(phases) or phases[good].loop is None:
        return good
    return next(index for index, phase in enumerate(phases) if phase.loop == phases[good].loop)


def build_remaining_loops_spec(earlier: RunnerSpec, phases: Sequence[PhaseSpec]) -> LoopsSpec:
    """Return the key `loops` of a resumed spec with the loops that `phases` still contain.

    `earlier` is the spec of the attempt that is resumed. The dict is empty where no loop remains.
    """
    names = {phase.get("loop") for phase in phases}
    remaining = [loop for loop in earlier.get("loops", []) if loop["name"] in names]
    if not remaining:
        return {}
    return {"loops": remaining}
