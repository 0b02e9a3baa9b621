"""Numbers of operations and addresses in docs/rest.md: they match the OpenAPI document."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from tests.unit.http.openapi_rules import operations_of

from storagelab.app import create_app
from storagelab.config import CHECKOUT
from storagelab.http.documentation import BASE, GROUPS

PAGE = (CHECKOUT / "docs" / "rest.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([a-z]+) \| (\d+) \| ((?:`/[^`]+`(?:, )?)+) \| (.+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app().openapi()


def test_documented_operation_counts_match_the_openapi_document(document: dict[str, Any]) -> None:
    free = [
        name for name, schema in document["components"]["schemas"].items() if schema.get("additionalProperties") is True
    ]
    assert re.findall(r"^(\d+) operations at (\d+) addresses", PAGE, re.MULTILINE) == [
        (str(len(operations_of(document))), str(len(document["paths"])))
    ]
    assert re.findall(r"^\| Free objects \| (\d+) schemas", PAGE, re.MULTILINE) == [str(len(free))]


def test_each_group_has_its_operations_and_addresses(document: dict[str, Any]) -> None:
    counts = Counter(tag for operation in operations_of(document) for tag in operation.content["tags"])
    assert [
        (name, int(count), addresses.replace("`", "").split(", ")) for name, count, addresses, _ in ROW.findall(PAGE)
    ] == [(name, counts[name], [f"/{segment}" for segment in segments]) for name, (_, segments) in GROUPS.items()]


def test_each_segment_of_a_group_is_used(document: dict[str, Any]) -> None:
    used = {path.removeprefix(BASE).strip("/").partition("/")[0] for path in document["paths"]}
    assert sorted(segment for _, segments in GROUPS.values() for segment in segments) == sorted(used)
