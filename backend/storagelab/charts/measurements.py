"""Reads the measurements of several runs as columns, one row per phase."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, Measurement, Phase, Run
from storagelab.domain.metrics import METRICS, Better
from storagelab.errors import RequestRefused
from storagelab.http.references import format_number

#: More rows than any chart draws; a request for more is refused and not cut.
MAX_ROWS = 20_000

#: Columns that say which phase a row is, and under which load it ran: name, label, unit.
FACTORS: tuple[tuple[str, str, str | None], ...] = (
    ("run_id", "Run id", None),
    ("run_number", "Run", None),
    ("configuration", "Configuration", None),
    ("phase_ordinal", "Phase", None),
    ("phase_name", "Phase name", None),
    ("kind", "Kind", None),
    ("block_bytes", "Block size", "bytes"),
    ("read_percent", "Reads", "%"),
    ("random_percent", "Random", "%"),
    ("threads", "Threads", None),
    ("queue_depth", "Queue depth", None),
    ("outstanding_ios", "Outstanding I/Os", None),
    ("offered_iops", "Offered load", "1/s"),
)
#: Columns that qualify the figures of a row.
QUALIFIERS: tuple[tuple[str, str, str | None], ...] = (
    ("latency_n", "I/Os behind the latencies", None),
    ("little_ratio", "Little's law ratio", None),
    ("value_kind", "Kind of value", None),
)


def list_dimensions() -> list[tuple[str, str, str | None, Better | None]]:
    """Every column in order: name, label, unit, and which direction is better."""
    metrics = [(metric.column, metric.label, metric.unit, metric.better) for metric in METRICS.values()]
    return [
        *((name, label, unit, None) for name, label, unit in FACTORS),
        *metrics,
        *((name, label, unit, None) for name, label, unit in QUALIFIERS),
    ]


def read_columns(session: Session, *, run_ids: Sequence[uuid.UUID], kinds: Sequence[str]) -> dict[str, list[Any]]:
    """The columns of all measured phases of these kinds: runs as given, phases in order. One query.

    Raises RequestRefused for more than MAX_ROWS rows.
    """
    stored = [name for name, *_ in list_dimensions() if name in Measurement.__table__.columns and name != "run_id"]
    query = (
        select(
            Run.id.label("run_id"),
            Run.number.label("run_number"),
            Configuration.name.label("configuration"),
            Phase.ordinal.label("phase_ordinal"),
            Phase.name.label("phase_name"),
            Phase.kind.label("kind"),
            *(Measurement.__table__.columns[name] for name in stored),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .outerjoin(Configuration, Configuration.id == Run.configuration_id)
        .where(Measurement.run_id.in_(run_ids), Phase.kind.in_(kinds))
        .order_by(Phase.ordinal)
        .limit(MAX_ROWS + 1)
    )
    rows = session.execute(query).mappings().all()
    if len(rows) > MAX_ROWS:
        raise RequestRefused(f"These runs have more than {MAX_ROWS} measurements: ask for fewer runs at a time.")
    place = {run_id: position for position, run_id in enumerate(run_ids)}
    rows = sorted(rows, key=lambda row: place[row["run_id"]])
    columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name, *_ in list_dimensions()}
    columns["run_id"] = [str(run_id) for run_id in columns["run_id"]]
    columns["run_number"] = [format_number(Run, number) for number in columns["run_number"]]
    return columns
