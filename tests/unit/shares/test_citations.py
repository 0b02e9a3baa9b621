"""Citations as BibTeX, RIS and CSL-JSON of shares with any title, author and DOI."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit.shares.page.documents import a_document, document_of

from storagelab.shares.citations import check_doi, cite_as_bibtex, cite_as_csl, cite_as_ris, cite_as_text
from storagelab.shares.document.share import ShareDocument

ADDRESS, SHA256, DOI = "https://lab.example.org/s/x", "f" * 64, "10.5281/zenodo.1234567"
WHERE: dict[str, Any] = {"address": ADDRESS, "sha256": SHA256}
HOSTILE = (
    "A\r\nER  - \r\nTY  - JOUR",
    "} @misc{other, title={x}",
    "\\input{/etc/passwd} 100 % & $x_1$ ~^#",
    '"],"id":"other',
    "</script><script>alert(1)</script>",
    "עברית \u202e\u0085\u2028\u2029 測試",
)


def make_document(**share: Any) -> ShareDocument:
    """Return a document of one run whose header has these fields."""
    document = a_document()
    document["share"] |= share
    return document_of(document)


@given(title=st.text(min_size=1, max_size=300), author=st.text(max_size=200))
@example(title=HOSTILE[0], author=HOSTILE[0])
@example(title=HOSTILE[5], author=HOSTILE[5])
def test_ris_is_one_record_for_any_title(title: str, author: str) -> None:
    record = cite_as_ris(make_document(title=title, author=author), **WHERE, doi=DOI)
    lines = record.split("\r\n")
    assert lines.pop() == ""
    assert all(re.match(r"^[A-Z][A-Z0-9]  - ", line) for line in lines)
    assert not re.search(r"[\r\n\x85\u2028\u2029]", "".join(lines))
    tags = [line[:2] for line in lines]
    assert len(tags) == len(set(tags))
    assert (tags[0], tags[-1]) == ("TY", "ER")
    assert f"DO  - {DOI}" in lines


@given(title=st.text(min_size=1, max_size=300), author=st.text(max_size=200))
@example(title=HOSTILE[3], author=HOSTILE[4])
def test_csl_has_one_dataset_for_any_title(title: str, author: str) -> None:
    (item,) = json.loads(cite_as_csl(make_document(title=title, author=author), **WHERE, doi=DOI))
    assert item["type"] == "dataset"
    assert item["issued"] == {"date-parts": [[2026, 11, 20]]}
    assert (item["URL"], item["DOI"]) == (ADDRESS, DOI)
    assert item["title"].split() == item["title"].split(" ")
    assert SHA256 in item["note"]


@given(title=st.text(min_size=1, max_size=300), author=st.text(max_size=200))
@example(title=HOSTILE[1], author=HOSTILE[2])
def test_bibtex_has_balanced_braces_for_any_title(title: str, author: str) -> None:
    entry = cite_as_bibtex(make_document(title=title, author=author), **WHERE, doi=DOI)
    assert entry.startswith("@misc{storagelab-")
    assert entry.endswith("},\n}")
    assert not re.search(r"(?m)^\s*@(?!misc\{storagelab-)", entry)
    depth = 0
    for sign in re.sub(r"\\[{}]", "", entry):
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert f"  doi          = {{{DOI}}}," in entry


def test_without_doi_or_author_their_fields_are_absent() -> None:
    document = make_document(author="")
    ris, (item,) = cite_as_ris(document, **WHERE), json.loads(cite_as_csl(document, **WHERE))
    assert "AU  - " not in ris
    assert "DO  - " not in ris
    assert not {"author", "DOI"} & item.keys()
    assert "doi" not in cite_as_bibtex(document, **WHERE)


def test_text_ends_with_address_of_doi() -> None:
    assert cite_as_text(make_document(), **WHERE, doi=DOI).endswith(f". https://doi.org/{DOI}")


@pytest.mark.parametrize("text", [DOI, f"https://doi.org/{DOI}", f"http://dx.doi.org/{DOI}", f"doi:{DOI}", f" {DOI} "])
def test_doi_is_taken_with_or_without_its_resolver(text: str) -> None:
    assert check_doi(text) == DOI


@pytest.mark.parametrize(
    "text",
    ["", "10.5281", "10.5281/", "11.5281/x", "10.52/x", "10.5281/a b", "10.5281/a\nb", "10.5281/<script>",
     "10.5281/a}", '10.5281/a"b', "10.5281/ü", "https://example.org/10.5281/x", "10.5281/" + "a" * 300],
)  # fmt: skip
def test_other_texts_are_no_doi(text: str) -> None:
    with pytest.raises(ValueError, match="must be a DOI"):
        check_doi(text)
