"""Findings as sentences."""

from __future__ import annotations

import pytest

from storagelab.domain.finding import RELATIONS, Finding, describe_finding


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
    ],
)  # fmt: skip
def test_finding_is_one_sentence(fields: dict[str, object], sentence: str) -> None:
    assert describe_finding(Finding(origin="published", subject="A", **fields)) == sentence  # type: ignore[arg-type]


@pytest.mark.parametrize("relation", RELATIONS)
def test_each_relation_has_words(relation: str) -> None:
    sentence = describe_finding(Finding(origin="written", relation=relation, subject="A", object="B"))  # type: ignore[arg-type]
    assert sentence.startswith("A ")
    assert sentence.endswith(" B.")
