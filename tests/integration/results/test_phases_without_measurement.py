"""Phases without figures: their engine or drive failed, or their counts contradict each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.results.measure import measure_phase

OUTPUT = Path(__file__).parents[2] / "data" / "fio" / "jsonplus-3.33.json"


@pytest.mark.parametrize(
    ("state", "stop_reason", "is_measured"),
    [
        ("finished", "completed", True),
        ("cancelled", "cancelled", True),
        ("failed", "deadline", True),
        ("failed", "engine_failed", False),
    ],
)
def test_phase_with_failed_drive_has_no_measurement(
    session: Session, make: Factory, state: str, stop_reason: str, is_measured: bool
) -> None:
    run = make.run(make.job(), state="running", engine="fio")
    phase = make.phase(run, ordinal=1, name="4K read", kind="measure", state=state, stop_reason=stop_reason)
    measured = measure_phase(session, run=run, phase=phase, output=OUTPUT.read_bytes())
    assert (measured is not None) is is_measured


@pytest.mark.parametrize(("block_bytes", "contradicts"), [(4096, False), (1 << 20, True)])
def test_contradicting_rates_are_marked_with_a_badge(
    session: Session, make: Factory, block_bytes: int, contradicts: bool
) -> None:
    run = make.run(make.job(), state="running", engine="fio")
    workload = {"block_sizes": [{"bytes": block_bytes, "percent": 100}]}
    phase = make.phase(run, ordinal=1, name="read", kind="measure", state="finished", workload=workload)
    phase.outstanding_ios = None
    measured = measure_phase(session, run=run, phase=phase, output=OUTPUT.read_bytes())
    assert measured is not None
    assert ("rates_contradict" in {badge["code"] for badge in measured.badges}) is contradicts
