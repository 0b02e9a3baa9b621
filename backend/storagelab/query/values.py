"""Values of conditions: numbers with units, and dates relative to a moment in a time zone."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

_DECIMAL = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_BINARY = {"K": 2.0**10, "M": 2.0**20, "G": 2.0**30, "T": 2.0**40}


@dataclass(frozen=True, slots=True)
class UnitTable:
    """The units in which a number may be written, each with its factor to the base unit.

    Without a unit a number is in the base unit, unless `needs_unit`.
    """

    factors: Mapping[str, float]
    example: str
    needs_unit: bool = False
    #: The base unit, where the table has another name.
    base: str | None = None


def _build_rate_units() -> dict[str, float]:
    """Return the factor of each unit of throughput, with and without `/s`.

    `GiB/s` is binary and `GB/s` decimal.
    """
    bytes_ = {"B": 1.0} | {f"{prefix}B": factor for prefix, factor in _DECIMAL.items()}
    bytes_ |= {f"{prefix}iB": factor for prefix, factor in _BINARY.items()}
    return bytes_ | {f"{unit}/s": factor for unit, factor in bytes_.items()} | _DECIMAL


#: Tables by the name of the base unit.
UNITS: Mapping[str, UnitTable] = {
    "1/s": UnitTable(_DECIMAL, "500k"),
    "bytes/s": UnitTable(_build_rate_units(), "2GB/s"),
    "ns": UnitTable(
        {"ns": 1.0, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9},
        "1ms",
        needs_unit=True,
    ),
    # Sizes of blocks and memory are powers of two, as fio and `domain.units` read them.
    "bytes": UnitTable(
        {"B": 1.0} | {f"{prefix}{rest}": factor for prefix, factor in _BINARY.items() for rest in ("", "B", "iB")},
        "4KiB",
    ),
    # Capacities of drives, as they are sold.
    "decimal bytes": UnitTable(
        {"B": 1.0}
        | {f"{prefix}{rest}": factor for prefix, factor in (_DECIMAL | {"P": 1e15}).items() for rest in ("", "B")}
        | {f"{prefix}iB": factor for prefix, factor in (_BINARY | {"P": 2.0**50}).items()},
        "3.84TB",
        base="bytes",
    ),
    "seconds": UnitTable(
        {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}, "90s", needs_unit=True
    ),
    "hours": UnitTable({"h": 1.0, "d": 24.0}, "8760h"),
    "celsius": UnitTable({"C": 1.0, "°C": 1.0}, "60C"),
    "percent": UnitTable({"%": 1.0}, "70%"),
    "watts": UnitTable({"W": 1.0, "kW": 1e3}, "14W"),
}
#: Numbers that only count.
PLAIN = UnitTable(_DECIMAL, "32")

_NUMBER = re.compile(r"(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)\s*(?P<unit>\D*)", re.ASCII)
_RELATIVE = re.compile(r"-(?P<count>\d{1,6})\s*(?P<unit>s|m|min|h|d|w)", re.ASCII)
_RELATIVE_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800}
_CALENDAR = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2})"
    r"(?:[T ](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?)?)?",
    re.ASCII,
)
_FIRST_YEAR, _LAST_YEAR = 1970, 2999
DATE_EXAMPLES = "-7d, -2h, today, yesterday, 2026-11 or 2026-11-28"


@dataclass(frozen=True, slots=True)
class Period:
    """The time that a date names: a day, a month, a minute, or with `start` equal to `end` a moment."""

    start: dt.datetime
    #: Exclusive.
    end: dt.datetime


def read_number(text: str, unit: str | None) -> float:
    """Return a number in its base unit: `500k` is 500000.0, `1ms` in ns is 1e6.

    Raises ValueError with the fault for a text that is not a number, lacks a required unit, or has an unknown one.
    """
    table = UNITS[unit] if unit is not None else PLAIN
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text} is not a number such as {table.example}")
    written = match["unit"].strip()
    if not written and table.needs_unit:
        raise ValueError(f"{text} has no unit. Available: {', '.join(_list_plain_units(table))}")
    factor = _find_factor(table, written)
    if factor is None:
        available = ", ".join(_list_plain_units(table))
        raise ValueError(f"{text} has an unknown unit. Available: {available}")
    value = float(match["number"]) * factor
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value


def read_period(text: str, now: dt.datetime) -> Period:
    """Return the period of time that a date in a query covers.

    Calendar dates and `today` are in the time zone of `now`. Raises ValueError with the fault.
    """
    plain = text.strip()
    if (match := _RELATIVE.fullmatch(plain.lower())) is not None:
        return _make_moment(text, now, dt.timedelta(seconds=int(match["count"]) * _RELATIVE_SECONDS[match["unit"]]))
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    if plain.lower() == "now":
        return Period(now, now)
    if plain.lower() == "today":
        return Period(midnight, _get_next_day(midnight))
    if plain.lower() == "yesterday":
        before = _combine(midnight.date() - dt.timedelta(days=1), now.tzinfo)
        return Period(before, midnight)
    calendar = _CALENDAR.fullmatch(plain)
    if calendar is None:
        raise ValueError(f"{text} is not a date such as {DATE_EXAMPLES}")
    try:
        return _parse_calendar_period(calendar, now.tzinfo)
    except (ValueError, OverflowError):
        raise ValueError(f"{text} is not in the calendar. Years are from {_FIRST_YEAR} to {_LAST_YEAR}") from None


def is_relative(text: str) -> bool:
    """Return whether a date is a time before now, as in `-7d`."""
    return _RELATIVE.fullmatch(text.strip().lower()) is not None


def _make_moment(text: str, now: dt.datetime, ago: dt.timedelta) -> Period:
    try:
        moment = now - ago
    except OverflowError:
        raise ValueError(f"{text} is before all dates") from None
    if moment.year < _FIRST_YEAR:
        raise ValueError(f"{text} is before {_FIRST_YEAR}")
    return Period(moment, moment)


def _parse_calendar_period(match: re.Match[str], zone: dt.tzinfo | None) -> Period:
    year = int(match["year"])
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise ValueError("outside of the years")
    if match["month"] is None:
        return Period(_combine(dt.date(year, 1, 1), zone), _combine(dt.date(year + 1, 1, 1), zone))
    month = int(match["month"])
    if match["day"] is None:
        following = dt.date(year + month // 12, month % 12 + 1, 1)
        return Period(_combine(dt.date(year, month, 1), zone), _combine(following, zone))
    day = dt.date(year, month, int(match["day"]))
    if match["hour"] is None:
        start = _combine(day, zone)
        return Period(start, _get_next_day(start))
    own_zone = zone if match["zone"] is None else _read_zone(match["zone"])
    time = dt.time(int(match["hour"]), int(match["minute"]), int(match["second"] or 0))
    start = dt.datetime.combine(day, time, own_zone)
    return Period(start, start + dt.timedelta(seconds=60 if match["second"] is None else 1))


def _read_zone(text: str) -> dt.tzinfo:
    if text == "Z":
        return dt.UTC
    digits = text.replace(":", "")
    offset = dt.timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5]))
    return dt.timezone(-offset if digits[0] == "-" else offset)


def _combine(day: dt.date, zone: dt.tzinfo | None) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), zone)


def _get_next_day(midnight: dt.datetime) -> dt.datetime:
    return _combine(midnight.date() + dt.timedelta(days=1), midnight.tzinfo)


def _find_factor(table: UnitTable, unit: str) -> float | None:
    """Return the factor of a unit; the exact spelling comes before one in another case.

    Returns 1 for no unit and None for an unknown unit.
    """
    if not unit:
        return 1.0
    folded = {name.lower(): factor for name, factor in table.factors.items()}
    return table.factors.get(unit, folded.get(unit.lower()))


def _list_plain_units(table: UnitTable) -> list[str]:
    """Return the units to offer in an error, one for each factor."""
    return list({factor: unit for unit, factor in reversed(list(table.factors.items()))}.values())[::-1]
