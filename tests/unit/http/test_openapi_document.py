"""The OpenAPI document is one that linters and generators of clients take without a word."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.unit.http.openapi_rules import PROBLEMS, faults_of, operations_of

from storagelab.app import create_app
from storagelab.config import CHECKOUT
from storagelab.http.documentation import LICENSE, summarise

BIN = CHECKOUT / ".venv" / "bin"
#: The schema of the OpenAPI Initiative, Apache-2.0, of 2022-10-07.
SCHEMA = CHECKOUT / "tests" / "data" / "openapi" / "openapi-3.1.schema.json"
#: What docs/rest.md gives to openapi-python-client.
SETTINGS = CHECKOUT / "docs" / "openapi-python-client.yaml"
Plant = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Return the document of the API as it is served."""
    served: dict[str, Any] = json.loads(json.dumps(create_app().openapi()))
    return served


def test_the_document_holds_all_rules(document: dict[str, Any]) -> None:
    assert faults_of(document) == []


def make_operation(operation_id: str, *parameters: str) -> dict[str, Any]:
    """Return an operation that holds all rules."""
    declared = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in parameters]
    return {
        "operationId": operation_id,
        "summary": "Show it",
        "description": "Show it.",
        "tags": ["jobs"],
        "security": [{"token": []}],
        "parameters": declared,
        "responses": {
            "200": {"description": "It", "content": {"text/plain": {"schema": {"type": "string"}}}},
            "404": {"description": "Not Found", "content": PROBLEMS[0]},
        },
    }


def make_document() -> dict[str, Any]:
    """Return a small document that holds all rules."""
    return copy.deepcopy(
        {
            "info": {"title": "Lab", "version": "1", "description": "It", "contact": {"name": "X"}, "license": LICENSE},
            "servers": [{"url": "/"}],
            "tags": [{"name": "jobs", "description": "Jobs"}],
            "paths": {
                "/queue": {"get": make_operation("get_queue")},
                "/jobs/{ref}": {"get": make_operation("get_job", "ref")},
                "/jobs/newest": {"get": make_operation("get_newest_job")},
            },
            "components": {
                "schemas": {"Problem": {"type": "object", "properties": {"preserved": {"type": "string"}}}},
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def get_job(document: dict[str, Any]) -> dict[str, Any]:
    """Return the operation that faults are planted in."""
    operation: dict[str, Any] = document["paths"]["/jobs/{ref}"]["get"]
    return operation


def move(document: dict[str, Any], path: str, *parameters: str) -> None:
    """Give another address to an operation."""
    del document["paths"]["/queue"]
    document["paths"][path] = {"get": make_operation("get_queue", *parameters)}


PLANTED: dict[str, tuple[Plant, str]] = {
    "no licence": (lambda d: d["info"].pop("license"), "info has no license"),
    "no server": (lambda d: d["servers"].clear(), "there are no servers"),
    "machine": (lambda d: d["servers"].append({"url": "http://lab:8000"}), "server http://lab:8000 is the address of"),
    "no id": (lambda d: get_job(d).pop("operationId"), "get /jobs/{ref}: no operationId"),
    "no summary": (lambda d: get_job(d).pop("summary"), "get_job: no summary"),
    "whole sentence": (lambda d: get_job(d).update(summary="Show it."), "get_job: the summary is no single clause"),
    "no description": (lambda d: get_job(d).pop("description"), "get_job: no description"),
    "no tag": (lambda d: get_job(d).pop("tags"), "get_job: no tags"),
    "other tag": (lambda d: get_job(d)["tags"].append("other"), "tag other is not declared"),
    "unused tag": (lambda d: d["tags"].append({"name": "x", "description": "X"}), "tag x is not used"),
    "bare tag": (lambda d: d["tags"][0].update(description=""), "tag jobs has no description"),
    "no security": (lambda d: get_job(d).pop("security"), "get_job: no security"),
    "other scheme": (lambda d: get_job(d)["security"].append({"key": []}), "get_job: unknown security scheme key"),
    "no success": (lambda d: get_job(d)["responses"].pop("200"), "get_job: no success response"),
    "no problem": (lambda d: get_job(d)["responses"].pop("404"), "get_job: no problem response"),
    "error": (
        lambda d: get_job(d)["responses"]["404"].update(content={"text/plain": {"schema": {"type": "string"}}}),
        "get_job: 404 is no problem document",
    ),
    "no media type": (lambda d: get_job(d)["responses"]["200"].pop("content"), "get_job: 200 has no media type"),
    "no schema": (
        lambda d: get_job(d)["responses"]["200"].update(content={"application/zip": {}}),
        "get_job: 200 application/zip has no schema",
    ),
    "same id": (lambda d: get_job(d).update(operationId="get_queue"), "operation id get_queue is used 2 times"),
    "noun": (lambda d: get_job(d).update(operationId="job_view"), "operation id job_view is no verb with an object"),
    "bare verb": (lambda d: get_job(d).update(operationId="get"), "operation id get is no verb with an object"),
    "no path parameter": (lambda d: get_job(d)["parameters"].clear(), "get_job: path parameter ref is not both"),
    "ambiguous": (lambda d: move(d, "/{kind}/newest", "kind"), "/{kind}/newest and /jobs/{ref} are ambiguous"),
    "same address": (lambda d: move(d, "/jobs/{id}", "id"), "/jobs/{id} and /jobs/{ref} are ambiguous"),
    "unused schema": (
        lambda d: d["components"]["schemas"].update(Lonely={"type": "object"}),
        "#/components/schemas/Lonely is not used",
    ),
    "lost schema": (
        lambda d: d["components"]["schemas"].pop("Problem"),
        "#/components/schemas/Problem does not exist",
    ),
    "case": (
        lambda d: d["components"]["schemas"].update(PROBLEM={"$ref": "#/components/schemas/PROBLEM"}),
        "#/components/schemas/PROBLEM differs from another by case only",
    ),
    "title": (
        lambda d: d["components"]["schemas"].update(Fault={"title": "Problem", "type": "object"}),
        "2 schemas have the title Problem",
    ),
    "nullable": (
        lambda d: d["components"]["schemas"]["Problem"]["properties"]["preserved"].update(nullable=True),
        "#/components/schemas/Problem/properties/preserved is nullable",
    ),
    "bare array": (
        lambda d: d["components"]["schemas"]["Problem"]["properties"].update(errors={"type": "array"}),
        "#/components/schemas/Problem/properties/errors is an array of unknown items",
    ),
    "lost field": (
        lambda d: d["components"]["schemas"]["Problem"].update(required=["preserved", "title"]),
        "#/components/schemas/Problem requires title",
    ),
    "other default": (
        lambda d: d["components"]["schemas"]["Problem"]["properties"]["preserved"].update(enum=["a"], default="b"),
        "#/components/schemas/Problem/properties/preserved has a default that is none of its values",
    ),
}


def test_a_small_document_holds_all_rules() -> None:
    assert faults_of(make_document()) == []


@pytest.mark.parametrize(("plant", "fault"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(plant: Plant, fault: str) -> None:
    planted = make_document()
    plant(planted)
    assert [item for item in faults_of(planted) if item.startswith(fault)] != []


@pytest.mark.parametrize(
    ("description", "summary"),
    [
        ("Show one job.", "Show one job"),
        ("List servers, newest first; retired ones only with `state=retired`.", "List servers, newest first"),
        ("Take `a` back: it is\n gone.", "Take a back"),
        ("Show version 1.0 of\nit. More.\n\nEven more.", "Show version 1.0 of it"),
    ],
)
def test_a_summary_is_the_first_clause(description: str, summary: str) -> None:
    assert summarise(description) == summary


def test_generator_settings_list_every_unknown_media_type(document: dict[str, Any]) -> None:
    settings = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))["content_type_overrides"]
    bodies, answers = set(), set()
    for operation in operations_of(document):
        bodies |= operation.content.get("requestBody", {}).get("content", {}).keys()
        for response in operation.content["responses"].values():
            answers |= response.get("content", {}).keys()
    unknown = {
        media_type for media_type in answers if not media_type.startswith("text/") and not media_type.endswith("json")
    }
    unknown |= bodies - {"application/json", "multipart/form-data"}
    assert settings == dict.fromkeys(sorted(unknown - {"application/octet-stream"}), "application/octet-stream")


def check(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run check-jsonschema."""
    return subprocess.run([BIN / "check-jsonschema", *arguments], capture_output=True, text=True, check=False)


def test_the_document_is_valid_openapi(document: dict[str, Any], tmp_path: Path) -> None:
    valid, invalid = tmp_path / "openapi.json", tmp_path / "invalid.json"
    valid.write_text(json.dumps(document))
    invalid.write_text(json.dumps({"openapi": "3.1.0", "info": document["info"], "paths": {}, "servers": [{}]}))
    outcome = check("--schemafile", SCHEMA, valid)
    assert outcome.returncode == 0, outcome.stdout
    assert check("--schemafile", SCHEMA, invalid).returncode == 1


def test_each_schema_of_the_document_is_valid(document: dict[str, Any], tmp_path: Path) -> None:
    dialect = "https://json-schema.org/draft/2020-12/schema"
    schemas = document["components"]["schemas"]
    valid, invalid = tmp_path / "schemas.json", tmp_path / "invalid.json"
    valid.write_text(json.dumps({"$schema": dialect, "$defs": schemas}))
    invalid.write_text(json.dumps({"$schema": dialect, "$defs": {"Wrong": {"type": "text"}}}))
    outcome = check("--check-metaschema", valid)
    assert outcome.returncode == 0, outcome.stdout
    assert check("--check-metaschema", invalid).returncode == 1
