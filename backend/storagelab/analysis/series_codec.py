"""Lossless codec of a stored series: two int64 columns, at 2 to 3 bytes per sample.

Each chunk of 8192 rows goes through delta (of the times: delta of delta), zigzag, byte transpose and zstd. Noise then
is in few low bytes, and the rest compresses to nearly nothing.

A gap is an absent row. Values are integers of a unit that the caller stores beside the blob.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from storagelab.analysis.downsample import Buckets, IntArray

CHUNK_ROWS = 8192
#: Up to this many samples a chart decodes the series itself; beyond it the overview is faster.
OVERVIEW_FROM = 6000
OVERVIEW_POINTS = 1500

_HEADER = struct.Struct("<4sI")
_LENGTH = struct.Struct("<I")
_SERIES_MAGIC = b"SLs1"
_OVERVIEW_MAGIC = b"SLo1"
_LEVEL = 3


def encode_series(t_ms: npt.ArrayLike, values: npt.ArrayLike) -> bytes:
    """Encode two columns of equal length as one blob; any int64 survives.

    Raises ValueError for other shapes and types.
    """
    times, numbers = _require_int64_column("t_ms", t_ms), _require_int64_column("values", values)
    if times.shape != numbers.shape:
        raise ValueError(f"{times.size} times do not fit {numbers.size} values")
    parts = [_HEADER.pack(_SERIES_MAGIC, times.size)]
    for start in range(0, times.size, CHUNK_ROWS):
        stop = start + CHUNK_ROWS
        parts.append(
            _compress_chunk(_shuffle_column(times[start:stop], order=2) + _shuffle_column(numbers[start:stop], order=1))
        )
    return b"".join(parts)


def decode_series(blob: bytes) -> tuple[IntArray, IntArray]:
    """Decode times and values as int64 arrays. Raises ValueError for bytes that `encode_series` did not make."""
    rows, position = _read_header(blob, _SERIES_MAGIC)
    times = [np.empty(0, dtype=np.int64)]
    values = [np.empty(0, dtype=np.int64)]
    for start in range(0, rows, CHUNK_ROWS):
        payload, position = _decompress_chunk(blob, position, 16 * min(CHUNK_ROWS, rows - start))
        times.append(_unshuffle_column(payload[: len(payload) // 2], order=2))
        values.append(_unshuffle_column(payload[len(payload) // 2 :], order=1))
    if position != len(blob):
        raise ValueError("a stored series has bytes after its end")
    return np.concatenate(times), np.concatenate(values)


def encode_overview(view: Buckets) -> bytes:
    """Encode the buckets of a long series as a blob, from which a chart of the whole phase is drawn.

    Raises ValueError for too many buckets.
    """
    if view.mean.size > OVERVIEW_POINTS:
        raise ValueError(f"an overview has at most {OVERVIEW_POINTS} points, not {view.mean.size}")
    columns = np.array([view.t0_ms, view.step_ms], dtype=np.int64)
    curves = [curve.view(np.int64) for curve in (view.minimum, view.mean, view.maximum)]
    head = _HEADER.pack(_OVERVIEW_MAGIC, view.mean.size)
    return head + _compress_chunk(columns.tobytes() + b"".join(_shuffle_column(curve, order=1) for curve in curves))


def decode_overview(blob: bytes) -> Buckets:
    """Decode the buckets that `encode_overview` made, bit for bit. Raises ValueError for other bytes."""
    points, position = _read_header(blob, _OVERVIEW_MAGIC)
    if points > OVERVIEW_POINTS:
        raise ValueError(f"an overview has at most {OVERVIEW_POINTS} points, not {points}")
    payload, _ = _decompress_chunk(blob, position, 16 + 24 * points)
    t0_ms, step_ms = np.frombuffer(payload[:16], dtype=np.int64).tolist()
    minimum, mean, maximum = (
        _unshuffle_column(payload[16 + 8 * points * i : 16 + 8 * points * (i + 1)], order=1).view(np.float64)
        for i in range(3)
    )
    return Buckets(t0_ms=t0_ms, step_ms=step_ms, minimum=minimum, mean=mean, maximum=maximum)


def _require_int64_column(name: str, column: npt.ArrayLike) -> IntArray:
    array = np.asarray(column)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise ValueError(f"{name} must be one column of integers, not {array.dtype} of shape {array.shape}")
    if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise ValueError(f"{name} holds {array.max()}, which does not fit 64 bits with a sign")
    return array.astype(np.int64)


def _shuffle_column(column: IntArray, *, order: int) -> bytes:
    """Encode a column as bytes: delta `order` times, zigzag, then byte 0 of all values, byte 1, ...

    The delta wraps, hence it is lossless for every int64.
    """
    for _ in range(order):
        column = np.diff(column, prepend=np.int64(0))
    zigzag: npt.NDArray[Any] = (column << 1) ^ (column >> 63)
    return zigzag.view(np.uint8).reshape(-1, 8).T.tobytes()


def _unshuffle_column(payload: bytes, *, order: int) -> IntArray:
    transposed = np.frombuffer(payload, dtype=np.uint8).reshape(8, -1).T
    zigzag = np.ascontiguousarray(transposed).view(np.uint64).reshape(-1)
    column: IntArray = (zigzag >> np.uint64(1)).view(np.int64) ^ -(zigzag & np.uint64(1)).view(np.int64)
    for _ in range(order):
        column = np.cumsum(column, dtype=np.int64)
    return column


def _compress_chunk(payload: bytes) -> bytes:
    compressed = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(payload)
    return _LENGTH.pack(len(compressed)) + compressed


def _decompress_chunk(blob: bytes, position: int, expected: int) -> tuple[bytes, int]:
    start = position + _LENGTH.size
    if start > len(blob):
        raise ValueError("a stored series ends in the middle of a chunk")
    stop = start + _LENGTH.unpack_from(blob, position)[0]
    try:
        payload = zstandard.ZstdDecompressor().decompress(blob[start:stop], max_output_size=expected)
    except zstandard.ZstdError as broken:
        raise ValueError(f"a stored series is damaged: {broken}") from None
    if stop > len(blob) or len(payload) != expected:
        raise ValueError("a stored series ends in the middle of a chunk")
    return payload, stop


def _read_header(blob: bytes, magic: bytes) -> tuple[int, int]:
    if len(blob) < _HEADER.size or blob[:4] != magic:
        raise ValueError("these bytes are not a stored series of the expected kind")
    count: int = _HEADER.unpack_from(blob)[1]
    return count, _HEADER.size
