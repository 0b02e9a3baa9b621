"""Findings as sentences."""

from __future__ import annotations

import pytest

from storagelab.domain.finding import RELATIONS, Finding, describe_finding, format_workload, parse_workload


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"relation": "leads", "test": "Sequential read", "raid_level": "RAID6"}, "A leads, Sequential read, RAID6."),
        ({"relation": "at_least_times", "object": "B", "value": 2, "unit": "x"}, "A reaches at least 2 times B."),
        ({"relation": "peaks_at", "value": 16, "unit": "QD", "raid_level": "all"},
         "A peaks at 16 QD, all RAID levels."),
        ({"relation": "limited_by", "object": "the slot", "value": 28, "unit": "GB/s"},
         "A is limited by the slot (28 GB/s)."),
        ({"relation": "equal"}, "A performs the same."),
        ({"relation": "ahead_of", "object": "B", "value": 600000, "unit": "IOPS"}, "A is ahead of B (600,000 IOPS)."),
        ({"relation": "leads", "value": 0.14, "unit": "ms", "strength": "clear"}, "A clearly leads (0.14 ms)."),
        ({"relation": "behind", "object": "B", "value": 0.5, "unit": "x", "strength": "slight"},
         "A is slightly behind B (0.5 x)."),
        ({"relation": "scales_by", "object": "number of cards", "value": 2, "unit": "x"},
         "A scales by number of cards (2 x)."),
        ({"relation": "states", "value": 6800, "unit": "MB/s"}, "A is stated at 6,800 MB/s."),
    ],
)  # fmt: skip
def test_finding_is_one_sentence(fields: dict[str, object], sentence: str) -> None:
    assert describe_finding(Finding(origin="published", subject="A", **fields)) == sentence  # type: ignore[arg-type]


@pytest.mark.parametrize("relation", RELATIONS)
def test_each_relation_has_words(relation: str) -> None:
    sentence = describe_finding(Finding(origin="written", relation=relation, subject="A", object="B"))  # type: ignore[arg-type]
    assert sentence.startswith("A ")
    assert sentence.endswith(" B.")


def test_workload_text_is_parsed_and_printed_in_its_order() -> None:
    workload = parse_workload("read=0; pattern=random;block=>=8k;")
    assert workload == {"read": "0", "pattern": "random", "block": ">=8k"}
    assert format_workload(workload) == "read=0; pattern=random; block=>=8k"
    assert parse_workload("") == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("block", "'block' must be key=value"),
        ("depth=4", "unknown key 'depth'. Available: pattern"),
        ("qd=1; qd=2", "'qd' is listed twice"),
    ],
)
def test_a_wrong_workload_names_its_part(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_workload(text)
