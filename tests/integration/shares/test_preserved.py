"""Tests of the database constraints that preserve published shares."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import Place, make_subject

from storagelab.db.models import Run


def refused(session: Session, statement: str, **values: Any) -> bool:
    """Return whether the database refuses a statement."""
    try:
        with session.begin_nested():
            session.execute(text(statement), values)
    except IntegrityError:
        return True
    return False


@pytest.fixture
def share(operator: TestClient, whole_run: Run) -> dict[str, Any]:
    """Provide a published share that was not withdrawn."""
    return freeze(operator, whole_run)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "statement",
    [
        "insert into share_run (share_id, run_number, run_id) select :id, number, id from run where id = :other",
        "insert into share_part_use (share_id, name, sha256) select :id, 'more', sha256 from share_part limit 1",
        "update share_run set run_id = :other where share_id = :id",
        "update share_run set run_id = null where share_id = :id",
        "update share set run_id = null where id = :id",
        "delete from share_run where share_id = :id",
        "delete from share_part_use where share_id = :id",
        "delete from share_part where sha256 in (select sha256 from share_part_use where share_id = :id)",
        "update share_part set content = 'x'",
        "update share set published_at = now() + interval '1 day' where id = :id",
        "update share set published_at = null where id = :id",
        "update share set number = 999 where id = :id",
        "update share set state = 'draft' where id = :id",
        "update share_address set number = 9 where share_id = :id",
        "update share_address set token_sha256 = 'other' where share_id = :id",
        "delete from share_address where share_id = :id",
        "update share set version = 9 where id = :id",
        "delete from share where id = :id",
    ],
)
def test_published_share_cannot_be_changed(
    share: dict[str, Any], session: Session, make: Factory, place: Place, statement: str
) -> None:
    other = make_subject(make, place)
    values = {"id": share["id"], "other": other.id}
    assert refused(session, statement, **{name: values[name] for name in values if f":{name}" in statement})


@pytest.mark.parametrize("change", ["revoked_at = null", "revoked_at = now()", "revoked_reason = 'another'"])
def test_withdrawn_share_cannot_be_restored(
    operator: TestClient, share: dict[str, Any], session: Session, change: str
) -> None:
    answer = operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "It was hot."})
    assert answer.status_code == 200
    statement = f"update share set {change} where id = :id"
    # A moment later, as now() is constant within one transaction.
    statement = statement.replace("now()", "clock_timestamp()")
    assert refused(session, statement, id=share["id"])


def test_share_expiry_moves_earlier_but_never_later(operator: TestClient, whole_run: Run, session: Session) -> None:
    share = freeze(operator, whole_run, expires_at="2100-01-01T00:00:00Z")
    for later in ("'2100-01-02'", "null"):
        assert refused(session, f"update share set expires_at = {later} where id = :id", id=share["id"])
    assert not refused(session, "update share set expires_at = '2099-01-01' where id = :id", id=share["id"])


def test_draft_accepts_runs_and_parts(operator: TestClient, whole_run: Run, session: Session) -> None:
    draft = freeze(operator, whole_run, publish=False)
    for statement in (
        "insert into share_run (share_id, run_number) values (:id, 4711)",
        "insert into share_part_use (share_id, name, sha256) select :id, 'more', sha256 from share_part limit 1",
    ):
        assert not refused(session, statement, id=draft["id"])


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", ["run", "comparison", "ranking"])
def test_run_in_any_live_share_cannot_be_purged(
    operator: TestClient, session: Session, make: Factory, place: Place, whole_run: Run, kind: str
) -> None:
    other = make_subject(make, place)
    bodies: dict[str, dict[str, Any]] = {
        "run": {"run_id": str(whole_run.id)},
        "comparison": {"run_ids": [str(whole_run.id), str(other.id)]},
        "ranking": {"run_ids": [str(whole_run.id), str(other.id)]},
    }
    share = freeze(operator, kind=kind, **bodies[kind])
    statement = "delete from run where id = :id"
    uses = session.execute(text("select run_id from share_run where share_id = :id"), {"id": share["id"]}).all()
    assert {use.run_id for use in uses} == ({whole_run.id} if kind == "run" else {whole_run.id, other.id})
    for use in uses:
        assert refused(session, statement, id=use.run_id)
        assert refused(session, "delete from job where id = (select job_id from run where id = :id)", id=use.run_id)
    assert operator.post(f"/api/v1/shares/{share['number']}/revoke").status_code == 200
    session.expire_all()
    for use in uses:
        assert not refused(session, statement, id=use.run_id)
