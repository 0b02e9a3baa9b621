"""Cases for the document readers of the front end: they match the current answers of the API."""

from __future__ import annotations

import pytest
from scripts.export_document_cases import BASES, find_places, main


def test_written_cases_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().out


def test_bases_have_no_fault() -> None:
    assert [find_places(base) for base in BASES] == [[], [], []]
