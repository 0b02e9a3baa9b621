"""Findings of a ranking: the configurations that lead and lag by their rating."""

from __future__ import annotations

from collections.abc import Iterator

from storagelab.domain.finding import Finding, Relation
from storagelab.evaluate.finding_basis import ComputedFinding, FindingBasis, FindingSide
from storagelab.evaluate.ranking import RankedSystemView, RankingAnswer

_RULE = (
    "The rating is the geometric mean of the ratios to the reference, which has 100, over the workloads that all have. "
    "Ratings have no interval."
)


def find_ranking_findings(answer: RankingAnswer) -> list[ComputedFinding]:
    """Return the first and the last of the rated configurations. A ranking of fewer than two has no findings."""
    rated = [row for row in answer.configurations if row.rating is not None]
    return list(_generate_findings(answer, rated)) if len(rated) > 1 else []


def _generate_findings(answer: RankingAnswer, rated: list[RankedSystemView]) -> Iterator[ComputedFinding]:
    counted = sum(workload.counted for workload in answer.workloads)
    words = "1 workload" if counted == 1 else f"{counted} workloads"
    first, second, last = rated[0], rated[1], rated[-1]
    yield _describe_place(
        "leads", first, second, words,
        f"{first.configuration.name} leads with a rating of {first.rating:,.0f}, before "
        f"{second.configuration.name} with {second.rating:,.0f}: {words}.",
    )  # fmt: skip
    if len(rated) > 2:
        yield _describe_place(
            "lags", last, first, words,
            f"{last.configuration.name} is last with a rating of {last.rating:,.0f}: {words}.",
        )  # fmt: skip


def _describe_place(
    relation: Relation, own: RankedSystemView, other: RankedSystemView, words: str, sentence: str
) -> ComputedFinding:
    sides = [
        FindingSide(
            label=row.configuration.name,
            runs=sorted({number for figure in row.figures for number in figure.runs}),
            values=[row.rating or 0.0],
            n=1,
            median=row.rating,
        )
        for row in (own, other)
    ]
    return ComputedFinding(
        finding=Finding(
            origin="computed",
            relation=relation,
            subject=own.configuration.name,
            object=other.configuration.name,
            value=own.rating,
            unit="rating",
            strength="untested",
        ),
        sentence=sentence,
        basis=FindingBasis(
            metric="rating",
            metric_label="Rating",
            unit="ratio",
            better="higher",
            workload=words,
            entry=sides[0],
            baseline=sides[1],
            support="rating",
            rule=_RULE,
        ),
    )
