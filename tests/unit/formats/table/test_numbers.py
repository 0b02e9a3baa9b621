"""Numbers in notations of several countries; an ambiguous number is read in neither way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.formats.table.numbers import Mark, find_decimal_mark, mark_for, read_number, read_numbers

NARROW, THIN, NO_BREAK = "\u202f", "\u2009", "\u00a0"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("54396", 54396.0),
        ("41.6", 41.6),
        ("41,6", 41.6),
        ("1 234,56", 1234.56),
        (f"1{NARROW}234,56", 1234.56),
        (f"13{THIN}205{NO_BREAK}656", 13205656.0),
        ("1.234,56", 1234.56),
        ("1,234.56", 1234.56),
        ("7,958,204", 7958204.0),
        ("7.958.204", 7958204.0),
        ("1'234'567.5", 1234567.5),
        ("1’234’567", 1234567.0),
        ("12,34,567", 1234567.0),
        ("0,234", 0.234),
        ("0.234", 0.234),
        ("1234,567", 1234.567),
        (".5", 0.5),
        ("+7", 7.0),
        ("-3", -3.0),
        ("−3,5", -3.5),
        ("1.5e6", 1.5e6),
        ("2E-3", 0.002),
        ("１２３４．５", 1234.5),
        ("１３，２０５，６５６", 13205656.0),
        ("٣٫٥", 3.5),
    ],
)
def test_number_has_its_printed_value(text: str, value: float) -> None:
    assert read_number(text).value == value


@pytest.mark.parametrize(
    "text",
    ["", "NaN", "inf", "n/a", "plateau", "1.2.3", "1 23", "1,23,4", "12,345,67", "1e400", "1" * 5000, "0x10", "1_000"],
)
def test_text_without_number_is_none(text: str) -> None:
    (number,) = read_numbers(text)

    assert number.value is None
    assert number.explanation


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("~550000", "approximate", 550000.0),
        ("≈ 1,5", "approximate", 1.5),
        (">= 300000", "lower_bound", 300000.0),
        ("＞＝３０００", "lower_bound", 3000.0),
        ("≥9", "lower_bound", 9.0),
        (">9", "lower_bound", 9.0),
        ("300000+", "lower_bound", 300000.0),
        ("<= 8", "upper_bound", 8.0),
        ("≤8", "upper_bound", 8.0),
        ("<120", "upper_bound", 120.0),
        ("120", None, 120.0),
    ],
)
def test_sign_decides_the_value_kind(text: str, kind: str | None, value: float) -> None:
    number = read_number(text)

    assert (number.kind, number.value) == (kind, value)


def test_unit_after_a_number_is_preserved() -> None:
    assert (read_number("54,4 GB/s").value, read_number("54,4 GB/s").unit) == (54.4, "GB/s")
    assert (read_number("45 %").value, read_number("45 ％").unit) == (45.0, "%")
    assert (read_number("16k").value, read_number("16k").unit) == (16.0, "k")


def test_a_range_has_two_ends() -> None:
    low, high = read_numbers("424,5–443 kIOPS")

    assert (low.value, low.kind, low.unit) == (424.5, "range_low", "kIOPS")
    assert (high.value, high.kind, high.unit) == (443.0, "range_high", "kIOPS")
    assert read_number("300-500").value is None
    assert [number.value for number in read_numbers("500-300")] == [None]


@pytest.mark.parametrize(
    ("text", "mark", "value"),
    [
        ("1,234", None, None),
        ("1,234", ",", 1.234),
        ("1,234", ".", 1234.0),
        ("1.234", ",", 1234.0),
        ("1.234", ".", 1.234),
    ],
)
def test_ambiguous_number_needs_its_column(text: str, mark: Mark | None, value: float | None) -> None:
    assert read_number(text, mark).value == value


def test_an_ambiguous_number_names_both_readings() -> None:
    assert read_number("1,234").explanation == "can be 1234 or 1.234"


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["1,234", "0,5"], (",", False)),
        (["1,234", "1,234,567"], (".", False)),
        (["1.234", "1.234,5"], (",", False)),
        (["1,234", "5678"], (None, False)),
        (["1,5", "2.5"], (None, True)),
    ],
)
def test_a_column_proves_its_decimal_mark(texts: list[str], shown: tuple[Mark | None, bool]) -> None:
    assert find_decimal_mark(texts) == shown


def test_points_are_decimal_in_program_written_files() -> None:
    assert mark_for("1.234", None, points_are_decimal=True) == "."
    assert mark_for("1.234", None, points_are_decimal=False) is None
    assert mark_for("1,234", None, points_are_decimal=True) is None
    assert mark_for("1.234", ",", points_are_decimal=True) == ","


#: Group and decimal marks as countries and spreadsheets write them.
LOCALES = [("", "."), ("", ","), (",", "."), (".", ","), (" ", ","), (NARROW, ","), (THIN, "."), ("'", "."), ("’", ",")]
FULL_WIDTH = str.maketrans("0123456789.,", "０１２３４５６７８９．，")


@given(
    whole=st.integers(0, 10**12),
    fraction=st.integers(0, 999_999),
    locale=st.sampled_from(LOCALES),
    full_width=st.booleans(),
    negative=st.booleans(),
)
def test_a_number_written_anywhere_is_read_back(
    whole: int, fraction: int, locale: tuple[str, str], full_width: bool, negative: bool
) -> None:
    group, mark = locale
    # The decimals of a million: six digits behind the mark can be nothing else.
    text = f"{'-' if negative else ''}{whole:,}".replace(",", group) + f"{mark}{fraction:06d}"
    read = read_number(text.translate(FULL_WIDTH) if full_width else text)

    assert read.value == float(f"{'-' if negative else ''}{whole}.{fraction:06d}")


@given(
    whole=st.integers(0, 10**12),
    decimals=st.integers(0, 9),
    fraction=st.integers(0, 10**9),
    locale=st.sampled_from(LOCALES),
)
def test_number_read_without_context_is_never_wrong(
    whole: int, decimals: int, fraction: int, locale: tuple[str, str]
) -> None:
    group, mark = locale
    digits = f"{fraction:010d}"[:decimals]
    text = f"{whole:,}".replace(",", group) + (f"{mark}{digits}" if digits else "")
    true = float(f"{whole}.{digits or '0'}")

    assert read_number(text).value in (true, None)
    assert read_number(text, "." if mark == "." else ",").value == true


@given(st.text(max_size=80))
def test_no_text_is_too_odd(text: str) -> None:
    for number in read_numbers(text):
        assert number.value is None or abs(number.value) < 1e300
