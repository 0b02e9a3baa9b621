"""The phases that a series is of, as clients name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from storagelab.db.models import Phase, Run
from storagelab.db.references import number_of
from storagelab.domain.loops import name_in_round
from storagelab.errors import NotFound

MAX_RUNS = 60
MAX_PHASE_NAME = 300
PhaseKind = Literal["fill", "precondition", "measure", "published"]


def choose_phases(run: Run, phases: Sequence[Phase], wanted: str) -> list[Phase]:
    """Return the phases of an ordinal, a kind or a name, of a loop those of all rounds. Raises NotFound."""
    if wanted == "all":
        return list(phases)
    if wanted in get_args(PhaseKind):
        chosen = [phase for phase in phases if phase.kind == wanted]
    elif wanted.isascii() and wanted.isdecimal():
        chosen = [phase for phase in phases if phase.ordinal == int(wanted)]
    else:
        chosen = [phase for phase in phases if wanted in (phase.name, name_in_round(phase.name, phase.round))]
    if not chosen:
        raise NotFound(f"Run {number_of(run)} has no phase {wanted}.")
    return chosen
