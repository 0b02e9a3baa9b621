"""Matrix of ratings as a table: a row for each test, its RAID levels as signs beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storagelab.evaluate.rating_matrix import RatingCell, RatingMatrix, RatingRow
from storagelab.shares.page.model import PageCell, PageColumn, PageTable, RatingMark, Tone

_HINT = "Leaders and laggards that the source names. An empty cell has no such finding."
#: Name of a RAID level in words, and beside a sign.
_LEVELS = {"all": ("all levels", "all"), "none": ("pass-through", "pass"), "single": ("single drive", "single")}
#: Levels that a rating has no place of its own for.
_ALL_LEVELS = ("all", None)
#: Strengths that are named beside a rating.
_NAMED_STRENGTHS = ("slight", "tested")
_SIGNS = {"leads": ("\u25b2", "\u25b3"), "lags": ("\u25bc", "\u25bd"), "contradictory": ("\u2260", "\u2260")}
_TONES: Mapping[str, Tone] = {"leads": "good", "lags": "warn", "contradictory": "plain"}


def build_matrix_table(matrix: RatingMatrix) -> PageTable:
    """Return the table of a matrix: a row for each test, a column for each configuration."""
    places = [level for level in matrix.levels if level not in _ALL_LEVELS]
    slots: dict[str | None, int] = {level: place for place, level in enumerate(places, 1)}
    rows: dict[str, list[RatingRow]] = {}
    for row in matrix.rows:
        rows.setdefault(row.test, []).append(row)
    return PageTable(
        (PageColumn("Test"), *map(PageColumn, matrix.configurations)),
        tuple(
            (PageCell(test), *(_build_cell(of, place, slots) for place in range(len(matrix.configurations))))
            for test, of in rows.items()
        ),
        hint=_HINT,
        compact=True,
        slots=len(places),
    )


def _build_cell(rows: Sequence[RatingRow], place: int, slots: Mapping[str | None, int]) -> PageCell:
    """Return the ratings of one configuration in one test; without RAID levels there is one, in words."""
    rated = [(row.raid_level, cell) for row in rows if (cell := row.cells[place]) and cell.rating != "mentioned"]
    if not rated:
        return PageCell("")
    if not slots and len(rated) == 1:
        cell = rated[0][1]
        rating = _name_rating(cell)
        return PageCell(rating, note=_name_strength(cell), tone=_TONES[rating])
    marks = tuple(_build_mark(level, cell, slots) for level, cell in rated)
    tones = {mark.tone for mark in marks}
    return PageCell(_format_ratings(rated), tone=tones.pop() if len(tones) == 1 else None, marks=marks)


def _build_mark(level: str | None, cell: RatingCell, slots: Mapping[str | None, int]) -> RatingMark:
    rating, strength = _name_rating(cell), _name_strength(cell)
    strong, slight = _SIGNS[rating]
    name, short = _name_level(level)
    words = " ".join(filter(None, [rating, name]))
    return RatingMark(
        sign=(slight if strength == "slight" else strong) + short,
        words=f"{words}, {strength}" if strength else words,
        tone=_TONES[rating],
        slot=slots.get(level),
    )


def _format_ratings(rated: Sequence[tuple[str | None, RatingCell]]) -> str:
    """Return `leads RAID0, RAID5 (slight); lags RAID6` for paper and the workbook."""
    levels: dict[str, list[str]] = {}
    for level, cell in rated:
        strength = _name_strength(cell)
        name = f"{_name_level(level)[0]} ({strength})" if strength else _name_level(level)[0]
        levels.setdefault(_name_rating(cell), []).append(name.strip())
    return "; ".join(f"{rating} {', '.join(filter(None, names))}".rstrip() for rating, names in levels.items())


def _name_rating(cell: RatingCell) -> str:
    return "contradictory" if cell.rating == "contradicted" else cell.rating


def _name_strength(cell: RatingCell) -> str | None:
    return cell.strength if cell.strength in _NAMED_STRENGTHS else None


def _name_level(level: str | None) -> tuple[str, str]:
    if level is None:
        return "", ""
    return _LEVELS.get(level) or (level, level.removeprefix("RAID"))
