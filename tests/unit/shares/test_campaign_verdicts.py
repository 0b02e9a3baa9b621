"""Tests of campaign verdicts, which never claim more than the repeats support."""

from __future__ import annotations

import pytest
from tests.unit.shares.campaigns import JBOD, RAID5, RAID6, figures_of, line_of, lines_of

from storagelab.shares.campaign_verdicts import CampaignVerdicts, describe_verdicts, find_best_works


def sentences_of(*lines: dict[str, object]) -> list[str]:
    return [verdict.sentence for verdict in describe_verdicts(lines_of(*lines)).verdicts]


def test_baselines_are_first_configuration_and_optimal_array() -> None:
    answer = describe_verdicts(lines_of(JBOD, RAID5, RAID6))
    assert answer.baseline == "JBOD"
    assert "with JBOD, the first configuration" in (answer.rule or "")
    assert [verdict.sentence for verdict in answer.verdicts] == [
        "RAID 5 has 60 % lower IOPS than JBOD at write (n = 3 and 3, the 95 % interval of the difference excludes 0).",
        "RAID 5 while rebuilding has 25 % of its IOPS when optimal at write. The rebuild took 2 h 03 min.",
    ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            [1005.0, 1006.0, 1004.0],
            "does not differ from JBOD in IOPS at write (n = 3 and 3, the means are less than 2 %",
        ),
        (
            [900.0, 1400.0, 700.0, 1300.0],
            "does not differ from JBOD in IOPS at write (n = 4 and 3, the interval includes 0",
        ),
        (
            [500.0],
            "has 50 % lower IOPS than JBOD at write (n = 1 and 3, not tested).",
        ),
        ([1000.0], "has the same IOPS as JBOD at write (n = 1 and 3, not tested)"),
    ],
)
def test_difference_is_reported_only_by_the_rule(values: list[float], words: str) -> None:
    (sentence,) = sentences_of(JBOD, line_of(1, "RAID 5", figures_of(values)))
    assert sentence.startswith("RAID 5 ")
    assert words in sentence


def test_verdict_uses_phase_with_best_baseline() -> None:
    deep = line_of(0, "JBOD", figures_of([3000.0]), phase="QD32")
    lines = lines_of(JBOD, deep, line_of(1, "RAID 5", figures_of([900.0]), phase="QD32"), RAID5)
    assert find_best_works(lines, (0, 1)) == [("write", "QD32")]
    assert "RAID 5 has 70 % lower IOPS than JBOD at write, QD32" in describe_verdicts(lines).verdicts[0].sentence


def test_campaign_without_comparable_figures_has_no_verdict() -> None:
    assert describe_verdicts(lines_of(RAID6)) == CampaignVerdicts()
    alone = describe_verdicts(lines_of(JBOD))
    assert (alone.rule, alone.verdicts) == (None, [])
