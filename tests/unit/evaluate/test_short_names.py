"""Entries have the shorter of two names, each once."""

from __future__ import annotations

import pytest

from storagelab.evaluate.short_names import choose_entry_names, remove_common_beginning, remove_common_parts

FACTORS = ["RAID 10 · 8 drives", "RAID 10 · 16 drives"]


@pytest.mark.parametrize(
    ("labels", "configurations", "names"),
    [
        (FACTORS, ["Review: one card", "Review: two cards"], ["one card", "two cards"]),
        (FACTORS, ["server 5, RAID 10 of 8 drives", "server 6, RAID 10 of 16 drives"], FACTORS),
        (FACTORS, ["one card", "one card"], FACTORS),
        (FACTORS, ["one card", None], FACTORS),
        (["A (r-1)", "A (r-2)"], ["with the first firmware", "with the second firmware"], None),
    ],
    ids=["shorter configurations", "shorter factors", "equal configurations", "no configuration", "numbered factors"],
)
def test_shorter_names_are_chosen(labels: list[str], configurations: list[str | None], names: list[str] | None) -> None:
    chosen = choose_entry_names(labels, configurations)
    assert chosen == (names or configurations)
    assert choose_entry_names(chosen, configurations) == chosen


def test_names_lose_the_parts_that_all_have() -> None:
    names = ["Review: 8 SSD, one card (2011)", "Review: 16 SSD, one card (2011)"]
    assert remove_common_parts(names) == ["8 SSD", "16 SSD"]
    assert remove_common_parts(["A", "A"]) == ["A", "A"]


@pytest.mark.parametrize(
    ("names", "shortened"),
    [
        (["RAID 10 · 8", "RAID 10 · 16"], ["RAID 10 · 8", "RAID 10 · 16"]),
        (["RAID 5 · 16 drives · rebuilding", "RAID 10 · 16 drives · optimal"], None),
        (["RAID 5 · 16 drives · rebuilding", "RAID 5 · 16 drives · optimal"], ["rebuilding", "optimal"]),
        (["Firmware of the drives 1.0", "Firmware of the drives 1.1"], ["1.0", "1.1"]),
        (["RAID 10 · 16 drives · rebuilding", "RAID 10 · 16 drives"], None),
    ],
)
def test_only_long_names_lose_their_common_beginning(names: list[str], shortened: list[str] | None) -> None:
    assert remove_common_beginning(names) == (shortened or names)
