"""Removing stored results: never under a reader's permalink, and never more than the import made."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Import, Run, Share


@pytest.fixture
def stored(session: Session) -> tuple[Import, Run]:
    """Provide an import and the run that was stored of it."""
    row = Import(
        id=generate_uuid7(),
        state="stored",
        format="auto",
        title="results",
        file_count=1,
        size_bytes=1,
        progress={"files_read": 1, "files_total": 1, "bytes_read": 1, "bytes_total": 1, "note": "Stored"},
    )
    session.add(row)
    session.flush()
    run = Run(
        id=generate_uuid7(),
        title="a run",
        origin="imported",
        state="finished",
        import_id=row.id,
        import_index=0,
        rankable=False,
    )
    session.add(run)
    session.flush()
    return row, run


def share_of(session: Session, run: Run) -> Share:
    share = Share(
        id=generate_uuid7(), run_id=run.id, title="", author="",
        document=b"frozen", document_sha256="",
    )  # fmt: skip
    session.add(share)
    session.flush()
    return share


def test_a_run_with_a_live_permalink_stays(admin: TestClient, session: Session, stored: tuple[Import, Run]) -> None:
    row, run = stored
    share = share_of(session, run)

    answer = admin.delete(f"/api/v1/imports/{row.id}")

    assert answer.status_code == 409
    assert f"p-{share.number}" in answer.json()["detail"]
    assert f"r-{run.number}" in answer.json()["detail"]
    assert session.scalars(select(func.count()).select_from(Run).where(Run.id == run.id)).one() == 1


def test_a_withdrawn_permalink_outlives_its_run(
    admin: TestClient, session: Session, stored: tuple[Import, Run]
) -> None:
    row, run = stored
    share = share_of(session, run)
    assert admin.post(f"/api/v1/shares/p-{share.number}/revoke").status_code == 200

    assert admin.delete(f"/api/v1/imports/{row.id}").status_code == 200

    shown = next(item for item in admin.get("/api/v1/shares").json()["items"] if item["id"] == str(share.id))
    assert (shown["run_id"], shown["run_number"]) == (None, None)
    assert shown["revoked_at"] is not None


def test_a_share_never_gets_another_run(session: Session, stored: tuple[Import, Run], make: Factory) -> None:
    _, run = stored
    share = share_of(session, run)
    other = make.run(make.job())
    for value in (other.id, None):
        savepoint = session.begin_nested()
        with pytest.raises(DatabaseError, match="append-only"):
            session.execute(update(Share).where(Share.id == share.id).values(run_id=value))
        savepoint.rollback()


def test_other_runs_stay(admin: TestClient, session: Session, stored: tuple[Import, Run], make: Factory) -> None:
    row, _ = stored
    other = make.run(make.job())

    assert admin.delete(f"/api/v1/imports/{row.id}").status_code == 200

    assert session.scalars(select(Run.id)).all() == [other.id]


def test_import_being_stored_is_not_removed(admin: TestClient, session: Session, stored: tuple[Import, Run]) -> None:
    row, _ = stored
    row.state = "storing"
    session.flush()
    assert admin.delete(f"/api/v1/imports/{row.id}").status_code == 409
