"""Table of the role that each route requires, and the refusal of every other call."""

from __future__ import annotations

import re
import uuid

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

EVERYBODY = "everybody"
#: The least that a caller must be. A route that is missing here fails the test.
POLICY = {
    "GET /healthz": EVERYBODY,
    "GET /readyz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /docs": EVERYBODY,
    "GET /redoc": EVERYBODY,
    "GET /openapi.json": EVERYBODY,
    "GET /assets/{path:path}": EVERYBODY,
    "HEAD /assets/{path:path}": EVERYBODY,
    "GET /{path:page}": EVERYBODY,
    "HEAD /{path:page}": EVERYBODY,
    "GET /s/{token}.json": EVERYBODY,
    "HEAD /s/{token}.json": EVERYBODY,
    "GET /s/{token}.csv": EVERYBODY,
    "HEAD /s/{token}.csv": EVERYBODY,
    "GET /s/{token}": EVERYBODY,
    "HEAD /s/{token}": EVERYBODY,
    "GET /s/{token}/parts/{sha256}": EVERYBODY,
    "GET /s/{token}/v{version:int}": EVERYBODY,
    "GET /s/{token}/v{version:int}.json": EVERYBODY,
    "GET /s/{token}/v{version:int}.csv": EVERYBODY,
    "GET /s/{token}/v{version:int}/parts/{sha256}": EVERYBODY,
    "HEAD /s/{token}/parts/{sha256}": EVERYBODY,
    "HEAD /s/{token}/v{version:int}": EVERYBODY,
    "HEAD /s/{token}/v{version:int}.json": EVERYBODY,
    "HEAD /s/{token}/v{version:int}.csv": EVERYBODY,
    "HEAD /s/{token}/v{version:int}/parts/{sha256}": EVERYBODY,
    "GET /s/{token}.pdf": EVERYBODY,
    "GET /s/{token}.xlsx": EVERYBODY,
    "GET /s/{token}.zip": EVERYBODY,
    "GET /s/{token}/charts/{key}.png": EVERYBODY,
    "GET /s/{token}/preview.png": EVERYBODY,
    "GET /s/{token}/v{version:int}.pdf": EVERYBODY,
    "GET /s/{token}/v{version:int}.xlsx": EVERYBODY,
    "GET /s/{token}/v{version:int}.zip": EVERYBODY,
    "GET /s/{token}/v{version:int}/charts/{key}.png": EVERYBODY,
    "GET /s/{token}/v{version:int}/preview.png": EVERYBODY,
    "HEAD /s/{token}.pdf": EVERYBODY,
    "HEAD /s/{token}.xlsx": EVERYBODY,
    "HEAD /s/{token}.zip": EVERYBODY,
    "HEAD /s/{token}/charts/{key}.png": EVERYBODY,
    "HEAD /s/{token}/preview.png": EVERYBODY,
    "HEAD /s/{token}/v{version:int}.pdf": EVERYBODY,
    "HEAD /s/{token}/v{version:int}.xlsx": EVERYBODY,
    "HEAD /s/{token}/v{version:int}.zip": EVERYBODY,
    "HEAD /s/{token}/v{version:int}/charts/{key}.png": EVERYBODY,
    "HEAD /s/{token}/v{version:int}/preview.png": EVERYBODY,
    "GET /s/{token}/charts/{key}.svg": EVERYBODY,
    "GET /s/{token}/v{version:int}/charts/{key}.svg": EVERYBODY,
    "GET /embed/{token}/{key}": EVERYBODY,
    "GET /embed/{rest:path}": EVERYBODY,
    "HEAD /s/{token}/charts/{key}.svg": EVERYBODY,
    "HEAD /s/{token}/v{version:int}/charts/{key}.svg": EVERYBODY,
    "HEAD /embed/{token}/{key}": EVERYBODY,
    "HEAD /embed/{rest:path}": EVERYBODY,
    "GET /s/{rest:path}": EVERYBODY,
    "HEAD /s/{rest:path}": EVERYBODY,
    "POST /api/v1/session": EVERYBODY,
    "GET /api/v1/session": "viewer",
    "PATCH /api/v1/session": "viewer",
    "DELETE /api/v1/session": "viewer",
    "GET /api/v1/lab": "viewer",
    "GET /api/v1/openapi.json": "viewer",
    "GET /api/v1/demo-data": "viewer",
    "DELETE /api/v1/demo-data": "operator",
    "POST /api/v1/demo-data": "operator",
    "GET /api/v1/tokens": "admin",
    "POST /api/v1/tokens": "admin",
    "DELETE /api/v1/tokens/{token_id}": "admin",
    "GET /api/v1/users": "admin",
    "POST /api/v1/users": "admin",
    "PATCH /api/v1/users/{user_id}": "admin",
    "POST /api/v1/users/{user_id}/sign-in-link": "admin",
    "GET /api/v1/servers": "viewer",
    "POST /api/v1/servers": "operator",
    "GET /api/v1/servers/{ref}": "viewer",
    "POST /api/v1/servers/{ref}/host-key": "operator",
    "POST /api/v1/servers/{ref}/discover": "operator",
    "POST /api/v1/servers/{ref}/retire": "operator",
    "POST /api/v1/servers/{ref}/release": "admin",
    "POST /api/v1/servers/{ref}/resync": "admin",
    "GET /api/v1/servers/{ref}/setup-script": "operator",
    "GET /api/v1/servers/{ref}/windows": "viewer",
    "POST /api/v1/servers/{ref}/windows": "operator",
    "DELETE /api/v1/servers/{ref}/windows/{window_id}": "operator",
    "GET /api/v1/drives": "viewer",
    "GET /api/v1/drives/{ref}": "viewer",
    # Whether a drive is protected is for an administrator alone: the endpoint looks at what is to change.
    "PATCH /api/v1/drives/{ref}": "operator",
    "GET /api/v1/drives/{ref}/health": "viewer",
    "GET /api/v1/drives/{ref}/states": "viewer",
    "GET /api/v1/drives/{ref}/life": "viewer",
    "GET /api/v1/drives/{ref}/runs": "viewer",
    "GET /api/v1/controllers": "viewer",
    "GET /api/v1/controllers/{ref}": "viewer",
    "PATCH /api/v1/controllers/{ref}": "operator",
    "GET /api/v1/arrays": "viewer",
    "GET /api/v1/arrays/{ref}": "viewer",
    "PATCH /api/v1/arrays/{ref}": "operator",
    "PATCH /api/v1/servers/{ref}": "operator",
    "GET /api/v1/servers/{ref}/tree": "viewer",
    "GET /api/v1/servers/{ref}/health-checks": "viewer",
    "POST /api/v1/servers/{ref}/health-checks": "operator",
    "GET /api/v1/overview": "viewer",
    "GET /api/v1/overview/counts": "viewer",
    "GET /api/v1/queue/schedule": "viewer",
    "GET /api/v1/queue/preview": "viewer",
    "GET /api/v1/server-summaries": "viewer",
    "GET /api/v1/notices": "viewer",
    "PATCH /api/v1/notices": "viewer",
    "GET /api/v1/events": "viewer",
    "GET /api/v1/search": "viewer",
    "GET /api/v1/alerts": "viewer",
    "GET /api/v1/inventory/conflicts": "viewer",
    "GET /api/v1/inventory/changes": "viewer",
    "GET /api/v1/inventory/export": "viewer",
    "POST /api/v1/inventory/import": "operator",
    "GET /api/v1/hardware-models": "viewer",
    "POST /api/v1/hardware-models": "operator",
    "GET /api/v1/hardware-models/{model_id}": "viewer",
    "PATCH /api/v1/hardware-models/{model_id}": "operator",
    "DELETE /api/v1/hardware-models/{model_id}": "operator",
    "GET /api/v1/published-hardware": "viewer",
    "GET /api/v1/published-hardware/{published_id}": "viewer",
    "DELETE /api/v1/published-hardware/{published_id}": "operator",
    "GET /api/v1/saved-filters": "viewer",
    # A filter belongs to the person who saved it; the part that the lab sees of it is for operators.
    "POST /api/v1/saved-filters": "viewer",
    "PATCH /api/v1/saved-filters/{filter_id}": "viewer",
    "DELETE /api/v1/saved-filters/{filter_id}": "viewer",
    "GET /api/v1/dashboards": "viewer",
    # So does a dashboard, and so do pins.
    "POST /api/v1/dashboards": "viewer",
    "GET /api/v1/dashboards/{ref}": "viewer",
    "PATCH /api/v1/dashboards/{ref}": "viewer",
    "DELETE /api/v1/dashboards/{ref}": "viewer",
    "POST /api/v1/dashboards/{ref}/restore": "viewer",
    "PUT /api/v1/dashboards/{ref}/pin": "viewer",
    "DELETE /api/v1/dashboards/{ref}/pin": "viewer",
    "GET /api/v1/dashboards/{ref}/entries": "viewer",
    "GET /api/v1/dashboards/{ref}/figures": "viewer",
    # A viewer of a workbench may send its address to another person.
    "POST /api/v1/workbenches": "viewer",
    "GET /api/v1/workbenches/{digest}": "viewer",
    "GET /api/v1/photos": "viewer",
    "POST /api/v1/photos": "operator",
    "GET /api/v1/photos/{photo_id}/content": "viewer",
    "DELETE /api/v1/photos/{photo_id}": "operator",
    "GET /api/v1/engine-packages": "admin",
    "PUT /api/v1/engine-packages/vdbench": "admin",
    "DELETE /api/v1/engine-packages/vdbench": "admin",
    "GET /api/v1/enrolments": "viewer",
    "POST /api/v1/enrolments": "admin",
    "GET /api/v1/enrolments/{enrolment_id}": "viewer",
    "POST /api/v1/enrolments/{enrolment_id}/withdraw": "admin",
    "GET /api/v1/target-probes/{probe_id}": "viewer",
    "POST /api/v1/target-probes": "operator",
    "GET /api/v1/configurations/diff": "viewer",
    "GET /api/v1/configurations/results": "viewer",
    "GET /api/v1/configurations/workloads": "viewer",
    "GET /api/v1/configurations/comparison": "viewer",
    "GET /api/v1/configurations/{ref}/variants": "viewer",
    "GET /api/v1/comparison": "viewer",
    "GET /api/v1/runs/{ref}/comparable": "viewer",
    "GET /api/v1/history": "viewer",
    "GET /api/v1/queue": "viewer",
    "GET /api/v1/leases": "viewer",
    "POST /api/v1/lab/pause": "operator",
    "POST /api/v1/lab/resume": "operator",
    "GET /api/v1/profiles": "viewer",
    "POST /api/v1/profiles": "operator",
    "POST /api/v1/profiles/validate": "operator",
    "POST /api/v1/profiles/from-job-file": "operator",
    "GET /api/v1/profiles/{name}": "viewer",
    "PATCH /api/v1/profiles/{name}": "operator",
    "GET /api/v1/profiles/{name}/diff": "viewer",
    "GET /api/v1/profiles/{name}/use": "viewer",
    "POST /api/v1/profiles/{name}/versions": "operator",
    "GET /api/v1/jobs": "viewer",
    "POST /api/v1/jobs": "operator",
    "POST /api/v1/jobs/from-recipe": "operator",
    "GET /api/v1/jobs/{ref}": "viewer",
    "PATCH /api/v1/jobs/{ref}": "operator",
    "POST /api/v1/jobs/{ref}/cancel": "operator",
    "PUT /api/v1/jobs/{ref}/follow": "viewer",
    "GET /api/v1/jobs/{ref}/events": "viewer",
    "GET /api/v1/jobs/{ref}/repeats": "viewer",
    "GET /api/v1/campaigns": "viewer",
    "POST /api/v1/campaigns": "operator",
    "GET /api/v1/campaigns/{ref}": "viewer",
    "GET /api/v1/campaigns/{ref}/matrix": "viewer",
    "GET /api/v1/campaigns/{ref}/calendar": "viewer",
    "GET /api/v1/campaigns/{ref}/results": "viewer",
    "POST /api/v1/campaigns/{ref}/cancel": "operator",
    "POST /api/v1/campaigns/{ref}/pause": "operator",
    "POST /api/v1/campaigns/{ref}/resume": "operator",
    "POST /api/v1/campaigns/{ref}/decision": "operator",
    "GET /api/v1/runs": "viewer",
    "GET /api/v1/fields": "viewer",
    "GET /api/v1/fields/completions": "viewer",
    "GET /api/v1/fields/matches": "viewer",
    "GET /api/v1/runs/{ref}": "viewer",
    "GET /api/v1/runs/{ref}/recipe": "viewer",
    "DELETE /api/v1/runs/{ref}": "operator",
    "POST /api/v1/runs/{ref}/restore": "operator",
    "PUT /api/v1/runs/{ref}/validity": "operator",
    "GET /api/v1/labels": "viewer",
    "PATCH /api/v1/{collection}/{ref}/labels": "operator",
    "GET /api/v1/notes": "viewer",
    # Whose note it is decides, too: the endpoint looks at that.
    "POST /api/v1/runs/{ref}/notes": "operator",
    "PUT /api/v1/runs/{ref}/notes/{note_id}": "operator",
    "DELETE /api/v1/runs/{ref}/notes/{note_id}": "operator",
    "POST /api/v1/runs/{ref}/resume": "operator",
    "POST /api/v1/attempts/{ref}/override": "admin",
    "GET /api/v1/runs/{ref}/artifacts": "viewer",
    "GET /api/v1/artifacts/{artifact_id}/content": "viewer",
    "GET /api/v1/configurations": "viewer",
    "GET /api/v1/configurations/{ref}": "viewer",
    "PATCH /api/v1/configurations/{ref}": "operator",
    "GET /api/v1/series": "viewer",
    "GET /api/v1/curves": "viewer",
    "GET /api/v1/thumbnails": "viewer",
    "GET /api/v1/rankings": "viewer",
    "GET /api/v1/awards": "viewer",
    "POST /api/v1/awards": "operator",
    "DELETE /api/v1/awards/{award_id}": "operator",
    "GET /api/v1/measurements": "viewer",
    "GET /api/v1/pivot": "viewer",
    "GET /api/v1/runs/{ref}/findings": "viewer",
    "GET /api/v1/findings": "viewer",
    "POST /api/v1/findings": "operator",
    "GET /api/v1/findings/matrix": "viewer",
    "GET /api/v1/findings/matching": "viewer",
    "GET /api/v1/findings/sources": "viewer",
    "GET /api/v1/findings/{ref}": "viewer",
    "PATCH /api/v1/findings/{ref}": "operator",
    "DELETE /api/v1/findings/{ref}": "operator",
    "GET /api/v1/runs/{ref}/derived": "viewer",
    "GET /api/v1/runs/{ref}/latency": "viewer",
    "GET /api/v1/runs/{ref}/conditions": "viewer",
    "GET /api/v1/runs/{ref}/latency-over-time": "viewer",
    "GET /api/v1/runs/{ref}/report": "viewer",
    "GET /api/v1/imports": "viewer",
    "POST /api/v1/imports": "operator",
    "GET /api/v1/imports/{ref}": "viewer",
    "POST /api/v1/imports/{ref}/store": "operator",
    "DELETE /api/v1/imports/{ref}": "operator",
    "GET /api/v1/shares": "viewer",
    "POST /api/v1/shares": "operator",
    "POST /api/v1/shares/options": "operator",
    "POST /api/v1/shares/received": "operator",
    "GET /api/v1/shares/{ref}": "viewer",
    "DELETE /api/v1/shares/{ref}": "operator",
    "GET /api/v1/shares/{ref}/options": "viewer",
    "GET /api/v1/shares/{ref}/page": "viewer",
    "GET /api/v1/shares/{ref}/hash-commitments": "viewer",
    "GET /api/v1/shares/{ref}/zip": "viewer",
    "POST /api/v1/shares/{ref}/publish": "operator",
    "POST /api/v1/shares/{ref}/correct": "operator",
    "GET /api/v1/shares/{ref}/preview/charts/{key}.svg": "viewer",
    "POST /api/v1/shares/{ref}/revoke": "operator",
}
CALLERS = ("anonymous", "viewer", "operator", "admin")
ORDER = {EVERYBODY: 0, "viewer": 1, "operator": 2, "admin": 3}


def routes_of(app: FastAPI) -> set[str]:
    """Return every method and path that the application answers."""
    return {f"{method} {route.path}" for route in iter_route_contexts(app.routes) for method in route.methods or ()}


def test_every_route_has_a_policy(app: FastAPI) -> None:
    assert routes_of(app) == set(POLICY)


def test_document_marks_operations_without_sign_in(app: FastAPI) -> None:
    paths = app.openapi()["paths"]
    needed = {
        f"{method.upper()} {path}": operation["security"] for path in paths for method, operation in paths[path].items()
    }
    assert {key for key in needed if needed[key] == []} == {key for key in needed if POLICY[key] == EVERYBODY} != set()


@pytest.mark.in_turn
@pytest.mark.parametrize("caller", CALLERS)
def test_each_caller_gets_its_allowed_operations(caller: str, request: pytest.FixtureRequest) -> None:
    client: TestClient = request.getfixturevalue(caller)
    wrong = {}
    for key, needed in POLICY.items():
        method, path = key.split(" ")
        address = re.sub(r"\{[^}]+\}", str(uuid.uuid4()), path)
        # Where one leads is another route.
        status = client.request(method, address, follow_redirects=False).status_code
        if needed == EVERYBODY or ORDER[needed] <= CALLERS.index(caller):
            as_allowed = status not in (401, 403) or key == "POST /api/v1/session"
        else:
            as_allowed = status == (401 if caller == "anonymous" else 403)
        if not as_allowed or status == 500:
            wrong[key] = status
    assert wrong == {}


@pytest.mark.parametrize("caller", ["viewer", "operator"])
def test_refused_caller_learns_the_sufficient_role(caller: str, request: pytest.FixtureRequest) -> None:
    client: TestClient = request.getfixturevalue(caller)
    wrong_details = {}
    for key, needed in POLICY.items():
        if needed == EVERYBODY or ORDER[needed] <= ORDER[caller]:
            continue
        method, path = key.split(" ")
        answer = client.request(method, re.sub(r"\{[^}]+\}", str(uuid.uuid4()), path))
        if answer.json()["detail"] != f"This needs the role {needed}, you have the role {caller}.":
            wrong_details[key] = answer.json()["detail"]
    assert wrong_details == {}
