"""Datasets of schema.org: their facts, and texts that cannot leave their element."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit.shares.page.documents import a_document, a_run, document_of

from storagelab.shares.public_pages.json_ld import Dataset, describe_dataset, find_licence_address, format_json_ld

ADDRESS = "https://lab.example.org/p/a-result-1"


def describe(document: dict[str, Any] | None = None, **changes: Any) -> Dataset:
    """Return the Dataset of a document."""
    facts = {"description": "A finding.", "address": ADDRESS, "sha256": "f" * 64, "lab_name": "Lab Nord"} | changes
    return describe_dataset(document_of(document or a_document()), **facts)


class Elements(HTMLParser):
    """Count the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        self.names.append(tag)


@given(title=st.text(min_size=1, max_size=300), description=st.text(max_size=300))
@example(title="</script><script>alert(1)</script>", description="<!--<script>")
@example(title="\u2028\u2029]]>", description="</SCRIPT >")
def test_no_text_ends_the_element(title: str, description: str) -> None:
    document = a_document()
    document["share"] |= {"title": title, "author": title, "licence": title}
    text = format_json_ld(describe(document, description=description))
    page = Elements()
    page.feed(f'<script type="application/ld+json">{text}</script><p>')
    assert page.names == ["script", "p"]
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["description"] == (description or json.loads(text)["name"])


def test_dataset_names_its_measures_and_means() -> None:
    dataset = describe()
    assert dataset["name"] == "Random reads of RAID 5"
    assert dataset["creator"] == {"@type": "Person", "name": "A. Author"}
    assert dataset["datePublished"] == "2026-11-20"
    assert dataset["version"] == "2"
    assert {"@type": "PropertyValue", "name": "IOPS", "unitText": "1/s"} in dataset["variableMeasured"]
    assert dataset["measurementTechnique"][0].startswith("fio")
    assert [file["contentUrl"].removeprefix(ADDRESS) for file in dataset["distribution"]] == [".csv", ".xlsx", ".json"]
    assert describe(doi="10.5281/x")["identifier"][-1] == "https://doi.org/10.5281/x"


def test_figures_of_others_name_their_source() -> None:
    document = a_document(runs=[a_run(origin="published", source={"title": "A review", "note": None})])
    assert describe(document)["isBasedOn"] == [{"@type": "CreativeWork", "name": "A review"}]


def test_unknown_facts_are_left_out() -> None:
    document = a_document()
    document["share"] |= {"author": "", "licence": None}
    assert not {"creator", "license", "isBasedOn"} & describe(document).keys()


@pytest.mark.parametrize(
    ("licence", "address"),
    [
        ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
        ("CC-BY-SA-4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
        ("CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("https://example.org/licence", "https://example.org/licence"),
        ("javascript:alert(1)", None),
        ("On request", None),
    ],
)
def test_licence_is_an_address_only_where_it_is_known(licence: str, address: str | None) -> None:
    assert find_licence_address(licence) == address
