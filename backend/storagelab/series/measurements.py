"""Reads the measurements of several runs as columns, one row per phase."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Integer, Text, cast, func, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from storagelab.analysis.loop_cells import merge_rounds
from storagelab.db.models import Configuration, Job, Measurement, Phase, Run
from storagelab.db.references import format_number
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS, Better
from storagelab.errors import RequestRefused
from storagelab.results.measure import ESTIMATED_PERCENTILES
from storagelab.series.workload_attributes import COVERED, PARTICULARS, read_particulars

#: More rows than any chart draws; a request for more is refused and not cut.
MAX_ROWS = 20_000

#: Columns that identify the phase of a row and its load: name, label, unit.
FACTORS: tuple[tuple[str, str, str | None], ...] = (
    ("run_id", "Run id", None),
    ("run_number", "Run", None),
    ("configuration", "Configuration", None),
    ("phase_ordinal", "Phase", None),
    ("phase_name", "Phase name", None),
    ("kind", "Kind", None),
    # Other than `finished` where the phase was cut short: its figures are of what had been done until then.
    ("phase_state", "State of the phase", None),
    ("block_bytes", "Block size", "bytes"),
    ("read_percent", "Reads", "%"),
    ("random_percent", "Random", "%"),
    ("threads", "Threads", None),
    ("queue_depth", "Queue depth", None),
    ("outstanding_ios", "Outstanding I/Os", None),
    ("offered_iops", "Offered load", "1/s"),
    ("load_percent", "Share of the maximum", "%"),
    ("group", "Group", None),
    ("loop", "Loop", None),
    ("round", "Round", None),
    # 1 for a round that results are of, 0 for the others; null outside of loops, and until their loop is over.
    ("in_window", "Counts", None),
    *PARTICULARS,
)
#: Columns that qualify the figures of a row.
QUALIFIERS: tuple[tuple[str, str, str | None], ...] = (
    ("latency_n", "I/Os behind the latencies", None),
    ("little_ratio", "Little's law ratio", None),
    ("value_kind", "Precision", None),
    # 1 for a run that was marked invalid: it is drawn but counted nowhere.
    ("invalid", "Marked invalid", None),
    # 1 where percentiles were interpolated within the wide buckets of an engine.
    ("percentiles_estimated", "Percentiles estimated", None),
)


def list_dimensions() -> list[tuple[str, str, str | None, Better | None]]:
    """Return every column of measurements in order: name, label, unit, and the better direction."""
    metrics = [(metric.column, metric.label, metric.unit, metric.better) for metric in METRICS.values()]
    return [
        *((name, label, unit, None) for name, label, unit in FACTORS),
        *metrics,
        *((name, label, unit, None) for name, label, unit in QUALIFIERS),
    ]


def read_columns(
    session: Session, *, run_ids: Sequence[uuid.UUID], kinds: Sequence[str], every_round: bool = False
) -> dict[str, list[Any]]:
    """Read the columns of all measured phases of these kinds: runs as given, phases in order. Two queries.

    The rounds of a loop are one row for each of its cells, over those that count, unless `every_round` is set. Raises
    RequestRefused for more than MAX_ROWS rows.
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
            Phase.state.label("phase_state"),
            Phase.group.label("group"),
            Phase.loop.label("loop"),
            Phase.round.label("round"),
            cast(Phase.in_measurement_window, Integer).label("in_window"),
            cast(Run.invalid_at.is_not(None), Integer).label("invalid"),
            cast(Measurement.badges.contains([{"code": ESTIMATED_PERCENTILES["code"]}]), Integer).label(
                "percentiles_estimated"
            ),
            Phase.workload["load_percent"].as_float().label("load_percent"),
            Phase.workload.op("-", return_type=JSONB())(cast(list(COVERED), ARRAY(Text))).label("workload"),
            *(Measurement.__table__.columns[name] for name in stored),
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .outerjoin(Configuration, Configuration.id == Run.configuration_id)
        .where(Measurement.run_id.in_(run_ids), Phase.kind.in_(kinds))
        .order_by(Phase.ordinal)
        .limit(MAX_ROWS + 1)
    )
    rows: Sequence[Any] = session.execute(query).mappings().all()
    if len(rows) > MAX_ROWS:
        raise RequestRefused(f"These runs have more than {MAX_ROWS} measurements. Request fewer runs at a time.")
    if not every_round:
        rows = _collect_results(rows)
    targets = target_bytes(session, run_ids)
    rows = [{**row, **read_particulars(row["workload"], target_bytes=targets.get(row["run_id"]))} for row in rows]
    place = {run_id: position for position, run_id in enumerate(run_ids)}
    rows = sorted(rows, key=lambda row: place[row["run_id"]])
    columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name, *_ in list_dimensions()}
    columns["run_id"] = [str(run_id) for run_id in columns["run_id"]]
    columns["run_number"] = [format_number(Run, number) for number in columns["run_number"]]
    return columns


def target_bytes(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int | None]:
    """Return the bytes that the phases of each run could address, in one query.

    Runs that were not made here are absent.
    """
    # A drive has more bytes than an integer of the database counts.
    size = cast(func.coalesce(Job.plan["target_bytes"].astext, Job.target["size_bytes"].astext), BigInteger)
    query = select(Run.id, size.label("size")).join(Job, Job.id == Run.job_id).where(Run.id.in_(run_ids))
    return {row.id: row.size for row in session.execute(query)}


def _collect_results(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return measurement rows with the rounds of loops merged to one row for each cell.

    Rows of phases outside of loops are returned unchanged. Only rounds of the measurement window count.
    """
    figures = [*(metric.column for metric in METRICS.values()), *(name for name, *_ in QUALIFIERS[:2])]
    places: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["loop"] is None:
            places[(row["run_id"], row["phase_ordinal"])] = [row]
        elif row["in_window"]:
            name = parse_round_name(row["phase_name"], row["round"])
            places.setdefault((row["run_id"], row["loop"], name), []).append({**row, "phase_name": name, "round": None})
    return [
        rounds[0] if rounds[0]["loop"] is None else merge_rounds(rounds, figures=figures) for rounds in places.values()
    ]
