"""A campaign on files with real jobs: nobody looks after it, its reconciler dies on the way, and it is cancelled."""

from __future__ import annotations

import threading
import uuid
from typing import Any

from sqlalchemy import select, text, update
from tests.integration.workers.lab import Lab

from storagelab.auth.service import Identity
from storagelab.campaigns.advancing import advance
from storagelab.campaigns.results import read_results
from storagelab.campaigns.schemas import CampaignIn
from storagelab.campaigns.service import cancel, submit_campaign
from storagelab.db.base import uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Campaign, CampaignCell, Job, Run, User
from storagelab.db.session import session_scope
from storagelab.domain.campaigns import CampaignState, CellState

MIB = 2**20


def submit(server_id: uuid.UUID) -> uuid.UUID:
    body = CampaignIn.model_validate(
        {
            "name": "two files",
            "server_id": str(server_id),
            "configurations": [
                {"layout": "file", "name": "small", "size_bytes": 8 * MIB},
                {"layout": "file", "name": "large", "size_bytes": 16 * MIB},
            ],
            "workloads": [{"profile": {"name": "steady-4k-write", "scale": "smoke"}, "label": "4K"}],
        }
    )
    campaign_id = uuid7()
    with session_scope() as session:
        user = User(name="ada", role="operator")
        session.add(user)
        session.flush()
        identity = Identity(user.id, user.name, "operator", by_cookie=False)
        submit_campaign(session, user=identity, body=body, campaign_id=campaign_id)
    return campaign_id


def test_a_campaign_runs_unattended_and_survives_its_reconciler(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    reconciler = lab.start_reconciler()
    campaign_id = submit(server_id)

    def cell_states() -> list[str]:
        states: list[Any] = lab.read(lambda session: list(session.scalars(select(CampaignCell.state))))
        return states

    lab.wait(lambda: CellState.RUNNING in cell_states(), seconds=60)
    lab.processes.kill(reconciler)
    lab.start_reconciler()
    lab.wait(
        lambda: lab.read(lambda session: session.get_one(Campaign, campaign_id).state) == CampaignState.FINISHED,
        seconds=240,
    )
    assert cell_states() == [CellState.MEASURED] * 2
    jobs = lab.read(lambda session: session.scalars(select(Job).where(Job.campaign_id == campaign_id)).all())
    assert [job.state for job in jobs] == ["finished"] * 2
    assert len({job.campaign_cell_id for job in jobs}) == 2
    with session_scope() as session:
        results = read_results(session, session.get_one(Campaign, campaign_id))
    assert [line.configuration for line in results.lines if line.figures[0].iops] == [
        line.configuration for line in results.lines
    ]
    assert {line.configuration for line in results.lines} == {"small", "large"}


def test_a_cancel_that_meets_the_end_of_a_job_cancels_all_the_same(lab: Lab) -> None:
    """The job has not ended when the cancel looks for it, and has when the cancel gets hold of it."""
    campaign_id = submit(lab.add_local_server())
    with session_scope() as session:
        assert advance(session, campaign_id, read_clock(session))
    refused: list[Exception] = []

    def cancel_it() -> None:
        try:
            with session_scope() as session:
                user = session.scalars(select(User).where(User.name == "ada")).one()
                identity = Identity(user.id, user.name, "operator", by_cookie=False)
                cancel(session, user=identity, campaign=session.get_one(Campaign, campaign_id))
        except Exception as problem:
            refused.append(problem)

    waiting = text(
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    other = threading.Thread(target=cancel_it)
    with session_scope() as session:
        session.scalars(select(Attempt).with_for_update()).one()
        other.start()
        lab.wait(lambda: lab.read(lambda reading: reading.scalars(waiting).one()) > 0, seconds=20)
        now = read_clock(session)
        session.execute(update(Attempt).values(state="succeeded", ended_at=now))
        session.execute(update(Run).values(state="finished", finished_at=now))
        session.execute(update(Job).values(state="finished", started_at=now, finished_at=now))
    other.join(timeout=20)
    assert refused == []
    campaign = lab.read(lambda session: session.get_one(Campaign, campaign_id))
    assert campaign.state == CampaignState.CANCELLED
