"""The metric, the source and the phases that a series is of, as clients name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from fastapi import Query

from storagelab.db.models import Phase, Run
from storagelab.db.references import number_of
from storagelab.domain.loops import name_in_round
from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.errors import InvalidInput, NotFound
from storagelab.http.rest_names import MetricKey, metric_name

MAX_RUNS = 60
MAX_PHASE_NAME = 300
PhaseKind = Literal["fill", "precondition", "measure", "published"]
SeriesMetric = Annotated[
    Literal[
        "iops",
        "bandwidth",
        "lat_mean",
        "lat_max",
        "lat_stddev",
        "lat_p99",
        "queue",
        "utilisation",
        "cpu",
        "temperature",
        "interrupts",
    ],
    MetricKey(),
]
SeriesSource = Annotated[
    Literal["engine", "telemetry"],
    Query(description="Results of the engine, or the runner's own readings of block layer and host"),
]


def require_metric_of(source: SeriesSource, metric: SeriesMetric) -> None:
    """Raise InvalidInput where a source has no such metric."""
    if metric not in (TELEMETRY_METRICS if source == "telemetry" else METRICS):
        raise InvalidInput(f"{metric_name(metric)} is not a metric of {source}", path="metric")


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
