"""A small lab is filled as a large one is, queries find its runs, and a lab in use is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import ColumnElement, func, select, text
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.seeding.emptiness import require_empty
from tests.seeding.seed import SeedSize, seed_lab

from storagelab.config import get_settings
from storagelab.db.models import (
    Attempt,
    Configuration,
    Drive,
    FiledFactDue,
    Job,
    Measurement,
    Run,
    RunLabel,
    RunResultDue,
    SearchableResult,
    Server,
)
from storagelab.db.session import session_scope
from storagelab.errors import Conflict
from storagelab.results.queries import select_runs
from storagelab.results.run_queries import read_run_query
from storagelab.results.search_filing import file_due
from storagelab.runs.summaries import build_configuration_option, list_summary_relations, summarise_runs

SIZE = SeedSize(servers=12, drives=48, queued=20, runs=200)


@pytest.fixture
def database(own_database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


def count(session: Session, model: type, *conditions: ColumnElement[bool]) -> int:
    return session.scalars(select(func.count()).select_from(model).where(*conditions)).one()


def find(session: Session, query: str) -> list[Run]:
    wanted = read_run_query(session, query, time_zone="UTC")
    return list(
        session.scalars(select_runs(wanted=wanted).options(build_configuration_option(), *list_summary_relations()))
    )


def test_lab_is_seeded_once_and_found_by_queries(database: None) -> None:
    seed_lab(SIZE, lambda _: None)
    with session_scope() as session:
        assert count(session, Run) == SIZE.runs + SIZE.queued
        assert (count(session, Server), count(session, Configuration)) == (12, 12 * 4 + 24)
        assert count(session, Drive, Drive.serial.is_not(None)) == 48 + 8
        assert count(session, Attempt, Attempt.state == "queued", Attempt.waiting_reason.is_not(None)) >= 15
        assert count(session, RunResultDue) == count(session, FiledFactDue) == 0
        fast = find(session, "state:finished profile:four-corners raid:raid5 iops>1 model:*")
        assert fast
        summaries = summarise_runs(session, fast)
        assert all(summary.headline and summary.duration_seconds and summary.configuration for summary in summaries)
        labelled = count(session, Run, Run.labels != {})
        assert labelled == count(session, RunLabel) == len(find(session, "label:*"))
        assert len(find(session, "state:waiting")) == SIZE.queued
        assert {run.origin for run in find(session, "-origin:measured")} == {"imported", "published"}
        with pytest.raises(Conflict, match=f"12 servers, 220 runs, {count(session, Job)} jobs"):
            require_empty(session)
    require_results_as_filed()


def require_results_as_filed() -> None:
    """Check that the results do not change when the lab files all of them again."""
    with session_scope() as session:
        seeded = read_results(session)
        session.execute(text("insert into run_result_due (run_id) select distinct run_id from measurement"))
    with session_scope() as session:
        file_due(session, SIZE.runs)
    with session_scope() as session:
        assert read_results(session) == seeded
        assert len(seeded) == count(session, Measurement)


def test_lab_with_own_run_is_refused(session: Session, make: Factory) -> None:
    require_empty(session)
    make.run(make.job(make.server(transport="local")))
    with pytest.raises(Conflict, match="it has 1 runs, 1 jobs of its own"):
        require_empty(session)


def read_results(session: Session) -> list[tuple[object, ...]]:
    columns = [getattr(SearchableResult, column.key) for column in SearchableResult.__table__.columns]
    rows = session.execute(select(*columns).order_by(SearchableResult.run_id, SearchableResult.ordinal)).all()
    return [tuple(row) for row in rows]
