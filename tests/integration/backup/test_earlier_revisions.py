"""Filled labs of earlier revisions: upgraded in place, and restored from a backup of that time."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import func, select
from tests.factories import LONG_AGO
from tests.integration.backup.conftest import Place
from tests.result_factories import make_configuration, make_measurement, make_run_with_series

from storagelab.auth.service import create_token
from storagelab.backup.restore import restore
from storagelab.backup.tables import connect
from storagelab.backup.verify import verify
from storagelab.backup.write import write_archive
from storagelab.db.base import generate_uuid7
from storagelab.db.models import (
    Campaign,
    CampaignCell,
    Dashboard,
    DashboardPin,
    Job,
    JobFollower,
    NoticeRead,
    RunMark,
    SavedFilter,
    Share,
    User,
)
from storagelab.launcher.database import load_alembic_configuration
from storagelab.results.queries import find_run
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import ShareOptions
from storagelab.shares.service import Offered, freeze_share

#: Of these a restored lab has its own, on purpose: the event of restoring, and what is known of drives since.
BY_RESTORING = {"audit_event", "lab_setting", "drive_state_entry"}
#: Tables whose rows the renamed columns, labels and indexes concern, and what is measured and frozen.
FILLED = {
    *("server", "controller", "drive", "array", "configuration", "campaign", "campaign_cell", "job", "run", "run_mark"),
    *("attempt", "phase", "live_chunk", "series", "measurement", "share", "share_part", "share_run", "saved_filter"),
    *("user", "api_token"),
}


def fill(place: Place) -> None:
    """Give a lab hardware, a campaign, labelled runs with results, live samples, and a frozen share."""
    with place.make() as make:
        session = make.session
        create_token(session, name="mine", role="operator")
        user_id = session.scalars(select(User.id)).one()
        server = make.server(labels={"rack": "7"}, unknown_attempts=[])
        make.controller(server, labels={"spare": None})
        make.drive(server, labels={"batch": "3"})
        make.array(server, labels={"level": "5"})
        configuration = make_configuration(make, "RAID 10")
        configuration.labels = {"release": "24.1"}
        whole = Campaign(name="whole", state="finished", has_children=True, labels={"customer": "acme"})
        session.add(whole)
        session.flush()
        child = Campaign(
            name="child", state="finished", parent_id=whole.id, server_id=server.id, submitted_by=user_id,
            labels={"a": "b"},
        )  # fmt: skip
        session.add(child)
        session.flush()
        cell = CampaignCell(campaign_id=child.id, row=0, column=0, state="measured")
        session.add(cell)
        session.flush()
        job = make.job(server=server, campaign_id=child.id, campaign_cell_id=cell.id, labels={"customer": "acme"})
        marked = make.run(
            job, state="finished", labels={"slow": None}, invalid_at=LONG_AGO, invalid_reason="Hot.",
            invalid_by_id=user_id,
        )  # fmt: skip
        phase = make.phase(marked, state="finished", loop="all", in_measurement_window=True)
        make.chunk(make.attempt(marked, state="succeeded", finished_at=LONG_AGO), phase, [1000, 2000])
        measured = make_run_with_series(make, points=(90, 60), kinds=("precondition", "measure"), state="finished")
        make_measurement(make, measured.phases[1], iops=1234.5, latency_mean_ns=0.1 + 0.2, outstanding_ios=4)
        session.add(RunMark(run_id=marked.id, user_id=user_id, kind="invalid", reason="Hot."))
        session.add(SavedFilter(user_id=user_id, page="/inventory/drives", name="mine", query="q=a&label=rack+7"))
        # Without charts: none has to be drawn here.
        freeze_share(
            session,
            subject=Subject("run", (find_run(session, str(measured.run.id)),), ()),
            options=ShareOptions(title="A result", author="me"),
            offered=Offered(publish=True),
            user_id=user_id,
            share_id=generate_uuid7(),
        )


def frozen(place: Place) -> list[tuple[str, bytes]]:
    """Return the hash and the bytes of each frozen document."""
    with place.session() as session:
        rows = session.execute(select(Share.document_sha256, Share.document))
        return [(sha256, document) for sha256, document in rows]


@pytest.mark.in_turn
@pytest.mark.parametrize("revision", ["0022", "0023", "0024"])
def test_upgrade_and_restored_backup_keep_every_row(
    lab: Place, empty_place: Place, tmp_path: Path, revision: str
) -> None:
    fill(lab)
    rows, documents = lab.tables(), frozen(lab)
    assert FILLED & empty_tables(lab) == set()
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = lab.settings.database_url
    command.downgrade(configuration, revision)

    archive = tmp_path / "lab.tar.zst"
    with archive.open("wb") as file, connect(lab.settings.database_url) as connection:
        assert write_archive(file, connection, lab.settings).migration_revision == revision
    restore(empty_place.settings, archive, verify(archive))
    command.upgrade(configuration, "head")

    assert differences(rows, lab.tables()) == set()
    assert differences(rows, empty_place.tables()) <= BY_RESTORING
    assert frozen(lab) == frozen(empty_place) == documents


def empty_tables(place: Place) -> set[str]:
    """Return the tables without a row."""
    with place.connection() as connection:
        tables = [row[0] for row in connection.execute("select relname from pg_stat_user_tables")]
        return {table for table in tables if connection.execute(f'select 1 from "{table}" limit 1').fetchone() is None}


def differences(rows: dict[str, str], others: dict[str, str]) -> set[str]:
    """Return the tables whose rows differ, but for addresses and summaries.

    An earlier release stores addresses by their hash alone. The lab makes summaries again from the documents.
    """
    assert rows.keys() == others.keys()
    return {name for name in rows if rows[name] != others[name]} - {"share_address", "share_summary"}


def test_downgrade_drops_dashboards_and_upgrade_has_none(lab: Place) -> None:
    fill(lab)
    before = lab.tables()
    with lab.session() as session:
        user_id = session.scalars(select(User.id)).one()
        board = Dashboard(user_id=user_id, name="mine", document={"version": 1, "entries": {"runs": []}})
        session.add(board)
        session.flush()
        session.add(DashboardPin(user_id=user_id, dashboard_id=board.id, position=1))
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = lab.settings.database_url
    command.downgrade(configuration, "0026")
    command.upgrade(configuration, "head")
    assert differences(before, lab.tables()) == set()


def test_notice_downgrade_preserves_people_jobs_and_samples(lab: Place) -> None:
    fill(lab)
    before = lab.tables()
    with lab.session() as session:
        user = session.scalars(select(User)).one()
        user.settings, user.visited_at = {"follow_started": False}, LONG_AGO
        session.add(NoticeRead(user_id=user.id, notice_id="run:1"))
        session.add(JobFollower(user_id=user.id, job_id=session.scalars(select(Job.id)).first()))
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = lab.settings.database_url
    command.downgrade(configuration, "0024")
    command.upgrade(configuration, "head")
    # Settings, visits and notices are of the newest revision alone.
    assert differences(before, lab.tables()) == set()
    with lab.session() as session:
        counts = [session.scalar(select(func.count()).select_from(model)) for model in (NoticeRead, JobFollower)]
        assert counts == [0, 0]
