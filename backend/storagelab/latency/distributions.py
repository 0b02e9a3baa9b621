"""Reads how response times of a run are distributed; the number of queries does not grow with the run."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.bins import unpack
from storagelab.analysis.distributions import (
    PERCENTS,
    ResponseTimeDistribution,
    compute_cumulative_shares,
    compute_supported_percentiles,
    merge_distributions,
)
from storagelab.db.models import Measurement, MeasurementPart, Phase
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.result import RESULT_KINDS
from storagelab.domain.samples import PercentilesOf

TOTAL = "total"
#: The order in which directions are given.
_DIRECTIONS = (TOTAL, "read", "write", "trim")
#: The badge of a measurement whose percentiles were interpolated.
_ESTIMATED = "estimated_percentiles"
_PATTERN = (
    "block_bytes",
    "read_percent",
    "random_percent",
    "threads",
    "queue_depth",
    "outstanding_ios",
    "offered_iops",
)

#: What one direction of one measurement was timed as; None where that is not known.
Parts = Mapping[str, ResponseTimeDistribution | None]


def read_distributions(
    session: Session, *, run_id: uuid.UUID, ordinals: Collection[int] | None = None, cdf: bool = True
) -> list[dict[str, Any]]:
    """Return the latency distribution of each result of a run, or of those with these `ordinals`.

    Each has the fields of `latency_schemas.PhaseLatency`. A phase outside of loops is a result. A loop point is one
    result over the rounds that count, with their bins merged. Two queries.
    """
    cells = [
        rounds
        for rounds in _load_cells(session, run_id).values()
        if ordinals is None or rounds[-1]["phase_ordinal"] in ordinals
    ]
    parts = _read_parts(session, [row["id"] for rounds in cells for row in rounds])
    return [describe_result(rounds, [parts[row["id"]] for row in rounds], cdf=cdf) for rounds in cells]


def _load_cells(session: Session, run_id: uuid.UUID) -> dict[Any, list[Mapping[str, Any]]]:
    """Return the measurements behind each result of a run, in order.

    A result has one measurement, or one for each round of a loop point.
    """
    rows: Sequence[Any] = (
        session.execute(
            select(
                *(
                    Measurement.__table__.columns[name]
                    for name in ("id", "latency_n", "percentiles_of", "badges", *PERCENTILES, *_PATTERN)
                ),
                Phase.ordinal.label("phase_ordinal"),
                Phase.name.label("name"),
                Phase.state.label("state"),
                Phase.group.label("group"),
                Phase.loop.label("loop"),
                Phase.round.label("round"),
            )
            .join(Phase, Phase.id == Measurement.phase_id)
            .where(Measurement.run_id == run_id, Phase.kind.in_(RESULT_KINDS))
            # One round of a loop is no result.
            .where(or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True)))
            .order_by(Phase.ordinal)
        )
        .mappings()
        .all()
    )
    cells: dict[Any, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        alone = row["loop"] is None
        cells[row["phase_ordinal"] if alone else (row["loop"], parse_round_name(row["name"], row["round"]))].append(row)
    return cells


def _read_parts(session: Session, measurement_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Parts]:
    """Read the latency distributions of measurements, by measurement id and direction.

    Directions without I/O are left out.
    """
    part = MeasurementPart
    by_direction: dict[tuple[uuid.UUID, str], list[ResponseTimeDistribution | None]] = defaultdict(list)
    for row in session.execute(
        select(part.measurement_id, part.direction, part.ios, part.latency_n, part.percentiles_of, part.bins)
        .where(part.measurement_id.in_(measurement_ids))
        .order_by(part.direction, part.group)
    ):
        bins = unpack(row.bins) if row.bins is not None else {}
        if bins:
            distribution = ResponseTimeDistribution(bins, cast("PercentilesOf | None", row.percentiles_of))
            by_direction[(row.measurement_id, row.direction)].append(distribution)
        elif row.latency_n != 0 and row.ios != 0:
            by_direction[(row.measurement_id, row.direction)].append(None)
    parts: dict[uuid.UUID, dict[str, ResponseTimeDistribution | None]] = defaultdict(dict)
    for (measurement_id, direction), groups in by_direction.items():
        parts[measurement_id][direction] = merge_distributions(groups)
    return {key: add_total(parts[key]) for key in measurement_ids}


def add_total(parts: Parts) -> Parts:
    """Return the distributions by direction with a total; merge the directions where none is given."""
    own = parts.get(TOTAL)
    others = [part for direction, part in parts.items() if direction != TOTAL]
    return {**parts, TOTAL: own if own is not None else merge_distributions(others)}


def describe_result(rounds: Sequence[Mapping[str, Any]], parts: Sequence[Parts], *, cdf: bool) -> dict[str, Any]:
    """Return the API fields of one result from its rounds and the distributions of each round.

    A result outside of loops has one round.
    """
    last = rounds[-1]
    distributions = []
    for direction in _DIRECTIONS:
        if direction != TOTAL and any(set(round_parts) == {TOTAL} for round_parts in parts):
            continue  # A round without figures by direction may have had I/O in this one.
        # A round without this direction did no I/O in it; one whose bins are unknown makes the whole unknown.
        merged = merge_distributions([round_parts[direction] for round_parts in parts if direction in round_parts])
        if merged is not None:
            estimated = any(_is_estimated(row) for row in rounds)
            distributions.append(_describe_distribution(direction, merged, estimated=estimated, cdf=cdf))
    if not distributions and len(rounds) == 1:
        distributions = _find_printed_percentiles(last)
    in_loop = last["loop"] is not None
    return {
        **{name: last[name] for name in ("phase_ordinal", "state", "group", "loop", *_PATTERN)},
        "name": parse_round_name(last["name"], last["round"]) if in_loop else last["name"],
        "rounds": [row["round"] for row in rounds] if in_loop else [],
        "distributions": distributions,
    }


def _describe_distribution(
    direction: str, merged: ResponseTimeDistribution, *, estimated: bool, cdf: bool
) -> dict[str, Any]:
    return {
        "direction": direction,
        "source": "bins",
        "of": merged.of,
        "estimated": estimated,
        "n": merged.n,
        "percentiles_ns": compute_supported_percentiles(merged.bins),
        "cdf": asdict(compute_cumulative_shares(merged.bins)) if cdf else None,
    }


def _find_printed_percentiles(measurement: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the percentiles that a source printed for all directions together, or nothing where it printed none."""
    printed = {percent: measurement[column] for column, percent in PERCENTILES.items()}
    if all(value is None for value in printed.values()):
        return []
    return [
        {
            "direction": TOTAL,
            "source": "printed",
            "of": measurement["percentiles_of"],
            "estimated": _is_estimated(measurement),
            "n": measurement["latency_n"],
            "percentiles_ns": [printed.get(percent) for percent in PERCENTS],
            "cdf": None,
        }
    ]


def _is_estimated(measurement: Mapping[str, Any]) -> bool:
    return any(badge["code"] == _ESTIMATED for badge in measurement["badges"])
