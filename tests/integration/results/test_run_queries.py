"""Queries over the list of runs: every kind of field, with errors that point at the characters."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Campaign, Job, Run
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.search_filing import file_due

ADDRESS = "/api/v1/runs"
SNAPSHOT = {
    "snapshot_version": 2,
    "kernel": "6.12.1",
    "controllers": [],
    "arrays": [{"role": "under", "level": "raid10", "strip_bytes": 65536, "member_count": 2, "condition": "optimal"}],
    "drives": [{"model": "SAMSUNG PM9A3", "vendor": "Samsung", "firmware": "GDC5602Q", "size_bytes": 1.92e12}] * 2,
}
VERDICT = {"status": "steady", "metric": "iops", "rounds": [1.0], "sentence": "Steady."}
FOUR_K = {"block_bytes": 4096, "random_percent": 100.0, "outstanding_ios": 32, "queue_depth": 32, "threads": 1}


@pytest.fixture
def runs(make: Factory, session: Session) -> dict[str, Run]:
    """Provide three runs: `raid` is fast and labelled, `plain` is slow and failed, `empty` waits and has nothing."""
    raid_configuration = make_configuration(make, "Two PM9A3", **SNAPSHOT)
    plain_configuration = make_configuration(make, "One SATA drive", snapshot_version=2, drives=[{"model": "MX500"}])
    profile = make.profile(name="quick-4k")
    raid = make.run(
        make.job(make.server(name="atlas")), title="raid", state="finished", configuration_id=raid_configuration.id,
        labels={"Release": "24.1", "slow": None}, started_at=LONG_AGO, finished_at=LONG_AGO + dt.timedelta(hours=2),
        verdict=VERDICT, profile_id=profile.id,
    )  # fmt: skip
    plain = make.run(
        make.job(), title="plain", state="failed", configuration_id=plain_configuration.id, invalid_at=LONG_AGO,
        invalid_reason="Throttled.", started_at=LONG_AGO + dt.timedelta(days=40),
    )  # fmt: skip
    empty = make.run(make.job(), title="empty", state="waiting")
    phases = {"read": {"read_percent": 100.0}, "write": {"read_percent": 0.0}}
    for run, factor in ((raid, 10), (plain, 1)):
        for ordinal, (name, load) in enumerate(phases.items(), start=1):
            phase = make.phase(run, ordinal=ordinal, name=name, state="finished")
            make_measurement(
                make, phase, **FOUR_K, **load, iops=factor * 1e5 / ordinal,
                bandwidth_bytes_per_s=factor * 4e8 * ordinal, latency_p99_ns=1e6 * ordinal / factor,
            )  # fmt: skip
    while file_due(session):
        pass
    return {"raid": raid, "plain": plain, "empty": empty}


def find_titles(viewer: TestClient, q: str, **more: Any) -> str:
    answer = viewer.get(ADDRESS, params={"q": q, "sort": "created_at", **more})
    assert answer.status_code == 200, answer.text
    return " ".join(sorted(item["title"] for item in answer.json()["items"]))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ('model:"PM9A3" raid:10 iops>500k p99<1ms label:release=24.1 -state:failed', "raid"),
        *(("model:pm9a3", "raid"), ("model:*", "plain raid"), ("-model:*", "empty"), ("drives:2", "raid")),
        *(("raid:10", "raid"), ("raid:5", ""), ("strip:64KiB", "raid"), ("strip>64k", ""), ("kernel:6.12", "raid")),
        *(("drive_size:1.92TB", "raid"), ("vendor:samsung firmware:gdc", "raid"), ("condition:optimal", "raid")),
        *(("iops>=1M", "raid"), ("iops:100k..1M", "plain raid"), ("iops:*", "plain raid")),
        *(("-iops>500k", "empty plain"), ("-iops:*", "empty")),
        # The highest throughput is that of the writes, the IOPS are those of the reads.
        *(("throughput:8GB/s", "raid"), ("throughput:4GB/s", ""), ("iops:500k", "")),
        *(("iops:500k read:0%", "raid"), ("iops>400k read:0 bs:4k qd:32", "raid"), ("iops>600k read:0", "")),
        # One result meets all of a group.
        *(("p99<150us read:100", "raid"), ("p99<150us read:0", ""), ("workload:write iops<60k", "plain")),
        *(("(iops>600k OR p99>1.5ms) read:0", "plain"), ("bs:4k OR state:waiting", "empty plain raid")),
        *(("label:slow", "raid"), ("label:release", "raid"), ("label:release=23", ""), ("-label:*", "empty plain")),
        *(("state:failed OR state:waiting", "empty plain"), ("validity:invalid", "plain"), ("verdict:steady", "raid")),
        *(("profile:quick-4k@1", "raid"), ("profile:quick-4k@2", ""), ("profile:quick@1", ""), ("profile:@1", "")),
        *(("-verdict:steady", "empty plain"), ("profile:quick", "raid"), ("server:atlas", "raid"), ("raid", "raid")),
        *(("started:2026-01", "raid"), ("started<2026-02", "raid"), ("-started:*", "empty")),
        *(("started>2026-01", "plain"), ("started:2026-01..2026-02", "plain raid")),
        *(("duration:2h", "raid"), ("duration>1h", "raid"), ("-duration>1h", "empty plain")),
        *(("duration<9e300d", "raid"), ("duration:..3h", "raid")),
        *(("number>99999999999999999999", ""), ("-(raid OR plain)", "empty"), ("plain -state:failed", "")),
        *(("RELEASE=24", "raid"), ("config:sata", "plain"), ("100%", ""), ("", "empty plain raid")),
        *(("engine:FIO scale:full", "empty plain raid"), ("origin:imported", "")),
    ],
)  # fmt: skip
def test_queries_find_runs(viewer: TestClient, runs: dict[str, Run], query: str, titles: str) -> None:
    assert find_titles(viewer, query) == titles


def test_numbers_of_objects_are_found(viewer: TestClient, runs: dict[str, Run]) -> None:
    run = runs["raid"]
    assert find_titles(viewer, f"r-{run.number}") == find_titles(viewer, f"number:{run.number}") == "raid"
    session_objects = viewer.get(f"{ADDRESS}/r-{run.number}").json()
    for name in ("server", "configuration"):
        assert find_titles(viewer, f"{name}:{session_objects[name]['number']}") == "raid"
    assert find_titles(viewer, f"job:{session_objects['job']['number'].removeprefix('j-')}") == "raid"


def test_campaign_query_includes_runs_of_children(viewer: TestClient, runs: dict[str, Run], make: Factory) -> None:
    parent = Campaign(id=generate_uuid7(), name="Two servers", rows=[], columns=[])
    child = Campaign(id=generate_uuid7(), name="Levels", rows=[], columns=[], parent_id=parent.id)
    make.session.add(parent)
    make.session.flush()
    make.session.add(child)
    make.session.flush()
    job = make.session.get_one(Job, runs["raid"].job_id)
    job.campaign_id = child.id
    make.session.flush()

    for query in (
        "campaign:level",
        f"campaign:m-{child.number}",
        f"campaign:m-{parent.number}",
        f"campaign:{child.id}",
        "campaign:*",
    ):
        assert find_titles(viewer, query) == "raid", query
    assert find_titles(viewer, "-campaign:levels") == "empty plain"
    assert find_titles(viewer, "campaign:m-999999") == ""
    table = viewer.get(ADDRESS, params={"columns": "title,campaign", "sort": "campaign"}).json()
    assert table["items"][0]["values"] == ["raid", "Levels"]
    completions = viewer.get("/api/v1/fields/completions", params={"q": "campaign:l"}).json()
    assert [(proposal["text"], proposal["count"]) for proposal in completions["proposals"]] == [("Levels", 1)]


def test_a_query_joins_the_other_filters(viewer: TestClient, runs: dict[str, Run]) -> None:
    assert find_titles(viewer, "iops>50k", state="failed") == "plain"
    assert find_titles(viewer, "iops>50k", label="release") == "raid"


def test_dates_follow_the_requested_time_zone(viewer: TestClient, runs: dict[str, Run]) -> None:
    assert find_titles(viewer, "started:2026-01-01") == "raid"
    assert find_titles(viewer, "started:2026-01-01", time_zone="America/New_York") == ""
    assert find_titles(viewer, "started:2025-12-31", time_zone="America/New_York") == "raid"


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd", "Europe", "x" * 64, "\x00"])
def test_an_unknown_time_zone_is_refused(viewer: TestClient, zone: str) -> None:
    answer = viewer.get(ADDRESS, params={"q": "started:today", "time_zone": zone})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "time_zone")


def test_an_error_points_at_its_characters(viewer: TestClient) -> None:
    answer = viewer.get(ADDRESS, params={"q": "fio iop>500k"})

    problem = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert (problem["code"], problem["start"], problem["end"]) == ("invalid_query", 4, 7)
    assert problem["detail"] == "The field iop is unknown. Did you mean iops?"
    assert (problem["suggestion"], problem["known"]) == ("iops", RUN_FIELDS.names)
    assert [error["path"] for error in problem["errors"]] == ["q"]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "query",
    ['"', "(", ")", "a OR", "iops>", "iops>fast", "state:x", "-" * 100, "(" * 1999, "\ud800", "model>5", "a" * 2001],
)
def test_bad_queries_are_refused(viewer: TestClient, query: str) -> None:
    answer = viewer.get(f"{ADDRESS}?q={''.join(f'%{byte:02x}' for byte in query.encode('utf-8', 'surrogatepass'))}")
    assert answer.status_code in (200, 422), answer.text
    assert answer.status_code == 422 or "\ud800" in query


@pytest.mark.in_turn
@pytest.mark.parametrize("field", RUN_FIELDS.fields, ids=lambda field: field.name)
def test_every_field_is_compiled(viewer: TestClient, runs: dict[str, Run], field: Any) -> None:
    for query in (field.example, f"-{field.example}", f"{field.name}:*", f"-{field.name}:*"):
        find_titles(viewer, query)
    present, unknown = find_titles(viewer, f"{field.name}:*"), find_titles(viewer, f"-{field.name}:*")
    assert sorted(f"{present} {unknown}".split()) == ["empty", "plain", "raid"]
