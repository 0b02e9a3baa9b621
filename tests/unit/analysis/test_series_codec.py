"""Series and overviews come back bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.analysis.downsample import build_buckets
from storagelab.analysis.series_codec import (
    CHUNK_ROWS,
    OVERVIEW_POINTS,
    decode_overview,
    decode_series,
    encode_overview,
    encode_series,
)

int64 = st.integers(min_value=-(2**63), max_value=2**63 - 1)


def curve(rows: int) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(7)
    t = np.arange(1, rows + 1, dtype=np.int64) * 1000 + chance.integers(0, 3, rows)
    return t, chance.normal(30_000, 200, rows).astype(np.int64)


@given(st.lists(st.tuples(int64, int64), max_size=50))
def test_every_int64_survives(rows: list[tuple[int, int]]) -> None:
    times, values = decode_series(encode_series([t for t, _ in rows], [v for _, v in rows]))
    assert list(zip(times.tolist(), values.tolist(), strict=True)) == rows


@pytest.mark.parametrize("rows", [0, 1, CHUNK_ROWS - 1, CHUNK_ROWS, CHUNK_ROWS + 1, 3 * CHUNK_ROWS])
def test_chunks_join_without_a_seam(rows: int) -> None:
    t, v = curve(rows)
    times, values = decode_series(encode_series(t, v))
    assert (times == t).all()
    assert (values == v).all()


def test_noisy_curve_needs_under_three_bytes_per_sample() -> None:
    t, v = curve(43_200)
    assert len(encode_series(t, v)) < 3 * t.size


def test_a_gap_is_an_absent_row() -> None:
    times, values = decode_series(encode_series([1000, 9000], [5, 6]))
    assert (times.tolist(), values.tolist()) == ([1000, 9000], [5, 6])


@pytest.mark.parametrize(
    ("times", "values", "message"),
    [
        ([1, 2], [1], "2 times do not fit 1 values"),
        ([1.5], [1], "t_ms must be one column of integers"),
        ([1], [[1]], "values must be one column of integers"),
        ([1], np.array([2**63], dtype=np.uint64), "does not fit 64 bits"),
    ],
)
def test_other_columns_are_refused(times, values, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        encode_series(times, values)


def test_damage_is_noticed() -> None:
    blob = encode_series(*curve(100))
    flipped = bytearray(blob)
    flipped[len(blob) // 2] ^= 0xFF
    for damaged in (blob[:-1], blob[:8], blob[:10], blob + b"x", bytes(flipped), b"", b"text"):
        with pytest.raises(ValueError, match="stored series"):
            decode_series(damaged)


def test_an_overview_comes_back_bit_for_bit() -> None:
    t, v = curve(7000)
    v[1234] = 2**52 + 1
    weights = np.arange(t.size)
    expected = build_buckets(t, v, weights, t0_ms=int(t[0]), t1_ms=int(t[-1]), max_points=OVERVIEW_POINTS)
    got = decode_overview(encode_overview(expected))
    assert (got.t0_ms, got.step_ms) == (expected.t0_ms, expected.step_ms)
    for name in ("minimum", "mean", "maximum"):
        assert getattr(got, name).tobytes() == getattr(expected, name).tobytes()
    assert got.maximum.max() == 2**52 + 1


def test_overview_above_the_point_limit_is_refused() -> None:
    t, v = curve(7000)
    with pytest.raises(ValueError, match="at most 1500 points, not"):
        encode_overview(build_buckets(t, v, t0_ms=int(t[0]), t1_ms=int(t[-1]), max_points=OVERVIEW_POINTS + 1))


def test_series_is_refused_as_an_overview() -> None:
    with pytest.raises(ValueError, match="expected kind"):
        decode_overview(encode_series([1], [1]))
    with pytest.raises(ValueError, match="at most 1500 points"):
        decode_overview(b"SLo1" + (10**6).to_bytes(4, "little"))
