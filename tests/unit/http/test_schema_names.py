"""Schemas of the inventory have the names and types of REST."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from storagelab.app import create_app
from storagelab.http.schemas import Strict

SCHEMAS = "#/components/schemas/"
#: Operations that answer with a job.
ELSEWHERE = frozenset({"check_server_health"})


@pytest.fixture(scope="module")
def inventory() -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the operations of the inventory and the schemas that they use, with those within."""
    document = create_app().openapi()
    operations = [
        operation
        for address in document["paths"].values()
        for operation in address.values()
        if "inventory" in operation.get("tags", ()) and operation["operationId"] not in ELSEWHERE
    ]
    found: dict[str, dict[str, Any]] = {}
    waiting = set(references(operations))
    while waiting:
        name = waiting.pop()
        found[name] = document["components"]["schemas"][name]
        waiting |= set(references(found[name])) - found.keys()
    return operations, found


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


def test_no_schema_of_the_inventory_ends_with_a_direction(
    inventory: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]],
) -> None:
    _, schemas = inventory
    assert {"Server", "ServerCreate", "ServerUpdate", "ServerPage", "Drive", "Array"} <= schemas.keys()
    assert [name for name in schemas if name.endswith(("In", "Out")) or "__" in name] == []


def test_no_object_of_the_inventory_is_free(
    inventory: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]],
) -> None:
    free = [
        part
        for part in parts(list(inventory))
        if part.get("additionalProperties") is True
        or (part.get("type") == "object" and not part.keys() & {"properties", "additionalProperties"})
    ]
    assert free == []
