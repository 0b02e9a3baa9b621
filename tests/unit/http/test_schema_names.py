"""Schemas have the names and types of REST."""

from __future__ import annotations

import json
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

#: Pages with more than the list itself, which are named after that.
ANSWERS_WITH_PAGES = {"DriveHealth"}

#: Lists that are never longer than one page.
ON_ONE_PAGE = {"list_engine_packages", "list_fields", "list_share_addresses", "list_share_hash_commitments"}

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
    schemas: Schemas = {}
    waiting = set(references(operations))
    while waiting:
        name = waiting.pop()
        schemas[name] = document["components"]["schemas"][name]
        waiting |= set(references(schemas[name])) - schemas.keys()
    return schemas


def references(value: Any) -> Iterator[str]:
    """Yield the name of each schema that a part of the document refers to."""
    for part in parts(value):
        if str(part.get("$ref", "")).startswith(SCHEMAS):
            yield part["$ref"].removeprefix(SCHEMAS)


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield each object within a part of the document."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(child)


def test_schema_takes_its_declared_name() -> None:
    class GadgetOut(Strict, schema_name="Gadget"):
        name: str

    class Gadgets(Strict):
        items: list[GadgetOut]

    assert list(Gadgets.model_json_schema()["$defs"]) == ["Gadget"]


def test_schema_names_have_no_direction_or_module(document: dict[str, Any]) -> None:
    names = document["components"]["schemas"].keys()
    assert {"Server", "Drive", "Job", "JobCreate", "JobUpdate", "JobPage", "Run", "RunSummary", "Award"} <= names
    assert [name for name in names if name.endswith(("In", "Out", "_")) or "__" in name] == []


def is_free(part: dict[str, Any]) -> bool:
    return part.get("additionalProperties") is True or (
        part.get("type") == "object" and not part.keys() & {"properties", "patternProperties", "additionalProperties"}
    )


def test_only_listed_schemas_are_free_objects(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert sorted(name for name, schema in schemas.items() if is_free(schema)) == FREE_OBJECTS
    assert all(schemas[name]["description"] for name in FREE_OBJECTS)
    others = [schema for name, schema in schemas.items() if name not in FREE_OBJECTS]
    assert [part for part in parts([document["paths"], others]) if is_free(part)] == []


def shape_of(schema: dict[str, Any]) -> str:
    """Return what a schema demands, without its name and its descriptions."""

    def strip(part: Any, *, named: bool = False) -> Any:
        if isinstance(part, list):
            return [strip(element) for element in part]
        if not isinstance(part, dict):
            return part
        # Under `properties` a key is the name of a field.
        return {
            key: strip(value, named=key == "properties")
            for key, value in part.items()
            if named or key not in {"title", "description"}
        }

    return json.dumps(strip(schema), sort_keys=True)


def same_shapes(schemas: Schemas) -> list[list[str]]:
    """Return the names of schemas that demand the same, in groups."""
    groups: dict[str, list[str]] = {}
    for name, schema in schemas.items():
        if name not in FREE_OBJECTS:
            groups.setdefault(shape_of(schema), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def test_no_two_schemas_have_one_shape(document: dict[str, Any]) -> None:
    assert same_shapes(document["components"]["schemas"]) == []


def test_a_planted_second_shape_is_found() -> None:
    one = {"title": "One", "type": "object", "properties": {"title": {"type": "string", "title": "Title"}}}
    other = {"title": "Other", "type": "object", "properties": {"title": {"type": "string", "description": "It"}}}
    third = {"title": "Third", "type": "object", "properties": {"name": {"type": "string"}}}
    assert same_shapes({"One": one, "Other": other, "Third": third}) == [["One", "Other"]]


def answers_of(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of the JSON answers of an operation that succeeded."""
    return [
        response["content"]["application/json"]["schema"]
        for status, response in operation["responses"].items()
        if status.startswith("2") and "application/json" in response.get("content", {})
    ]


def list_faults(operation: dict[str, Any], schemas: Schemas) -> list[str]:
    """Return why the answer of an operation is no page where it should be one."""
    faults = []
    for answer in answers_of(operation):
        name = str(answer.get("$ref", "")).removeprefix(SCHEMAS)
        fields = schemas.get(name, {}).get("properties", {}).keys()
        is_page = {"items", "next_cursor"} <= fields
        if answer.get("type") == "array":
            faults.append("answers with a bare array")
        elif operation["operationId"].startswith("list_") and not is_page:
            faults.append(f"lists, and {name} is no page")
        elif name.endswith("Page") != is_page and name not in ANSWERS_WITH_PAGES:
            faults.append(f"{name} is a page by name or by fields alone")
        elif (
            is_page
            and operation["operationId"] not in ON_ONE_PAGE
            and not {"limit", "cursor"} <= {parameter["name"] for parameter in operation.get("parameters", [])}
        ):
            faults.append(f"{name} is a page without limit and cursor")
    return faults


def test_answers_of_lists_are_pages(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    faults_by_id = {operation["operationId"]: list_faults(operation, schemas) for operation in operations_of(document)}
    assert {name: faults for name, faults in faults_by_id.items() if faults} == {}
    assert sum(name.startswith("list_") for name in faults_by_id) > 20


@pytest.mark.parametrize(
    ("operation_id", "answer", "fault"),
    [
        ("list_jobs", {"type": "array"}, "answers with a bare array"),
        ("list_jobs", {"$ref": SCHEMAS + "Jobs"}, "lists, and Jobs is no page"),
        ("show_queue", {"$ref": SCHEMAS + "JobPage"}, "JobPage is a page without limit and cursor"),
        ("show_queue", {"$ref": SCHEMAS + "Page"}, "Page is a page by name or by fields alone"),
        ("show_queue", {"$ref": SCHEMAS + "Jobs"}, None),
    ],
)
def test_a_planted_list_is_found(operation_id: str, answer: dict[str, Any], fault: str | None) -> None:
    schemas: Schemas = {"JobPage": {"properties": {"items": {}, "next_cursor": {}}}, "Page": {}, "Jobs": {}}
    responses = {"200": {"content": {"application/json": {"schema": answer}}}, "404": {}}
    operation = {"operationId": operation_id, "responses": responses}
    assert list_faults(operation, schemas) == ([] if fault is None else [fault])
