"""Texts of others, and how a page is cited."""

from __future__ import annotations

import pytest
from tests.unit.shares.page.documents import a_document, page_of

from storagelab.shares.page.model import fill_citation
from storagelab.shares.page.words import clean, format_list, join_workload, make_anchor


def test_invisible_and_direction_characters_are_removed() -> None:
    hostile = "PERC\x00\x1b[31m \u202egnp.exe\u2066 \u200bH965\ue000 \ud800"
    assert clean({hostile: [hostile, 1, None]}) == {"PERC[31m gnp.exe H965 ": ["PERC[31m gnp.exe H965 ", 1, None]}


@pytest.mark.parametrize("text", ["a\tb\nc", "Größe µs 測試 עברית", "e\u0301", "\U0001f600", ""])
def test_ordinary_text_is_unchanged(text: str) -> None:
    assert clean(text) == text


def test_long_lists_are_counted() -> None:
    assert format_list([]) == ""
    assert format_list(["a", "b", "c"]) == "a, b and c"
    assert format_list(f"r-{index}" for index in range(20)) == "r-0, r-1, r-2, r-3, r-4 and 15 more"
    assert make_anchor("Ünder 4K/8K!") == "nder-4k-8k"


def test_citation_has_author_version_date_address_and_hash() -> None:
    page = page_of(a_document())
    text = fill_citation(page.citation, address="https://lab/s/x", sha256="f" * 64)
    assert text == (
        "A. Author: Random reads of RAID 5. Storage Lab, version 2, frozen 2026-11-20. "
        f"https://lab/s/x (SHA-256 {'f' * 64})"
    )


def test_bibtex_escapes_special_characters_of_title() -> None:
    document = a_document()
    document["share"] |= {"title": "50 % & {more} \\input{/etc/passwd}\n$x_1$ \ue000", "author": ""}
    text = fill_citation(page_of(document).bibtex, address="https://lab/s/x", sha256="f" * 64)
    assert r"50 \% \& \{more\} \textbackslash{}input\{/etc/passwd\} \$x\_1\$" in text
    assert "author" not in text
    assert text.count("https://lab/s/x") == 1
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("workload", "phase", "joined"),
    [
        ("4K random write, QD 256", None, "4K random write, QD 256"),
        ("4K random write, QD 256", "4K random write, steady", "4K random write, steady, QD 256"),
        ("4K random read, QD 8", "4K random read QD8", "4K random read, QD 8"),
        ("4 KB random writes", "fio 4 KB random writes", "fio 4 KB random writes"),
        ("4K random write, QD 256", "Random write", "4K random write, QD 256"),
        ("4K random write, QD 256", "Steady state", "4K random write, QD 256, Steady state"),
    ],
)  # fmt: skip
def test_workload_and_phase_do_not_repeat_each_other(workload: str, phase: str | None, joined: str) -> None:
    assert join_workload(workload, phase) == joined
