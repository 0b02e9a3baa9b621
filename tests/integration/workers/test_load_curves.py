"""Load curve from the profile to its measurements: requested and achieved load, and findings."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.integration.workers.lab import FILL, Lab, measure

from storagelab.db.models import Measurement
from storagelab_runner import late_rates

PERCENTS = (20, 50, 400)


@pytest.mark.in_turn
def test_each_load_point_records_its_requested_rate(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    curve = {**measure("4K", 4, read=70), "load": {"of": "max", "percents": list(PERCENTS), "offer": "even"}}
    attempt_id = lab.submit(server_id, (FILL, curve))
    attempt = lab.wait_for_end(attempt_id, seconds=120)
    assert (attempt.state, attempt.failure_message) == ("succeeded", None)

    _, maximum, *points = lab.phases_of(attempt_id)
    rows = lab.read(lambda session: session.scalars(select(Measurement)).all())
    measured = {row.phase_id: row for row in rows}
    max_iops = measured[maximum.id].iops
    assert (maximum.offered_iops, measured[maximum.id].offered_iops) == (None, None)
    for phase, percent in zip(points, PERCENTS, strict=True):
        row = measured[phase.id]
        assert phase.offered_iops == row.offered_iops == late_rates.compute_requested_iops(max_iops, percent)
        assert row.little_ratio is None
        codes = {badge["code"] for badge in row.badges}
        off = abs(row.iops / row.offered_iops - 1) > 0.02
        assert codes & {"off_rate", "requested"} == ({"requested"} if percent > 100 else {"off_rate"} if off else set())
    low = measured[points[0].id]
    assert low.iops == pytest.approx(low.offered_iops, rel=0.1)
    top = measured[points[-1].id]
    assert top.iops < top.offered_iops
