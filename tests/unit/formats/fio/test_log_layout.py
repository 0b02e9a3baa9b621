"""Logs made again from their series."""

from __future__ import annotations

import json

import pytest
from tests.unit.formats.fio.folders import Bytes

from storagelab.domain.results import ObservedSeries
from storagelab.engines.fio.parts import WarningList
from storagelab.formats.fio.log_layout import describe_layout, rebuild_log
from storagelab.formats.fio.log_names import parse_log_name
from storagelab.formats.fio.origins import Origins
from storagelab.formats.fio.series import read_series


def read(data: bytes) -> list[ObservedSeries]:
    name = parse_log_name("x_lat.1.log")
    assert name is not None
    return read_series(Bytes("x_lat.1.log", data), name, Origins([]), WarningList())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1000, 5, 0, 0\n",
        b"1000, 5, 0, 0\n2000, 6, 0, 0",
        b"1000, 5, 0, 0, 0\n1000, 7, 1, 0, 0\n2000, 5, 0, 0, 0\n2000, 7, 1, 0, 0\n2001, 9, 1, 0, 0\n",
        b"1000,5,0,0\n",
        b"1000, 5, 0, 4096, 1\n1001, 6, 2, 8192, 1\n",
        b"1000, 5, 900, 0, 0, 0\n1000, 6, 800, 1, 0, 0\n",
        b"1000, 5, 0, 0, 0x0001\n2000, 5, 0, 0, 0x0001\n",
    ],
)
def test_a_regular_log_is_made_again(data: bytes) -> None:
    series = read(data)
    layout = describe_layout(data, series)
    assert layout is not None
    assert rebuild_log(json.loads(json.dumps(layout)), series) == data


@pytest.mark.parametrize(
    "data",
    [
        b"27, 5, 0, 4096, 40960\n28, 6, 0, 4096, 8192\n",
        b"1000,  5, 0, 0\n",
        b"01000, 5, 0, 0\n",
        b"1000, 5, 0, 0\r\n",
        b"1000, 5, 0, 0\n\n2000, 6, 0, 0\n",
        b"1000, 5, 0, 0\n2000, 6",
    ],
)
def test_log_not_covered_by_series_is_stored_unchanged(data: bytes) -> None:
    assert describe_layout(data, read(data)) is None


def test_a_long_log_has_a_short_layout() -> None:
    data = b"".join(b"%d, 5, 0, 0\n%d, 6, 1, 0\n" % (1000 * window, 1000 * window) for window in range(1, 5000))
    layout = describe_layout(data, read(data))
    assert layout is not None
    assert layout["order"] == [[[0, 1], 4999]]


def test_an_order_without_a_pattern_is_not_worth_it() -> None:
    digits = f"{3**1500:b}"
    data = "".join(f"{window}, 5, {digit}, 0\n" for window, digit in enumerate(digits)).encode()
    assert describe_layout(data, read(data)) is None


def test_other_series_are_refused() -> None:
    data = b"1000, 5, 0, 0\n"
    layout = describe_layout(data, read(data))
    assert layout is not None
    for other in (b"1000, 5, 1, 0\n", b"1000, 5, 0, 0\n2000, 5, 0, 0\n", b"1000, 5, 9, 0, 0, 0\n"):
        with pytest.raises(ValueError, match="not those of this log"):
            rebuild_log(layout, read(other))
