"""Text of a file from bytes of any program, and numbers as programs print them."""

from __future__ import annotations

import re

from storagelab.engines.printed import clip, read_count, read_number, split_lines

__all__ = ["clip", "decode_text", "read_count", "read_number", "split_lines"]

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
#: Number of bytes examined to detect UTF-16 without a mark, and one legacy encoding among several.
_SAMPLE_BYTES = 64 << 10
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_CYRILLIC_LETTERS = bytes([0xA8, 0xB8, *range(0xC0, 0x100)])
#: Half of a UTF-16 pair, as careless programs write it into UTF-8.
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


def decode_text(data: bytes) -> tuple[str, str | None]:
    """Decode a file and return its text with a sentence about the encoding, None for plain UTF-8. Never raises.

    The rule: a byte order mark decides; else NULs at every second place mean UTF-16; else UTF-8, damaged bytes replaced
    as long as they are fewer than the proper characters beyond ASCII; else cp1251 where all of it is words of Cyrillic
    letters; else GBK where most of it is pairs of common ideographs; else cp1251 for words; else Latin-1.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decode_lossy(data[len(mark) :], encoding, always_warn=encoding != "utf-8")
    wide = _detect_unmarked_utf16(data)
    if wide:
        return _decode_lossy(data, wide, always_warn=True)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as wrong:
        if wrong.reason == "unexpected end of data" and wrong.end == len(data):
            # The file was cut within a character: the bytes before it are proper UTF-8.
            return data[: wrong.start].decode("utf-8"), None
    repaired = _SURROGATE.sub(b"\xef\xbf\xbd", data).decode("utf-8", errors="replace")
    damaged = repaired.count("\ufffd")
    if len(repaired) - len(repaired.encode("ascii", errors="ignore")) > 2 * damaged:
        return repaired, f"{damaged} places are not UTF-8 and were replaced"
    return _decode_lossy(data, _guess_legacy_encoding(data[:_SAMPLE_BYTES]), always_warn=True)


def _decode_lossy(data: bytes, encoding: str, *, always_warn: bool) -> tuple[str, str | None]:
    text = data.decode(encoding, errors="replace")
    damaged = text.count("\ufffd")
    if damaged:
        return text, f"the text was read as {encoding}, and {damaged} places in it were damaged and replaced"
    return text, f"the text is not UTF-8 and was read as {encoding}" if always_warn else None


def _detect_unmarked_utf16(data: bytes) -> str | None:
    sample = data[: _SAMPLE_BYTES & ~1]
    if len(sample) < 4 or b"\x00" not in sample:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _guess_legacy_encoding(sample: bytes) -> str:
    """Return `gbk`, `cp1251` or `latin-1`, by the sequence of the bytes beyond ASCII."""
    runs = _HIGH_RUN.findall(sample)
    high = b"".join(runs)
    words = len(high) >= 2.5 * len(runs)
    if words and not high.translate(None, _CYRILLIC_LETTERS):
        return "cp1251"
    pairs = [run[at : at + 2] for run in runs if len(run) % 2 == 0 for at in range(0, len(run), 2)]
    # Common ideographs have their first byte in B0..D7, punctuation and full-width signs in A1..A3.
    common = sum((0xB0 <= pair[0] <= 0xD7 or pair[0] <= 0xA3) and pair[0] >= 0xA1 <= pair[1] for pair in pairs)
    if 2 * common >= 0.8 * len(high):
        return "gbk"
    return "cp1251" if words else "latin-1"
