"""Numbers with units, and dates in a time zone."""

from __future__ import annotations

import contextlib
import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.query.values import UNITS, read_number, read_period

BERLIN = ZoneInfo("Europe/Berlin")
NOW = dt.datetime(2026, 11, 28, 15, 30, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        *(("500k", "1/s", 5e5), ("1.5M", "1/s", 1.5e6), ("500", "1/s", 500.0), ("5e5", "1/s", 5e5)),
        *(("2GB/s", "bytes/s", 2e9), ("2 GiB/s", "bytes/s", 2.0**31), ("3MiB", "bytes/s", 3 * 2.0**20)),
        *(("1ms", "ns", 1e6), ("100us", "ns", 1e5), ("100µs", "ns", 1e5), ("2S", "ns", 2e9)),
        *(("4k", "bytes", 4096.0), ("4KiB", "bytes", 4096.0), ("4096", "bytes", 4096.0), ("1M", "bytes", 2.0**20)),
        *(("3.84TB", "decimal bytes", 3.84e12), ("1TiB", "decimal bytes", 2.0**40)),
        *(("1PB", "decimal bytes", 1e15), ("60C", "celsius", 60.0), ("60 °C", "celsius", 60.0), ("2d", "hours", 48.0)),
        *(("90s", "seconds", 90.0), ("2h", "seconds", 7200.0), ("1m", "seconds", 60.0)),
        *(("70%", "percent", 70.0), ("70", "percent", 70.0), ("32", None, 32.0), ("2k", None, 2000.0)),
    ],
)
def test_numbers_are_read_in_their_base_unit(text: str, unit: str | None, value: float) -> None:
    assert read_number(text, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "fault"),
    [
        ("fast", "1/s", "is not a number such as 500k"),
        ("-5", "1/s", "is not a number"),
        ("", None, "is not a number"),
        ("5", "ns", "has no unit. Available: ns, us, ms, s"),
        ("5GB", "ns", "has an unknown unit. Available: ns, us, ms, s"),
        ("1e999", "1/s", "is too large"),
        ("٣", "1/s", "is not a number"),
    ],
)
def test_other_texts_are_refused(text: str, unit: str | None, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_number(text, unit)


@given(st.text(max_size=12), st.sampled_from([None, *UNITS]))
def test_any_text_gives_a_number_or_error(text: str, unit: str | None) -> None:
    with contextlib.suppress(ValueError):
        assert read_number(text, unit) >= 0


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("-7d", "2026-11-21T15:30+01:00", "2026-11-21T15:30+01:00"),
        ("-90min", "2026-11-28T14:00+01:00", "2026-11-28T14:00+01:00"),
        ("now", "2026-11-28T15:30+01:00", "2026-11-28T15:30+01:00"),
        ("today", "2026-11-28T00:00+01:00", "2026-11-29T00:00+01:00"),
        ("Yesterday", "2026-11-27T00:00+01:00", "2026-11-28T00:00+01:00"),
        ("2026", "2026-01-01T00:00+01:00", "2027-01-01T00:00+01:00"),
        ("2026-12", "2026-12-01T00:00+01:00", "2027-01-01T00:00+01:00"),
        ("2026-11-28", "2026-11-28T00:00+01:00", "2026-11-29T00:00+01:00"),
        # The day of 25 hours.
        ("2026-10-25", "2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00"),
        ("2026-11-28T13:30", "2026-11-28T13:30+01:00", "2026-11-28T13:31+01:00"),
        ("2026-11-28T13:30:05Z", "2026-11-28T13:30:05Z", "2026-11-28T13:30:06Z"),
        ("2026-11-28T13:30-05:30", "2026-11-28T19:00Z", "2026-11-28T19:01Z"),
    ],
)
def test_dates_become_periods_in_reference_time_zone(text: str, start: str, end: str) -> None:
    period = read_period(text, NOW)
    assert (period.start, period.end) == (dt.datetime.fromisoformat(start), dt.datetime.fromisoformat(end))


@pytest.mark.parametrize(
    "text", ["", "tomorrow", "2026-13", "2026-02-30", "0001", "9999-12-31", "-999999w", "-7y", "2026-11-28T25:00", "7d"]
)
def test_other_dates_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|is before"):
        read_period(text, NOW)


@given(st.text("0123456789-T:Z+dhmw todaynow", max_size=20))
def test_any_text_gives_a_period_or_error(text: str) -> None:
    try:
        period = read_period(text, NOW)
    except ValueError:
        return
    assert period.start.astimezone(dt.UTC) <= period.end.astimezone(dt.UTC)
