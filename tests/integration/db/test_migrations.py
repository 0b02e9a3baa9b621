"""Migrations back and forth over a database that is in use: what an older release knows as well, it keeps."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO, Factory
from tests.services import url_as

from storagelab.campaigns.advancing import find_due
from storagelab.campaigns.reading import select_campaigns
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell, Job, Run, RunMark, Share, ShareRun, User
from storagelab.db.session import get_database
from storagelab.launcher.database import alembic_configuration


def fill(session: Session) -> None:
    """A whole with a part whose cell was measured, by a run that is invalid and in the trash, with labels on all."""
    make = Factory(session)
    server = make.server()
    user = User(name="ada", role="operator")
    whole = Campaign(name="whole", has_children=True, tags=["one"])
    session.add_all([user, whole])
    session.flush()
    part = Campaign(name="part", parent_id=whole.id, server_id=server.id, state="running", submitted_by=user.id)
    session.add(part)
    session.flush()
    cell = CampaignCell(campaign_id=part.id, row=0, column=0, state="measured")
    session.add(cell)
    session.flush()
    job = make.job(server=server, campaign_id=part.id, campaign_cell_id=cell.id, tags=["two"])
    run = make.run(
        job,
        state="finished",
        tags=["three"],
        invalid_at=LONG_AGO,
        invalid_reason="Throttled.",
        invalid_by_id=user.id,
        trashed_at=LONG_AGO,
    )
    make.phase(run, state="finished", loop="all", in_measurement_window=True)
    session.add(RunMark(run_id=run.id, user_id=user.id, kind="invalid", reason="Throttled."))


@pytest.mark.parametrize("revision", ["0012", "0011", "0010", "0007"])
def test_runs_and_jobs_outlast_a_downgrade_and_nothing_begins_by_it(own_database_url: str, revision: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        fill(session)
    configuration = alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, revision)
    with database.connect() as connection:
        assert connection.scalar(text("select count(*) from run join job on job.id = run.job_id")) == 1
    command.upgrade(configuration, "head")
    with Session(database) as session:
        counts = [session.scalar(select(func.count()).select_from(model)) for model in (Campaign, Job, Run)]
        assert counts == [2, 1, 1]
        due = set(session.scalars(select(Campaign.name).where(Campaign.id.in_(find_due(session, read_clock(session))))))
        # Only a release that knew campaigns kept what was still to be done.
        assert due == ({"part"} if revision > "0010" else set())
        assert {row.name for row in session.scalars(select_campaigns())} == due


def test_shares_of_the_first_schema_stay_as_they_are_back_and_forth(own_database_url: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        make = Factory(session)
        run = make.run(make.job(), state="finished")
        session.add_all(
            [
                Share(
                    token_sha256=b"1", run_id=run.id, title="kept", author="", document=b"frozen", document_sha256="x"
                ),
                Share(state="draft", schema=2, title="draft", author="", document=b"new", document_sha256="y"),
            ]
        )
    configuration = alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, "0016")
    with database.connect() as connection:
        kept = connection.execute(text("select title, document, token_sha256 from share")).all()
        assert [tuple(map(bytes, row[1:])) for row in kept] == [(b"frozen", b"1")]
    command.upgrade(configuration, "head")
    with Session(database) as session:
        (share,) = session.scalars(select(Share))
        assert (share.document, share.schema, share.state, share.version) == (b"frozen", 1, "published", 1)
        assert (share.kind, share.lineage_id) == ("run", share.id)
        (use,) = session.scalars(select(ShareRun))
        assert (use.share_id, use.run_id) == (share.id, share.run_id)
