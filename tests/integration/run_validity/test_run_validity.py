"""Invalid runs and the trash: shown with who decided and the reason, counted nowhere, and reversible."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import AuditEvent, DriveStateEntry, Job, Run, RunMark
from storagelab.domain.lifecycle import RunState
from storagelab.http.references import format_row_number
from storagelab.planning.estimates import learn_durations

API = "/api/v1"
REASON = "The fan had failed; figures from 02:10 on are throttled."


def make_run(make: Factory, iops: float = 1000.0, **values: Any) -> Run:
    """Return a finished run with one measured point."""
    run = make.run(make.job(), **({"state": "finished", "completeness": "complete"} | values))
    make_measurement(make, make.phase(run, state="finished"), iops=iops)
    return run


def mark(client: TestClient, run: Run, reason: str = REASON) -> dict[str, Any]:
    answer = client.put(f"{API}/runs/{format_row_number(run)}/validity", json={"validity": "invalid", "reason": reason})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def trash(client: TestClient, run: Run, **query: str) -> dict[str, Any]:
    answer = client.delete(f"{API}/runs/{format_row_number(run)}", params=query)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def listed(client: TestClient, **query: Any) -> list[str]:
    return sorted(item["number"] for item in client.get(f"{API}/runs", params=query).json()["items"])


def test_invalid_run_shows_reason_and_author(
    operator: TestClient, viewer: TestClient, make: Factory, session: Session
) -> None:
    run, other = make_run(make), make_run(make)
    before = viewer.get(f"{API}/runs/{run.id}")
    shown = mark(operator, run)
    assert shown["invalid"]["reason"] == REASON
    assert shown["invalid"]["by"]
    assert dt.datetime.fromisoformat(shown["invalid"]["at"]).tzinfo is not None
    assert shown["trashed"] is None
    # The copy that a client stored is no longer the present one.
    again = viewer.get(f"{API}/runs/{run.id}", headers={"if-none-match": before.headers["etag"]})
    assert (again.status_code, again.json()["invalid"]) == (200, shown["invalid"])
    assert listed(viewer) == sorted([format_row_number(run), format_row_number(other)])
    assert listed(viewer, valid=True) == [format_row_number(other)]
    assert listed(viewer, valid=False) == [format_row_number(run)]
    (summary,) = viewer.get(f"{API}/runs?valid=false").json()["items"]
    assert summary["invalid"] == shown["invalid"]
    # The same reason again changes nothing; another one is a decision of its own.
    assert mark(operator, run)["marks"] == shown["marks"]
    other_words = mark(operator, run, "It was the wrong firmware.")
    assert other_words["invalid"]["reason"] == "It was the wrong firmware."

    answer = operator.put(
        f"{API}/runs/{run.id}/validity", json={"validity": "valid", "reason": "It was another server's fan."}
    )
    assert answer.json()["invalid"] is None
    assert [(item["kind"], item["reason"]) for item in answer.json()["marks"]] == [
        ("valid", "It was another server's fan."),
        ("invalid", "It was the wrong firmware."),
        ("invalid", REASON),
    ]
    assert (
        operator.put(f"{API}/runs/{run.id}/validity", json={"validity": "valid"}).json()["marks"]
        == answer.json()["marks"]
    )
    actions = session.scalars(
        select(AuditEvent.action).where(AuditEvent.subject == f"run {format_row_number(run)}").order_by(AuditEvent.id)
    ).all()
    assert actions == ["run_invalid", "run_invalid", "run_valid"]


@pytest.mark.in_turn
@pytest.mark.parametrize("reason", ["", "  ", "ab", "x" * 1001, None, 3])
def test_a_mark_needs_a_reason_in_words(operator: TestClient, make: Factory, reason: Any) -> None:
    run = make_run(make)
    answer = operator.put(f"{API}/runs/{run.id}/validity", json={"validity": "invalid", "reason": reason})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "reason")
    assert operator.get(f"{API}/runs/{run.id}").json()["invalid"] is None


@pytest.mark.in_turn
@pytest.mark.parametrize("state", ["waiting", "running"])
def test_unfinished_run_is_neither_invalidated_nor_trashed(operator: TestClient, make: Factory, state: str) -> None:
    run = make.run(make.job(state="running"), state=state)
    for answer in (
        operator.put(f"{API}/runs/{run.id}/validity", json={"validity": "invalid", "reason": REASON}),
        operator.delete(f"{API}/runs/{run.id}"),
    ):
        assert answer.status_code == 409
        assert f"{format_row_number(run)} is {state}" in answer.text
        assert "wait until it is over, or cancel j-" in answer.text
    assert (run.invalid_at, run.trashed_at) == (None, None)


def test_trashed_runs_are_hidden_until_restored(operator: TestClient, viewer: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "RAID 10")
    run = make_run(make, title="needle one", configuration_id=configuration.id)
    other = make_run(make, title="needle two", configuration_id=configuration.id)
    shown = trash(operator, run, reason="A trial of the new profile.")
    assert (shown["trashed"]["reason"], shown["invalid"]) == ("A trial of the new profile.", None)
    assert shown["trashed"]["by"]

    assert listed(viewer) == listed(viewer, q="needle") == [format_row_number(other)]
    assert listed(viewer, trashed=True) == [format_row_number(run)]
    (group,) = viewer.get(f"{API}/search?q=needle").json()["groups"]
    assert [hit["reference"] for hit in group["hits"]] == [format_row_number(other)]
    assert viewer.get(f"{API}/search?q={format_row_number(run)}").json()["groups"] == []
    assert viewer.get(f"{API}/configurations/{configuration.id}").json()["run_count"] == 1
    history = viewer.get(f"{API}/history", params={"run_id": format_row_number(other)}).json()
    assert [item["run"]["number"] for item in history["items"]] == [format_row_number(other)]
    both = {"run_id": [format_row_number(run), format_row_number(other)]}
    assert set(viewer.get(f"{API}/measurements", params=both).json()["source"]["run_number"]) == {
        format_row_number(other)
    }

    # Its own page still answers, with its own figures.
    assert viewer.get(f"{API}/runs/{run.id}").json()["trashed"] == shown["trashed"]
    own = viewer.get(f"{API}/measurements", params={"run_id": format_row_number(run)}).json()["source"]
    assert own["iops"] == [1000.0]
    assert trash(operator, run)["marks"] == shown["marks"]

    restored = operator.post(f"{API}/runs/{run.id}/restore").json()
    assert restored["trashed"] is None
    assert [item["kind"] for item in restored["marks"]] == ["restored", "trashed"]
    assert listed(viewer) == sorted([format_row_number(run), format_row_number(other)])
    assert operator.post(f"{API}/runs/{run.id}/restore").json()["marks"] == restored["marks"]


def test_measurements_flag_invalid_runs(operator: TestClient, make: Factory) -> None:
    good, bad = make_run(make, 1000.0), make_run(make, 2000.0)
    mark(operator, bad)
    query = {"run_id": [format_row_number(good), format_row_number(bad)]}
    source = operator.get(f"{API}/measurements", params=query).json()["source"]
    assert (source["iops"], source["invalid"]) == ([1000.0, 2000.0], [0, 1])


def repeated(make: Factory, *iops: float) -> tuple[Job, list[Run]]:
    """Return a job that was repeated until it agreed, with its runs."""
    rule = {"cv_percent": 5.0, "at_least": 3}
    verdict = {
        "outcome": "limit_reached", "repeats_done": len(iops), "failed": 0, "limit": len(iops), "worst_point": "read",
        "cv_percent": 99.0, "target_percent": 5.0, "needed_repeats": None, "sentence": "As it was decided first.",
    }  # fmt: skip
    job = make.job(repeats=len(iops), repeat_until=rule, state="finished", repeat_verdict=verdict)
    runs = []
    for index, value in enumerate(iops, start=1):
        run = make.run(job, repeat_index=index, state="finished", completeness="complete")
        make_measurement(make, make.phase(run, name="read", state="finished"), iops=value)
        runs.append(run)
    return job, runs


@pytest.mark.parametrize("by", ["mark", "trash"])
def test_repeats_exclude_a_marked_run_until_restored(operator: TestClient, make: Factory, by: str) -> None:
    job, runs = repeated(make, 100.0, 101.0, 102.0, 500.0)
    address = f"{API}/jobs/{format_row_number(job)}/repeats"
    before = operator.get(address).json()
    assert (before["items"][0]["n"], before["items"][0]["median"], before["left_out"]) == (4, 101.5, [])

    (mark if by == "mark" else trash)(operator, runs[3])
    repeats = operator.get(address).json()
    (point,) = repeats["items"]
    assert (point["values"], point["n"], point["median"]) == ([100.0, 101.0, 102.0], 3, 101.0)
    assert repeats["runs"] == [format_row_number(run) for run in runs[:3]]
    assert len(repeats["left_out"]) == 1
    assert format_row_number(runs[3]) in repeats["left_out"][0]
    verdict = repeats["verdict"]
    assert (verdict["outcome"], verdict["repeats_done"], verdict["failed"]) == ("repeatable", 3, 0)
    assert "1 more is marked invalid or in the trash and does not count." in verdict["sentence"]

    back = f"{API}/runs/{runs[3].id}"
    assert (
        operator.put(f"{back}/validity", json={"validity": "valid"})
        if by == "mark"
        else operator.post(f"{back}/restore")
    ).status_code == 200
    repeats = operator.get(address).json()
    assert (repeats["items"], repeats["left_out"]) == (before["items"], [])
    assert (repeats["verdict"]["outcome"], repeats["verdict"]["repeats_done"]) == ("ended", 4)


def test_estimates_do_not_learn_from_it(operator: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    runs = []
    for index in range(3):
        began = LONG_AGO + dt.timedelta(hours=index)
        run = make.run(
            make.job(server), state="finished", started_at=began, finished_at=began + dt.timedelta(seconds=70)
        )
        make.attempt(run, state="succeeded", finished_at=run.finished_at)
        phase = make.phase(run, state="finished", t0_ms=0, t1_ms=60_000, stop={"kind": "time", "seconds": 30.0})
        make_measurement(make, phase)
        runs.append(run)

    def courses() -> int:
        target = {"kind": "file", "path": None}
        return learn_durations(session, server=server, target=target, scale="full").correction.courses

    assert courses() == 3
    mark(operator, runs[0])
    assert courses() == 0  # Two courses are too little evidence.
    operator.put(f"{API}/runs/{runs[0].id}/validity", json={"validity": "valid"})
    assert courses() == 3


def test_drive_ledger_preserves_entries_of_invalid_runs(operator: TestClient, make: Factory, session: Session) -> None:
    run = make_run(make)
    drive = make.drive(make.server())
    session.add(
        DriveStateEntry(
            drive_id=drive.id, identity=drive.stable_id, run_id=run.id, state="dirty", reason="it was written to"
        )
    )
    session.flush()
    mark(operator, run)
    trash(operator, run)
    assert session.scalar(select(func.count()).select_from(DriveStateEntry)) == 1
    (state,) = operator.get(f"{API}/drives/{format_row_number(drive)}/states").json()["items"]
    assert (state["state"], state["run_number"]) == ("dirty", format_row_number(run))


def test_marked_run_is_neither_resumed_nor_shared(operator: TestClient, make: Factory) -> None:
    run = make_run(make, state=RunState.FAILED)
    mark(operator, run)
    answer = operator.post(f"{API}/runs/{run.id}/resume")
    assert (answer.status_code, "was marked invalid" in answer.text) == (409, True)
    assert "Undo that first" in operator.get(f"{API}/runs/{run.id}").json()["resumption"]["refusal"]
    trash(operator, run)
    answer = operator.post(f"{API}/shares", json={"run_id": format_row_number(run), "title": "x"})
    assert answer.status_code == 409
    assert "is in the trash: restore it before you share it" in answer.text


def test_list_needs_constant_queries_for_many_marks(
    operator: TestClient, make: Factory, connection: Connection
) -> None:
    def count() -> int:
        with counted_queries(connection) as statements:
            assert operator.get(f"{API}/runs").status_code == 200
        return len(statements)

    mark(operator, make_run(make))
    few = count()
    for _ in range(4):
        mark(operator, make_run(make))
    assert count() == few


def test_deleting_a_run_deletes_its_marks(operator: TestClient, make: Factory, session: Session) -> None:
    run = make_run(make)
    mark(operator, run)
    # As the demo data and imported runs are removed.
    session.execute(delete(Run).where(Run.id == run.id))
    assert session.scalar(select(func.count()).select_from(RunMark)) == 0


@pytest.mark.parametrize("reason", ["", "   ", "\n\t \n", " x "])
def test_empty_reason_is_refused(operator: TestClient, make: Factory, reason: str) -> None:
    run = make_run(make)
    assert (
        operator.put(
            f"{API}/runs/{format_row_number(run)}/validity", json={"validity": "invalid", "reason": reason}
        ).status_code
        == 422
    )
    assert listed(operator) == [format_row_number(run)]


def test_a_valid_run_needs_no_reason(operator: TestClient, make: Factory) -> None:
    run = make_run(make)
    path = f"{API}/runs/{run.id}/validity"
    mark(operator, run)
    for reason in ({}, {"reason": None}, {"reason": ""}):
        answer = operator.put(path, json={"validity": "valid", **reason})
        assert (answer.status_code, answer.json()["invalid"]) == (200, None)
    answer = operator.put(path, json={"validity": "odd", "reason": REASON})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "validity")
