"""Notes on the time axis of a run: in order, by whom, and changed only by those who may."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries
from tests.result_factories import make_run_with_series

from storagelab.db.models import AuditEvent, Run, RunNote, User
from storagelab.http.references import format_row_number
from storagelab.notes.service import MAX_NOTES

API = "/api/v1"


def a_run(make: Factory, seconds: int = 60) -> Run:
    run: Run = make_run_with_series(make, points=(seconds,)).run
    return run


def address(run: Run) -> str:
    return f"{API}/runs/{format_row_number(run)}/notes"


def add(client: TestClient, run: Run, text: str = "The fan stopped.", **place: Any) -> dict[str, Any]:
    answer = client.post(address(run), json={"from_ms": 1000, "text": text, **place})
    assert answer.status_code == 201, answer.text
    note: dict[str, Any] = answer.json()
    return note


def listed(client: TestClient, run: Run) -> list[dict[str, Any]]:
    answer = client.get(f"{API}/notes", params={"run_id": format_row_number(run)})
    assert answer.status_code == 200, answer.text
    (of_run,) = answer.json()["items"]
    items: list[dict[str, Any]] = of_run["items"]
    return items


def test_notes_are_listed_in_order_of_time(operator: TestClient, viewer: TestClient, make: Factory) -> None:
    run, other = a_run(make), a_run(make)
    later = add(operator, run, "A rebuild began.", from_ms=30_000, to_ms=50_000, metric="latency_max_ns")
    first = add(operator, run, "  <b>The fan</b>\nstopped. ", from_ms=1000)
    add(operator, other, "Of another run.")

    assert [note["id"] for note in listed(viewer, run)] == [first["id"], later["id"]]
    assert (first["text"], first["metric"], first["to_ms"]) == ("<b>The fan</b>\nstopped.", None, None)
    assert (later["metric"], later["from_ms"], later["to_ms"]) == ("latency_max_ns", 30_000, 50_000)
    assert first["author"]
    assert first["edited_at"] is None
    # The right to change it depends on the caller.
    assert [note["may_change"] for note in listed(viewer, run)] == [False, False]
    assert [note["may_change"] for note in listed(operator, run)] == [True, True]


def test_notes_of_several_runs_are_one_question(
    operator: TestClient, viewer: TestClient, make: Factory, connection: Connection
) -> None:
    noted, bare, other = (a_run(make) for _ in range(3))
    later = add(operator, noted, from_ms=30_000)
    first = add(operator, noted, from_ms=1000)
    alone = add(operator, other)

    def request_notes(*runs: str) -> list[dict[str, Any]]:
        answer = viewer.get(f"{API}/notes", params={"run_id": runs})
        assert answer.status_code == 200, answer.text
        items: list[dict[str, Any]] = answer.json()["items"]
        return items

    # In the order in which the runs were requested, each once, by its id or its number.
    groups = request_notes(format_row_number(other), str(bare.id), format_row_number(noted), str(other.id))
    assert [(group["run"], group["run_id"]) for group in groups] == [
        (format_row_number(run), str(run.id)) for run in (other, bare, noted)
    ]
    assert [[note["id"] for note in group["items"]] for group in groups] == [
        [alone["id"]],
        [],
        [first["id"], later["id"]],
    ]
    assert groups[2]["items"] == listed(viewer, noted)
    with counted_queries(connection) as few:
        request_notes(format_row_number(noted))
    with counted_queries(connection) as many:
        request_notes(*(format_row_number(run) for run in (noted, bare, other)))
    assert len(few) == len(many)


@pytest.mark.parametrize(("runs", "status"), [(["r-999999"], 404), (["x"], 404), ([], 422), (["r-1"] * 49, 422)])
def test_invalid_run_selection_for_notes_is_refused(viewer: TestClient, runs: list[str], status: int) -> None:
    answer = viewer.get(f"{API}/notes", params={"run_id": runs})
    assert answer.status_code == status, answer.text


def test_its_author_changes_and_deletes_a_note(operator: TestClient, make: Factory, session: Session) -> None:
    run = a_run(make)
    note = add(operator, run)
    body = {"from_ms": 2000, "to_ms": 3000, "metric": "iops", "text": "The fan was replaced."}
    changed = operator.put(f"{address(run)}/{note['id']}", json=body)
    assert changed.status_code == 200, changed.text
    assert {key: changed.json()[key] for key in body} == body
    assert changed.json()["edited_at"] is not None
    # The same again is no further change.
    again = operator.put(f"{address(run)}/{note['id']}", json=body).json()
    assert again["edited_at"] == changed.json()["edited_at"]

    assert operator.delete(f"{address(run)}/{note['id']}").status_code == 204
    assert listed(operator, run) == []
    assert operator.delete(f"{address(run)}/{note['id']}").status_code == 404
    events = session.scalars(select(AuditEvent).where(AuditEvent.action.like("note_%")).order_by(AuditEvent.id)).all()
    assert [event.action for event in events] == ["note_added", "note_changed", "note_deleted"]
    assert {event.subject for event in events} == {f"run {format_row_number(run)}"}
    assert events[1].detail["before"]["text"] == "The fan stopped."
    assert events[2].detail["before"] == body


def test_change_over_a_newer_note_is_refused(operator: TestClient, make: Factory) -> None:
    run = a_run(make)
    note = add(operator, run)
    seen = {key: note[key] for key in ("from_ms", "to_ms", "metric", "text")}
    first = seen | {"text": "From one tab."}
    assert operator.put(f"{address(run)}/{note['id']}", json=first | {"before": seen}).status_code == 200
    second = seen | {"text": "From the other."}
    refused = operator.put(f"{address(run)}/{note['id']}", json=second | {"before": seen})
    assert refused.status_code == 409
    assert [error["path"] for error in refused.json()["errors"]] == ["text"]
    assert [listed_note["text"] for listed_note in listed(operator, run)] == ["From one tab."]
    assert operator.put(f"{address(run)}/{note['id']}", json=first | {"before": seen}).status_code == 200
    assert operator.put(f"{address(run)}/{note['id']}", json=second | {"before": first}).status_code == 200
    assert [listed_note["text"] for listed_note in listed(operator, run)] == ["From the other."]


def test_foreign_note_is_changed_by_administrators_only(
    operator: TestClient, admin: TestClient, make: Factory, session: Session
) -> None:
    run = a_run(make)
    note = add(operator, run)
    # All clients of these tests are of one user: another one has written it.
    other = User(name="grace", role="operator")
    session.add(other)
    session.flush()
    session.get_one(RunNote, uuid.UUID(note["id"])).user_id = other.id
    session.flush()
    body = {"from_ms": 1, "text": "Not so."}
    for answer in (
        operator.put(f"{address(run)}/{note['id']}", json=body),
        operator.delete(f"{address(run)}/{note['id']}"),
    ):
        assert answer.status_code == 403
        assert "author or an administrator" in answer.json()["detail"]
    assert listed(operator, run)[0]["text"] == "The fan stopped."

    assert admin.put(f"{address(run)}/{note['id']}", json=body).status_code == 200
    # After a change by another person, it stays the note of its author.
    assert [(listed_note["author"], listed_note["text"]) for listed_note in listed(operator, run)] == [
        ("grace", "Not so.")
    ]
    # A note is found only below its own run.
    assert admin.delete(f"{address(a_run(make))}/{note['id']}").status_code == 404

    # The author is no longer known, but an administrator may still remove the note.
    session.delete(other)
    session.flush()
    session.expire_all()
    assert {(listed_note["author"], listed_note["may_change"]) for listed_note in listed(operator, run)} == {
        (None, False)
    }
    assert admin.delete(f"{address(run)}/{note['id']}").status_code == 204


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"from_ms": 5000, "to_ms": 5000, "text": "x"}, ""),
        ({"from_ms": 5000, "to_ms": 4000, "text": "x"}, ""),
        ({"from_ms": -1, "text": "x"}, "from_ms"),
        ({"from_ms": 1.5, "text": "x"}, "from_ms"),
        ({"from_ms": 60_001, "text": "x"}, "from_ms"),
        ({"from_ms": 0, "text": ""}, "text"),
        ({"from_ms": 0, "text": " \n "}, "text"),
        ({"from_ms": 0, "text": "x" * 2001}, "text"),
        ({"from_ms": 0, "text": "x", "metric": "temperature"}, "metric"),
        ({"from_ms": 0, "text": "x", "author": "somebody"}, "author"),
        ({"text": "x"}, "from_ms"),
    ],
)
def test_invalid_note_is_refused_with_its_field(
    operator: TestClient, make: Factory, body: dict[str, Any], place: str
) -> None:
    run = a_run(make)
    answer = operator.post(address(run), json=body)
    assert answer.status_code == 422, answer.text
    assert [error["path"] for error in answer.json()["errors"]] == [place]
    assert listed(operator, run) == []


def test_run_without_a_time_axis_takes_no_notes(operator: TestClient, make: Factory) -> None:
    run = make.run(make.job(), state="finished")
    answer = operator.post(address(run), json={"from_ms": 0, "text": "x"})
    assert answer.status_code == 422
    assert "has no time axis" in answer.text


def test_running_run_takes_notes_ahead_of_its_samples(operator: TestClient, make: Factory) -> None:
    run = make_run_with_series(make, points=(20,), folded=False, state="running").run
    assert add(operator, run, from_ms=90_000)["from_ms"] == 90_000


def test_there_is_a_limit(operator: TestClient, make: Factory, session: Session) -> None:
    run = a_run(make)
    session.add_all(RunNote(run_id=run.id, from_ms=place, text="x") for place in range(MAX_NOTES))
    session.flush()
    answer = operator.post(address(run), json={"from_ms": 0, "text": "x"})
    assert answer.status_code == 409
    assert len(listed(operator, run)) == MAX_NOTES


@pytest.mark.parametrize("count", [1, 20])
def test_the_number_of_queries_does_not_grow(
    viewer: TestClient, make: Factory, session: Session, connection: Connection, count: int
) -> None:
    run = a_run(make)
    session.add_all(RunNote(run_id=run.id, from_ms=place, text="x") for place in range(count))
    session.flush()
    with counted_queries(connection) as queries:
        assert len(listed(viewer, run)) == count
    assert len(queries) <= 5, "\n".join(queries)
