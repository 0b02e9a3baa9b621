"""Awards by hand: given in a ranking, shown at every address of it, withdrawn and never lost."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, delete, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import AuditEvent, Award, Configuration, Run
from storagelab.http.references import format_row_number

RANKINGS = "/api/v1/rankings"
ADDRESS = "/api/v1/awards"
PROFILE = "shoot-out@2"


@pytest.fixture
def runs(make: Factory) -> list[Run]:
    """Provide a fast run and a slow one, of one profile on two configurations."""
    profile = make.profile(name="shoot-out", version=2)
    created = []
    for level, iops in (("raid10", 400.0), ("raid5", 100.0)):
        configuration = make_configuration(make, level, array={"level": level})
        run = make.run(make.job(), state="finished", profile_id=profile.id, configuration_id=configuration.id)
        phase = make.phase(run, ordinal=1, name="write", state="finished")
        conditions = {"block_bytes": 4096, "read_percent": 0.0, "random_percent": 100.0, "outstanding_ios": 32}
        make_measurement(make, phase, iops=iops, **conditions)
        created.append(run)
    return created


def ranking(client: TestClient, **query: Any) -> dict[str, Any]:
    body: dict[str, Any] = client.get(RANKINGS, params={"profile": PROFILE, **query}).json()
    return body


def give(client: TestClient, **changes: Any) -> dict[str, Any]:
    number = ranking(client)["configurations"][-1]["configuration"]["number"]
    body = {"profile": PROFILE, "configuration": number, "title": "Best value", "reason": "Half the price.", **changes}
    answer = client.post(ADDRESS, json={key: value for key, value in body.items() if value is not None})
    assert answer.status_code == 201, answer.text
    award: dict[str, Any] = answer.json()
    return award


def awards(client: TestClient, **query: Any) -> list[dict[str, Any]]:
    answer = client.get(ADDRESS, params=query)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def test_award_leaves_the_ranking_unchanged(operator: TestClient, runs: list[Run]) -> None:
    before = ranking(operator)
    award = give(operator)

    assert ranking(operator) == before
    assert awards(operator, profile=PROFILE) == [award]
    last = before["configurations"][-1]
    assert award["configuration"] == last["configuration"]
    assert award["class_hash"] == last["class_hash"]
    assert (award["title"], award["reason"], award["author"]) == ("Best value", "Half the price.", "admin")
    assert (award["withdrawn_at"], award["withdrawn_by"]) == (None, None)


def test_ranking_awards_are_independent_of_its_address(operator: TestClient, runs: list[Run]) -> None:
    one, two = runs
    key = ranking(operator)["workloads"][0]["key"]
    of_runs = give(operator, profile=None, run_ids=[format_row_number(two), str(one.id)], all=True)
    without = [key[::-1], key]
    of_profile = give(operator, profile="shoot-out@02")

    backwards = awards(operator, run_id=[format_row_number(one), str(two.id), str(one.id)], all=True)
    assert backwards == [of_runs]
    assert awards(operator, profile=PROFILE, withdrawn=True) == [of_profile]
    assert awards(operator, run_id=[format_row_number(one), format_row_number(two)]) == []
    assert awards(operator, run_id=[format_row_number(one)], all=True) == []
    assert awards(operator, profile=PROFILE, without=without) == []
    assert of_runs["ranking"]["runs"] == sorted(
        (format_row_number(one), format_row_number(two)), key=lambda number: int(number[2:])
    )


def test_award_follows_its_class_to_a_newer_configuration(operator: TestClient, make: Factory, runs: list[Run]) -> None:
    award = give(operator)
    newer = make_configuration(make, "raid5", array={"level": "raid5"})
    again = make.run(make.job(), state="finished", profile_id=runs[1].profile_id, configuration_id=newer.id)
    make_measurement(make, make.phase(again, ordinal=1, name="write", state="finished"), iops=100.0, block_bytes=4096)

    last = ranking(operator)["configurations"][-1]
    assert last["configuration"]["number"] == format_row_number(newer) != award["configuration"]["number"]
    assert awards(operator, profile=PROFILE)[0]["class_hash"] == last["class_hash"]


def test_withdrawn_award_is_stored_with_its_end(
    operator: TestClient, admin: TestClient, session: Session, runs: list[Run]
) -> None:
    award = give(operator)
    for _ in range(2):
        answer = admin.delete(f"{ADDRESS}/{award['id']}")
        assert answer.status_code == 200, answer.text

    assert awards(operator, profile=PROFILE) == []
    (stored,) = awards(operator, profile=PROFILE, withdrawn=True)
    assert stored["withdrawn_by"] == "admin"
    assert stored["withdrawn_at"] is not None
    assert (stored["author"], stored["reason"]) == (award["author"], award["reason"])
    actions = select(AuditEvent.action).where(AuditEvent.action.startswith("award")).order_by(AuditEvent.id)
    assert list(session.scalars(actions)) == ["award_given", "award_withdrawn"]


def test_an_award_outlives_its_configuration(operator: TestClient, session: Session, runs: list[Run]) -> None:
    award = give(operator)
    session.execute(delete(Run).where(Run.id == runs[1].id))
    session.execute(delete(Configuration).where(Configuration.id == runs[1].configuration_id))
    session.expire_all()
    (stored,) = awards(operator, profile=PROFILE)
    assert (stored["configuration"], stored["configuration_name"]) == (None, award["configuration"]["name"])


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"title": ""}, "title"),
        ({"title": " \t "}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"title": "two\nlines"}, "title"),
        ({"reason": "  \n "}, "reason"),
        ({"reason": "x" * 1001}, "reason"),
        ({"configuration": "c-999999"}, "configuration"),
        ({"profile": "shoot-out"}, "profile"),
        ({"author": "somebody else"}, "author"),
    ],
)
def test_invalid_award_is_refused_with_its_field(
    operator: TestClient, session: Session, runs: list[Run], changes: dict[str, Any], path: str
) -> None:
    number = ranking(operator)["configurations"][0]["configuration"]["number"]
    body = {"profile": PROFILE, "configuration": number, "title": "A", "reason": "B", **changes}
    answer = operator.post(ADDRESS, json=body)
    assert answer.status_code == 422, answer.text
    assert path in answer.text
    assert session.scalars(select(Award)).all() == []


def test_ranking_requires_either_a_profile_or_runs(operator: TestClient, runs: list[Run]) -> None:
    number = ranking(operator)["configurations"][0]["configuration"]["number"]
    body = {"configuration": number, "title": "A", "reason": "B"}
    assert operator.post(ADDRESS, json=body).status_code == 422
    both = {**body, "profile": PROFILE, "run_ids": [format_row_number(runs[0])]}
    assert operator.post(ADDRESS, json=both).status_code == 422
    assert operator.post(ADDRESS, json={**body, "run_ids": ["r-999999"]}).status_code == 404
    assert operator.get(ADDRESS).status_code == 422
    assert operator.get(ADDRESS, params={"run_id": ["r-999999"]}).status_code == 404
    assert operator.get(ADDRESS, params={"profile": "\x00" * 3}).status_code == 422


def test_a_repeated_request_gives_one_award(operator: TestClient, runs: list[Run]) -> None:
    number = ranking(operator)["configurations"][0]["configuration"]["number"]
    body = {"profile": PROFILE, "configuration": number, "title": "A", "reason": "B"}
    first, second = (operator.post(ADDRESS, json=body, headers={"Idempotency-Key": "once"}).json() for _ in range(2))
    assert first == second
    assert awards(operator, profile=PROFILE) == [first]


def test_award_list_needs_constant_queries(operator: TestClient, connection: Connection, runs: list[Run]) -> None:
    def cost() -> int:
        with counted_queries(connection) as statements:
            awards(operator, profile=PROFILE)
        return len(statements)

    give(operator)
    few = cost()
    for _ in range(4):
        give(operator)
    assert cost() == few
    first = operator.get(ADDRESS, params={"profile": PROFILE, "limit": 3}).json()
    rest = operator.get(ADDRESS, params={"profile": PROFILE, "cursor": first["next_cursor"]}).json()
    assert len({item["id"] for item in [*first["items"], *rest["items"]]}) == 5
