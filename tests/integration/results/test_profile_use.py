"""The use of a profile: how its runs ended, on which configurations, and what names them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Campaign, Run
from storagelab.db.references import format_row_number

ADDRESS = "/api/v1/profiles/mine/use"


def verdict(status: str, first_steady_round: int | None = None) -> dict[str, Any]:
    return {"status": status, "first_steady_round": first_steady_round}


def test_runs_are_counted_by_version_and_outcome(viewer: TestClient, make: Factory) -> None:
    old, new = (make.profile(name="mine", version=version) for version in (1, 2))
    other = make.profile(name="other")

    def add(profile: Any, **values: Any) -> Run:
        return make.run(make.job(profile_id=profile.id), **values)

    add(old, state="finished")
    for rounds in (5, 9, 7):
        add(new, state="finished", verdict=verdict("steady", rounds))
    add(new, state="finished", verdict=verdict("not_steady"))
    for state in ("failed", "lost", "cancelled", "waiting"):
        add(new, state=state)
    add(new, state="finished", trashed_at=LONG_AGO, trashed_reason="a slip")
    add(other, state="finished")

    used = viewer.get(ADDRESS).json()
    assert used["run_count"] == 9
    assert used["versions"] == [
        {
            "version": 2, "run_count": 8, "steady_count": 3, "not_steady_count": 1, "finished_count": 4,
            "failed_count": 2, "median_rounds": 7.0,
        },
        {
            "version": 1, "run_count": 1, "steady_count": 0, "not_steady_count": 0, "finished_count": 1,
            "failed_count": 0, "median_rounds": None,
        },
    ]  # fmt: skip
    assert (used["waiting_count"], len(used["waiting"])) == (1, 1)


def test_each_configuration_names_its_newest_counted_run(viewer: TestClient, make: Factory) -> None:
    profile = make.profile(name="mine", version=3)
    first, second = (make_configuration(make, name, drives=name) for name in ("4 x A", "8 x B"))

    def add(configuration: Any, day: int, seconds: int, **values: Any) -> Run:
        started = LONG_AGO + dt.timedelta(days=day)
        return make.run(
            make.job(profile_id=profile.id), state="finished", configuration_id=configuration.id, started_at=started,
            finished_at=started + dt.timedelta(seconds=seconds), **values,
        )  # fmt: skip

    add(first, 1, 100)
    newest = add(first, 2, 300)
    add(first, 3, 10, scale="smoke")
    add(first, 4, 10, invalid_at=LONG_AGO, invalid_reason="hot")
    last = add(second, 5, 60)

    shown = viewer.get(ADDRESS).json()["configurations"]
    assert [(row["configuration"]["name"], row["run"], row["run_count"]) for row in shown] == [
        ("8 x B", format_row_number(last), 1),
        ("4 x A", format_row_number(newest), 2),
    ]
    assert [row["median_seconds"] for row in shown] == [60.0, 200.0]
    assert {row["version"] for row in shown} == {3}


def test_campaign_list_is_limited_without_extra_queries(
    viewer: TestClient, make: Factory, connection: Connection
) -> None:
    profile = make.profile(name="mine")
    for number in range(7):
        campaign = Campaign(id=generate_uuid7(), name=f"campaign {number}", server_id=make.server().id)
        make.session.add(campaign)
        make.session.flush()
        for _ in range(2):
            make.run(make.job(profile_id=profile.id, campaign_id=campaign.id), state="finished")
    with counted_queries(connection) as queries:
        used = viewer.get(ADDRESS).json()
    assert (used["campaign_count"], len(used["campaigns"])) == (7, 5)
    assert len(queries) < 20


def test_unused_profile_has_empty_use(viewer: TestClient) -> None:
    used = viewer.get("/api/v1/profiles/quick-4k/use").json()
    assert (used["run_count"], used["versions"], used["configurations"], used["permalinks"]) == (0, [], [], [])
