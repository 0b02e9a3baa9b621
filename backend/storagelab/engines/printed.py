"""Lines and numbers as programs print them."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")
#: No result file holds a larger figure; what does is damaged.
_LARGEST = 1e18


def split_lines(text: str) -> list[str]:
    """Split a text into lines without their ends, for Unix, Windows and old Macs; the last may be empty."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def read_number(text: str) -> float | None:
    """Read a number as a program prints it, with a decimal point or comma and no groups; None for all else.

    `n/a`, `NaN` and `inf` are None: the value is unknown.
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    value = float(match[0].replace(",", "."))
    return value if abs(value) <= _LARGEST else None


def read_count(text: str) -> int | None:
    """Read a whole number that is not negative, exactly; None for all else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def clip(text: str, length: int = 200) -> str:
    """Clip a piece of a file for a message: one line, without control characters, not longer than `length`."""
    plain = " ".join("".join(character if character.isprintable() else " " for character in text[: 4 * length]).split())
    return plain if len(plain) <= length else plain[: length - 3] + "..."
