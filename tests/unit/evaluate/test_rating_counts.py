"""Ratings counted by configuration."""

from __future__ import annotations

from tests.unit.evaluate.test_rating_matrix import make_finding

from storagelab.evaluate.rating_counts import MIN_ROWS, count_ratings

LEVELS = ("RAID0", "RAID10", "RAID5", "RAID6")


def test_ratings_are_counted_with_the_leader_first() -> None:
    findings = [
        *(make_finding("B", "leads", raid_level=level) for level in LEVELS[:3]),
        make_finding("A", "leads", raid_level="RAID6"),
        make_finding("C", "leads", raid_level="RAID0"),
        make_finding("A", "lags", raid_level="RAID0"),
    ]
    counted = count_ratings(findings)
    assert counted is not None
    assert counted.ratings == 4
    assert [(count.configuration, count.leads, count.lags) for count in counted.configurations] == [
        ("B", 3, 0), ("C", 1, 0), ("A", 1, 1),
    ]  # fmt: skip


def test_contradicted_rating_is_a_row_of_no_configuration() -> None:
    findings = [make_finding("B", "leads", raid_level=level) for level in LEVELS]
    counted = count_ratings([*findings, make_finding("B", "lags", raid_level="RAID0")])
    assert counted is not None
    assert (counted.ratings, counted.configurations[0].leads, counted.configurations[0].lags) == (4, 3, 0)


def test_few_ratings_are_not_counted() -> None:
    findings = [make_finding("B", "leads", raid_level=level) for level in LEVELS[: MIN_ROWS - 1]]
    mentioned = make_finding("B", "ahead_of", object="A", raid_level="RAID6")
    assert count_ratings([*findings, mentioned]) is None
