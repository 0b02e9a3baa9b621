"""Parsed results on disk, between the reading and the storing process: MessagePack and raw columns.

The columns of all curves of a result lie in one file of 64-bit integers, so that a reader maps them and never holds
them all in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from storagelab.analysis.downsample import IntArray
from storagelab.domain.results import ParsedResult

_INTEGER = np.dtype("<i8")


def write_result(folder: Path, index: int, result: ParsedResult) -> None:
    """Write one result into `folder`. Raises OverflowError for a number that no 64 bits hold."""
    records, columns = _build_paths(folder, index)
    position = 0

    with columns.open("wb") as file:

        def encode(value: Any) -> Any:
            nonlocal position
            if isinstance(value, np.ndarray):
                place = [position, len(value)]
                file.write(np.ascontiguousarray(value, dtype=_INTEGER).data)
                position += len(value)
                return place
            if isinstance(value, np.generic):
                return value.item()
            if isinstance(value, Mapping):
                return dict(value)
            raise NotImplementedError(f"a result holds a {type(value).__name__}")

        content = msgspec.msgpack.encode(result, enc_hook=encode)
    records.write_bytes(content)


def read_result(folder: Path, index: int) -> ParsedResult:
    """Read the parsed result that `write_result` wrote into `folder` under this index.

    Its columns are read only when they are used. Raises OSError.
    """
    records, columns = _build_paths(folder, index)
    if columns.stat().st_size:
        integers: IntArray = np.memmap(columns, dtype=_INTEGER, mode="r")
    else:
        integers = np.empty(0, dtype=np.int64)

    def decode(_: type, value: Any) -> IntArray:
        start, length = value
        return integers[start : start + length]

    return msgspec.msgpack.decode(records.read_bytes(), type=ParsedResult, dec_hook=decode)


def _build_paths(folder: Path, index: int) -> tuple[Path, Path]:
    return folder / f"{index:06d}.msgpack", folder / f"{index:06d}.columns"
