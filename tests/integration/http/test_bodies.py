"""Faulty request bodies, which are answered by a problem document with the reason and never by a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

JSON = {"Content-Type": "application/json"}
JOB = {
    "server_id": "s-1",
    "profile": {"name": "quick-4k"},
    "target": {"kind": "file", "size_bytes": 2**28},
}


def nested(depth: int) -> bytes:
    """Return lists nested to this depth."""
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe{}", 400),
        ('{"name": "ü"}'.encode("latin-1"), 400),
        ('{"name": "x"}'.encode("utf-16"), 400),
        (nested(21), 400),
        (nested(100_000), 400),
        (b'{"name": "' + b"[" * 1000 + b'"}', 422),
        (b'{"name": "\\"' + b"[" * 1000 + b'"}', 422),
        (b'"' + b'\\"' * 400_000, 400),
        (b'{"a": 1, "a": 2}', 400),
        (b'{"priority": NaN}', 400),
        (b'{"priority": -Infinity}', 400),
        (b'{"priority": 1e999}', 400),
        (b'{"priority": ' + b"9" * 5000 + b"}", 400),
        (b'{"priority": 1180591620717411303424}', 422),
        (b'{"name": "\\ud800"}', 400),
        (b'{"\\udfff": 1}', 400),
        (b'{"name": "a\\u0000b"}', 400),
        (b'{"name": "a\\u001b[31mb"}', 400),
        (b"null", 422),
        (b"[]", 422),
        (b'{"unknown": 1}', 422),
        (b" " * (1 << 20) + b" ", 413),
    ],
)
def test_a_bad_body_is_refused_in_words(operator: TestClient, body: bytes, status: int) -> None:
    answer = operator.post("/api/v1/jobs", content=body, headers=JSON)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["detail"]
    assert problem["responsible"] == "request"


def test_a_body_must_be_json(operator: TestClient) -> None:
    answer = operator.post("/api/v1/jobs", content=b"name=x", headers={"Content-Type": "text/plain"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"name": 5}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"priority": 101}, "priority"),
        ({"priority": True}, "priority"),
        ({"priority": "50"}, "priority"),
        ({"repeats": 0}, "repeats"),
        ({"on_lost": "retry"}, "on_lost"),
        ({"start_after": 5}, "start_after"),
        ({"start_after": "2026-01-01T00:00:00"}, "start_after"),
        ({"labels": {"a=b": "c"}}, "labels.a=b.[key]"),
        ({"target": {"kind": "tape"}}, "target"),
        ({"target": {"kind": "file"}}, "target.size_bytes"),
        ({"target": {"kind": "file", "size_bytes": 2**22 - 2**20}}, "target.size_bytes"),
        ({"target": {"kind": "file", "size_bytes": 2**22 + 1}}, "target.size_bytes"),
        ({"target": {"kind": "file", "size_bytes": 2**45}}, "target.size_bytes"),
        ({"target": {"kind": "file", "size_bytes": 2**28, "path": "relative"}}, "target.path"),
        ({"target": {"kind": "file", "size_bytes": 2**28, "path": "/dev/sda"}}, "target.path"),
        ({"target": {"kind": "file", "size_bytes": 2**28, "path": "/a/../etc/x"}}, "target.path"),
        ({"target": {"kind": "file", "size_bytes": 2**28, "path": "/a/$(id)"}}, "target.path"),
        ({"target": {"kind": "devices", "stable_ids": []}}, "target.stable_ids"),
        ({"profile": {"name": "quick-4k", "parameters": {"round_seconds": "2"}}}, "profile.parameters.round_seconds"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_field_is_named(operator: TestClient, change: dict[str, Any], path: str) -> None:
    answer = operator.post("/api/v1/jobs", json=JOB | change)
    assert answer.status_code == 422
    assert path in [error["path"] for error in answer.json()["errors"]]


def test_text_is_stored_in_one_form(operator: TestClient) -> None:
    body = json.dumps({"name": "Cafe\u0301", "transport": "ssh", "address": "lab1", "username": "root"})
    answer = operator.post("/api/v1/servers", content=body.encode(), headers=JSON)
    assert answer.json()["name"] == "Caf\u00e9"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body is missing"),
        (b"[]", "the body must be a JSON object"),
        (json.dumps({**JOB, "name": "a" * 300}).encode(), "name: must have at most 200 characters"),
    ],
)
def test_invalid_body_is_explained_for_people(operator: TestClient, body: bytes, detail: str) -> None:
    answer = operator.post("/api/v1/jobs", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["detail"]) == (422, detail)
