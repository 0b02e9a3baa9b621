"""Decision on another repeat, and the reason that is given for it."""

from __future__ import annotations

import pytest

from storagelab.analysis.repeating import Outcome, RepeatedPoint, RepeatRule, judge_repeats, predict_repeats

RULE = RepeatRule(limit=6, at_least=3, cv_percent=5.0)
CALM = RepeatedPoint("4K random read", (1000.0, 1010.0, 990.0))
WILD = RepeatedPoint("4K random write", (1000.0, 1200.0, 800.0))


@pytest.mark.parametrize(
    ("points", "succeeded", "ended", "outcome"),
    [
        ([CALM], [True] * 3, None, "repeatable"),
        # The worst point decides, whatever its position.
        ([CALM, WILD], [True] * 3, None, "going_on"),
        ([WILD, CALM], [True] * 3, None, "going_on"),
        # Two that agree are fewer than the least.
        ([RepeatedPoint("a", (1000.0, 1000.0))], [True] * 2, None, "going_on"),
        # What failed does not count.
        ([RepeatedPoint("a", (1000.0, 1000.0))], [True, False, True], None, "going_on"),
        ([CALM], [True, False, True, True], None, "repeatable"),
        # What failed is not made up for: it takes its place of the limit.
        ([WILD], [True, False, True, False, True, False], None, "limit_reached"),
        ([], [False, False], None, "failing"),
        ([RepeatedPoint("a", (1.0,))], [True, False, False], None, "failing"),
        ([RepeatedPoint("a", (1.0,))], [False, True], None, "going_on"),
        ([WILD], [True] * 3, "the job was cancelled", "ended"),
        # The last one may be the one that was enough.
        ([CALM], [True] * 3, "the job was cancelled", "repeatable"),
        # A figure that is missing is no agreement.
        ([CALM, RepeatedPoint("b", (5.0, None, 5.0))], [True] * 3, None, "going_on"),
        ([RepeatedPoint("b", (0.0, 0.0, 0.0))], [True] * 3, None, "going_on"),
        ([], [True] * 6, None, "limit_reached"),
    ],
)
def test_the_worst_point_decides(
    points: list[RepeatedPoint], succeeded: list[bool], ended: str | None, outcome: Outcome
) -> None:
    verdict = judge_repeats(points, RULE, succeeded=succeeded, ended=ended)
    assert (verdict.outcome, verdict.repeats_done, verdict.failed) == (
        outcome,
        succeeded.count(True),
        succeeded.count(False),
    )


def test_a_limit_is_inclusive() -> None:
    # Of 95, 100 and 105 the standard deviation is 5 and the mean 100.
    on_the_line = RepeatedPoint("a", (95.0, 100.0, 105.0))
    assert judge_repeats([on_the_line], RULE, succeeded=[True] * 3).outcome == "repeatable"
    stricter = RepeatRule(limit=6, at_least=3, cv_percent=4.99)
    assert judge_repeats([on_the_line], stricter, succeeded=[True] * 3).outcome == "going_on"


def test_verdict_sentence_names_worst_point_and_repeats() -> None:
    verdict = judge_repeats([CALM, WILD], RULE, succeeded=[True, False, True, True])
    assert (verdict.worst_point, verdict.cv_percent, verdict.target_percent) == ("4K random write", 20.0, 5.0)
    assert verdict.sentence == (
        "3 repeats of at most 6 count; 4K random write varies most, by 20 % where 5 % is the target. "
        "Another one follows. 1 more failed or was lost: it does not count and is not repeated. "
        "By their spread, 64 would bring every mean within 5 % with 95 % confidence."
    )


def test_worst_point_determines_the_needed_repeats() -> None:
    # t(0.975, 63) = 1.9983: 1.9983 * 200 / sqrt(64) = 49.96 of 1000, and one fewer is more than 50.
    assert predict_repeats([CALM, WILD], 5.0) == 64
    assert predict_repeats([CALM], 5.0) == 3
    assert predict_repeats([CALM, RepeatedPoint("one", (1.0,))], 5.0) is None
    assert predict_repeats([], 5.0) is None


def test_a_point_without_figures_is_the_worst() -> None:
    verdict = judge_repeats([WILD, RepeatedPoint("b", (1.0, None, 1.0))], RULE, succeeded=[True] * 3)
    assert (verdict.worst_point, verdict.cv_percent) == ("b", None)
    assert "the variation of b is unknown" in verdict.sentence
