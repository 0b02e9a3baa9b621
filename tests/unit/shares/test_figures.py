"""Numbers on server-rendered pages."""

from __future__ import annotations

import pytest

from storagelab.shares import figures


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "n/a"),
        (0, "0"),
        (0.5, "0.5"),
        (12.345, "12.35"),
        (463.4, "463"),
        (231456.2, "231,456"),
        (7e6, "7,000,000"),
    ],
)
def test_iops_from_hundred_are_whole_numbers(value: float | None, text: str) -> None:
    assert figures.format_iops(value) == text


@pytest.mark.parametrize(
    ("value_ns", "text"),
    [
        (None, "n/a"),
        (0, "0 ns"),
        (850.0, "850 ns"),
        (1102.4, "1.102 µs"),
        (999_999.0, "1,000 µs"),
        (1_102_000.0, "1.102 ms"),
        (2_223_000_000.0, "2.223 s"),
    ],
)
def test_latency_takes_the_unit_that_fits(value_ns: float | None, text: str) -> None:
    assert figures.format_latency(value_ns) == text


def test_throughput_is_decimal() -> None:
    assert figures.format_throughput(54_396_000_000.0) == "54,400 MB/s"
    assert figures.format_throughput(None) == "n/a"


def test_sizes_are_binary() -> None:
    assert figures.format_size(268_435_456) == "256 MiB"
    assert figures.format_size(512) == "512 B"
    assert figures.format_size(None) == "n/a"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "n/a"), (47.4, "47 s"), (200, "3 min 20 s"), (3720, "1 h 02 min"), (3599.7, "1 h 00 min")],
)
def test_durations_are_formatted_by_magnitude(seconds: float | None, text: str) -> None:
    assert figures.format_duration(seconds) == text


def test_a_negative_number_has_a_real_minus() -> None:
    assert figures.format_quantity(-3.5, "%") == "\u22123.5 %"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (4096, "bytes", "4 KiB"),
        (512.0, "bytes", "512 B"),
        (0.5, "s", "0.5 s"),
        (3840, "s", "1 h 04 min"),
        (12.3456, "percent", "12.35 %"),
        (1.00049, "ratio", "1"),
        (123_456_789, "count", "123,456,789"),
        (-3, "count", "\u22123"),
        (12.34567, "count", "12.35"),
        (None, "count", "n/a"),
        (None, "bytes", "n/a"),
    ],
)
def test_numbers_by_their_base_unit(value: float | None, unit: str, text: str) -> None:
    assert figures.format_quantity(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, "1/s", "n/a"),
        (208_417.820548, "1/s", "208,417.820548 IOPS"),
        (163_835.98333333334, "1/s", "163,835.983333 IOPS"),
        (853_679_104.0, "bytes/s", "853.679104 MB/s"),
        (82_789.684816, "ns", "82.789684816 µs"),
        (1_102_000.0, "ns", "1.102 ms"),
        (0.0, "ns", "0 ns"),
        (-61.4439, "percent", "\u221261.44 %"),
        (268_435_456, "bytes", "256 MiB"),
    ],
)
def test_exact_numbers_have_every_measured_digit(value: float | None, unit: str, text: str) -> None:
    assert figures.format_exact(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, "1/s", "n/a"),
        (147.03, "1/s", "147 IOPS"),
        (231_456.0, "1/s", "231k IOPS"),
        (999_999.0, "1/s", "1.00M IOPS"),
        (13_205_656.0, "1/s", "13.2M IOPS"),
        (54_396_000_000.0, "bytes/s", "54.4 GB/s"),
        (948_045_414.4, "bytes/s", "948 MB/s"),
        (86_400.0, "ns", "86.4 µs"),
        (1_102_000.0, "ns", "1.10 ms"),
        (0.0, "1/s", "0 IOPS"),
    ],
)
def test_short_numbers_have_three_digits(value: float | None, unit: str, text: str) -> None:
    assert figures.format_short(value, unit) == text


def test_sizes_of_files_are_decimal() -> None:
    assert [figures.format_file_size(size) for size in (12, 38_210, 625_000, 1_250_000_000)] == [
        "12 B", "38.2 kB", "625 kB", "1.25 GB",
    ]  # fmt: skip
