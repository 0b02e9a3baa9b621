"""The OpenAPI document, complete enough for linters and generators of clients."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from storagelab.http.problems import Problem, QueryProblem, declare_problem_responses
from storagelab.http.responses import OpenApiPart, Responses

LICENSE = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
#: A lab is run by the people who installed it, and their address is unknown here.
CONTACT = {"name": "The administrators of this lab"}
SERVERS = [{"url": "/", "description": "The lab that serves this document"}]
SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token, `sl_...`"},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "storagelab_session",
        "description": "The session of a browser. Changes are accepted from pages of the lab only",
    },
}
SIGNED_IN: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
#: For `openapi_extra=` of the few operations that need no sign-in.
WITHOUT_SIGN_IN: OpenApiPart = {"security": []}
BASE = "/api/v1/"
#: Groups of operations by the first segment of their addresses: what each holds, and its segments.
GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "session": ("Signing in and out with a browser, and one's own settings", ("session",)),
    "lab": (
        "The lab at a glance: its state, events and notices, search, labels, saved filters, demo data",
        (
            *("lab", "overview", "events", "notices", "search", "labels", "{collection}", "saved-filters"),
            *("engine-packages", "demo-data", "openapi.json"),
        ),
    ),
    "servers": ("Servers, and permission to write to their drives", ("servers", "server-summaries", "enrolments")),
    "hardware": (
        "Controllers, drives and arrays as they were found, their models and photos",
        ("controllers", "drives", "arrays", "hardware-models", "published-hardware", "photos"),
    ),
    "inventory": ("Alerts, conflicts, changes and files of all hardware", ("inventory", "alerts")),
    "profiles": ("Recipes of tests and their versions", ("profiles",)),
    "jobs": ("Submitting, watching and cancelling jobs, and the queue", ("jobs", "queue", "leases", "target-probes")),
    "campaigns": ("One plan over many configurations and states of an array", ("campaigns",)),
    "runs": ("Runs with their measurements, notes and raw files", ("runs", "fields", "attempts", "artifacts")),
    "results": (
        "Results of several runs: series, comparisons, histories, rankings, findings, configurations",
        (
            *(
                "series",
                "curves",
                "measurements",
                "thumbnails",
                "comparison",
                "pivot",
                "history",
                "notes",
                "configurations",
            ),
            *("rankings", "awards", "findings"),
        ),
    ),
    "dashboards": ("Workbenches saved under a name, and the runs that they show", ("dashboards", "workbenches")),
    "imports": ("Result files made elsewhere", ("imports",)),
    "shares": ("Permalinks: frozen, published, listed, corrected and withdrawn", ("shares", "public-page")),
    "access": ("API tokens, and people who may sign in", ("tokens", "users")),
    "health": ("Probes for process supervisors", ("healthz", "readyz")),
}
_GROUP_OF = {segment: name for name, (_, segments) in GROUPS.items() for segment in segments}
#: For `responses=` of the operation that gives the document.
DOCUMENT: Responses = {
    200: {
        "description": "An OpenAPI 3.1 document",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {"openapi": {"type": "string", "description": "The version of OpenAPI"}},
                    "required": ["openapi"],
                }
            }
        },
    }
}


class OpenApiOperation(TypedDict, total=False):
    """An operation of an OpenAPI document, as far as it is completed here."""

    summary: str
    description: str
    tags: list[str]
    security: list[dict[str, list[str]]]
    requestBody: object
    responses: dict[str, OpenApiPart]


_SCHEMAS = "#/components/schemas/"
#: A summary ends before the first of these.
_CLAUSE_END = re.compile(r"[.;:](?:\s|$)")


def get_operation_id(route: APIRoute) -> str:
    """Return the name of the endpoint's function, as in `list_jobs`."""
    return route.name


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of `app`, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            license_info=LICENSE,
            contact=CONTACT,
            servers=SERVERS,
        )
        components = document.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        for model in (Problem, QueryProblem):
            problem = model.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}", mode="serialization")
            schemas.update(problem.pop("$defs", {}))
            schemas[model.__name__] = problem
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        components["schemas"] = dict(sorted(schemas.items()))
        components["securitySchemes"] = SECURITY_SCHEMES
        _close_tuples(components["schemas"])
        used = set()
        for path, operation in _iterate_operations(document["paths"]):
            _complete(operation)
            group = _GROUP_OF.get(path.removeprefix(BASE).strip("/").partition("/")[0])
            if group is not None:
                operation["tags"] = [group]
                used.add(group)
        document["tags"] = [{"name": name, "description": text} for name, (text, _) in GROUPS.items() if name in used]
        document["security"] = SIGNED_IN
        app.openapi_schema = document
    return app.openapi_schema


def summarise(description: str) -> str:
    """Return the first clause of a description, as plain text without its end."""
    return " ".join(_CLAUSE_END.split(description, maxsplit=1)[0].replace("`", "").split())


def _iterate_operations(paths: Mapping[str, Mapping[str, OpenApiOperation]]) -> Iterator[tuple[str, OpenApiOperation]]:
    for path, methods in paths.items():
        for operation in methods.values():
            yield path, operation


def _close_tuples(value: Any) -> None:
    """Add `items` to every tuple in the OpenAPI document `value`.

    Linters require `items`, and client generators do not accept `false` there.
    """
    if isinstance(value, dict):
        if "prefixItems" in value and len(value["prefixItems"]) == value.get("maxItems"):
            kinds = [
                kind for index, kind in enumerate(value["prefixItems"]) if kind not in value["prefixItems"][:index]
            ]
            value.setdefault("items", kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
        for item in value.values():
            _close_tuples(item)
    elif isinstance(value, list):
        for item in value:
            _close_tuples(item)


def _complete(operation: OpenApiOperation) -> None:
    """Add the common parts of an operation to its OpenAPI description.

    These are its summary, the permission to call it, and the errors of a body.
    """
    if "description" in operation:
        operation["summary"] = summarise(operation["description"])
    operation.setdefault("security", SIGNED_IN)
    if "requestBody" in operation:
        answers = {str(status): answer for status, answer in declare_problem_responses(400, 413, 415).items()}
        operation["responses"] = dict(sorted((answers | operation["responses"]).items()))
