"""Rating matrix of findings."""

from __future__ import annotations

from typing import Any

from storagelab.domain.finding import Finding
from storagelab.evaluate.rating_matrix import RatingFilter, build_rating_matrix, sort_levels


def make_finding(subject: str, relation: Any, **values: Any) -> Finding:
    return Finding(
        **{
            "origin": "published",
            "test": "Writes",
            "raid_level": "RAID5",
            **values,
            "subject": subject,
            "relation": relation,
        }
    )


def test_cells_rate_leaders_and_laggards_with_the_strongest_finding() -> None:
    findings = [
        make_finding("B", "leads", strength="slight"),
        make_finding("B", "leads", strength="clear"),
        make_finding("A", "worst_of", object="all"),
        make_finding("A", "leads", raid_level="RAID0"),
    ]
    matrix = build_rating_matrix(findings)
    assert matrix.configurations == ("A", "B")
    assert matrix.levels == ("RAID0", "RAID5")
    second, first = matrix.rows
    assert [(cell.rating, cell.strength, cell.findings) for cell in first.cells if cell] == [
        ("lags", "stated", (2,)),
        ("leads", "clear", (0, 1)),
    ]
    # Unknown stays empty: nothing is stated about B with RAID0.
    assert second.raid_level == "RAID0"
    assert second.cells[1] is None


def test_contradictions_are_shown_and_never_settled() -> None:
    findings = [
        make_finding("A", "leads", source="one"),
        make_finding("A", "lags", source="two"),
        make_finding("B", "leads"),
        make_finding("B", "ahead_of", object="C"),
        make_finding("B", "behind", object="C"),
        make_finding("C", "lags"),
        make_finding("C", "ahead_of", object="A", workload={"block": "4k"}),
        make_finding("C", "behind", object="A", workload={"block": "64k"}),
    ]
    [row] = build_rating_matrix(findings).rows
    assert [cell.rating if cell else None for cell in row.cells] == ["contradicted", "contradicted", "lags"]
    assert row.cells[0] is not None
    assert row.cells[0].strength is None
    [alone] = build_rating_matrix(findings, RatingFilter(sources=["two"])).rows
    assert [cell.rating if cell else None for cell in alone.cells] == ["lags"]


def test_a_comparison_with_one_other_is_a_mention_without_a_place() -> None:
    findings = [
        make_finding("A", "leads"),
        make_finding("B", "leads", raid_level="RAID0"),
        make_finding("B", "behind", object="A", note="second place"),
        make_finding("the drives", "limited_by", object="the bus"),
        make_finding("A", "leads", test=None),
    ]
    matrix = build_rating_matrix(findings)
    cell = matrix.rows[1].cells[1]
    assert cell is not None
    assert (cell.rating, cell.strength, cell.findings) == ("mentioned", None, (2,))
    assert matrix.unplaced == (3, 4)


def test_filters_hold_every_field() -> None:
    findings = [
        make_finding("A", "leads", state="optimal"),
        make_finding("A", "lags", state="rebuild"),
        make_finding("B", "leads", test="Reads", state="optimal"),
        make_finding("B", "leads", raid_level=None, state="optimal"),
    ]
    assert len(build_rating_matrix(findings, RatingFilter(states=["optimal"])).rows) == 3
    assert build_rating_matrix(findings, RatingFilter(tests=["Reads"])).configurations == ("B",)
    assert build_rating_matrix(findings, RatingFilter(raid_levels=[None])).levels == (None,)
    assert build_rating_matrix([], None).rows == ()


def test_levels_are_in_the_order_of_a_page() -> None:
    assert sort_levels(["all", None, "RAID6", "RAIDZ2", "RAID0", "RAID10"]) == (
        "RAID0", "RAID10", "RAID6", "all", "RAIDZ2", None,
    )  # fmt: skip
