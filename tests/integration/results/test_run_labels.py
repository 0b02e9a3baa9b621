"""Labels of runs as rows: they follow every change of a run."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.db.models import Run, RunLabel


def rows_of(session: Session, run: Run) -> list[tuple[str, str | None]]:
    query = select(RunLabel.key, RunLabel.value).where(RunLabel.run_id == run.id).order_by(RunLabel.key)
    return [(key, value) for key, value in session.execute(query)]


def test_rows_follow_the_labels_of_a_run(make: Factory, session: Session) -> None:
    run = make.run(make.job(), labels={"Release": "24.1", "slow": None, "empty": ""})
    assert rows_of(session, run) == [("empty", ""), ("release", "24.1"), ("slow", None)]

    run.labels = {"RELEASE": "24.2", "Slow": "x", "slow": None}
    session.flush()
    assert [key for key, _ in rows_of(session, run)] == ["release", "slow"]

    session.delete(run)
    session.flush()
    assert rows_of(session, run) == []
