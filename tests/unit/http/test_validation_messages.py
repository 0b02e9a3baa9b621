"""Words about a wrong field: they show neither a regular expression nor a library's own terms."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

import storagelab.app  # noqa: F401 - every body and parameter names its patterns when it is loaded.
from storagelab.config import CHECKOUT
from storagelab.http.validation_messages import describe_error, find_pattern_words, register_pattern_words


def patterns(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node["pattern"]
        for child in node.values():
            yield from patterns(child)
    elif isinstance(node, list):
        for child in node:
            yield from patterns(child)


def test_every_pattern_of_the_api_has_words() -> None:
    document = json.loads((CHECKOUT / "frontend" / "openapi.json").read_text(encoding="utf-8"))
    all_patterns = set(patterns(document))
    assert "^[^;=]{1,63}$" in all_patterns
    assert {pattern for pattern in all_patterns if find_pattern_words(pattern) is None} == set()


class Inner(BaseModel):
    a: int


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def message_of(kind: Any, value: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind, config=None if isinstance(kind, type) else ConfigDict(strict=True)).validate_python(value)
    return describe_error(caught.value.errors()[0])


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (str, 1, "must be text"),
        (int, "x", "must be a whole number"),
        (int, 1.5, "must be a whole number"),
        (float, "x", "must be a number"),
        (bool, "maybe", "must be true or false"),
        (list[int], 1, "must be a list"),
        (dict[str, int], 1, "must be a JSON object"),
        (Inner, 1, "must be a JSON object"),
        (Inner, {}, "is missing"),
        (Body, {"b": 1}, "unknown field"),
        (Literal["read", "write"], "x", "must be 'read' or 'write'"),
        (Annotated[int, Field(ge=1)], 0, "must be at least 1"),
        (Annotated[int, Field(le=5)], 6, "must be at most 5"),
        (Annotated[int, Field(gt=1)], 1, "must be more than 1"),
        (Annotated[int, Field(lt=5)], 5, "must be less than 5"),
        (Annotated[str, Field(max_length=1)], "ab", "must have at most 1 character"),
        (Annotated[str, Field(min_length=1)], "", "must not be empty"),
        (Annotated[str, Field(min_length=3)], "ab", "must have at least 3 characters"),
        (Annotated[list[int], Field(max_length=2)], [1, 2, 3], "must have at most 2 entries"),
        (Annotated[list[int], Field(min_length=1)], [], "must not be empty"),
        (Annotated[dict[str, int], Field(max_length=1)], {"a": 1, "b": 2}, "must have at most 1 entry"),
        (uuid.UUID, "x", "must be an id, such as 0192e4a1-7c3f-7b2e-9a41-5d6f8e0c1b2a"),
        (AwareDatetime, "yesterday", "must be a time such as 2026-11-20T12:00:00Z"),
        (Annotated[str, Field(pattern="^(red|green|blue)$")], "x", "must be red, green or blue"),
        (
            Annotated[str, Field(pattern="^[^;=]{1,63}$")],
            "a;b",
            "must be 1 to 63 characters without semicolon (;) and equals sign (=)",
        ),
        (Annotated[str, Field(pattern=r"^\d+x$")], "x", "does not have the required form"),
    ],
)
def test_invalid_value_is_explained_in_words(kind: Any, value: Any, words: str) -> None:
    assert message_of(kind, value) == words


def test_a_pattern_has_one_meaning() -> None:
    assert register_pattern_words("^q{2}$", "must be qq") == register_pattern_words("^q{2}$", "must be qq")
    with pytest.raises(ValueError, match="has words already"):
        register_pattern_words("^q{2}$", "must be two letters")
