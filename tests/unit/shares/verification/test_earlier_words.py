"""Verification takes the words of earlier releases, and no other numbers."""

from __future__ import annotations

import pytest

from storagelab.shares.verification.earlier_words import has_its_numbers, have_equal_words, remove_column_titles


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Not judged: 3 of the 5 rounds needed were completed.", "Too short: 3 of 5 rounds."),
        (
            "Steady from round 9: range 18.2 % of 20 %, slope 5.48 % of 10 %.",
            "Steady, rounds 5 to 9: range 18.2 % (limit 20 %), slope 5.48 % (limit 10 %).",
        ),
        (
            "Steady from round 5: range 0 % of 20 %, slope 0 % of 10 %; no longer steady at round 6.",
            "Steady, rounds 1 to 5: range 0 % (limit 20 %), slope 0 % (limit 10 %). No longer steady at round 6.",
        ),
        (
            "A has 20 % lower average latency than B (n = 3 and 3; the 95 % interval of the difference excludes 0).",
            "A has 20 % lower mean latency than B (n = 3 and 3, the 95 % interval of the difference excludes 0).",
        ),
        ("A has 5 % higher 99 % latency than B (n = 1 and 1): not enough repeats to say whether they differ.",
         "A has 5 % higher p99 latency than B (n = 1 and 1, not tested)."),
        ("A and B share no workload with a figure of IOPS that counts.",
         "A and B have no common workload with valid IOPS."),
    ],
)  # fmt: skip
def test_words_of_an_earlier_release_are_equal(was: str, now: str) -> None:
    assert have_equal_words(was, now)
    assert not have_equal_words(was, now.replace("5", "6").replace("IOPS", "Throughput"))


def test_a_reworded_sentence_keeps_its_numbers() -> None:
    assert has_its_numbers("IOPS reaches from 2.02k to 16.2k.", "IOPS ranges from 2.02k to 16.2k.")
    assert not has_its_numbers("IOPS reaches from 2.02k to 99.9k.", "IOPS ranges from 2.02k to 16.2k.")
    assert not has_its_numbers(None, "IOPS ranges from 2.02k to 16.2k.")


def test_column_titles_are_removed_and_units_remain() -> None:
    columns = [{"title": "Average latency", "unit": "ns"}]
    assert remove_column_titles({"columns": columns, "rows": [[1]], "caption": "x"}) == {"units": ["ns"], "rows": [[1]]}
