"""Widths of the columns of printed tables."""

from __future__ import annotations

from storagelab.shares.printing.pdf import _split_columns
from storagelab.shares.printing.widths import GAP, compute_column_widths, compute_minimum_widths, count_line_characters


def test_fitting_table_gets_automatic_widths() -> None:
    assert compute_column_widths(["Phase", "IOPS"], [False, True], [["1. Fill", "231,456 IOPS"]]) == [0, 0]


def test_numbers_get_full_width_before_words() -> None:
    rows = [["1. Fill " * 20, "231,456 IOPS", "x" * 64, "a"]]
    widths = compute_column_widths(
        ["Phase", "IOPS of the random writes", "SHA-256", "B"], [False, True, False, False], rows
    )
    assert widths == [40, float(len("231,456 IOPS") + GAP), 40, 8]
    assert isinstance(widths[1], float)


def test_head_of_numbers_breaks_between_words() -> None:
    rows = [["1", "word " * 30]]
    assert compute_column_widths(["Percentile of everything", "Note"], [True, False], rows)[0] == float(10 + GAP)


def test_numeric_and_empty_tables_get_valid_widths() -> None:
    assert compute_column_widths(["n" * 60, "m" * 60], [True, True], [["1", "2"]]) == [0, 0]
    assert compute_column_widths([], [], []) == []
    assert compute_column_widths(["", "x" * 200], [True, False], []) == [float(GAP), 40]


def test_excess_columns_are_split_into_even_parts() -> None:
    numbers = [False, *[True] * 12]
    needed = compute_minimum_widths(numbers, [["4K random read, 128T/1Q", *["12,447,020 IOPS"] * 12]])
    assert needed == [20, *[15 + GAP] * 12]
    parts = _split_columns(needed)
    assert parts == [[0, 1, 2, 3, 4], [0, 5, 6, 7, 8], [0, 9, 10, 11, 12]]
    assert all(sum(needed[index] for index in part) <= count_line_characters(len(part)) for part in parts)
    assert _split_columns([20, *[10] * 9]) == [[0, 1, 2, 3, 4, 5], [0, 6, 7, 8, 9]]
    assert _split_columns([20]) == [[0]]
    # A column that is wider than a line is printed all the same.
    assert _split_columns([20, 400, 400]) == [[0, 1], [0, 2]]


def test_short_row_names_get_full_width_beside_words() -> None:
    rows = [["Controllers", *["2 x PERC 12 H965i Front with a long name"] * 4]]
    widths = compute_column_widths(["Factor", "A", "B", "C", "D"], [False] * 5, rows)
    assert widths == [float(len("Controllers") + GAP), 40, 40, 40, 40]
