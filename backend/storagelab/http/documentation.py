"""The OpenAPI document: short operation ids, one problem schema."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from storagelab.http.problems import Problem, problems

SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token, `sl_...`"},
    "session": {"type": "apiKey", "in": "cookie", "name": "storagelab_session"},
}


def operation_id(route: APIRoute) -> str:
    """The name of the endpoint's function, as in `list_jobs`."""
    return route.name


def describe_api(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of `app`, made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
        schemas.update(problem.pop("$defs", {}))
        schemas["Problem"] = problem
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        _add_body_problems(document)
        document["components"]["schemas"] = dict(sorted(schemas.items()))
        document["components"]["securitySchemes"] = SECURITY_SCHEMES
        document["security"] = [{"token": []}, {"session": []}]
        app.openapi_schema = document
    return app.openapi_schema


def _add_body_problems(document: dict[str, Any]) -> None:
    """Add what can be wrong with any body, before an endpoint sees it."""
    for operations in document["paths"].values():
        for operation in operations.values():
            if "requestBody" in operation:
                answers = {str(status): answer for status, answer in problems(400, 413, 415).items()}
                operation["responses"] = dict(sorted((answers | operation["responses"]).items()))
