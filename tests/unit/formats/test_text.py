"""Decoding of bytes by one documented rule, and numbers that are read only from purely numeric text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.formats.text import clip, decode_text, read_count, read_number, split_lines

RUSSIAN = "Нагрузка: случайное чтение, ещё 4К"
CHINESE = "磁盘测试结果，随机读取"
GERMAN = "Prüfung der Größe: 16 µs für jeden Zugriff"


@pytest.mark.parametrize(
    ("text", "encoding", "named"),
    [
        (RUSSIAN, "utf-8", None),
        (RUSSIAN, "utf-8-sig", None),
        (RUSSIAN, "utf-16", "utf-16-le"),
        ("plain ASCII", "utf-16-le", "utf-16-le"),
        ("plain ASCII", "utf-16-be", "utf-16-be"),
        ("plain ASCII", "utf-32", "utf-32-le"),
        (RUSSIAN, "cp1251", "cp1251"),
        ("ДИСК", "cp1251", "cp1251"),
        (CHINESE, "gbk", "gbk"),
        (GERMAN, "latin-1", "latin-1"),
        ("", "utf-8", None),
    ],
)
def test_encodings_are_recognised(text: str, encoding: str, named: str | None) -> None:
    decoded, warning = decode_text(text.encode(encoding))
    assert decoded == text
    assert (warning is None) == (named is None)
    assert named is None or named in str(warning)


def test_partial_last_character_is_dropped() -> None:
    assert decode_text("16 µ".encode()[:-1]) == ("16 ", None)


def test_damaged_utf_8_is_replaced_with_a_warning() -> None:
    text, warning = decode_text(b"caf\xc3\xa9 cr\xc3\xa8me \xed\xa0\x80 4 KiB")
    assert text == "café crème \ufffd 4 KiB"
    assert warning is not None
    assert "1 places" in warning


@given(st.binary(max_size=400))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    text, warning = decode_text(data)
    assert isinstance(text, str)
    assert warning is None or warning.strip()


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=200).filter(lambda text: "\x00" not in text))
def test_utf_8_always_comes_back(text: str) -> None:
    assert decode_text(b"\xef\xbb\xbf" + text.encode())[0] == text


def test_line_ends_of_three_systems() -> None:
    assert split_lines("a\r\nb\nc\rd\n") == ["a", "b", "c", "d", ""]
    # These separate no lines in a result file, unlike in str.splitlines.
    assert split_lines("a\u2028b\x0bc") == ["a\u2028b\x0bc"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1196.489673", 1196.489673),
        (" 1196,49 ", 1196.49),
        ("1e3", 1000.0),
        ("-1", -1.0),
        ("n/a", None),
        ("NaN", None),
        ("inf", None),
        ("1,196.49", None),
        ("1.196.490", None),
        ("", None),
        ("9" * 5000, None),
        ("1e400", None),
        ("1_000", None),
        ("１２", None),
    ],
)
def test_number_text_is_parsed_or_unknown(text: str, value: float | None) -> None:
    assert read_number(text) == value


def test_counts_are_exact_and_never_negative() -> None:
    assert read_count("588210176") == 588210176
    assert [read_count(text) for text in ("-1", "1.0", "", "²", "9" * 19)] == [None] * 5


def test_clipped_text_is_one_short_line() -> None:
    assert clip("a\n\tb\x00c") == "a b c"
    assert len(clip("x" * 9999, 50)) == 50
