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


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ("all controllers but 3ware", "All controllers but 3ware are clearly behind B."),
        ("arrays of SAS disks", "Arrays of SAS disks are clearly behind B."),
        ("16 SSDs on one RAID card", "16 SSDs on one RAID card are clearly behind B."),
        ("SSDs of this class", "SSDs of this class are clearly behind B."),
        ("four of the curves", "Four of the curves are clearly behind B."),
        ("the array of 16 SSDs", "The array of 16 SSDs is clearly behind B."),
        ("12 Gb/s SAS SSD", "12 Gb/s SAS SSD is clearly behind B."),
        ("2 GB of memory", "2 GB of memory is clearly behind B."),
        ("random access", "Random access is clearly behind B."),
        ("pass-through", "Pass-through is clearly behind B."),
        ("Fusion-io ioDrive2 Duo, Windows", "Fusion-io ioDrive2 Duo, Windows is clearly behind B."),
        ("ioSphere", "ioSphere is clearly behind B."),
        ("fio", "fio is clearly behind B."),
    ],
)  # fmt: skip
def test_subject_of_several_has_their_verb(subject: str, sentence: str) -> None:
    finding = Finding(origin="published", subject=subject, relation="behind", object="B", strength="clear")
    assert describe_finding(finding) == sentence
    assert describe_finding(finding, as_written=True) == f"{subject} is clearly behind B."


@pytest.mark.parametrize("relation", RELATIONS)
def test_each_relation_has_a_verb_of_several(relation: str) -> None:
    finding = Finding(origin="written", relation=relation, subject="16 SSDs", object="B", strength="clear")  # type: ignore[arg-type]
    verb = describe_finding(finding).removeprefix("16 SSDs ").removeprefix("clearly ").split()[0]
    assert not verb.endswith("s")


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
