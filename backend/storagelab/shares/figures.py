"""Numbers as a reviewer reads them on pages rendered here: unit beside the number, n/a for unknown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

UNKNOWN = "n/a"
MINUS = "\u2212"
_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"))
_COUNTS = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_RATES = ((1e12, " TB/s"), (1e9, " GB/s"), (1e6, " MB/s"), (1e3, " kB/s"), (1.0, " B/s"))
_FILE_SIZES = ((1e9, " GB"), (1e6, " MB"), (1e3, " kB"), (1.0, " B"))
_SHORT_TIMES = (*((size, f" {name}") for size, name in _TIMES), (1.0, " ns"))


def format_iops(value: float | None) -> str:
    """Format IOPS such as `231,456`: whole requests per second from 100 on, four significant digits below."""
    if value is None:
        return UNKNOWN
    return f"{value:,.0f}" if abs(value) >= 100 else _format_digits(value)


def format_throughput(value: float | None) -> str:
    """Format decimal megabytes per second: `54,396 MB/s`."""
    return UNKNOWN if value is None else f"{_format_digits(value / 1e6)} MB/s"


def format_latency(value_ns: float | None) -> str:
    """Format microseconds below one millisecond, then milliseconds, then seconds."""
    if value_ns is None:
        return UNKNOWN
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if abs(value_ns) >= factor:
            return f"{_format_digits(value_ns / factor)} {unit}"
    return f"{_format_digits(value_ns)} ns"


def format_size(value: float | None) -> str:
    """Format binary sizes as fio writes them, with the unit spelled: `256 MiB`."""
    if value is None:
        return UNKNOWN
    for factor, unit in ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if value >= factor:
            return f"{_format_digits(value / factor)} {unit}"
    return f"{_format_digits(value)} B"


def format_duration(seconds: float | None) -> str:
    """Format a duration such as `1 h 02 min`, `3 min 20 s`, `48 s`."""
    if seconds is None:
        return UNKNOWN
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {left:02d} s" if minutes else f"{left} s"


def format_time(value: str) -> str:
    """Format an RFC 3339 time in UTC to the second: `2026-11-21 02:30:18 UTC`."""
    return dt.datetime.fromisoformat(value).astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def format_exact(value: float | None, unit: str) -> str:
    """Format a measured number by its base unit with every digit that it has, up to twelve: `948.045414 MB/s`.

    What is computed from measured numbers has four digits: percent, ratios, durations. A `number` has no unit here.
    """
    if value is None:
        return UNKNOWN
    if unit == "1/s":
        return f"{_format_every_digit(value)} IOPS"
    if unit == "bytes/s":
        return f"{_format_every_digit(value / 1e6)} MB/s"
    if unit == "ns":
        factor, name = next(((size, word) for size, word in _TIMES if abs(value) >= size), (1.0, "ns"))
        return f"{_format_every_digit(value / factor)} {name}"
    return _format_every_digit(value) if unit == "number" else format_quantity(value, unit)


def format_short(value: float | None, unit: str) -> str:
    """Format a number in three digits, as charts and tiles show it: `231k IOPS`, `5.57 GB/s`, `1.10 ms`."""
    if value is None:
        return UNKNOWN
    if unit == "1/s":
        return f"{_shorten(value, _COUNTS)} IOPS"
    if unit == "bytes/s":
        return _shorten(value, _RATES)
    if unit == "ns":
        return _shorten(value, _SHORT_TIMES)
    return format_quantity(value, unit)


def format_file_size(size_bytes: int) -> str:
    """Format the size of a file in decimal units and three digits: `38.2 kB`."""
    return _shorten(size_bytes, _FILE_SIZES)


def _shorten(value: float, steps: Sequence[tuple[float, str]]) -> str:
    """Format three significant digits in the largest step that the rounded value reaches."""
    rounded = float(f"{value:.3g}")
    factor, name = next((step for step in steps if abs(rounded) >= step[0]), steps[-1])
    number = rounded / factor
    decimals = 0 if abs(number) >= 100 or (factor == 1 and number.is_integer()) else 1 if abs(number) >= 10 else 2
    return f"{number:,.{decimals}f}{name}".replace("-", MINUS)


def _format_every_digit(value: float) -> str:
    """Format at most twelve significant digits, thousands separated, without an exponent."""
    text = f"{Decimal(f'{value:.12g}'):,f}"
    return text.replace("-", MINUS)


def format_quantity(value: float | None, unit: str) -> str:
    """Format a number by its base unit in four digits, as the API names units."""
    if unit == "1/s":
        return f"{format_iops(value)} IOPS" if value is not None else UNKNOWN
    if unit == "bytes/s":
        return format_throughput(value)
    if unit == "ns":
        return format_latency(value)
    if value is None:
        return UNKNOWN
    if unit == "bytes":
        return format_size(value)
    if unit == "s":
        return f"{_format_digits(value)} s" if abs(value) < 60 else format_duration(value)
    if unit == "percent":
        return f"{_format_digits(value)} %"
    if unit in ("count", "ratio", "number", ""):
        # What was counted is exact; numbers that are no count have four digits like all others.
        return f"{value:,}".replace("-", MINUS) if isinstance(value, int) else _format_digits(value)
    return f"{_format_digits(value)} {unit}"


def _format_digits(value: float) -> str:
    """Format four significant digits, thousands separated, without an exponent."""
    if value == 0:
        return "0"
    text = f"{value:.4g}"
    number = float(text)
    if abs(number) >= 1000:
        text = f"{number:,.0f}"
    elif "e" in text:
        text = f"{number:.10f}".rstrip("0")
    return text.replace("-", MINUS)
