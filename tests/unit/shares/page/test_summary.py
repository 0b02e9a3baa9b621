"""Summary of a share for lists, and the picture of a share without charts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.unit.shares.page.documents import a_document, document_of

from storagelab.shares.matrix_picture import MAX_ROWS, draw_rating_matrix
from storagelab.shares.page.summary import MAX_SEARCH_TEXT, find_rating_matrix, summarise
from storagelab.shares.style import theme_tokens


def _rated(index: int, subject: str, relation: str, test: str, **changes: Any) -> dict[str, Any]:
    finding = {"origin": "published", "relation": relation, "subject": subject, "test": test}
    words = {"key": f"f-{index}", "origin": "published", "sentence": f"{subject} {relation} in {test}"}
    return {**words, "finding": finding, **changes}


def _ratings(tests: int) -> list[dict[str, Any]]:
    findings = [_rated(index, "Areca", "leads", f"Test {index:03d}") for index in range(1, tests + 1)]
    return [*findings, _rated(tests + 1, "Promise <1>", "lags", "Test 001")]


def test_summary_has_layout_badges_and_the_first_chart() -> None:
    summary = summarise(document_of(a_document()))
    assert (summary.layout, summary.figures, summary.picture, summary.chart_key) == ("plain", 1, "chart", "rounds")
    assert summary.badges[0].tone is not None
    assert summary.hidden == ("serials", "names")
    assert summary.finding
    assert summary.search_text == summary.finding


def test_summary_names_the_hidden_texts() -> None:
    document = a_document()
    document["share"]["redaction"] = {"serials": True, "names": True, "aliases": True}
    assert summarise(document_of(document)).hidden == ("models",)


def test_all_findings_are_searched_in_the_words_of_the_author() -> None:
    findings = [_rated(1, "Areca", "leads", "Database"), _rated(2, "Promise", "lags", "Mail", text="Promise is last.")]
    summary = summarise(document_of(a_document(findings=findings)))
    assert summary.search_text.splitlines()[0] == summary.finding
    assert "Areca leads in Database" in summary.search_text
    assert "Promise is last." in summary.search_text
    assert "lags in Mail" not in summary.search_text
    long = summarise(document_of(a_document(findings=[_rated(1, "A" * 1990, "leads", "B")] * 40)))
    assert len(long.search_text) <= MAX_SEARCH_TEXT


@pytest.mark.parametrize(("tests", "picture"), [(3, None), (6, "ratings")])
def test_share_without_charts_has_the_picture_of_its_ratings(tests: int, picture: str | None) -> None:
    summary = summarise(document_of(a_document(findings=_ratings(tests), charts={}, body=[], parts={})))
    assert (summary.picture, summary.chart_key, summary.figures) == (picture, None, 0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_matrix_picture_has_a_cell_for_each_rating(theme: Any) -> None:
    matrix = find_rating_matrix(document_of(a_document(findings=_ratings(6))))
    assert matrix is not None
    small = draw_rating_matrix(matrix, theme=theme, width=46, height=24)
    fills = re.findall(r'<rect [^>]*fill="([^"]+)"', small)
    tokens = theme_tokens(theme)
    # Rows of a small picture are sampled.
    assert len(fills) == 4 * len(matrix.configurations)
    assert set(fills) == {tokens["ok"], tokens["warn"], tokens["line"]}
    assert "<text" not in small
    large = draw_rating_matrix(matrix, theme=theme, width=560, height=290)
    assert large.count("<rect") == 6 * len(matrix.configurations)
    assert ">Promise &lt;1&gt;</text>" in large
    many = find_rating_matrix(document_of(a_document(findings=_ratings(90))))
    assert many is not None
    assert draw_rating_matrix(many, theme=theme, width=560, height=290).count("<rect") == MAX_ROWS * 2
