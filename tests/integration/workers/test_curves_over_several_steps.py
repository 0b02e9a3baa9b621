"""Slow server whose steps have time for one stream only: every curve is read before the run ends.

Histograms over time come with the curves, and hold every I/O that the result counts.
"""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select, update
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.analysis.bins import find_percentile, unpack
from storagelab.analysis.latency_slices import unpack_slices
from storagelab.analysis.packing import STATUS
from storagelab.db.models import (
    Attempt,
    LatencyOverTime,
    Measurement,
    MeasurementPart,
    Phase,
    Run,
    Series,
    StreamCursor,
)
from storagelab.db.session import session_scope
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.process import process_servers

PHASES = (FILL, measure("random read", 1), measure("random write", 1, read=0))


def curves(lab: Lab) -> dict[int, int]:
    """Return the number of points in each phase's IOPS curve, by ordinal."""
    query = select(Phase.ordinal, Series.n).join(Series, Series.phase_id == Phase.id)
    with session_scope() as session:
        rows = session.execute(
            query.where(Series.source == STATUS, Series.metric == "iops", Series.direction == "total")
        )
        return {row.ordinal: row.n for row in rows}


def histograms_over_time(lab: Lab) -> dict[tuple[int, str], tuple[bytes, bytes]]:
    """Return the stored slices of each direction of each phase."""
    query = select(Phase.ordinal, LatencyOverTime).join(LatencyOverTime, LatencyOverTime.phase_id == Phase.id)
    with session_scope() as session:
        rows = session.execute(query).all()
        return {
            (row.ordinal, row.LatencyOverTime.direction): (row.LatencyOverTime.times, row.LatencyOverTime.data)
            for row in rows
        }


def results(lab: Lab) -> dict[tuple[int, str], dict[int, int]]:
    """Return the merged histogram of each direction of each phase, from its last document alone."""
    query = (
        select(Phase.ordinal, MeasurementPart.direction, MeasurementPart.bins)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .join(MeasurementPart, MeasurementPart.measurement_id == Measurement.id)
    )
    with session_scope() as session:
        return {(row.ordinal, row.direction): unpack(row.bins) for row in session.execute(query)}


@pytest.mark.in_turn
def test_short_steps_still_collect_every_curve(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    server_id = lab.add_local_server()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id, PHASES)
    assert lab.wait_for_end(attempt_id).state == "succeeded"
    lab.processes.kill_all()
    whole, timed, measured = curves(lab), histograms_over_time(lab), results(lab)
    assert set(timed) == set(measured)
    for place, packed in timed.items():
        slices = unpack_slices(*packed)
        together = slices.histogram(0, len(slices) - 1)
        assert together == measured[place]
        assert [find_percentile(together, percent) for percent in (50, 99, 99.9)] == [
            find_percentile(measured[place], percent) for percent in (50, 99, 99.9)
        ]
    with session_scope() as session:
        # As if the channel had been silent from the start of the run to its end.
        session.execute(delete(Series))
        session.execute(delete(Measurement))
        session.execute(delete(StreamCursor))
        session.execute(update(Phase).values(state="pending", folded_at=None))
        session.execute(update(Attempt).values(state="running", finished_at=None, exit_record=None))
        session.execute(update(Run).values(state="running"))
    monkeypatch.setattr("storagelab_workers.attempts.claimed_attempt.get_step_budget", lambda: 0.0)
    steps = 0
    while lab.attempt(attempt_id).state != "succeeded":
        advance_attempt(attempt_id, servers=process_servers(), actor="test")
        steps += 1
        assert steps < 20, lab.events_of(attempt_id)
    assert curves(lab) == whole
    assert histograms_over_time(lab) == timed
    assert set(whole) == {1, 2, 3}
    assert steps > len(PHASES)
