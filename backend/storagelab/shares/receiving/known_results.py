"""Results of a received share that are in this lab already: a result filed twice would confirm itself."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from storagelab.db import models
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.freezing.hash_commitments import read_lab_key
from storagelab.shares.receiving.consistency import parse_moment
from storagelab.shares.result_ids import read_result_id

#: Identity of a result, so not the metric table: with a later metric, an earlier share would match no filed run.
_FIGURES = (
    "ios", "bytes", "iops", "bandwidth_bytes_per_s", "latency_n", "latency_mean_ns", "latency_stddev_ns",
    "latency_min_ns", "latency_max_ns", "latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_p999_ns",
    "latency_p9999_ns",
)  # fmt: skip
_COUNTS = ("ios", "bytes", "latency_n")

Figures = dict[int, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class KnownResult:
    """A result that needs no filing. `run` is None when it was removed here; `is_own` marks a result of this lab."""

    run: models.Run | None
    is_own: bool


def find_known_result(session: Session, received: FrozenRun) -> KnownResult | None:
    """Return the run of this lab that is the same result as a received run; None for a new result.

    The result is found by its identity, else by its figures. The run is None if it was removed here.
    """
    if received.result_id is not None:
        own_id = read_result_id(read_lab_key(session), received.result_id)
        if own_id is not None:
            return KnownResult(session.get(models.Run, own_id), is_own=True)
        existing = session.scalars(select(models.Run).where(models.Run.result_id == received.result_id)).one_or_none()
        if existing is not None:
            return KnownResult(existing, is_own=False)
    run = next(_iterate_matching_runs(session, received), None)
    return KnownResult(run, is_own=run.origin == "measured") if run is not None else None


def has_figures_of(session: Session, run: models.Run, received: FrozenRun) -> bool:
    """Return whether a run of this lab has exactly the same figures as a received run."""
    return _load_figures(session, run.id) == _collect_received_figures(received)


def _iterate_matching_runs(session: Session, received: FrozenRun) -> Iterator[models.Run]:
    """Yield the runs of this lab with the same figures as a received run, the oldest first.

    Leaves out runs whose figures may be equal by coincidence.
    """
    figures = _collect_received_figures(received)
    if not figures:
        return
    ordinal, first = next(iter(figures.items()))
    same = [
        getattr(models.Measurement, name).is_not_distinct_from(value)
        for name, value in zip(_FIGURES, first, strict=True)
    ]
    for run in session.scalars(_select_runs(ordinal, same)):
        if _load_figures(session, run.id) == figures and _is_beyond_coincidence(run, received):
            yield run


def _select_runs(ordinal: int, conditions: list[ColumnElement[bool]]) -> Any:
    return (
        select(models.Run)
        .join(models.Measurement, models.Measurement.run_id == models.Run.id)
        .join(models.Phase, models.Phase.id == models.Measurement.phase_id)
        .where(models.Phase.ordinal == ordinal, *conditions)
        .order_by(models.Run.number)
    )


def _is_beyond_coincidence(run: models.Run, received: FrozenRun) -> bool:
    """Return whether equal figures of two runs prove that they are one result.

    Rounded figures, as articles print them, may be equal by chance.
    """
    if run.started_at is not None and received.started_at is not None:
        return run.started_at == parse_moment(received.started_at)
    if any(getattr(phase.measurement, name) for phase in received.phases if phase.measurement for name in _COUNTS):
        return True
    return received.source is not None and run.source_title == received.source.title


def _collect_received_figures(received: FrozenRun) -> Figures:
    return {
        phase.ordinal: tuple(getattr(phase.measurement, name) for name in _FIGURES)
        for phase in sorted(received.phases, key=lambda item: item.ordinal)
        if phase.measurement is not None
    }


def _load_figures(session: Session, run_id: uuid.UUID) -> Figures:
    columns = [getattr(models.Measurement, name) for name in _FIGURES]
    rows = session.execute(
        select(models.Phase.ordinal, *columns)
        .join(models.Measurement, models.Measurement.phase_id == models.Phase.id)
        .where(models.Phase.run_id == run_id)
    )
    return {row[0]: tuple(row[1:]) for row in rows}
