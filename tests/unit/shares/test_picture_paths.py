"""Lines of pictures keep their points when their text becomes shorter."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from storagelab.shares.picture_paths import shorten_paths

HUNDREDTHS = st.integers(min_value=-200_000, max_value=200_000)
LONG = "L3 4" * 100
POINTS = st.lists(st.tuples(HUNDREDTHS, HUNDREDTHS), min_size=101, max_size=130)


def write(points: list[tuple[int, int]]) -> str:
    """Return a line as the charts write it, from points in hundredths."""
    return "M" + "L".join(f"{x / 100:g} {y / 100:g}" for x, y in points)


def read(path: str) -> list[tuple[int, int]]:
    """Return the points of a line in hundredths, written either way."""
    start, _, rest = path.partition("l")
    numbers = [round(float(number) * 100) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", start)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    steps = [round(float(number) * 100) for number in re.findall(r"-?(?:\d+(?:\.\d+)?|\.\d+)", rest)]
    for x, y in zip(steps[::2], steps[1::2], strict=True):
        points.append((points[-1][0] + x, points[-1][1] + y))
    return points


@given(POINTS)
def test_points_stay_where_they_were(points: list[tuple[int, int]]) -> None:
    tag = '<path d="{}" fill="none"></path>'
    shortened = shorten_paths(tag.format(write(points)))
    path = shortened.removeprefix('<path d="').partition('"')[0]
    assert "L" not in path
    assert read(path) == points
    assert shortened.endswith('" fill="none"></path>')


def test_a_line_is_written_by_distances() -> None:
    points = "L46.2 83L46 83.25" * 50
    svg = f'<path d="M46.1 80.5{points}Z"></path>'
    again = " .2-.25-.2 .25" * 49
    assert shorten_paths(svg) == f'<path d="M46.1 80.5l.1 2.5-.2 .25{again}Z"></path>'


def test_all_else_is_unchanged() -> None:
    for svg in (
        '<text>d="M1 2L3 4"</text>',
        "<text aria-label='&lt;path d=\"M1 2L3 4\"'></text>",
        '<path d="M1 2L3.12345 4"></path>',
        '<path d="M1 2L1e3 4"></path>',
        '<path d="M1 2"></path>',
        '<path d="M1 2A5 5 0 0 1 3 4"></path>',
    ):
        assert shorten_paths(svg) == svg
