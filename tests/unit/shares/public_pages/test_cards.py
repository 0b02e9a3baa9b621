"""Cards of listed shares: their texts and filters, from the document alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.shares.page.documents import a_document, document_of, page_of

from storagelab.shares.public_pages.cards import MAX_FINDING, ShareCard, build_card, make_slug, shorten


def make_card(**changes: Any) -> ShareCard:
    """Return the card of a document with these fields."""
    document = a_document(**changes)
    return build_card(document_of(document), page_of(document))


def test_card_has_texts_of_the_document() -> None:
    card = make_card()
    assert (card.title, card.author) == ("Random reads of RAID 5", "A. Author")
    assert card.controllers == ["PERC H965i"]
    assert card.hardware == "PERC H965i"
    assert card.workload == "4K random read, 16T/16Q"
    assert "perc h965i" in card.search_text
    assert card.chart is not None
    assert (card.chart.key, card.chart.width) == ("rounds", 360)
    assert len(card.finding) <= MAX_FINDING


@pytest.mark.parametrize(
    ("label", "value", "controllers", "drives"),
    [
        ("Controllers", "2 x PERC 12, HBA 465e", ["PERC 12", "HBA 465e"], []),
        ("Drives model", "Solidigm P5520 7.68 TB (NVMe Gen4)", [], ["Solidigm P5520 7.68 TB (NVMe Gen4)"]),
        ("Drives", "4 x SSD 512 537 MB, 1 missing", [], ["SSD 512 537 MB"]),
        ("Controllers", "none", [], []),
        ("Driver of the controller", "megaraid_sas 7", [], []),
        ("Drives count", "16", [], []),
    ],
)
def test_models_are_found_without_their_counts(
    label: str, value: str, controllers: list[str], drives: list[str]
) -> None:
    configuration = a_document()["configurations"][0] | {"rows": [{"label": label, "value": value}]}
    card = make_card(configurations=[configuration])
    assert (card.controllers, card.drives) == (controllers, drives)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("A result, 4K/8K!", "a-result-4k-8k-7"),
        ("測試 עברית", "x-7"),
        ("../../x?y#z", "x-y-z-7"),
        ("w" * 300, "w" * 60 + "-7"),
    ],
)
def test_slug_is_a_plain_path_of_title_and_number(title: str, slug: str) -> None:
    assert make_slug(title, 7) == slug


def test_long_texts_are_cut_between_words() -> None:
    assert shorten("one two three", 9) == "one two…"
    assert shorten("one\n two", 9) == "one two"
    assert shorten("x" * 20, 9) == "x" * 8 + "…"
