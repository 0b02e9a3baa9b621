"""Results and facts in columns: filed whenever what they are derived from changes."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import FiledFact, FiledFactDue, Measurement, Run, RunResultDue, SearchableResult
from storagelab.db.session import get_database
from storagelab.results.search_filing import file_due

READ = {"read_percent": 100.0, "random_percent": 100.0, "outstanding_ios": 32}


def file_all(session: Session) -> None:
    while file_due(session):
        pass
    session.expire_all()


def results_of(session: Session, run: Run) -> list[SearchableResult]:
    query = select(SearchableResult).where(SearchableResult.run_id == run.id).order_by(SearchableResult.ordinal)
    return list(session.scalars(query))


def due(session: Session) -> list[Any]:
    return [*session.scalars(select(RunResultDue.run_id)), *session.scalars(select(FiledFactDue.configuration_id))]


def test_results_follow_measurements_and_phases(make: Factory, session: Session) -> None:
    run = make.run(make.job(), state="running")
    phase = make.phase(run, name="4K random read", state="running")
    assert due(session) == []

    measurement = make_measurement(make, phase, iops=5.0, **READ)
    assert due(session) == [run.id]
    file_all(session)
    assert (due(session), results_of(session, run)) == ([], []), "a phase that goes on has no result"

    phase.state = "finished"
    session.flush()
    assert due(session) == [run.id]
    file_all(session)
    (result,) = results_of(session, run)
    assert (result.name, result.iops, result.outstanding_ios, result.is_main) == ("4K random read", 5.0, 32, True)

    measurement.iops = 7.0
    session.flush()
    file_all(session)
    assert [result.iops for result in results_of(session, run)] == [7.0]

    phase.message = "A sentence that changes no result."
    session.flush()
    assert due(session) == []

    session.execute(delete(Measurement).where(Measurement.id == measurement.id))
    file_all(session)
    assert results_of(session, run) == []


def test_cell_result_averages_its_counted_rounds(make: Factory, session: Session) -> None:
    run = make.run(make.job(), state="finished")
    for number, (counts, iops) in enumerate([(False, 1.0), (True, 10.0), (True, 20.0)], start=1):
        phase = make.phase(
            run, ordinal=number, name=f"Round {number}: 4K write", loop="all", round=number,
            in_measurement_window=counts, state="finished",
        )  # fmt: skip
        make_measurement(make, phase, iops=iops, read_percent=0.0, random_percent=100.0)
    file_all(session)

    assert [(result.name, result.iops) for result in results_of(session, run)] == [("4K write", 15.0)]


def test_one_result_represents_the_run(make: Factory, session: Session) -> None:
    run = make.run(make.job(), state="finished")
    loads: list[dict[str, Any]] = [
        {"random_percent": 0.0, "read_percent": 100.0, "iops": 90.0, "bandwidth_bytes_per_s": 9e9},
        {"random_percent": 100.0, "read_percent": 0.0, "iops": 80.0, "bandwidth_bytes_per_s": 1e9},
        {"random_percent": 100.0, "read_percent": 100.0, "iops": 20.0},
        {"random_percent": 100.0, "read_percent": 100.0, "iops": 30.0},
        {"random_percent": 100.0, "read_percent": 100.0, "iops": 99.0, "value_kind": "upper_bound"},
    ]
    for number, load in enumerate(loads, start=1):
        make_measurement(make, make.phase(run, ordinal=number, state="finished"), **load)
    file_all(session)

    results = results_of(session, run)
    assert [result.iops for result in results] == [90.0, 80.0, 20.0, 30.0], "a bound is no figure"
    assert [result.iops for result in results if result.is_main] == [30.0]
    assert [result.iops for result in results if result.is_best_throughput] == [90.0]


def test_facts_of_a_configuration_are_filed_once(make: Factory, session: Session) -> None:
    drives = [{"model": "PM9A3", "firmware": "A"}, {"model": "PM9A3", "firmware": "B"}]
    configuration = make_configuration(make, "mixed", snapshot_version=2, drives=drives)
    assert due(session) == [configuration.id]
    file_all(session)

    query = select(FiledFact.field, FiledFact.text_value, FiledFact.number_value)
    facts = {tuple(row) for row in session.execute(query)}
    assert {("drives.model", "PM9A3", None), ("drives.firmware", "A", None), ("drives.firmware", "B", None)} <= facts
    assert ("drives.count", "2", 2.0) in facts


def test_unreadable_snapshot_does_not_block_filing(make: Factory, session: Session) -> None:
    make_configuration(make, "odd", snapshot_version=2, drives="none")
    make_configuration(make, "odder", controllers=[5], arrays="x")
    make_configuration(make, "large", snapshot_version=2, drives=[{"model": "x", "size_bytes": 10**400}])
    noise = "".join(chr(0x1F600 + number % 977) for number in range(9000))
    make_configuration(make, "long", snapshot_version=2, cpu=noise, settings={noise: "1", "short": noise})
    configuration = make_configuration(make, "plain", kernel="6.12")
    file_all(session)
    assert due(session) == []
    query = select(FiledFact.text_value).where(
        FiledFact.configuration_id == configuration.id, FiledFact.field == "server.kernel"
    )
    assert session.scalars(query).all() == ["6.12"]


def test_a_run_takes_its_results_with_it(make: Factory, session: Session) -> None:
    run = make.run(make.job(), state="finished")
    make_measurement(make, make.phase(run, state="finished"), iops=5.0, **READ)
    file_all(session)
    session.execute(text("delete from run where id = :id"), {"id": run.id})
    assert session.scalars(select(SearchableResult.run_id)).all() == []
    assert due(session) == []


def test_uncommitted_measurement_is_filed_after_commit(own_database_url: str) -> None:
    database = get_database(own_database_url)
    with Session(database, expire_on_commit=False) as session, session.begin():
        make = Factory(session)
        run = make.run(make.job(), state="finished")
        first, second = (make.phase(run, ordinal=number, state="finished") for number in (1, 2))
        make_measurement(make, first, iops=5.0, **READ)
    with Session(database) as working, working.begin():
        make_measurement(Factory(working), second, iops=6.0, **READ)
        with Session(database) as filing, filing.begin():
            assert file_due(filing) == 0, "it waits for nobody, and takes nothing away"
    with Session(database) as filing, filing.begin():
        assert file_due(filing) == 1
        assert [result.iops for result in results_of(filing, run)] == [5.0, 6.0]


@pytest.mark.parametrize("lock", ["update", "no key update"])
def test_filing_waits_for_no_locked_run(own_database_url: str, lock: str) -> None:
    database = get_database(own_database_url)
    with Session(database, expire_on_commit=False) as session, session.begin():
        make = Factory(session)
        run = make.run(make.job(), state="finished")
        make_measurement(make, make.phase(run, state="finished"), iops=5.0, **READ)
    with Session(database) as working, working.begin():
        working.execute(text(f"select from run where id = :id for {lock}"), {"id": run.id})
        with Session(database) as filing, filing.begin():
            assert file_due(filing) == (0 if lock == "update" else 1)
