"""Phases of runs that have samples of an engine, as charts over time choose and align them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class PhaseStart(Struct, frozen=True):
    """A kind and name of phases with samples, and where the first of them begins on the axis in ms."""

    kind: str
    name: str
    t0_ms: int


class SampledPhase(Struct, frozen=True):
    """A phase with samples of an engine. Rounds of one loop point share their `name`."""

    ordinal: int
    kind: str
    name: str
    t0_ms: int


def list_phase_starts(phases: Sequence[SampledPhase]) -> list[PhaseStart]:
    """Return each kind and name of phases once, in order of the first such phase."""
    first = {(phase.kind, phase.name): phase.t0_ms for phase in reversed(phases)}
    starts = [PhaseStart(kind, name, t0_ms) for (kind, name), t0_ms in first.items()]
    return sorted(starts, key=lambda start: start.t0_ms)
