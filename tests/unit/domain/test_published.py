"""Published figures in words: the characters of the source, their place, and reconstructed values."""

from __future__ import annotations

import pytest

from storagelab.domain.published import (
    PublishedFigure,
    describe_published,
    join_places,
    join_source_reads,
    join_texts,
)

RANGE = PublishedFigure(
    metric="iops", value=3e5, value_kind="range_low", text="3x-5x万IOPS", place="总结:, paragraph 3"
)
DAMAGED = PublishedFigure(
    metric="lat_mean", value=1e6, value_kind="exact", source_reads="1 0,9", place="Table 1, row 2", reconstructed=True
)


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (RANGE, "as published “3x-5x万IOPS”, 总结:, paragraph 3"),
        (DAMAGED, "reconstructed, the source reads “1 0,9”, Table 1, row 2"),
        (PublishedFigure(metric="iops", value=1.0, value_kind="exact"), None),
    ],
)
def test_figure_is_quoted_with_its_place(figure: PublishedFigure, words: str | None) -> None:
    assert describe_published(figure) == words


def test_one_figure_is_joined_unchanged() -> None:
    assert join_texts([RANGE]) == "3x-5x万IOPS"
    assert (join_texts([DAMAGED]), join_source_reads([DAMAGED])) == (None, "1 0,9")
    assert join_texts([]) is None


def test_several_figures_are_named() -> None:
    assert join_places([RANGE, DAMAGED]) == "IOPS: 总结:, paragraph 3; Mean latency: Table 1, row 2"
    assert join_texts([RANGE, DAMAGED]) == "IOPS: 3x-5x万IOPS"
