"""Latency logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.logs import parse_log

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "fio" / "local"


def test_rows_are_time_value_and_direction(recorded) -> None:
    rows = parse_log(recorded("ramp_lat.1.log"))
    assert rows.t_ms.tolist() == [1000, 1000, 2000, 2000, 3001, 3001]
    assert rows.values.tolist()[:2] == [365668, 345602]
    assert rows.directions.tolist() == [0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize("row", [b"7, 8, 1, 4096\n", b"7, 8, 1, 4096, 0\n", b"7, 8, 1, 0, 4096, 0x0001\n", b"7,8,1\n"])
def test_version_specific_columns_do_not_change_rows(row: bytes) -> None:
    rows = parse_log(row * 2)
    assert (rows.t_ms.tolist(), rows.values.tolist(), rows.directions.tolist()) == ([7, 7], [8, 8], [1, 1])


@pytest.mark.parametrize("rest", [b"2", b"2000, 7", b"2000, 7, 0, 0", b"2000, 7, 0, 0,", b"2000, 7, 0, 0, x"])
def test_an_incomplete_last_row_is_left_out(rest: bytes) -> None:
    rows = parse_log(b"1000, 5, 0, 0, 0\n" + rest)
    assert (rows.t_ms.tolist(), rows.complete) == ([1000], False)


def test_last_row_without_newline_is_complete() -> None:
    rows = parse_log(b"1000, 5, 0, 0, 0\n2000, 7, 0, 0, 0")
    assert (rows.t_ms.tolist(), rows.complete) == ([1000, 2000], True)


def test_maxima_move_the_direction_column() -> None:
    rows = parse_log(b"1000, 5, 900, 0, 4096, 0\n2000, 7, 800, 1, 0, 0\n")
    assert (rows.values.tolist(), rows.directions.tolist(), rows.block_bytes) == ([5, 7], [0, 1], 4096)
    assert rows.highest is not None
    assert rows.highest.tolist() == [900, 800]


@pytest.mark.parametrize(("row", "size"), [(b"7, 8, 1\n", None), (b"7, 8, 1, 0\n", 0), (b"7, 8, 1, 4096, 0\n", 4096)])
def test_first_request_size_marks_logs_of_single_ios(row: bytes, size: int | None) -> None:
    assert parse_log(row).block_bytes == size


@pytest.mark.parametrize("data", [b"", b"\n", b"1000, 5"])
def test_an_empty_log_has_no_rows(data: bytes) -> None:
    assert parse_log(data).t_ms.size == 0


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"1000, 5, 0\nfio: error\n", "line 2"),
        (b"1000, 5, 0\n2000, 5\n", "line 2"),
        (b"1000, 5, 0\n2000, 99999999999999999999, 0\n", "line 2"),
        (b"1000, 5.5, 0\n", "line 1"),
        (b"1000, 5, 0\n2000, 5, 7\n", "row 2"),
        (b"1000, 5, 0\n2000, -5, 0\n", "row 2"),
        (b"1000, 5, 900, 0, 0\n2000, 5, 900, 7, 0\n", "row 2"),
        (b"\x00\xff\n", "line 1"),
    ],
)
def test_invalid_row_is_refused_with_its_place(data: bytes, place: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        parse_log(data)
    assert failed.value.place == place


def test_logs_of_a_long_run_are_read() -> None:
    folder = CORPUS / "precond-16jobs-1s-logs"
    if not folder.exists():
        pytest.skip("the corpus of result files is not beside this checkout")
    logs = [parse_log(path.read_bytes()) for path in sorted(folder.glob("*_lat.*.log"))]
    assert len(logs) == 16
    assert all(rows.complete and set(rows.directions.tolist()) == {1} and rows.values.min() > 0 for rows in logs)
