"""Unknown query parameters: every route refuses them, with the name that was probably meant."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.db.models import Job
from storagelab.http.query import list_query_parameters


@pytest.mark.parametrize(
    ("path", "name", "proposed"),
    [
        ("/jobs", "dry-run", "dry_run"),
        ("/jobs", "dryrun", "dry_run"),
        ("/jobs", "Dry_Run", "dry_run"),
        ("/campaigns", "dryrun", "dry_run"),
        ("/campaigns", "dry-run", "dry_run"),
    ],
)
def test_misspelt_dry_run_is_refused_with_a_suggestion(
    operator: TestClient, session: Session, path: str, name: str, proposed: str
) -> None:
    answer = operator.post(f"/api/v1{path}?{name}=true", json={})
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["errors"] == [
        {"path": name, "message": f"unknown parameter. Did you mean {proposed}?"},
    ]
    assert session.scalars(select(func.count()).select_from(Job)).one() == 0


def test_a_single_value_given_twice_is_refused(viewer: TestClient) -> None:
    answer = viewer.get("/api/v1/jobs?limit=1&limit=2")
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"path": "limit", "message": "is given 2 times. Give it once."}]


def test_a_list_may_be_given_several_times(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/jobs?label=one&label=other").status_code == 200


def test_route_without_parameters_refuses_any(viewer: TestClient) -> None:
    answer = viewer.get("/api/v1/lab?utterly=1")
    assert answer.json()["detail"] == "utterly: unknown parameter. This address takes none."


def test_anonymous_request_learns_no_parameters(anonymous: TestClient) -> None:
    assert anonymous.get("/api/v1/jobs?unknown=1").status_code == 401


def test_every_route_refuses_undocumented_parameters(app: FastAPI, admin: TestClient) -> None:
    document = admin.get("/api/v1/openapi.json").json()
    accepted = []
    for path, operations in document["paths"].items():
        if not path.startswith("/api/v1"):
            continue
        for method in operations:
            address = path.replace("{", "").replace("}", "")
            answer = admin.request(method, f"{address}?no_such_parameter=1")
            # A path that names nothing may be refused first.
            if answer.status_code != 422 or "no_such_parameter" not in answer.text:
                accepted.append((method, path, answer.status_code))
    assert accepted == []


def test_accepted_parameters_match_the_api_document(app: FastAPI, viewer: TestClient) -> None:
    document = viewer.get("/api/v1/openapi.json").json()
    differing = []
    for context in iter_route_contexts(app.routes):
        for method in getattr(context, "methods", None) or ():
            operation = document["paths"].get(context.path, {}).get(method.lower())
            if operation is None:
                continue
            named = {
                parameter["name"]: _is_array(parameter["schema"])
                for parameter in operation.get("parameters", [])
                if parameter["in"] == "query"
            }
            if named != dict(list_query_parameters(context.dependant)):
                differing.append((method, context.path, named, dict(list_query_parameters(context.dependant))))
    assert differing == []


def _is_array(schema: dict[str, object]) -> bool:
    either = schema.get("anyOf", [schema])
    assert isinstance(either, list)
    return any(one.get("type") == "array" for one in either)
