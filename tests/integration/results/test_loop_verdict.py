"""The verdict on loops that are over, and on those that were cut short."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Phase, Run
from storagelab.domain.loops import LoopRule, Tracked
from storagelab.results.measure import settle_loops

RULE = LoopRule("IOPS", (Tracked("4K"), Tracked("64K", "bytes_per_s")), max_rounds=6, window=2)


def make_rounds(make: Factory, *states: str, iops: tuple[float | None, ...] = (100,) * 6, **values: Any) -> Run:
    """Return a run with rounds of two cells; `states` are those of the second cell, the first has always finished."""
    run = make.run(make.job(), state="running")
    for number, (state, rate) in enumerate(zip(states, iops, strict=False), start=1):
        for cell, name in enumerate(("4K", "64K")):
            own = state if cell else "finished" if state != "planned" else "planned"
            phase = make.phase(
                run, ordinal=2 * number - 1 + cell, name=f"Round {number}: {name}", loop="IOPS", round=number,
                state=own, stop={"kind": "time", "seconds": 60.0}, t0_ms=1000 * number, t1_ms=1000 * number + 900,
                **values,
            )  # fmt: skip
            if own == "finished":
                phase.folded_at = run.created_at
                if rate is not None:
                    make_measurement(make, phase, iops=rate, bandwidth_bytes_per_s=4096.0 * rate, badges=[])
    return run


def counted(session: Session, run: Run) -> list[bool | None]:
    """Return, for each round, whether it counts."""
    rows = session.scalars(
        select(Phase.in_measurement_window).where(Phase.run_id == run.id).order_by(Phase.ordinal)
    ).all()
    assert rows[::2] == rows[1::2]
    return list(rows[::2])


def test_unfinished_loop_is_not_judged(make: Factory, session: Session) -> None:
    run = make_rounds(make, "finished", "finished", "planned")
    settle_loops(session, run=run, rules=[RULE])
    assert run.verdict is None
    assert counted(session, run) == [None] * 3


def test_loop_is_judged_after_its_last_phase(make: Factory, session: Session) -> None:
    run = make_rounds(make, "finished", "finished", "finished", iops=(10, 100, 101))
    settle_loops(session, run=run, rules=[RULE])
    assert run.verdict is not None
    assert (run.verdict["status"], run.verdict["window"], run.verdict["round_seconds"]) == ("steady", [2, 3], 60)
    assert run.verdict["average"] == pytest.approx(100.5)
    assert (run.verdict["t0_ms"], run.verdict["t1_ms"]) == (2000, 3900)
    assert counted(session, run) == [False, True, True]
    before = dict(run.verdict)
    settle_loops(session, run=run, rules=[RULE])
    assert run.verdict == before


def test_interrupted_loop_counts_whole_rounds_only(make: Factory, session: Session) -> None:
    run = make_rounds(make, "finished", "finished", "finished", "failed", "planned", iops=(10, 100, 200, 200, 200))
    settle_loops(session, run=run, rules=[RULE], over=True)
    assert run.verdict is not None
    assert (run.verdict["status"], run.verdict["window"]) == ("not_steady", [2, 3])
    assert run.verdict["loops"][0]["tracked"][0]["rounds"] == [10, 100, 200]
    rows = session.scalars(
        select(Phase.in_measurement_window).where(Phase.run_id == run.id).order_by(Phase.ordinal)
    ).all()
    assert list(rows) == [False, False, True, True, True, True, False, False, False, False]


def test_unmeasured_round_counts_as_missing(make: Factory, session: Session) -> None:
    run = make_rounds(make, *["finished"] * 4, iops=(100, None, 100, 100))
    settle_loops(session, run=run, rules=[RULE])
    assert run.verdict is not None
    assert run.verdict["loops"][0]["tracked"][0]["rounds"] == [100, None, 100, 100]
    assert (run.verdict["status"], run.verdict["window"]) == ("steady", [3, 4])


def test_loop_without_a_whole_window_has_no_result(make: Factory, session: Session) -> None:
    run = make_rounds(make, "finished", "planned")
    settle_loops(session, run=run, rules=[RULE], over=True)
    assert run.verdict is not None
    assert (run.verdict["status"], run.verdict["window"]) == ("insufficient_rounds", None)
    assert counted(session, run) == [False, False]


def test_loop_that_never_began_has_no_verdict(make: Factory, session: Session) -> None:
    run = make_rounds(make, "planned", "planned")
    settle_loops(session, run=run, rules=[RULE], over=True)
    assert run.verdict is None
