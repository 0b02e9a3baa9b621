"""The demo data in the database is what was published, loaded once, and marked as not measured here."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.db.models import Configuration, LabSetting, Measurement, Phase, Run
from storagelab.demo.load import SETTING, ensure_demo_data
from storagelab.demo.published import SOURCE_TITLE, Figure, read_figures


def _key(figure: Figure) -> tuple[str, str]:
    rebuilding = ", rebuilding" if figure.condition == "rebuilding" else ""
    return figure.configuration + rebuilding, figure.workload


def test_every_loaded_value_is_a_published_one(session: Session) -> None:
    ensure_demo_data(session)
    published = {_key(figure): figure for figure in read_figures() if figure.role == "measured"}

    rows = session.execute(
        select(Run, Phase, Measurement)
        .join(Phase, Phase.run_id == Run.id)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(Run.origin == "published")
    ).all()

    assert len(rows) == len(published) == 66
    for run, phase, measurement in rows:
        figure = published.pop((run.title, phase.name))
        values = {column.key: getattr(measurement, column.key) for column in Measurement.__table__.columns}
        figures = {key: value for key, value in values.items() if value is not None and _is_figure(key)}
        assert figures == {figure.column: figure.value}
        assert measurement.value_kind == figure.value_kind
        for row in (phase, measurement):
            assert (row.block_bytes, row.read_percent, row.random_percent, row.threads) == (
                figure.block_bytes, figure.read_percent, figure.random_percent, figure.threads
            )  # fmt: skip
            assert (row.queue_depth, row.outstanding_ios, row.offered_iops) == (None, None, None)
        assert figure.note in measurement.source_note
    assert published == {}


def _is_figure(column: str) -> bool:
    return column in ("iops", "bandwidth_bytes_per_s", "runtime_ms", "ios", "bytes", "little_ratio") or (
        column.startswith("latency_")
    )


def test_each_configuration_is_one_run(session: Session) -> None:
    ensure_demo_data(session)

    runs = session.scalars(select(Run).where(Run.origin == "published").order_by(Run.created_at)).all()

    assert [run.title for run in runs] == [
        "Direct Drives JBOD",
        "JBOD 1x PERC 12",
        "JBOD 2x PERC 12",
        "RAID10 1x PERC 12",
        "RAID10 2x PERC 12",
        "RAID5 1x PERC 12",
        "RAID5 2x PERC 12",
        "RAID10 1x PERC 12, rebuilding",
        "RAID10 2x PERC 12, rebuilding",
        "RAID5 1x PERC 12, rebuilding",
        "RAID5 2x PERC 12, rebuilding",
    ]
    assert {(run.state, run.data, run.started_at, run.source_title) for run in runs} == {
        ("finished", "complete", None, SOURCE_TITLE)
    }
    assert all(run.badges[0]["code"] == "published" for run in runs)


def test_the_array_condition_tells_configurations_apart(session: Session) -> None:
    ensure_demo_data(session)

    rows = session.execute(select(Configuration.name, Configuration.class_hash, Configuration.snapshot)).all()

    assert len({row.class_hash for row in rows}) == len(rows) == 11
    conditions = {row.name: row.snapshot["array"]["condition"] for row in rows}
    assert conditions["RAID5 1x PERC 12"] == "optimal"
    assert conditions["RAID5 1x PERC 12, rebuilding"] == "rebuilding"
    assert conditions["JBOD 1x PERC 12"] is None


def test_what_was_printed_oddly_says_so(session: Session) -> None:
    ensure_demo_data(session)

    odd = session.execute(
        select(Run.title, Phase.name, Measurement.iops, Measurement.badges)
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .where(Measurement.badges.contains([{"code": "as_printed"}]))
    ).all()
    unit_notes = session.scalar(
        select(func.count()).where(Measurement.iops.is_not(None), Measurement.source_note.contains("MB/s"))
    )

    assert [(row.title, row.name, row.iops) for row in odd] == [("JBOD 1x PERC 12", "fio 4 KB OLTP", 10195618.0)]
    assert unit_notes == 33, "all rows of tables 2 and 3 say that their heads name the wrong unit"


def test_the_text_adds_notes_and_no_measurements(session: Session) -> None:
    ensure_demo_data(session)

    run = session.scalars(select(Run).where(Run.title == "JBOD 1x PERC 12")).one()
    note = session.scalar(
        select(Measurement.source_note)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Phase.run_id == run.id, Phase.name == "fio 4 KB OLTP")
    )

    assert note is not None
    assert "text: 10200000 IOPS (approximate)" in note
    assert "PCIe Gen4 x16 ceiling per card, 28 GB/s" in (run.source_note or "")


def test_it_is_loaded_once(session: Session) -> None:
    assert ensure_demo_data(session) is True
    assert ensure_demo_data(session) is False

    assert session.scalar(select(func.count()).select_from(Run)) == 11
    assert session.get_one(LabSetting, SETTING).value["source"] == SOURCE_TITLE


def test_its_runs_are_read_like_any_other(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    listed = viewer.get("/api/v1/runs", params={"origin": "published"}).json()["items"]
    run = viewer.get(f"/api/v1/runs/{listed[-1]['number']}").json()

    assert len(listed) == 11
    assert run["source"]["title"] == SOURCE_TITLE
    assert (run["job"], run["server"], run["profile"], run["duration_s"]) == (None, None, None, None)
    assert run["phases"][0]["workload"]["description"] == "fio Max sequential reads"
    assert run["phases"][0]["workload"]["queue_depth"] is None
    assert run["headline"][0] == {
        "metric": "iops", "label": "Random read IOPS", "value": 7958204.0, "unit": "1/s", "better": "higher"
    }  # fmt: skip
    assert viewer.get("/api/v1/lab").json()["demo_data"] is True
