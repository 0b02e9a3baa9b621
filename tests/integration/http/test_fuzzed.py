"""Absurd requests to every operation of the API: each gets an answer that its description names."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.factories import Factory

STRINGS = (
    *("", "x", "a" * 300, "\u202eevil", "\u6f22\u5b57", "<script>", "=cmd()", "\x00", "a\nb", "NaN", "-1", "1e999"),
    *("s-1", "j-1", "r-1", "j-99999999999999999999", "00000000-0000-0000-0000-000000000000", "../../etc/passwd"),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "\u0663", "\U0010ffff", "quick-4k", "fio"),
)
OTHERS = (0, 1, -1, 201, 2**31, 2**63, -(2**63), 10**30, 1.5, 1e308, None, True, [], {}, [[]], {"a": {"b": 1}})
METHODS = ("get", "post", "put", "patch", "delete")


class Generator:
    """Values that fit a schema of the document, and values that nearly do."""

    def __init__(self, document: dict[str, Any], seed: int) -> None:
        self.schemas = document["components"]["schemas"]
        self.random = random.Random(seed)

    def value(self, schema: dict[str, Any]) -> Any:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.value(self.random.choice(schema[key]))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                required = schema.get("required", ())
                names = [
                    name for name in schema.get("properties", {}) if name in required or self.random.random() < 0.5
                ]
                return {name: self.value(schema["properties"][name]) for name in names}
            case "array":
                return [self.value(schema.get("items", {})) for _ in range(self.random.randrange(3))]
            case "string":
                return self.random.choice(STRINGS)
            case _:
                return self.random.choice((schema.get("minimum", 0), schema.get("maximum", 1 << 26), 7))

    def nearly(self, value: Any) -> Any:
        """Return the value with a part of it replaced, added or removed."""
        draw = self.random.random()
        if isinstance(value, dict) and value and draw < 0.8:
            name = self.random.choice(sorted(value))
            if draw < 0.1:
                return {key: item for key, item in value.items() if key != name}
            return {**value, name: self.nearly(value[name]), **({"surprise": 1} if draw < 0.2 else {})}
        return self.random.choice((*STRINGS, *OTHERS))


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(6))
def test_every_operation_answers_as_described(app: FastAPI, admin: TestClient, make: Factory, seed: int) -> None:
    make.server()
    document = app.openapi()
    generator = Generator(document, seed)
    wrong = []
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method not in operations or path.endswith("/events"):
                continue
            request = _request(generator, path, operations[method])
            answer = admin.request(method.upper(), **request)
            is_described = answer.status_code < 500 and str(answer.status_code) in operations[method]["responses"]
            problem = answer.status_code < 400 or answer.headers["content-type"] == "application/problem+json"
            if not (is_described and problem) and not path.startswith(("/s/", "/readyz")):
                wrong.append((method, request, answer.status_code, answer.text[:200]))
    assert wrong == []


def _request(generator: Generator, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    query: list[tuple[str, str]] = []
    for parameter in operation.get("parameters", []):
        value = generator.value(parameter["schema"])
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(str(value) or "x", safe="").replace("%2F", "-"))
        elif parameter["in"] == "query":
            value = generator.nearly(value) if generator.random.random() < 0.5 else value
            query += [(parameter["name"], str(item)) for item in (value if isinstance(value, list) else [value])]
    request: dict[str, Any] = {"url": path, "params": query}
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]
        if "application/json" not in content:
            # An upload is fuzzed by tests of its own; here it is sent what it is not.
            return request | {"content": b"{}", "headers": {"Content-Type": "application/json"}}
        body = generator.value(content["application/json"]["schema"])
        body = generator.nearly(body) if generator.random.random() < 0.7 else body
        request |= {"content": json.dumps(body), "headers": {"Content-Type": "application/json"}}
    return request
