"""Findings over REST: written, listed, changed by those who may, rated, and never hidden."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import AuditEvent, Run, StoredFinding
from storagelab.domain.finding import Finding
from storagelab.findings.filing import file_findings

ADDRESS = "/api/v1/findings"
BODY = {"relation": "leads", "subject": "Areca", "test": "Reads", "raid_level": "RAID5", "strength": "clear"}


def write(client: TestClient, **changes: Any) -> dict[str, Any]:
    answer = client.post(ADDRESS, json={**BODY, **changes})
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


def get(client: TestClient, path: str = "", **query: Any) -> dict[str, Any]:
    answer = client.get(ADDRESS + path, params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def make_run(make: Factory, **values: Any) -> Run:
    return make.run(make.job(), **{"state": "finished", **values})


def test_a_written_finding_has_its_sentence_runs_and_author(operator: TestClient, make: Factory) -> None:
    runs = [make_run(make), make_run(make)]
    numbers = [f"r-{run.number}" for run in runs]
    written = write(
        operator, relation="at_least_times", object="Promise", value=2.5, unit="x", workload={"qd": "4", "block": "8k"},
        subject_runs=[numbers[0]], object_runs=[str(runs[1].id)],
    )  # fmt: skip

    shown = get(operator, f"/{written['number']}")
    assert shown == written
    assert shown["sentence"] == "Areca reaches at least 2.5 times Promise, Reads, RAID5."
    assert (shown["origin"], shown["counted"], shown["may_change"]) == ("written", True, True)
    assert list(shown["workload"]) == ["qd", "block"]
    assert [(run["side"], run["number"], run["validity"]) for run in shown["runs"]] == [
        ("subject", numbers[0], "counted"),
        ("object", numbers[1], "counted"),
    ]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"relation": "beats"}, "relation"),
        ({"subject": " "}, "subject"),
        ({"relation": "ahead_of"}, ""),
        ({"relation": "times", "object": "B", "value": 2.0}, ""),
        ({"unit": "x"}, ""),
        ({"workload": {"depth": "4"}}, "workload.depth"),
        ({"origin": "published"}, ""),
        ({"origin": "computed"}, "origin"),
        ({"strength": "tested"}, "strength"),
        ({"note": "x" * 2001}, "note"),
    ],
)
def test_a_wrong_finding_is_refused_with_its_field(operator: TestClient, changes: dict[str, Any], path: str) -> None:
    answer = operator.post(ADDRESS, json={**BODY, **changes})
    assert answer.status_code == 422
    assert path in str(answer.json()["errors"])


def test_a_repeated_request_writes_one_finding(operator: TestClient) -> None:
    headers = {"Idempotency-Key": "one"}
    first, second = (operator.post(ADDRESS, json=BODY, headers=headers).json() for _ in range(2))
    assert first["number"] == second["number"]
    assert len(get(operator)["items"]) == 1


def test_unknown_runs_are_refused(operator: TestClient) -> None:
    assert operator.post(ADDRESS, json={**BODY, "subject_runs": ["r-999999"]}).status_code == 404
    assert get(operator)["items"] == []


def test_only_the_author_and_administrators_change_a_finding(
    operator: TestClient, admin: TestClient, make: Factory
) -> None:
    file_findings(make.session, [Finding(origin="published", relation="leads", subject="A")], source_title="Review")
    [published] = get(operator)["items"]
    assert published["may_change"] is False
    for method in ("PATCH", "DELETE"):
        body = {"json": {"note": "Mine"}} if method == "PATCH" else {}
        assert operator.request(method, f"{ADDRESS}/{published['number']}", **body).status_code == 403
    assert admin.patch(f"{ADDRESS}/{published['number']}", json={"note": "Seen"}).json()["note"] == "Seen"
    assert admin.delete(f"{ADDRESS}/{published['number']}").status_code == 204
    assert operator.get(f"{ADDRESS}/{published['number']}").status_code == 404


def test_an_overtaken_change_is_refused_and_the_log_keeps_both(operator: TestClient, make: Factory) -> None:
    number = write(operator, note="First")["number"]
    address = f"{ADDRESS}/{number}"
    assert operator.patch(address, json={"note": "Second", "before": {"note": "First"}}).status_code == 200
    refused = operator.patch(address, json={"note": "Third", "before": {"note": "First"}})
    assert (refused.status_code, get(operator, f"/{number}")["note"]) == (409, "Second")
    assert operator.patch(address, json={"note": None}).json()["edited_at"] is not None
    assert operator.patch(address, json={"relation": "behind"}).status_code == 422
    events = make.session.scalars(select(AuditEvent.action).where(AuditEvent.subject == f"finding {number}")).all()
    assert events == ["finding_written", "finding_changed", "finding_changed"]


def test_runs_of_a_finding_are_replaced(operator: TestClient, make: Factory) -> None:
    first, second = make_run(make), make_run(make)
    written = write(operator, subject_runs=[f"r-{first.number}"])
    address = f"{ADDRESS}/{written['number']}"
    before = {"subject_runs": [f"r-{first.number}"]}
    changed = operator.patch(address, json={"subject_runs": [f"r-{second.number}"], "before": before})
    assert [run["number"] for run in changed.json()["runs"]] == [f"r-{second.number}"]


@pytest.mark.parametrize(
    ("state", "excluded"),
    [
        ({"invalid_at": LONG_AGO, "invalid_reason": "Throttled."}, "is marked invalid: Throttled."),
        ({"trashed_at": LONG_AGO}, "is in the trash."),
        (None, "was removed."),
    ],
)
def test_a_finding_without_valid_runs_is_shown_and_not_rated(
    operator: TestClient, make: Factory, state: dict[str, Any] | None, excluded: str
) -> None:
    run, other = make_run(make, **(state or {})), make_run(make)
    number = f"r-{run.number}"
    write(operator, subject_runs=[number])
    write(operator, subject="Promise", relation="lags", subject_runs=[f"r-{other.number}"])
    if state is None:
        make.session.execute(delete(Run).where(Run.id == run.id))

    shown = next(item for item in get(operator)["items"] if item["subject"] == "Areca")
    assert (shown["counted"], shown["excluded"]) == (False, f"{number} {excluded}")
    matrix = get(operator, "/matrix")
    assert (matrix["configurations"], matrix["finding_count"], matrix["excluded_count"]) == (["Promise"], 1, 1)
    assert [item["subject"] for item in get(operator, q="counted:no")["items"]] == ["Areca"]


def test_lists_are_filtered_by_every_field(operator: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "RAID5 A", controllers=[{"model": "Areca ARC-1680", "count": 1}])
    run = make_run(make, configuration_id=configuration.id)
    make_measurement(make, make.phase(run, ordinal=1, state="finished"), iops=1.0)
    published = make_run(make, origin="published", source_title="Review")
    file_findings(
        make.session,
        [Finding(origin="published", relation="lags", subject="Promise", test="Writes")],
        source_title="Review",
    )
    write(operator, subject="Areca ARC-1680", raid_level=None)
    write(operator, subject="LSI", subject_runs=[f"r-{run.number}"], state="rebuild")

    def subjects(**query: Any) -> list[str]:
        return sorted(item["subject"] for item in get(operator, **query)["items"])

    assert subjects(source="Review") == ["Promise"]
    assert subjects(relation=["lags", "leads"]) == ["Areca ARC-1680", "LSI", "Promise"]
    assert subjects(test="Writes") == subjects(origin="published") == subjects(subject="Promise") == ["Promise"]
    assert subjects(raid_level="RAID5", state="rebuild") == ["LSI"]
    assert subjects(run_id=f"r-{published.number}") == ["Promise"]
    assert subjects(run_id=f"r-{run.number}") == ["LSI"]
    assert subjects(configuration_id=f"c-{configuration.number}") == ["Areca ARC-1680", "LSI"]
    assert subjects(q="promise") == subjects(q="relation:lags test:Writes") == ["Promise"]
    of_run = operator.get(f"/api/v1/runs/r-{published.number}/findings").json()["items"]
    assert [item["subject"] for item in of_run] == ["Promise"]
    assert get(operator, "/sources")["items"] == [{"title": "Review", "count": 1}]


def test_a_file_has_the_columns_of_a_table_of_findings(operator: TestClient) -> None:
    write(operator, subject="=Areca", value=2.0, unit="x", workload={"qd": "4", "block": "8k"}, note="Two\nlines")
    answer = operator.get(ADDRESS, headers={"Accept": "text/csv"})
    [row] = csv.DictReader(io.StringIO(answer.text, newline=""))
    assert (row["subject"], row["value"], row["workload"], row["note"]) == (
        "'=Areca",
        "2",
        "qd=4; block=8k",
        "Two\nlines",
    )
    assert row["not_counted"] == ""
    assert operator.get(ADDRESS, params={"limit": 1}, headers={"Accept": "text/csv"}).status_code == 422
    chosen = operator.get(ADDRESS, params={"columns": "value, subject"}, headers={"Accept": "text/csv"})
    assert chosen.text.splitlines()[:2] == ["value,subject", "2,'=Areca"]
    for columns, accept in (("subject,nope", "text/csv"), ("value,value", "text/csv"), ("value", "application/json")):
        refused = operator.get(ADDRESS, params={"columns": columns}, headers={"Accept": accept})
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "columns")
    parquet = operator.get(ADDRESS, headers={"Accept": "application/vnd.apache.parquet"})
    assert parquet.content[:4] == b"PAR1"


@pytest.mark.parametrize("count", [1, 20])
def test_lists_need_a_constant_number_of_queries(
    operator: TestClient, make: Factory, connection: Connection, count: int
) -> None:
    for _ in range(count):
        write(operator, subject_runs=[f"r-{make_run(make).number}"])
    with counted_queries(connection) as queries:
        assert len(get(operator, limit=50)["items"]) == count
    assert len(queries) <= 6, "\n".join(queries)


def test_pages_follow_one_another(operator: TestClient) -> None:
    numbers = [write(operator)["number"] for _ in range(3)]
    first = get(operator, limit=2, sort="number")
    second = get(operator, limit=2, sort="number", cursor=first["next_cursor"])
    assert [item["number"] for page in (first, second) for item in page["items"]] == numbers


def test_published_ratio_is_compared_with_the_measured_one(operator: TestClient, make: Factory) -> None:
    runs = []
    load = {"block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0, "queue_depth": 4}
    for model, iops in (("Dell PERC H965i Front", 3000.0), ("Dell PERC H755", 1000.0)):
        configuration = make_configuration(make, model, controllers=[{"model": model, "count": 1}])
        run = make_run(make, configuration_id=configuration.id)
        make_measurement(make, make.phase(run, ordinal=1, name="write", state="finished"), iops=iops, **load)
        runs.append(f"r-{run.number}")
    sides = {"subject": "PERC H965i Front", "object": "PERC H755", "raid_level": None, "workload": {"metric": "iops"}}
    for value in (2.0, 4.0):
        write(operator, relation="at_least_times", value=value, unit="x", **sides)
    write(operator, subject="Areca")

    body = get(operator, "/matching", run_id=runs)

    items = body["items"]
    assert [(item["subjects"], item["objects"]) for item in items] == [([runs[0]], [runs[1]])] * 2
    assert [(item["finding"]["value"], item["agreement"]) for item in items] == [(2.0, "agrees"), (4.0, "contradicts")]
    assert [check["ratio"] for check in items[0]["checks"]] == [3.0]
    assert (body["total_count"], [run["number"] for run in body["runs"]]) == (2, runs)


def test_findings_go_with_the_run_they_were_filed_with(make: Factory) -> None:
    run = make_run(make)
    file_findings(make.session, [Finding(origin="published", relation="leads", subject="A")], run_id=run.id)
    make.session.execute(delete(Run).where(Run.id == run.id))
    assert make.session.scalars(select(StoredFinding)).all() == []
