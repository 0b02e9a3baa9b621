"""Tests of campaign verdicts, which never claim more than the repeats support."""

from __future__ import annotations

import pytest
from tests.unit.shares.campaigns import JBOD, RAID5, RAID6, figures_of, line_of, lines_of

from storagelab.shares.campaign_verdicts import CampaignVerdicts, describe_verdicts, find_leading_works
from storagelab.shares.charts.campaign_results import generate_result_charts


def sentences_of(*lines: dict[str, object]) -> list[str]:
    return [verdict.sentence for verdict in describe_verdicts(lines_of(*lines)).verdicts]


def test_baselines_are_first_configuration_and_optimal_array() -> None:
    answer = describe_verdicts(lines_of(JBOD, RAID5, RAID6))
    assert answer.baseline == "JBOD"
    assert "with JBOD, the first configuration" in (answer.rule or "")
    assert [verdict.sentence for verdict in answer.verdicts] == [
        "RAID 5 reaches 60 % fewer IOPS than JBOD: 400 against 1.00k IOPS, write.",
        "RAID 5 while rebuilding has 25 % of its IOPS when optimal: write. The rebuild took 2 h 03 min.",
    ]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1005.0, 1006.0, 1004.0], "RAID 5 does not differ from JBOD in IOPS at write."),
        ([900.0, 1400.0, 700.0, 1300.0], "RAID 5 does not differ from JBOD in IOPS at write."),
        ([500.0], "RAID 5 reaches 500 IOPS and JBOD 1.00k IOPS: write."),
        ([1000.0], "RAID 5 reaches 1.00k IOPS and JBOD 1.00k IOPS: write."),
    ],
)
def test_difference_is_reported_only_by_the_rule(values: list[float], words: str) -> None:
    assert sentences_of(JBOD, line_of(1, "RAID 5", figures_of(values))) == [words]


def test_verdict_uses_phase_with_the_largest_supported_difference() -> None:
    deep = line_of(0, "JBOD", figures_of([3000.0, 3001.0]), phase="QD32")
    lines = lines_of(JBOD, deep, line_of(1, "RAID 5", figures_of([2400.0, 2401.0]), phase="QD32"), RAID5)
    assert find_leading_works(lines) == [("write", "4K write")]
    assert describe_verdicts(lines).verdicts[0].sentence == (
        "RAID 5 reaches 60 % fewer IOPS than JBOD: 400 against 1.00k IOPS, write, 4K write."
    )


def test_workload_of_the_largest_difference_leads() -> None:
    reads = {"workload": "read", "phase": "4K read"}
    lines = lines_of(
        line_of(0, "JBOD", figures_of([5000.0, 5001.0]), **reads), JBOD,
        line_of(1, "RAID 5", figures_of([5010.0]), **reads), RAID5,
    )  # fmt: skip
    assert find_leading_works(lines) == [("write", "4K write"), ("read", "4K read")]
    charts = generate_result_charts(lines, default=True)
    assert [chart.title for chart in charts][:2] == ["IOPS: write", "IOPS: read"]
    assert find_leading_works(lines_of(RAID6)) == []


def test_single_run_while_rebuilding_has_no_share_of_the_optimal_value() -> None:
    line = line_of(0, "JBOD", figures_of([1000.0]), figures_of([250.0], state="rebuilding"))
    assert sentences_of(line) == ["JBOD reaches 250 IOPS while rebuilding and 1.00k IOPS when optimal: write."]


def test_campaign_without_comparable_figures_has_no_verdict() -> None:
    assert describe_verdicts(lines_of(RAID6)) == CampaignVerdicts()
    alone = describe_verdicts(lines_of(JBOD))
    assert (alone.rule, alone.verdicts) == (None, [])
