"""Schemas have the names and types of REST."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from storagelab.app import create_app
from storagelab.http.schemas import Strict

SCHEMAS = "#/components/schemas/"
#: Schemas of objects that stay free, each with its reason in its description.
FREE_OBJECTS = [
    "ConfigurationSnapshot",
    "OperationEvidence",
    "ProfileDocument",
    "RecipeDocument",
    "RecordedCampaign",
    "RecordedOperation",
    "RecordedStop",
    "RecordedWorkload",
]

Operations = list[dict[str, Any]]
Schemas = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app().openapi()


def operations_of(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield each operation of the document."""
    for address in document["paths"].values():
        yield from address.values()


def schemas_of(operations: Operations, document: dict[str, Any]) -> Schemas:
    """Return the schemas that operations use, with those within, by name."""
    found: Schemas = {}
    waiting = set(references(operations))
    while waiting:
        name = waiting.pop()
        found[name] = document["components"]["schemas"][name]
        waiting |= set(references(found[name])) - found.keys()
    return found


def references(value: Any) -> Iterator[str]:
    """Yield the name of each schema that a part of the document refers to."""
    for part in parts(value):
        if str(part.get("$ref", "")).startswith(SCHEMAS):
            yield part["$ref"].removeprefix(SCHEMAS)


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield each object within a part of the document."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each)


def test_a_class_takes_the_name_that_its_table_has_in_python() -> None:
    class GadgetOut(Strict, schema_name="Gadget"):
        name: str

    class Gadgets(Strict):
        items: list[GadgetOut]

    assert list(Gadgets.model_json_schema()["$defs"]) == ["Gadget"]


def test_no_schema_ends_with_a_direction_or_has_the_name_of_a_module(document: dict[str, Any]) -> None:
    names = document["components"]["schemas"].keys()
    assert {"Server", "Drive", "Job", "JobCreate", "JobUpdate", "JobPage", "Run", "RunSummary", "Award"} <= names
    assert [name for name in names if name.endswith(("In", "Out", "_")) or "__" in name] == []


def is_free(part: dict[str, Any]) -> bool:
    return part.get("additionalProperties") is True or (
        part.get("type") == "object" and not part.keys() & {"properties", "patternProperties", "additionalProperties"}
    )


def test_only_named_objects_with_a_reason_are_free(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert sorted(name for name, schema in schemas.items() if is_free(schema)) == FREE_OBJECTS
    assert all(schemas[name]["description"] for name in FREE_OBJECTS)
    others = [schema for name, schema in schemas.items() if name not in FREE_OBJECTS]
    assert [part for part in parts([document["paths"], others]) if is_free(part)] == []
