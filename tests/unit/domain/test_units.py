"""Sizes and durations as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.units import format_size, parse_duration, parse_size


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4k", 4096),
        ("4K", 4096),
        ("128KiB", 131072),
        ("1m", 1 << 20),
        ("2 GB", 2 << 30),
        ("1T", 1 << 40),
        ("512", 512),
        (" 512 B ", 512),
        (4096, 4096),
    ],
)
def test_sizes_are_binary(text: str | int, expected: int) -> None:
    assert parse_size(text) == expected


@pytest.mark.parametrize("text", ["", "k", "4.5k", "-4k", "4x", "4k 4k", "0x10"])
def test_other_sizes_are_refused_with_their_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("90", 90), ("30s", 30), ("10m", 600), ("10 min", 600), ("12h", 43200), ("1d", 86400), ("250ms", 0.25), (5, 5)],
)
def test_durations_are_seconds(text: str | float, expected: float) -> None:
    assert parse_duration(text) == expected


@pytest.mark.parametrize("text", ["", "s", "-1s", "1y", "1h30m"])
def test_other_durations_are_refused_with_their_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("size", "text"),
    [(4096, "4K"), (131072, "128K"), (1 << 20, "1M"), (1536 << 20, "1536M"), (1 << 40, "1T"), (4095, "4095 B")],
)
def test_sizes_are_shown_short(size: int, text: str) -> None:
    assert format_size(size) == text


@given(st.integers(min_value=0, max_value=1 << 60))
def test_formatted_size_is_parsed_back(size: int) -> None:
    assert parse_size(format_size(size)) == size
