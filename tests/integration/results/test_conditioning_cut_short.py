"""Phases measured after conditioning that reached its time limit before its volume was written."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.results.measure import measure_phase

OUTPUT = Path(__file__).parents[2] / "data" / "fio" / "jsonplus-3.33.json"


@pytest.mark.parametrize(
    ("fill", "precondition", "preconditioned"),
    [
        ("completed", "steady", True),
        ("completed", "completed", True),
        ("completed", "time_limit", False),
        ("time_limit", "steady", False),
    ],
)
def test_only_complete_conditioning_counts_as_preconditioned(
    session: Session, make: Factory, fill: str, precondition: str, preconditioned: bool
) -> None:
    run = make.run(make.job(), state="running", engine="fio")
    make.phase(run, ordinal=1, name="Fill", kind="fill", state="finished", stop_reason=fill)
    make.phase(run, ordinal=2, name="Settle", kind="precondition", state="finished", stop_reason=precondition)
    phase = make.phase(run, ordinal=3, name="4K read", kind="measure", state="finished", stop_reason="completed")

    measured = measure_phase(session, run=run, phase=phase, output=OUTPUT.read_bytes())

    assert measured is not None
    assert measured.preconditioned is preconditioned
    assert ("conditioning_cut_short" in {badge["code"] for badge in measured.badges}) is not preconditioned
