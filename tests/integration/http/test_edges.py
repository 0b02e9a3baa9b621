"""Headers, unknown addresses, lists and health: what holds for every route."""

from __future__ import annotations

import datetime as dt
import gzip
import uuid
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory

from storagelab.app import create_app
from storagelab.config import Settings
from storagelab.db.base import generate_uuid7
from storagelab.http.session import open_session


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/lab", "/api/v1/nothing", "/some-page"])
def test_every_answer_is_guarded(anonymous: TestClient, path: str) -> None:
    headers = anonymous.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_unknown_api_address_is_a_problem(viewer: TestClient) -> None:
    answer = viewer.get("/api/v1/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert viewer.put("/api/v1/lab").status_code == 405
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
        assert viewer.request(method, "/api/v1/nothing").status_code == 404, method


@pytest.mark.parametrize(
    ("path", "place"),
    [("/docs", "/api/docs"), ("/redoc", "/api/docs"), ("/openapi.json", "/api/v1/openapi.json")],
)
def test_common_document_addresses_redirect_to_the_document(anonymous: TestClient, path: str, place: str) -> None:
    answer = anonymous.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, place)


def test_anonymous_request_learns_the_authentication_scheme(anonymous: TestClient) -> None:
    answer = anonymous.get("/api/v1/lab")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Bearer realm="Storage Lab"')


def test_head_on_the_api_matches_get(viewer: TestClient, anonymous: TestClient) -> None:
    for path in ("/api/v1/lab", "/api/v1/servers", "/api/v1/openapi.json"):
        head, got = viewer.head(path), viewer.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == got.headers["content-type"]
    assert viewer.head("/api/v1/jobs/j-1").status_code == 404
    assert viewer.get("/api/v1/jobs/").status_code == 404
    assert viewer.head("/api/v1/jobs/j-1/events").status_code == 405
    assert anonymous.head("/api/v1/lab").status_code == 401


def test_unexpected_error_is_a_problem_with_an_id(app: FastAPI, viewer: TestClient) -> None:
    def fail() -> None:
        raise RuntimeError("a secret detail")

    app.dependency_overrides[open_session] = fail
    answer = viewer.get("/api/v1/lab")
    assert answer.status_code == 500
    assert answer.json()["instance"].startswith("urn:uuid:")
    assert "secret" not in answer.text


def test_a_list_is_read_page_by_page(viewer: TestClient, make: Factory) -> None:
    # Two of one moment, as rows of one transaction are, so that the id decides between them.
    first = generate_uuid7()
    made = [make.server(created_at=LONG_AGO, id=first).name]
    made.append(make.server(created_at=LONG_AGO, id=uuid.UUID(int=first.int + 1)).name)
    made += [make.server(created_at=LONG_AGO + dt.timedelta(seconds=second)).name for second in (1, 2, 3)]
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        answer = viewer.get("/api/v1/servers", params={"limit": 2} | ({"cursor": cursor} if cursor else {})).json()
        seen += [item["name"] for item in answer["items"]]
        cursor = answer["next_cursor"]
    assert cursor is None
    assert seen == made[::-1]
    oldest_first = viewer.get("/api/v1/servers", params={"sort": "created_at"}).json()["items"]
    assert [item["name"] for item in oldest_first] == made


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=201", "limit=x", "cursor=x", "cursor=%00", "cursor=W10", "state=unknown"],
)
def test_a_wrong_query_is_refused(viewer: TestClient, query: str) -> None:
    answer = viewer.get(f"/api/v1/servers?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


@pytest.mark.parametrize("ref", ["j-0", "j-99999999999999999999", "r-1", "x", "%00", "0", "j-1;drop"])
def test_unresolvable_job_reference_is_not_found(viewer: TestClient, ref: str) -> None:
    assert viewer.get(f"/api/v1/jobs/{ref}").status_code == 404


def test_api_document_is_only_for_its_users(anonymous: TestClient, viewer: TestClient) -> None:
    assert anonymous.get("/api/v1/openapi.json").status_code == 401
    document = viewer.get("/api/v1/openapi.json").json()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids))
    for operation in operations:
        for status, answer in operation["responses"].items():
            if status.startswith(("4", "5")) and operation["operationId"] != "get_readiness":
                assert list(answer["content"]) == ["application/problem+json"]


def test_readiness_names_the_part_that_is_missing(anonymous: TestClient) -> None:
    assert anonymous.get("/healthz").json() == {"status": "ok"}
    answer = anonymous.get("/readyz")
    checks = answer.json()["checks"]
    assert answer.status_code == 503
    assert {name: check["ok"] for name, check in checks.items()} == {
        "database": True,
        "broker": True,
        "migrations": True,
        "reconciler": False,
        "worker": False,
    }


@pytest.mark.in_turn
def test_metrics_are_text_for_prometheus(settings: Settings) -> None:
    # Of its own, as the application that tests share has counted before.
    client = TestClient(create_app(settings))
    client.get("/healthz")
    text = client.get("/metrics").text
    assert 'storagelab_http_requests_total{method="GET",route="get_health",status="200"} 1.0' in text
    assert "storagelab_database_up 1.0" in text


@pytest.fixture
def pages(settings: Settings) -> TestClient:
    """Provide a client of a lab whose front end is built."""
    folder = settings.frontend_dir
    assert folder is not None
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>lab</title>")
    (folder / "color-scheme.js").write_text("dark")
    (folder / "assets" / "app-1a2b.js").write_text("plain")
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(b"packed"))
    Path(folder).parent.joinpath("secret.txt").write_text("secret")
    return TestClient(create_app(settings))


def test_pages_and_their_files_are_served(pages: TestClient) -> None:
    page = pages.get("/jobs/j-1")
    assert (page.text, page.headers["cache-control"]) == ("<title>lab</title>", "no-store")
    asset = pages.get("/assets/app-1a2b.js")
    assert asset.text == "packed"
    assert asset.headers["content-encoding"] == "gzip"
    assert "immutable" in asset.headers["cache-control"]
    assert pages.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"}).text == "plain"
    assert pages.get("/assets/gone.js").status_code == 404
    assert pages.get("/color-scheme.js").headers["cache-control"] == "no-cache"
    assert pages.get("/api/gone").status_code == 404


@pytest.mark.in_turn
@pytest.mark.parametrize("path", ["/../secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"])
def test_no_address_leads_out_of_the_folder(pages: TestClient, path: str) -> None:
    answer = pages.get(path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text
