"""The first run in the line of each server, which only a change of the queue has read again."""

from __future__ import annotations

from sqlalchemy import Connection
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.models import Attempt, Job, Server
from storagelab_workers.conditions import QueueHeads


def waits(make: Factory, server: Server, *, position: float) -> tuple[Job, Attempt]:
    job = make.job(server, queue_position=position)
    return job, make.attempt(make.run(job))


def test_heads_follow_every_change_of_the_queue(make: Factory) -> None:
    session, heads, server = make.session, QueueHeads(), make.server()
    assert heads.read(session) == {}
    first_job, first = waits(make, server, position=1.0)
    second_job, second = waits(make, server, position=2.0)
    _, elsewhere = waits(make, make.server(), position=3.0)
    assert heads.read(session) == {server.id: first.id, elsewhere.server_id: elsewhere.id}

    second_job.priority = first_job.priority + 10
    session.flush()
    assert heads.read(session)[server.id] == second.id

    second_job.priority, first_job.queue_position, second_job.queue_position = first_job.priority, 2.0, 1.0
    session.flush()
    assert heads.read(session)[server.id] == second.id

    second.state = "running"
    session.flush()
    assert heads.read(session)[server.id] == first.id


def test_an_unchanged_queue_costs_one_query(make: Factory, connection: Connection) -> None:
    heads, server = QueueHeads(), make.server()
    for position in range(3):
        waits(make, server, position=position)
    first = heads.read(make.session)
    with counted_queries(connection) as queries:
        assert heads.read(make.session) == first
    assert len(queries) == 1


def test_simultaneous_moves_do_not_cancel_out(make: Factory) -> None:
    session, heads, server = make.session, QueueHeads(), make.server()
    first_job, first = waits(make, server, position=1.0)
    second_job, second = waits(make, server, position=1.5)
    assert heads.read(session)[server.id] == first.id
    # The sum of the positions, each times the number of its job, stays as it was.
    first_job.queue_position += second_job.number
    second_job.queue_position -= first_job.number
    session.flush()
    assert heads.read(session)[server.id] == second.id
