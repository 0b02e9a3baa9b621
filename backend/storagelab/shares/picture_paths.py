"""Shorter text for the long lines of a picture: each point by its distance from the one before it."""

from __future__ import annotations

import re

#: Only in a tag: texts of a picture have no raw angle bracket.
_PATH = re.compile(r'(?<=<path d=")[^"]+')
_NUMBER = r"-?\d+(?:\.\d{1,2})?"
#: Shorter lines are not worth it.
_MIN_POINTS = 100
_LINE = re.compile(rf"M({_NUMBER}) ({_NUMBER})((?:L{_NUMBER} {_NUMBER}){{{_MIN_POINTS},}})(?![\d. ])")
_POINT = re.compile(rf"L({_NUMBER}) ({_NUMBER})")
#: Numbers have at most two decimals. Whole numbers of hundredths add up without an error.
_SCALE = 100


def shorten_paths(svg: str) -> str:
    """Return a picture with the same points in fewer characters.

    Of a long curve the distances repeat, so that half of its bytes are left after compression.
    """
    return _PATH.sub(lambda path: _LINE.sub(_write_distances, path[0]), svg)


def _write_distances(line: re.Match[str]) -> str:
    x, y = _read(line[1]), _read(line[2])
    numbers: list[str] = []
    for next_x, next_y in ((_read(point[1]), _read(point[2])) for point in _POINT.finditer(line[3])):
        numbers += (_format(next_x - x), _format(next_y - y))
        x, y = next_x, next_y
    # A minus is a space as well.
    return f"M{line[1]} {line[2]}l{' '.join(numbers).replace(' -', '-')}"


def _read(number: str) -> int:
    return round(float(number) * _SCALE)


def _format(hundredths: int) -> str:
    """Return a number of hundredths without zeros at its ends."""
    whole, rest = divmod(abs(hundredths), _SCALE)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{'-' if hundredths < 0 else ''}{whole or ('' if decimals else '0')}{decimals}"
