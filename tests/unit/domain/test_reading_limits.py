"""Caps on what is read: the sentences, and the document that lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.domain import reading_limits
from storagelab.domain.reading_limits import Cap

CAPS = {name: cap for name, cap in vars(reading_limits).items() if isinstance(cap, Cap)}
DOCUMENT = Path(__file__).parents[3] / "docs" / "importing.md"


def test_sentence_has_the_count_and_the_remedy() -> None:
    cap = Cap(1_000, "columns", "split it")
    assert cap.exceeded(200_000) == "at most 1,000 columns, but there are 200,000: split it"
    assert cap.exceeded() == "at most 1,000 columns, but there are more: split it"


@pytest.mark.parametrize("name", CAPS)
def test_document_lists_every_cap(name: str) -> None:
    section = DOCUMENT.read_text().partition("## Archives, folders and limits")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    assert any(f"{CAPS[name].max_count:,}" in row for row in rows)
