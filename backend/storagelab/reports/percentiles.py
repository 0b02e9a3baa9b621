"""Stored histograms over time of long phases as the far percentiles of a report."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.distributions import compute_supported_percentiles
from storagelab.analysis.latency_slices import Slices, merge_slices, unpack_slices
from storagelab.analysis.reports.figures import Tail
from storagelab.db.models import LatencyOverTime, Phase

_PERCENT = 99.999


def read_tails(session: Session, phases: Sequence[Phase]) -> dict[int, Tail]:
    """Read the far latency percentile over time of the phases, by phase ordinal, in one query.

    Phases without stored histograms over time are absent.
    """
    ordinals = {phase.id: phase.ordinal for phase in phases}
    rows = session.scalars(
        select(LatencyOverTime)
        .where(LatencyOverTime.phase_id.in_(list(ordinals)))
        .order_by(LatencyOverTime.phase_id, LatencyOverTime.direction)
    ).all()
    return {
        ordinals[phase_id]: tail_of(merge_slices([unpack_slices(row.times, row.data) for row in directions]))
        for phase_id, directions in groupby(rows, key=lambda row: row.phase_id)
    }


def tail_of(slices: Slices) -> Tail:
    """Return the far latency percentile, in ns, of each time slice of a phase over all directions."""
    return Tail(
        start_seconds=tuple(float(ms) / 1000 for ms in slices.t0_ms),
        end_seconds=tuple(float(ms) / 1000 for ms in slices.t1_ms),
        ns=tuple(
            compute_supported_percentiles(slices.histogram(place, place), [_PERCENT])[0] for place in range(len(slices))
        ),
    )
