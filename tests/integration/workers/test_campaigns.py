"""Campaign on files with real jobs: unattended, with a reconciler that dies, and cancelled."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select, text, update
from tests.integration.workers.lab import Lab
from tests.integration.workers.simulated import SimulatedLab

from storagelab.auth.service import Identity
from storagelab.campaigns.control import cancel
from storagelab.campaigns.reading import select_campaigns
from storagelab.campaigns.results import read_results
from storagelab.campaigns.scheduler import advance, find_due
from storagelab.campaigns.schemas import CampaignCreate
from storagelab.campaigns.service import submit_campaign
from storagelab.campaigns.views import list_campaigns
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, Campaign, CampaignCell, Job, Run, User
from storagelab.db.session import session_scope
from storagelab.domain.campaigns import CampaignState, CellState
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL

MIB = 2**20


def submit(*server_ids: uuid.UUID) -> uuid.UUID:
    several = {"servers": [{"server_id": str(server_id)} for server_id in server_ids]}
    body = CampaignCreate.model_validate(
        {
            "name": "two files",
            **(several if len(server_ids) > 1 else {"server_id": str(server_ids[0])}),
            "configurations": [
                {"layout": "file", "name": "small", "size_bytes": 8 * MIB},
                {"layout": "file", "name": "large", "size_bytes": 16 * MIB},
            ],
            "workloads": [{"profile": {"name": "steady-4k-write", "scale": "smoke"}, "label": "4K"}],
        }
    )
    campaign_id = generate_uuid7()
    with session_scope() as session:
        user = User(name="ada", role="operator")
        session.add(user)
        session.flush()
        identity = Identity(user.id, user.name, "operator", by_cookie=False)
        submit_campaign(session, user=identity, body=body, campaign_id=campaign_id)
    return campaign_id


@pytest.mark.in_turn
def test_campaign_runs_unattended_and_survives_its_reconciler(lab: Lab) -> None:
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


def test_cancel_during_job_end_still_cancels_the_campaign(lab: Lab) -> None:
    """Check a cancel that first finds the job running, and finds it ended once it gets the lock."""
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
        session.execute(update(Attempt).values(state="succeeded", finished_at=now))
        session.execute(update(Run).values(state="finished", finished_at=now))
        session.execute(update(Job).values(state="finished", started_at=now, finished_at=now))
    other.join(timeout=20)
    assert refused == []
    campaign = lab.read(lambda session: session.get_one(Campaign, campaign_id))
    assert campaign.state == CampaignState.CANCELLED


@pytest.mark.in_turn
def test_child_campaigns_run_at_the_same_time(simulated: SimulatedLab) -> None:
    """Check with two servers in this process, and the product's own steps, that neither waits for the other."""
    lab = simulated.lab
    whole_id = submit(simulated.add_server("alpha"), simulated.add_server("beta"))
    part_ids = lab.read(
        lambda session: list(session.scalars(select(Campaign.id).where(Campaign.parent_id == whole_id)))
    )

    def take_steps() -> None:
        with session_scope() as session:
            session.execute(update(Campaign).values(next_check_at=None))
            due = list(find_due(session, read_clock(session)))
        for campaign_id in due:
            with session_scope() as session:
                advance(session, campaign_id, read_clock(session))

    def under_way() -> list[Attempt]:
        query = select(Attempt).where(Attempt.state.not_in(ATTEMPT_TERMINAL)).order_by(Attempt.number)
        attempts: list[Attempt] = lab.read(lambda session: list(session.scalars(query)))
        return attempts

    take_steps()
    for _ in range(4):
        for attempt in under_way():
            simulated.step(attempt.id)
    running = under_way()
    assert [attempt.state for attempt in running] == ["running", "running"]
    assert len({attempt.server_id for attempt in running}) == 2
    assert len([lease for lease in lab.leases() if lease.startswith("host:")]) == 2

    for _ in range(4):
        for attempt in under_way():
            simulated.step_to_end(attempt.id)
        for _ in range(2):
            take_steps()
    states = lab.read(lambda session: {campaign.id: campaign.state for campaign in session.scalars(select(Campaign))})
    assert [states[part_id] for part_id in part_ids] == [CampaignState.FINISHED] * 2
    jobs = lab.read(lambda session: list(session.scalars(select(Job))))
    assert sorted(Counter(job.campaign_id for job in jobs).values()) == [2, 2]
    with session_scope() as session:
        [shown] = list_campaigns(session, session.scalars(select_campaigns()).all())
    assert (shown.state, shown.cells_total, len(shown.parts)) == ("finished", 4, 2)


def test_of_two_reconcilers_one_takes_the_step(simulated: SimulatedLab) -> None:
    campaign_id = submit(simulated.add_server())
    with session_scope() as first:
        assert advance(first, campaign_id, read_clock(first))
        with session_scope() as second:
            assert not advance(second, campaign_id, read_clock(second))
    with session_scope() as later:
        advance(later, campaign_id, read_clock(later))
        assert len(later.scalars(select(Job).where(Job.campaign_id == campaign_id)).all()) == 1
