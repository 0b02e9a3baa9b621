"""Migrations back and forth over a database in use: data that an older release has too is preserved."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from alembic import command
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration
from tests.services import url_as

from storagelab.campaigns.reading import select_campaigns
from storagelab.campaigns.scheduler import find_due
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Campaign,
    CampaignCell,
    Job,
    Run,
    RunMark,
    SavedFilter,
    Server,
    Share,
    ShareAddress,
    ShareRun,
    ShareView,
    StoredFinding,
    User,
)
from storagelab.db.session import get_database
from storagelab.launcher.database import load_alembic_configuration


def fill(session: Session) -> None:
    """Store a parent campaign with a child whose cell was measured, with labels on all.

    The run that measured it is invalid and in the trash.
    """
    make = Factory(session)
    server = make.server()
    user = User(name="ada", role="operator")
    whole = Campaign(name="whole", has_children=True, labels={"one": None})
    session.add_all([user, whole])
    session.flush()
    part = Campaign(name="part", parent_id=whole.id, server_id=server.id, state="running", submitted_by=user.id)
    session.add(part)
    session.flush()
    cell = CampaignCell(campaign_id=part.id, row=0, column=0, state="measured")
    session.add(cell)
    session.flush()
    job = make.job(server=server, campaign_id=part.id, campaign_cell_id=cell.id, labels={"two": None})
    run = make.run(
        job,
        state="finished",
        labels={"three": None},
        invalid_at=LONG_AGO,
        invalid_reason="Throttled.",
        invalid_by_id=user.id,
        trashed_at=LONG_AGO,
    )
    make.phase(run, state="finished", loop="all", in_measurement_window=True)
    session.add(RunMark(run_id=run.id, user_id=user.id, kind="invalid", reason="Throttled."))


@pytest.mark.in_turn
@pytest.mark.parametrize("revision", ["0012", "0011", "0010", "0007"])
def test_runs_and_jobs_survive_a_downgrade_without_starting(own_database_url: str, revision: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        fill(session)
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, revision)
    with database.connect() as connection:
        assert connection.scalar(text("select count(*) from run join job on job.id = run.job_id")) == 1
    command.upgrade(configuration, "head")
    with Session(database) as session:
        counts = [session.scalar(select(func.count()).select_from(model)) for model in (Campaign, Job, Run)]
        assert counts == [2, 1, 1]
        due = set(session.scalars(select(Campaign.name).where(Campaign.id.in_(find_due(session, read_clock(session))))))
        # Only a release that knew campaigns stored the work that was still due.
        assert due == ({"part"} if revision > "0010" else set())
        assert {row.name for row in session.scalars(select_campaigns())} == due


#: Labels and tags of before, labels from now on, and tags after a downgrade where nothing but tags was known.
MERGED: list[tuple[dict[str, str], list[str], dict[str, str | None], list[str]]] = [
    ({}, [], {}, []),
    ({}, ["rack 7", "release=24.1"], {"rack 7": None, "release": "24.1"}, ["rack 7", "release=24.1"]),
    ({}, [" a = b ", "x=y=z", "empty="], {"a": "b", "x": "y=z", "empty": ""}, ["a=b", "empty=", "x=y=z"]),
    ({}, ["a=1", "A=2", "a=1"], {"a": "1", "tag": "A=2"}, ["a=1", "tag=A=2"]),
    ({}, ["=1+1", "tag", "storagelab/campaign"], {"tag": None, "tag-2": "=1+1", "tag-3": "storagelab/campaign"},
     ["tag", "tag-2==1+1", "tag-3=storagelab/campaign"]),
]  # fmt: skip
#: The same of jobs and campaigns, which had labels beside; what could be a label then is one again.
MERGED_BESIDE: list[tuple[dict[str, str], list[str], dict[str, str | None], tuple[dict[str, str], list[str]]]] = [
    ({"customer": "acme"}, [], {"customer": "acme"}, ({"customer": "acme"}, [])),
    ({"customer": "acme"}, ["slow", "Für=uns"], {"customer": "acme", "slow": None, "Für": "uns"},
     ({"customer": "acme"}, ["Für=uns", "slow"])),
    ({"Customer": "acme"}, ["customer=ACME", "customer=bcme", "customer"],
     {"Customer": "acme", "tag": "customer=bcme", "tag-2": "customer"},
     ({"Customer": "acme", "tag": "customer=bcme", "tag-2": "customer"}, [])),
    ({"storagelab/campaign": "m-1", "tag": "x"}, ["storagelab/campaign=m-2"],
     {"storagelab/campaign": "m-1", "tag": "x", "tag-2": "storagelab/campaign=m-2"},
     ({"storagelab/campaign": "m-1", "tag": "x", "tag-2": "storagelab/campaign=m-2"}, [])),
]  # fmt: skip
TAGGED = ("run", "configuration", "server", "controller", "drive", "array")


@pytest.mark.in_turn
def test_tags_are_merged_into_labels_without_loss(own_database_url: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        fill(session)
        make = Factory(session)
        server = session.scalars(select(Server)).one()
        make_configuration(make, "RAID 10")
        make.controller(server), make.drive(server), make.array(server)
        for page, query in (
            ("/inventory/drives", "q=a&tag=rack+7"),
            ("/runs", "tag=x"),
            ("/inventory/arrays", "tag=y"),
        ):
            user_id = session.scalars(select(User.id)).one()
            session.add(SavedFilter(user_id=user_id, page=page, name="mine", query=query))
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")

    def read(table: str, columns: str) -> Any:
        with database.connect() as connection:
            return tuple(connection.execute(text(f'select {columns} from "{table}" order by number limit 1')).one())

    cases = [(table, *case) for table in TAGGED for case in MERGED]
    beside = [(table, *case) for table in ("job", "campaign") for case in MERGED_BESIDE]
    command.downgrade(configuration, "0023")
    for index in range(max(len(MERGED), len(MERGED_BESIDE))):
        now = [case for case in cases if case[1:] == MERGED[index]]
        now_beside = [case for case in beside if case[1:] == MERGED_BESIDE[index % len(MERGED_BESIDE)]]
        with database.begin() as connection:
            for table, _, tags, *_ in now:
                connection.execute(
                    text(f'update "{table}" set tags = cast(:tags as jsonb)'), {"tags": json.dumps(tags)}
                )
            for table, labels, tags, *_ in now_beside:
                connection.execute(
                    text(f'update "{table}" set labels = cast(:labels as jsonb), tags = cast(:tags as jsonb)'),
                    {"labels": json.dumps(labels), "tags": json.dumps(tags)},
                )
        command.upgrade(configuration, "head")
        for table, _, _, merged, _ in [*now, *now_beside]:
            assert read(table, "labels") == (merged,), table
        with database.connect() as connection:
            queries = connection.scalars(text("select query from saved_filter order by page"))
            assert list(queries) == ["label=y", "q=a&label=rack+7", "tag=x"]
        command.downgrade(configuration, "0023")
        for table, *_, tags in now:
            assert read(table, "tags") == (tags,), table
        for table, *_, (labels, tags) in now_beside:
            assert read(table, "labels, tags") == (labels, tags), table
    command.upgrade(configuration, "head")


def test_first_schema_shares_survive_downgrade_and_upgrade(own_database_url: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        make = Factory(session)
        run = make.run(make.job(), state="finished")
        published = Share(run_id=run.id, title="kept", author="", document=b"frozen", document_sha256="x")
        session.add(published)
        session.flush()
        session.add(ShareAddress(share_id=published.id, number=1, audience="Public", token_sha256=b"1"))
        session.add_all(
            [
                Share(state="draft", schema=2, title="draft", author="", document=b"new", document_sha256="y"),
            ]
        )
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, "0016")
    with database.connect() as connection:
        rows = connection.execute(text("select title, document, token_sha256 from share")).all()
        assert [tuple(map(bytes, row[1:])) for row in rows] == [(b"frozen", b"1")]
    command.upgrade(configuration, "head")
    with Session(database) as session:
        (share,) = session.scalars(select(Share))
        assert (share.document, share.schema, share.state, share.version) == (b"frozen", 1, "published", 1)
        assert (share.kind, share.lineage_id) == ("run", share.id)
        (use,) = session.scalars(select(ShareRun))
        assert (use.share_id, use.run_id) == (share.id, share.run_id)


@pytest.mark.in_turn
def test_printed_figures_and_ranks_become_findings(own_database_url: str) -> None:
    database = get_database(own_database_url)
    with Session(database) as session, session.begin():
        make = Factory(session)
        run = make.run(make.job(), origin="published", source_title="A review")
        run_id = run.id
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, "0035")
    conditions = {"block_size": "4k", "rw_mix": "30/70", "raid_level": "RAID5", "state": "spec", "os": "RHEL 9"}
    claims = [
        ("A, writes", "latency gain", 13.0, "x", "ratio", "up to 13x", conditions, "Odd"),
        ("PERC 12", "roc", None, None, "exact", "SAS4116W", {}, None),
        ("Database QD1 RAID10", "leaders", None, None, "exact", "hp; lsi", {"test": "Database QD1 RAID10"}, None),
        ("Reads all arrays", "laggards", None, None, "exact", "3ware", {}, None),
    ]
    insert_claim = text(
        "insert into claim (id, run_id, ordinal, subject, metric, value, unit, value_kind, printed, conditions, note) "
        "values (gen_random_uuid(), :run_id, :ordinal, :subject, :metric, :value, :unit, :kind, :printed, "
        "cast(:conditions as jsonb), :note)"
    )
    names = ("subject", "metric", "value", "unit", "kind", "printed", "conditions", "note")
    with database.begin() as connection:
        for ordinal, claim in enumerate(claims, start=1):
            values = {**dict(zip(names, claim, strict=True)), "conditions": json.dumps(claim[6])}
            connection.execute(insert_claim, {**values, "run_id": run_id, "ordinal": ordinal})

    command.upgrade(configuration, "head")

    with Session(database) as session:
        rows = session.scalars(select(StoredFinding).order_by(StoredFinding.ordinal)).all()
        assert [(row.relation, row.subject, row.test, row.raid_level) for row in rows] == [
            ("states", "A, writes", None, "RAID5"),
            ("states", "PERC 12", None, None),
            ("leads", "hp", "Database QD1", "RAID10"),
            ("leads", "lsi", "Database QD1", "RAID10"),
            ("lags", "3ware", "Reads", "all"),
        ]
        first = rows[0]
        assert (first.value, first.unit, first.value_kind, first.printed) == (13.0, "x", "ratio", "up to 13x")
        assert first.workload == {"block": "4k", "read": "30", "metric": "latency gain"}
        assert (first.state, first.note, rows[1].object) == ("spec", "Odd. os RHEL 9", "SAS4116W")
        assert {(row.run_id, row.source_title, row.origin) for row in rows} == {(run_id, "A review", "published")}
        assert [row.ordinal for row in rows] == [1, 2, 3, 4, 5]
    command.downgrade(configuration, "0035")
    with database.connect() as connection:
        restored = connection.execute(text("select metric, printed from claim order by ordinal")).all()
    assert restored[:2] == [("latency gain", "up to 13x"), ("roc", "SAS4116W")]
    command.upgrade(configuration, "head")


def test_addresses_survive_downgrade_and_upgrade(own_database_url: str) -> None:
    database = get_database(own_database_url)
    today = dt.date(2026, 11, 29)
    with Session(database) as session, session.begin():
        for name, addresses in (
            ("open", [{}, {}]),
            ("one withdrawn", [{"revoked_at": LONG_AGO, "revoked_reason": "sent to others"}, {}]),
            ("all withdrawn", [{"revoked_at": LONG_AGO, "revoked_reason": "sent to others"}]),
            ("expires", [{"expires_at": LONG_AGO}]),
            ("no raw output", [{"raw_files": False}]),
        ):
            share = Share(title=name, author="", document=b"frozen", document_sha256="x")
            session.add(share)
            session.flush()
            for number, values in enumerate(addresses, 1):
                token = f"{name} {number}".encode()
                address = ShareAddress(share_id=share.id, number=number, audience="A", token_sha256=token, **values)
                session.add(address)
                session.flush()
                session.add(ShareView(share_id=share.id, address_id=address.id, day=today, views=2, last_at=LONG_AGO))
    configuration = load_alembic_configuration()
    configuration.attributes["url"] = url_as(own_database_url, "storagelab_migrate")
    command.downgrade(configuration, "0035")
    with database.connect() as connection:
        rows = connection.execute(
            text(
                "select title, convert_from(token_sha256, 'utf8'), views, share.expires_at is not null, "
                "revoked_at is not null from share join share_view on share_id = share.id order by share.number"
            )
        ).all()
    # The release before knows one address without limits: what it could not hold is closed.
    assert [tuple(row) for row in rows] == [
        ("open", "open 1", 4, False, False),
        ("one withdrawn", "one withdrawn 2", 4, False, False),
        ("all withdrawn", "all withdrawn 1", 2, False, True),
        ("expires", "expires 1", 2, True, False),
        ("no raw output", "no raw output 1", 2, False, True),
    ]
    command.upgrade(configuration, "head")
    with Session(database) as session:
        preserved = session.execute(
            select(
                Share.title, ShareAddress.number, ShareAddress.audience, ShareAddress.token_encrypted, ShareView.views
            )
            .join(ShareAddress, ShareAddress.share_id == Share.id)
            .join(ShareView, ShareView.address_id == ShareAddress.id)
            .order_by(Share.number)
        ).all()
        assert [tuple(row) for row in preserved][:2] == [
            ("open", 1, "Public", None, 4),
            ("one withdrawn", 1, "Public", None, 4),
        ]
