"""Operations as the API takes them are those that the domain explains and the runner carries out."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import BaseModel

from storagelab.domain.operations import KINDS, compute_max_seconds, describe
from storagelab.planning.operation_schemas import Operation
from storagelab.planning.preparation import describe_operation
from storagelab_runner.operations import kinds

MODELS: dict[str, type[BaseModel]] = {
    get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(get_args(Operation)[0])
}


def test_the_kinds_are_the_same_everywhere() -> None:
    assert set(MODELS) == set(KINDS) == set(kinds.KINDS)


@pytest.mark.parametrize("kind", MODELS)
def test_schema_fields_match_runner_fields(kind: str) -> None:
    assert set(MODELS[kind].model_fields) == {"kind", *kinds.KINDS[kind]}


@pytest.mark.parametrize("name", ["activities", "what"])
def test_wait_activities_are_sent_in_runner_field(name: str) -> None:
    wait = MODELS["wait_quiet"].model_validate({"kind": "wait_quiet", "max_seconds": 60, name: ["rebuild"]})
    assert wait.model_dump()["what"] == wait.model_dump(by_alias=True)["activities"] == ["rebuild"]
    assert "what" not in MODELS["wait_quiet"].model_json_schema()["properties"]


def test_operation_of_another_version_is_described_by_kind() -> None:
    operation: dict[str, Any] = {"kind": "discard"}
    assert describe_operation(operation) == describe(operation)
    assert compute_max_seconds(operation, 2**30) > 0
    assert describe_operation({"kind": "defragment", "passes": 2}) == "defragment"
