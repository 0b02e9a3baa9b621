"""Preconditioning that ends when it is steady, at the latest after its fixed time.

An erased drive writes evenly at first: rounds of that plateau would pass for steady. Therefore twice the capacity is
written before the first round counts, as in the independent preconditioning of the SNIA specification (PTS 2.0.2,
WIPC).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from storagelab.domain.plan import PhasePlan, StopRule
from storagelab.domain.profile_language import ProfileInvalid, parse_whole_number
from storagelab.domain.profile_stop import MAX_PASSES

FIELD = "until_steady"
#: How often the capacity is written before rounds count.
WRITTEN_PASSES = 2.0
ROUND_SECONDS = 60.0
WINDOW, MAX_ROUNDS = 5, 25


def expand_until_steady(
    path: str, raw: Mapping[str, Any], phase: PhasePlan, values: Mapping[str, float]
) -> tuple[PhasePlan, ...]:
    """Expand a preconditioning phase that ends when steady into a volume of writes and then rounds.

    `raw` is the phase's entry in the profile, `path` the place of the entry, `values` its parameters. A phase that only
    reads becomes rounds alone. Any other phase is unchanged, and so is one whose time has no room for a window of
    rounds beside the volume. Raises ProfileInvalid with the place.
    """
    stop = raw.get("stop") or {}
    if FIELD not in stop:
        return (phase,)
    place = f"{path}.stop.{FIELD}"
    chosen = parse_whole_number(place, stop[FIELD], values)
    if chosen not in (0, 1):
        raise ProfileInvalid(place, f"{chosen} is neither 0 (the whole time) nor 1 (until steady)")
    if phase.kind != "precondition" or phase.stop.kind != "time" or not phase.stop.judged:
        raise ProfileInvalid(place, "is for preconditioning that ends by time and is judged")
    rounds = min(MAX_ROUNDS, int(phase.stop.seconds / 2 / ROUND_SECONDS))
    if not chosen or rounds < WINDOW:
        return (phase,)
    steady = replace(
        phase,
        name=f"{phase.name}: until steady",
        stop=StopRule(
            kind="steady",
            seconds=rounds * ROUND_SECONDS,
            round_seconds=ROUND_SECONDS,
            window=WINDOW,
            max_rounds=rounds,
        ),
    )
    if not phase.workload.writes:
        return (steady,)
    written = (100 - phase.workload.read_percent) / 100
    volume = replace(
        phase,
        name=f"{phase.name}: {WRITTEN_PASSES:g} times the capacity",
        stop=StopRule(
            kind="volume",
            # A ramp belongs to the first of them alone.
            seconds=phase.stop.seconds - rounds * ROUND_SECONDS,
            passes=min(WRITTEN_PASSES / written, MAX_PASSES),
        ),
    )
    return (volume, replace(steady, ordinal=phase.ordinal + 1, ramp_seconds=0.0))
