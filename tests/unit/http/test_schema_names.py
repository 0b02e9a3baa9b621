"""Schemas have the names and types of REST."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from storagelab.app import create_app
from storagelab.http.schemas import Strict

SCHEMAS = "#/components/schemas/"
#: Operations that answer with a job.
ELSEWHERE = frozenset({"check_server_health"})
#: Other tags whose schemas have their names, and what these use of tags whose schemas have not yet.
TAGS = ("session", "tokens", "users", "lab")
PENDING = frozenset({"PauseIn", "PauseOut", "ProgressOut", "SteadyMeterOut", "TrackedMeterOut"})


@pytest.fixture(scope="module")
def inventory() -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the operations of the inventory and the schemas that they use, with those within."""
    return read_tag("inventory")


def read_tag(tag: str) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the operations of a tag and the schemas that they use, with those within."""
    document = describe()
    operations = [
        operation
        for address in document["paths"].values()
        for operation in address.values()
        if tag in operation.get("tags", ()) and operation["operationId"] not in ELSEWHERE
    ]
    found: dict[str, dict[str, Any]] = {}
    waiting = set(references(operations))
    while waiting:
        name = waiting.pop()
        found[name] = document["components"]["schemas"][name]
        waiting |= set(references(found[name])) - found.keys()
    return operations, found


@cache
def describe() -> dict[str, Any]:
    """Return the OpenAPI document of the API, made once."""
    return create_app().openapi()


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


def is_free(part: dict[str, Any]) -> bool:
    """Return whether a part of the document is an object of any fields."""
    return part.get("additionalProperties") is True or (
        part.get("type") == "object" and not part.keys() & {"properties", "additionalProperties"}
    )


def test_a_class_takes_the_name_that_its_table_has_in_python() -> None:
    class GadgetOut(Strict, schema_name="Gadget"):
        name: str

    class Gadgets(Strict):
        items: list[GadgetOut]

    assert list(Gadgets.model_json_schema()["$defs"]) == ["Gadget"]


def test_no_schema_of_the_inventory_ends_with_a_direction(
    inventory: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]],
) -> None:
    _, schemas = inventory
    assert {"Server", "ServerCreate", "ServerUpdate", "ServerPage", "Drive", "Array"} <= schemas.keys()
    assert [name for name in schemas if name.endswith(("In", "Out")) or "__" in name] == []


def test_no_object_of_the_inventory_is_free(
    inventory: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]],
) -> None:
    free = [part for part in parts(list(inventory)) if is_free(part)]
    assert free == []


@pytest.mark.parametrize("tag", TAGS)
def test_schemas_of_a_tag_have_plain_names_and_types(tag: str) -> None:
    operations, schemas = read_tag(tag)
    assert operations
    assert [name for name in schemas.keys() - PENDING if name.endswith(("In", "Out", "_")) or "__" in name] == []
    assert [part for part in parts([operations, schemas]) if is_free(part)] == []
