"""Bytes written to a drive by week and by cause."""

from __future__ import annotations

import datetime as dt

from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.weeks import DAY_SECONDS, WEEK_SECONDS
from storagelab.analysis.written_bytes import (
    CounterReading,
    RunWrite,
    WeekOfWrites,
    compute_run_writes,
    split_weekly_writes,
)

TB = 10**12
MONDAY = dt.datetime(2026, 11, 2, tzinfo=dt.UTC).timestamp()


def reading(day: float, written: int, run: str | None = None) -> CounterReading:
    """Return the counter of the drive `day` days after a Monday."""
    return CounterReading(MONDAY + day * DAY_SECONDS, written, run)


def write(day: float, run: str, written: int | None, *, preparation: bool = False) -> RunWrite:
    """Return the bytes that the lab counted for a step of a run."""
    return RunWrite(MONDAY + day * DAY_SECONDS, run, written, preparation)


def week(place: int, run: int | None, preparation: int | None, other: int | None) -> WeekOfWrites:
    return WeekOfWrites(MONDAY + place * WEEK_SECONDS, run, preparation, other)


def test_drive_counter_determines_bytes_of_run_with_readings() -> None:
    readings = [reading(0, 0), reading(1, TB, "r"), reading(2, 5 * TB, "r"), reading(3, 6 * TB)]
    writes = [write(2, "r", TB, preparation=True), write(2, "r", 2 * TB)]
    # 4 TB within the run, 1 TB of them to prepare; 1 TB before it and 1 TB behind it are of others.
    assert split_weekly_writes(readings, writes) == [week(0, 3 * TB, TB, 2 * TB)]
    assert compute_run_writes(readings, writes) == {"r": 4 * TB}


def test_preparation_is_limited_to_counter_growth() -> None:
    readings = [reading(1, 0, "r"), reading(2, TB, "r")]
    assert split_weekly_writes(readings, [write(2, "r", 5 * TB, preparation=True)]) == [week(0, 0, TB, 0)]


def test_uncounted_preparation_belongs_to_the_run() -> None:
    readings = [reading(1, 0, "r"), reading(2, TB, "r")]
    assert split_weekly_writes(readings, [write(2, "r", None, preparation=True)]) == [week(0, TB, 0, 0)]


def test_run_without_readings_is_subtracted_from_other_bytes() -> None:
    readings = [reading(0, 0), reading(3, 10 * TB)]
    writes = [write(1, "r", 4 * TB), write(1, "r", TB, preparation=True)]
    assert split_weekly_writes(readings, writes) == [week(0, 4 * TB, TB, 5 * TB)]
    assert compute_run_writes(readings, writes) == {"r": 5 * TB}


def test_uncounted_run_makes_its_week_unknown() -> None:
    readings = [reading(0, 0), reading(3, 10 * TB)]
    writes = [write(1, "r", None), write(1, "s", TB)]
    assert split_weekly_writes(readings, writes) == [week(0, None, 0, None)]
    assert compute_run_writes(readings, writes) == {"r": None, "s": TB}


def test_drive_without_counter_has_bytes_of_its_runs() -> None:
    assert split_weekly_writes([], [write(1, "r", TB), write(8, "s", TB, preparation=True)]) == [
        week(0, TB, 0, None),
        week(1, 0, TB, None),
    ]


def test_falling_counter_adds_no_bytes() -> None:
    readings = [reading(0, 9 * TB), reading(1, 10 * TB), reading(8, TB), reading(15, 2 * TB)]
    assert [item.other_bytes for item in split_weekly_writes(readings, [])] == [None, None, share_of_last_week(1 / 7)]
    fell = [reading(0, 9 * TB, "r"), reading(1, TB, "r")]
    assert split_weekly_writes(fell, [write(1, "r", TB)]) == [week(0, TB, 0, None)]
    assert compute_run_writes(fell, [write(1, "r", TB)]) == {"r": TB}


def share_of_last_week(share: float) -> int:
    """Return the part of a TB that reaches into the last week."""
    return TB - round(TB * (1 - share))


def test_bytes_between_readings_are_spread_by_time() -> None:
    # From Thursday to the Thursday after next: 4 of 14 days, 7 of 14, 3 of 14.
    weeks = split_weekly_writes([reading(3, 0), reading(17, 14 * TB)], [])
    assert [item.other_bytes for item in weeks] == [4 * TB, 7 * TB, 3 * TB]


def test_drive_without_a_history_has_no_weeks() -> None:
    assert split_weekly_writes([], []) == []
    assert split_weekly_writes([reading(0, TB)], []) == []


steps = st.tuples(
    st.floats(min_value=0, max_value=20 * DAY_SECONDS),
    st.integers(min_value=-(10**15), max_value=10**15),
    st.sampled_from([None, None, "a", "b", "c"]),
)
ledger = st.lists(
    st.builds(
        RunWrite,
        at_seconds=st.floats(min_value=MONDAY, max_value=MONDAY + 200 * DAY_SECONDS),
        run=st.sampled_from(["a", "b", "c", "d"]),
        written_bytes=st.none() | st.integers(min_value=0, max_value=10**15),
        is_preparation=st.booleans(),
    ),
    max_size=8,
)


def readings_of(moves: list[tuple[float, int, str | None]], *, falls: bool) -> list[CounterReading]:
    """Return readings in order of time whose counter moves by these steps."""
    at_seconds, counter, readings = MONDAY, 10**15, []
    for seconds, step, run in moves:
        at_seconds, counter = at_seconds + seconds, max(counter + (step if falls else abs(step)), 0)
        readings.append(CounterReading(at_seconds, counter, run))
    return readings


@settings(deadline=None)
@given(st.lists(steps, max_size=12), ledger)
def test_weeks_are_contiguous_without_negative_bytes(
    moves: list[tuple[float, int, str | None]], writes: list[RunWrite]
) -> None:
    weeks = split_weekly_writes(readings_of(moves, falls=True), writes)
    for item in weeks:
        assert min(item.run_bytes or 0, item.preparation_bytes or 0, item.other_bytes or 0) >= 0
    starts = [item.start_seconds for item in weeks]
    assert starts == [starts[0] + place * WEEK_SECONDS for place in range(len(weeks))]
    assert all(
        value is None or value >= 0 for value in compute_run_writes(readings_of(moves, falls=True), writes).values()
    )


@settings(deadline=None)
@given(st.lists(steps, max_size=12))
def test_weekly_bytes_add_up_to_the_counter_growth(moves: list[tuple[float, int, str | None]]) -> None:
    readings = readings_of([(seconds, step, None) for seconds, step, _ in moves], falls=False)
    total = sum(item.other_bytes or 0 for item in split_weekly_writes(readings, []))
    assert total == (readings[-1].written_bytes - readings[0].written_bytes if readings else 0)


@settings(deadline=None)
@given(st.integers(min_value=0, max_value=10**15), st.integers(min_value=0, max_value=10**15))
def test_run_and_preparation_equal_the_counter_growth(counted: int, prepared: int) -> None:
    readings = [reading(1, TB, "r"), reading(30, TB + counted, "r")]
    weeks = split_weekly_writes(readings, [write(30, "r", prepared, preparation=True)])
    assert sum((item.run_bytes or 0) + (item.preparation_bytes or 0) for item in weeks) == counted
    assert sum(item.preparation_bytes or 0 for item in weeks) == min(prepared, counted)
