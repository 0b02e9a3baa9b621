"""Picture of a matrix of ratings: a cell for each test and configuration. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal
from xml.sax.saxutils import escape

from storagelab.evaluate.rating_matrix import Rating, RatingCell, RatingMatrix, RatingRow
from storagelab.shares.printing.characters import cut
from storagelab.shares.style import theme_tokens

#: The variable of the style with the colour of a cell.
_COLOURS: Mapping[Rating, str] = {"leads": "ok", "lags": "warn", "contradicted": "idle", "mentioned": "line"}
_EMPTY = "line"
#: Rows of a picture; more are sampled evenly.
MAX_ROWS = 18
#: Height in CSS px of the names below, and about how wide a character of them is.
_NAMES, _CHARACTER = 20, 6.2
_MIN_NAMED_HEIGHT = 120


def draw_rating_matrix(matrix: RatingMatrix, *, theme: Literal["light", "dark"], width: int, height: int) -> str:
    """Return an SVG of a matrix in CSS px: a column for each configuration, named where there is room."""
    rows = _sample(matrix.rows, min(MAX_ROWS, height // 5))
    columns = matrix.configurations
    if not rows or not columns:
        raise ValueError("The matrix has no cells.")
    tokens = theme_tokens(theme)
    names = _NAMES if height >= _MIN_NAMED_HEIGHT else 0
    wide, high = width / len(columns), (height - names) / len(rows)
    gap = 0.12 * min(wide, high)
    cells = "".join(
        f'<rect x="{x * wide + gap:.2f}" y="{y * high + gap:.2f}" width="{wide - 2 * gap:.2f}" '
        f'height="{high - 2 * gap:.2f}" rx="{gap:.2f}" fill="{tokens[_get_colour(cell)]}"/>'
        for y, row in enumerate(rows)
        for x, cell in enumerate(row.cells)
    )
    named = "".join(
        f'<text x="{(x + 0.5) * wide:.2f}" y="{height - 6}" font-size="11" text-anchor="middle" '
        f'fill="{tokens["text-2"]}">{escape(cut(name, max(3, int(wide / _CHARACTER))))}</text>'
        for x, name in enumerate(columns)
        if names
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Inter, system-ui, sans-serif">{cells}{named}</svg>'
    )


def _get_colour(cell: RatingCell | None) -> str:
    return _EMPTY if cell is None else _COLOURS[cell.rating]


def _sample(rows: Sequence[RatingRow], count: int) -> Sequence[RatingRow]:
    """Return at most `count` rows in order, from first to last."""
    if len(rows) <= count:
        return rows
    return [rows[place * len(rows) // count] for place in range(max(count, 1))]
