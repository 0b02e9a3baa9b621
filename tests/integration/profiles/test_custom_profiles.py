"""The lab's own profiles over HTTP: in immutable versions, searchable by name, used by jobs."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import IntegrityError
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Profile
from storagelab.db.session import get_database
from storagelab.profiles.catalogue import load_catalogue

PROFILES = "/api/v1/profiles"


def a_text(name: str = "my-reads", version: int = 1, *, seconds: int = 2, title: str = "My reads") -> str:
    return f"""# Kept as it was written.
name: {name}
version: {version}
title: {title}
description: Fills a file and reads it at two depths.
parameters:
  point_seconds: {{title: Length of each point, unit: s, default: {seconds}, minimum: 1, maximum: 60}}
phases:
  - name: Fill
    kind: fill
    workload: {{block_size: 128k, read: 0, random: 0}}
    stop: {{kind: volume, passes: 1}}
  - name: 'QD{{queue_depth}} T{{threads}}'
    kind: measure
    workload: {{block_size: 4k, read: 100, random: 100}}
    # In the order written: the threads change slowest.
    sweep: {{threads: [1, 2], queue_depth: [1, 4]}}
    stop: {{kind: time, seconds: $point_seconds}}
"""


def create(client: TestClient, **more: Any) -> Any:
    return client.post(PROFILES, json={"text": a_text(), **more})


def test_profile_is_stored_and_shown_as_written(operator: TestClient, viewer: TestClient) -> None:
    made = create(operator, note="First", based_on="quick-4k@1")
    assert made.status_code == 201, made.text
    assert made.headers["Location"] == f"{PROFILES}/my-reads"
    shown = viewer.get(f"{PROFILES}/my-reads").json()
    assert shown == made.json()
    assert shown["text"] == a_text()
    assert [phase["name"] for phase in shown["phases"]] == ["Fill", "QD1 T1", "QD4 T1", "QD1 T2", "QD4 T2"]
    assert list(shown["document"]["phases"][1]["sweep"]) == ["threads", "queue_depth"]
    summary = {
        key: shown[key] for key in ("origin", "version", "latest_version", "based_on", "note", "archived", "writes")
    }
    assert summary == {
        "origin": "custom",
        "version": 1,
        "latest_version": 1,
        "based_on": "quick-4k@1",
        "note": "First",
        "archived": False,
        "writes": True,
    }
    assert shown["owner"] == shown["created_by"] is not None


def test_versions_follow_each_other_and_stay(operator: TestClient) -> None:
    create(operator)
    second = {"text": a_text(version=2, seconds=5), "expected_version": 1, "note": "Longer"}
    saved = operator.post(f"{PROFILES}/my-reads/versions", json=second)
    assert saved.status_code == 201, saved.text
    assert saved.headers["Location"] == f"{PROFILES}/my-reads?version=2"
    assert (saved.json()["version"], saved.json()["based_on"]) == (2, "my-reads@1")
    lost = operator.post(f"{PROFILES}/my-reads/versions", json=second)
    assert lost.status_code == 409
    assert "is at version 2, and your change is based on version 1" in lost.json()["detail"]
    first = operator.get(f"{PROFILES}/my-reads", params={"version": 1}).json()
    assert (first["text"], first["version"], first["latest_version"]) == (a_text(), 1, 2)
    assert [(item["version"], item["note"], item["based_on"]) for item in first["versions"]] == [
        (2, "Longer", "my-reads@1"),
        (1, "", None),
    ]
    assert operator.get(f"{PROFILES}/my-reads", params={"version": 3}).status_code == 404
    assert operator.get(f"{PROFILES}/nothing").status_code == 404
    catalogue = operator.get(f"{PROFILES}/quick-4k").json()["versions"]
    assert [(item["version"], item["created_by"]) for item in catalogue] == [(1, None)]


def test_database_rejects_changes_to_stored_versions(operator: TestClient, connection: Connection) -> None:
    create(operator)
    for statement in ("update custom_profile_version set note = 'x'", "delete from custom_profile_version"):
        with pytest.raises(IntegrityError, match="append-only"), connection.begin_nested():
            connection.execute(text(statement))


def test_repeated_key_stores_one_profile_and_version(operator: TestClient) -> None:
    headers = {"Idempotency-Key": "k1"}
    body = {"text": a_text()}
    made = [operator.post(PROFILES, json=body, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert operator.post(PROFILES, json={**body, "note": "other"}, headers=headers).status_code == 409
    second = {"text": a_text(version=2), "expected_version": 1}
    headers = {"Idempotency-Key": "k2"}
    saved = [operator.post(f"{PROFILES}/my-reads/versions", json=second, headers=headers) for _ in range(2)]
    assert [answer.json()["version"] for answer in saved] == [2, 2]
    assert len(operator.get(f"{PROFILES}/my-reads").json()["versions"]) == 2


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"text": a_text("quick-4k")}, 409, "is a built-in profile"),
        ({"text": a_text("new")}, 422, "line 2, name: 'new' is reserved"),
        ({"text": a_text(version=2)}, 422, "line 3, version: is 2, and the new version is 1"),
        ({"text": a_text() + "surprise: 1\n"}, 422, "'surprise' is not a known key"),
        ({"text": "a: &x 1\nb: *x"}, 422, "line 1: anchors and aliases"),
        ({"text": a_text(), "document": {}}, 422, "one of them"),
        ({}, 422, "one of them"),
        ({"document": {"name": "x"}}, 422, "document.version: is missing"),
        ({"text": a_text(), "based_on": "nothing@1"}, 422, "unknown version 1 of the profile nothing"),
        ({"text": a_text(), "based_on": "quick-4k@7"}, 422, "unknown version 7"),
        ({"text": a_text(), "based_on": "../etc"}, 422, "based_on"),
    ],
)
def test_unstorable_profile_is_refused_with_a_reason(
    operator: TestClient, body: dict[str, Any], status: int, words: str
) -> None:
    answer = operator.post(PROFILES, json=body)
    assert (answer.status_code, words in answer.json()["detail"]) == (status, True), answer.text
    assert operator.get(PROFILES, params={"origin": "custom"}).json()["items"] == []


def test_name_is_given_once_and_for_all(operator: TestClient) -> None:
    create(operator)
    again = create(operator)
    assert (again.status_code, "already" in again.json()["detail"]) == (409, True)
    other = operator.post(f"{PROFILES}/my-reads/versions", json={"text": a_text("other", 2), "expected_version": 1})
    assert (other.status_code, "a profile keeps its name" in other.json()["detail"]) == (422, True)
    first = {"text": a_text("quick-4k", 2), "expected_version": 1}
    assert operator.post(f"{PROFILES}/quick-4k/versions", json=first).status_code == 409
    assert operator.post(f"{PROFILES}/nothing/versions", json=first).status_code == 404
    assert operator.patch(f"{PROFILES}/quick-4k", json={"archived": True}).status_code == 409


def test_profiles_are_listed_by_name_and_searched(operator: TestClient) -> None:
    names = ["aa-first", "quick-4j", "zz-last"]
    for name in names:
        assert create(operator, text=a_text(name, title=f"Mine, {name}")).status_code == 201
    every = sorted([*load_catalogue(), *names])
    seen: list[str] = []
    cursor = None
    while True:
        page = operator.get(PROFILES, params={"limit": 4, **({"cursor": cursor} if cursor else {})}).json()
        seen += [item["name"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == every

    def search(**params: Any) -> list[str]:
        return [item["name"] for item in operator.get(PROFILES, params=params).json()["items"]]

    assert search() == every
    assert search(origin="custom") == names
    assert search(origin="catalogue") == sorted(load_catalogue())
    assert search(q="MINE last") == ["zz-last"]
    assert search(q="quick") == ["quick-4j", "quick-4k"]
    assert search(q="100%_") == []
    assert operator.get(PROFILES, params={"cursor": "bmFtZQ"}).status_code == 422


def test_profiles_are_sorted_by_fields_in_pages(operator: TestClient) -> None:
    for name in ("aa-first", "zz-last"):
        assert create(operator, text=a_text(name)).status_code == 201
    every = operator.get(PROFILES).json()["items"]
    seen: list[str] = []
    params: dict[str, Any] = {"limit": 7, "sort": "-created,-duration,qd,engine"}
    while True:
        page = operator.get(PROFILES, params=params).json()
        seen += [item["name"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        params["cursor"] = page["next_cursor"]

    def place(item: dict[str, Any]) -> tuple[Any, ...]:
        # Own profiles are the only ones with a time, which is the same within one transaction.
        depths = {shape["outstanding_ios"] for shape in item["shapes"]}
        depth = depths.pop() if len(depths) == 1 else None
        is_known = depth is not None
        return (
            0 if item["created_at"] else 1,
            -item["estimated_seconds"],
            not is_known,
            depth or 0,
            ", ".join(sorted(item["engines"])),
            item["name"],
        )

    assert seen == [item["name"] for item in sorted(every, key=place)]
    for sort in ("-created", "qd"):
        assert operator.get(PROFILES, params={"sort": sort, "cursor": params["cursor"]}).status_code == 422


def test_archived_profile_is_readable_but_starts_no_job(
    operator: TestClient, viewer: TestClient, make: Factory
) -> None:
    create(operator)
    server = make.server()
    assert viewer.patch(f"{PROFILES}/my-reads", json={"archived": True}).status_code == 403
    archived = operator.patch(f"{PROFILES}/my-reads", json={"archived": True})
    assert archived.json()["archived"] is True
    assert operator.get(PROFILES, params={"origin": "custom"}).json()["items"] == []
    shown = operator.get(PROFILES, params={"origin": "custom", "archived": "true"}).json()["items"]
    assert [item["archived"] for item in shown] == [True]
    assert operator.get(f"{PROFILES}/my-reads").json()["text"] == a_text()
    refused = operator.post("/api/v1/jobs", json=a_job(server.id))
    assert (refused.status_code, "is archived" in refused.json()["detail"]) == (422, True)
    version = {"text": a_text(version=2), "expected_version": 1}
    assert operator.post(f"{PROFILES}/my-reads/versions", json=version).status_code == 409
    assert operator.patch(f"{PROFILES}/my-reads", json={"archived": False}).json()["archived"] is False
    assert operator.post("/api/v1/jobs", json=a_job(server.id)).status_code == 202


def a_job(server_id: Any, **profile: Any) -> dict[str, Any]:
    return {
        "server_id": str(server_id),
        "profile": {"name": "my-reads", **profile},
        "target": {"kind": "file", "size_bytes": 2**28},
    }


def test_job_uses_the_newest_version_by_default(operator: TestClient, make: Factory) -> None:
    create(operator)
    operator.post(f"{PROFILES}/my-reads/versions", json={"text": a_text(version=2, seconds=5), "expected_version": 1})
    server = make.server()
    newest = operator.post("/api/v1/jobs", json=a_job(server.id)).json()
    first = operator.post("/api/v1/jobs", json=a_job(server.id, version=1)).json()
    assert (newest["profile"]["version"], newest["profile"]["parameters"]) == (2, {"point_seconds": 5})
    assert (first["profile"]["version"], first["profile"]["parameters"]) == (1, {"point_seconds": 2})
    assert [phase["name"] for phase in first["plan"]["phases"]][1:3] == ["QD1 T1", "QD4 T1"]
    versions = make.session.scalars(select(Profile).where(Profile.name == "my-reads").order_by(Profile.version)).all()
    assert [row.definition["parameters"][0]["default"] for row in versions] == [2, 5]
    for job, words in (
        (a_job(server.id, version=3), "my-reads has no version 3. The newest is 2"),
        (
            {**a_job(server.id), "profile": {"name": "quick-4k", "version": 9}},
            "the built-in profile quick-4k has only version 1",
        ),
        ({**a_job(server.id), "profile": {"name": "nothing"}}, "unknown profile 'nothing'"),
    ):
        refused = operator.post("/api/v1/jobs", json=job)
        assert (refused.status_code, words in refused.json()["detail"]) == (422, True), refused.text


def test_validation_stores_no_profile(operator: TestClient) -> None:
    good = operator.post(f"{PROFILES}/validate", json={"text": a_text(), "target_bytes": 2**30})
    assert good.status_code == 200, good.text
    assert (good.json()["problems"], good.json()["engine"], len(good.json()["job_files"])) == ([], "fio", 5)
    bad = operator.post(f"{PROFILES}/validate", json={"text": a_text().replace("4k", "4q").replace("fill\n", "fall\n")})
    assert [(item["path"], item["line"]) for item in bad.json()["problems"]] == [
        ("phases.0.kind", 10),
        ("phases.1.workload.block_size", 15),
    ]
    unread = operator.post(f"{PROFILES}/validate", json={"text": "name: [\n"}).json()
    assert (unread["profile"], unread["problems"][0]["line"]) == (None, 2)
    assert operator.post(f"{PROFILES}/validate", json={"text": a_text(), "engine": "nothing"}).status_code == 422
    assert operator.get(f"{PROFILES}/my-reads").status_code == 404


def test_job_file_becomes_a_storable_profile(operator: TestClient) -> None:
    job = "[global]\nruntime=5\ntime_based\nfilename=/dev/nothing\n[a]\nrw=randread\nbs=4k\n"
    read = operator.post(f"{PROFILES}/from-job-file", json={"engine": "fio", "text": job}).json()
    assert (4, "dropped") in [(finding["line"], finding["level"]) for finding in read["findings"]]
    made = operator.post(PROFILES, json={"text": read["text"], "note": "Of a fio file"})
    assert made.status_code == 201, made.text
    assert made.json()["document"] == read["document"]
    refused = operator.post(
        f"{PROFILES}/from-job-file", json={"engine": "fio", "text": "[a]\nexec_prerun=true\n"}
    ).json()
    assert (refused["document"], refused["findings"][0]["level"]) == (None, "refused")


def test_concurrent_saves_lose_no_version(own_database_url: str) -> None:
    """Check that the row of the profile is locked first, so that the second save sees the version of the first."""
    from sqlalchemy.orm import Session

    from storagelab.auth.service import Identity, create_token
    from storagelab.db.base import generate_uuid7
    from storagelab.db.models import User
    from storagelab.errors import Conflict
    from storagelab.profiles.custom_schemas import ProfileCreate, ProfileVersionCreate
    from storagelab.profiles.store import create_profile, save_version

    engine = get_database(own_database_url)
    with Session(engine) as session:
        create_token(session, name="x", role="admin")
        row = session.scalars(select(User)).first()
        assert row is not None
        user = Identity(user_id=row.id, name=row.name, role="admin", by_cookie=False)
        create_profile(session, user=user, body=ProfileCreate(text=a_text()), profile_id=generate_uuid7())
        session.commit()
    body = ProfileVersionCreate(text=a_text(version=2), expected_version=1)
    with Session(engine) as one, Session(engine) as other:
        other.execute(text("set lock_timeout = '50ms'"))
        save_version(one, user=user, name="my-reads", body=body)
        with pytest.raises(Exception, match="lock timeout"):
            save_version(other, user=user, name="my-reads", body=body)
        other.rollback()
        one.commit()
        with pytest.raises(Conflict, match="is at version 2"):
            save_version(other, user=user, name="my-reads", body=body)


def test_versions_are_compared_by_field_and_line(operator: TestClient, viewer: TestClient) -> None:
    create(operator)
    second = a_text(version=2, seconds=5).replace("passes: 1", "passes: 2")
    body = {"text": second, "expected_version": 1, "note": "Longer"}
    assert operator.post(f"{PROFILES}/my-reads/versions", json=body).status_code == 201
    difference = viewer.get(f"{PROFILES}/my-reads/diff", params={"a": 1, "b": 2}).json()
    assert (difference["a"]["version"], difference["b"]["version"], difference["b"]["note"]) == (1, 2, "Longer")
    assert difference["differences"] == [
        {"group": "parameters", "name": "point_seconds", "field": "default", "a": "2", "b": "5"},
        {"group": "judging", "name": "Fill", "field": "stop.passes", "a": "1", "b": "2"},
    ]
    changed = [(line["kind"], line["text"].strip()) for line in difference["lines"] if line["kind"] != "same"]
    assert changed[:2] == [("removed", "version: 1"), ("added", "version: 2")]
    assert len(changed) == 6
    nothing = viewer.get(f"{PROFILES}/my-reads/diff", params={"a": 2, "b": 2}).json()
    assert (nothing["differences"], nothing["lines"]) == ([], [])


def test_missing_versions_are_not_compared(operator: TestClient, viewer: TestClient) -> None:
    create(operator)
    missing = viewer.get(f"{PROFILES}/my-reads/diff", params={"a": 1, "b": 2})
    assert (missing.status_code, missing.json()["detail"]) == (404, "There is no profile my-reads in version 2.")
    assert viewer.get(f"{PROFILES}/no-such/diff", params={"a": 1, "b": 1}).status_code == 404
    assert viewer.get(f"{PROFILES}/quick-4k/diff", params={"a": 1, "b": 1}).json()["differences"] == []
    for params in ({"a": 1}, {"a": 0, "b": 1}, {"a": 1, "b": 2**31}, {"a": "x", "b": 1}):
        answer = viewer.get(f"{PROFILES}/my-reads/diff", params=params)
        assert answer.status_code == 422, params
        assert answer.headers["content-type"] == "application/problem+json"
