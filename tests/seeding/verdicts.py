"""Verdicts on generated curves: some are judged at 1 IOPS, and all others are multiples of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from tests.seeding.recipes import PlannedPhase, Recipe

from storagelab.db.models import Phase
from storagelab.evaluate.phase_samples import PhaseCurve, PhaseInterval
from storagelab.results.measure import judge_steady_state

Verdict = Mapping[str, Any]

_POOL = 24
_SCALE = 1_000_000
#: Rounds before a drive is level, at most, and one that goes on drifting.
_MAX_DECAY_ROUNDS, _DRIFT = 9.0, 0.06
_DRIFTING_SHARE = 0.15


def make_verdicts(recipe: Recipe, random: np.random.Generator) -> list[Verdict]:
    """Judge curves at a level of 1 IOPS of the phase that is to become steady; none for a recipe without one."""
    phase = next((candidate for candidate in recipe.phases if _is_judged(candidate)), None)
    return [] if phase is None else [_judge(recipe, phase, random) for _ in range(_POOL)]


def scale_verdict(verdict: Verdict, iops: float) -> dict[str, Any]:
    """Return a verdict for a curve scaled to `iops` times its height: shares of its average do not change."""
    average = verdict["average"]
    strict = verdict.get("strict")
    return {
        **verdict,
        "average": None if average is None else average * iops,
        "rounds": [None if value is None else value * iops for value in verdict["rounds"]],
        **({} if strict is None else {"strict": scale_verdict(strict, iops)}),
    }


def _is_judged(phase: PlannedPhase) -> bool:
    stop = phase.values["stop"]
    return stop.get("kind") == "steady" or bool(stop.get("judged"))


def _judge(recipe: Recipe, phase: PlannedPhase, random: np.random.Generator) -> Verdict:
    stop = phase.values["stop"]
    round_ms = round(float(stop.get("round_seconds") or 60.0) * 1000)
    rounds = int(stop.get("max_rounds") or max(phase.seconds * 1000 // round_ms, 1))
    before = sum(earlier.seconds for earlier in recipe.phases if earlier.ordinal < phase.ordinal)
    levels = _draw_curve(rounds, random)
    judged = Phase(
        ordinal=phase.ordinal, stop=dict(stop), ramp_seconds=phase.values["ramp_seconds"], t0_ms=round(before * 1000)
    )
    curve = PhaseCurve(
        tuple(
            PhaseInterval(t_ms=(place + 1) * round_ms, dt_ms=round_ms, ios=round(level * _SCALE * round_ms / 1000))
            for place, level in enumerate(levels)
        )
    )
    verdict = judge_steady_state(judged, curve)
    if verdict is None:
        raise RuntimeError(f"{phase.name} of {recipe.name} was not judged.")
    return scale_verdict(verdict, 1 / _SCALE)


def _draw_curve(rounds: int, random: np.random.Generator) -> list[float]:
    """Draw a level for each round: it falls to 1 and stays there, or goes on falling."""
    place = np.arange(rounds)
    decay = random.uniform(0.5, _MAX_DECAY_ROUNDS)
    drift = _DRIFT if random.random() < _DRIFTING_SHARE else 0.0
    levels = (1 + random.uniform(0.5, 4.0) * np.exp(-place / decay)) * np.exp(-drift * place)
    values: list[float] = (levels * random.normal(1.0, 0.015, rounds)).tolist()
    return values
