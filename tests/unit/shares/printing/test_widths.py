"""Widths of the columns of printed tables."""

from __future__ import annotations

from storagelab.shares.printing.widths import GAP, column_widths


def test_table_that_fits_is_as_wide_as_its_cells() -> None:
    assert column_widths(["Phase", "IOPS"], [False, True], [["1. Fill", "231,456 IOPS"]]) == [0, 0]


def test_numbers_take_what_they_need_and_words_share_the_rest() -> None:
    rows = [["1. Fill " * 20, "231,456 IOPS", "x" * 64, "a"]]
    widths = column_widths(["Phase", "IOPS of the random writes", "SHA-256", "B"], [False, True, False, False], rows)
    assert widths == [40, float(len("231,456 IOPS") + GAP), 40, 8]
    assert isinstance(widths[1], float)


def test_head_of_numbers_breaks_between_words() -> None:
    rows = [["1", "word " * 30]]
    assert column_widths(["Percentile of everything", "Note"], [True, False], rows)[0] == float(10 + GAP)


def test_numbers_alone_and_nothing_at_all() -> None:
    assert column_widths(["n" * 60, "m" * 60], [True, True], [["1", "2"]]) == [0, 0]
    assert column_widths([], [], []) == []
    assert column_widths(["", "x" * 200], [True, False], []) == [float(GAP), 40]
