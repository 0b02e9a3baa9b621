"""Ratings counted by configuration: tests in which it leads and lags, each at one RAID level. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from storagelab.domain.finding import Finding
from storagelab.evaluate.rating_matrix import build_rating_matrix

#: Fewer rows of ratings are read as sentences.
MIN_ROWS = 4


class RatingCount(Struct, frozen=True, kw_only=True):
    """Ratings of one configuration."""

    configuration: str
    leads: int
    lags: int


class RatingCounts(Struct, frozen=True, kw_only=True):
    """Ratings of all configurations, most leads first; `ratings` is the number of rated rows of their matrix."""

    ratings: int
    configurations: tuple[RatingCount, ...]


def count_ratings(findings: Sequence[Finding]) -> RatingCounts | None:
    """Count the ratings of each configuration; None for fewer rated rows than a matrix has.

    A contradicted rating is a row, and counts for no configuration.
    """
    matrix = build_rating_matrix(findings)
    rows = [row for row in matrix.rows if any(cell is not None and cell.rating != "mentioned" for cell in row.cells)]
    if len(rows) < MIN_ROWS:
        return None
    counts = []
    for place, configuration in enumerate(matrix.configurations):
        ratings = [cell.rating for row in rows if (cell := row.cells[place]) is not None]
        counts.append(
            RatingCount(configuration=configuration, leads=ratings.count("leads"), lags=ratings.count("lags"))
        )
    return RatingCounts(
        ratings=len(rows), configurations=tuple(sorted(counts, key=lambda count: (-count.leads, count.lags)))
    )
