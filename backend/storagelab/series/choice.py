"""The metric, the source and the phases that a series is of, as clients name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from fastapi import Query

from storagelab.db.models import Phase, Run
from storagelab.db.references import format_row_number
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS, READINGS, SERIES_METRICS, TELEMETRY_METRICS
from storagelab.errors import InvalidInput, NotFound
from storagelab.http.rest_names import MetricKey, get_rest_metric_name

MAX_RUNS = 60
MAX_PHASE_NAME = 300
PhaseKind = Literal["fill", "precondition", "measure", "published"]
SeriesMetric = Annotated[str, MetricKey((*SERIES_METRICS, *READINGS))]
SeriesSource = Annotated[
    Literal["engine", "telemetry"],
    Query(description="Results of the engine, or the runner's own readings of block layer and host"),
]


def require_metric_of(source: SeriesSource, metric: SeriesMetric) -> None:
    """Raise InvalidInput where a source has no such metric."""
    if metric not in (TELEMETRY_METRICS if source == "telemetry" else METRICS):
        raise InvalidInput(f"{get_rest_metric_name(metric)} is not a metric of {source}", path="metric")


def choose_phases(run: Run, phases: Sequence[Phase], wanted: str) -> list[Phase]:
    """Return the phases of a run that `wanted` names: `all`, a kind, an ordinal or a name.

    In a loop a name selects the phases of all rounds. Raises NotFound.
    """
    if wanted == "all":
        return list(phases)
    if wanted in get_args(PhaseKind):
        chosen = [phase for phase in phases if phase.kind == wanted]
    elif wanted.isascii() and wanted.isdecimal():
        chosen = [phase for phase in phases if phase.ordinal == int(wanted)]
    else:
        chosen = [phase for phase in phases if wanted in (phase.name, parse_round_name(phase.name, phase.round))]
    if not chosen:
        raise NotFound(f"Run {format_row_number(run)} has no phase {wanted}.")
    return chosen
