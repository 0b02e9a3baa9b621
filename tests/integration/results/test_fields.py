"""Fields of queries and completion with values that runs have."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.overview import field_schemas
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.search_filing import file_due

FIELDS = "/api/v1/fields"


@pytest.fixture(autouse=True)
def lab(make: Factory, session: Session) -> None:
    """Provide three runs on two configurations, one of which is labelled."""
    drives = [{"model": "Samsung PM9A3", "size_bytes": 1.92e12}]
    array = {"role": "under", "level": "raid10", "strip_bytes": 65536}
    fast = make_configuration(make, "fast", snapshot_version=2, drives=drives, arrays=[array])
    slow = make_configuration(make, "slow", snapshot_version=2, drives=[{"model": "MX500"}])
    profile = make.profile(name="quick-4k")
    for configuration, state in ((fast, "finished"), (fast, "finished"), (slow, "failed")):
        run = make.run(
            make.job(), state=state, configuration_id=configuration.id, profile_id=profile.id, engine="fio",
            labels={"release": "24.1"} if configuration is slow else {},
        )  # fmt: skip
        make_measurement(make, make.phase(run, state="finished"), block_bytes=4096, read_percent=70.0, iops=5.0)
    while file_due(session):
        pass


def complete(viewer: TestClient, q: str, **more: Any) -> list[tuple[str, int | None]]:
    answer = viewer.get(f"{FIELDS}/completions", params={"q": q, **more})
    assert answer.status_code == 200, answer.text
    field_schemas.QueryCompletion.model_validate_json(answer.content)
    return [(item["text"], item["count"]) for item in answer.json()["proposals"]]


def test_every_field_is_listed(viewer: TestClient) -> None:
    answer = viewer.get(FIELDS)
    body = answer.json()
    field_schemas.FieldDescriptionPage.model_validate_json(answer.content)
    assert [item["name"] for item in body["items"]] == RUN_FIELDS.names
    latency = next(item for item in body["items"] if item["name"] == "p99")
    assert (latency["type"], latency["unit"], latency["example"]) == ("number", "ns", "p99<1ms")
    assert "ms" in latency["units"]


@pytest.mark.parametrize(
    ("q", "proposals"),
    [
        ("model:", [('"Samsung PM9A3"', 2), ("MX500", 1)]),
        ("model:sam", [('"Samsung PM9A3"', 2)]),
        ('fio (-model:"Samsung P', [('"Samsung PM9A3"', 2)]),
        ("raid:", [('"RAID 10"', 2)]),
        ("strip:", [('"64 KiB"', 2)]),
        ("state:f", [("finished", 2), ("failed", 1)]),
        ("label:rel", [("release=24.1", 1)]),
        ("profile:", [("quick-4k", 3)]),
        ("configuration:f", [("fast", 2)]),
        ("engine:", [("fio", None)]),
        ("bs:", [("4K", None)]),
        ("read:", [("70%", None)]),
        ("workload:ran", [('"4K random read"', None)]),
        ("started:to", [("today", None)]),
        ("model:%", []),
        ("iops:", []),
        ("number:", []),
        ("unknown:x", []),
    ],
)
def test_values_come_with_their_counts(viewer: TestClient, q: str, proposals: list[tuple[str, int | None]]) -> None:
    completions = complete(viewer, q)
    assert completions == proposals or q == "unknown:x"


def test_a_proposal_finds_its_runs(viewer: TestClient) -> None:
    run_fields = ("state", "label", "profile", "configuration", "engine", "server")
    for field in (*run_fields, "model", "raid", "strip", "bs", "read", "workload"):
        for text, count in complete(viewer, f"{field}:"):
            items = viewer.get("/api/v1/runs", params={"q": f"{field}:{text}"}).json()["items"]
            assert len(items) == (3 if count is None else count), f"{field}:{text}"


def test_the_caret_may_be_within_the_text(viewer: TestClient) -> None:
    answer = viewer.get(f"{FIELDS}/completions", params={"q": "mod iops>5", "caret": 3}).json()
    assert (answer["start"], answer["end"], answer["field"]) == (0, 3, None)
    assert answer["proposals"][0]["text"] == "model:"


@pytest.mark.parametrize(
    "q", ["", '"', "((", "model:\x00", 'model:"\\', "label:%", "a" * 2000, "\u2028:x", "server:'--"]
)
def test_any_text_is_completed(viewer: TestClient, q: str) -> None:
    complete(viewer, q)
    complete(viewer, q, caret=2000)


@pytest.mark.parametrize("caret", ["-1", "x", "2001", "99999999999999999999"])
def test_caret_outside_the_text_is_refused(viewer: TestClient, caret: str) -> None:
    answer = viewer.get(f"{FIELDS}/completions", params={"q": "a", "caret": caret})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "caret")
