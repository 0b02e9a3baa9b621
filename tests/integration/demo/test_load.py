"""The demo data in the database are what was published: filed once, marked, removable and restorable."""

from __future__ import annotations

import csv
import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab import demo
from storagelab.db.models import (
    Configuration,
    Dashboard,
    LabSetting,
    Measurement,
    Phase,
    PublishedHardware,
    Run,
    Series,
    Share,
    StoredFinding,
)
from storagelab.demo import load
from storagelab.demo.load import (
    SETTING,
    count_demo_runs,
    ensure_demo_data,
    has_demo_data,
    list_measured_sets,
    remove_demo_data,
    restore_demo_data,
)
from storagelab.demo.sets import MEASURED_TITLE, PERC12, SETS

PERC12_FILE = Path(demo.__file__).parent / "data" / "perc12.csv"
FACTORS = {"IOPS": ("iops", 1), "MB/s": ("bandwidth_bytes_per_s", 10**6), "GB/s": ("bandwidth_bytes_per_s", 10**9)}
SIZES = {"4k": 4096, "64k": 65536, "": None}
KINDS = {"approx": "approximate"}
#: Firmware and drivers as the reviews print them.
VERSIONS = {
    "LSI MegaRAID 9280-24i4e": ("12.12.0-0037", "4.32.0.64"),
    "Samsung 470 (OEM PM810)": ("0701Q",),
    "Fusion-io ioDrive2 Duo SLC 1.2 TB": ("vsl 3.2.2",),
    "Micron RealSSD P320h 700 GB SLC": ("8.01.4471.00", "2.4.2-1"),
    "Adaptec RAID ASR-5805": ("16116", "5.2.0.15728"),
    "Areca ARC-1680ix-16": ("20.0.14",),
    "HighPoint RocketRAID HPT4320": ("1.2.12.11",),
    "LSI MegaRAID SAS 8708EM2": ("9.1.1-0013", "2.20.0.32"),
    "Promise SuperTrak EX8650": ("sr1 1.04",),
    "3ware 9690SA-8I": ("9.5.1",),
}


def printed_rows(role: str) -> list[dict[str, str]]:
    """Return the rows of the packaged PERC 12 table, read here without the product's reader."""
    with PERC12_FILE.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["role"] == role]


def perc12_runs(session: Session) -> list[Run]:
    query = select(Run).where(Run.source_title == PERC12.source_title).order_by(Run.created_at)
    return list(session.scalars(query))


@pytest.mark.in_turn
def test_every_loaded_value_is_a_published_one(session: Session) -> None:
    ensure_demo_data(session)
    published = {(_title(row), row["workload"]): row for row in printed_rows("measured")}

    rows = session.execute(
        select(Run, Phase, Measurement)
        .join(Phase, Phase.run_id == Run.id)
        .join(Measurement, Measurement.phase_id == Phase.id)
        .where(Run.source_title == PERC12.source_title)
    ).all()

    assert len(rows) == len(published) == 66
    for run, phase, measurement in rows:
        row = published.pop((run.title, phase.name))
        column, factor = FACTORS[row["unit"]]
        values = {column.key: getattr(measurement, column.key) for column in Measurement.__table__.columns}
        figures = {key: value for key, value in values.items() if value is not None and _is_figure(key)}
        assert figures == {column: pytest.approx(float(row["value"]) * factor, rel=1e-12)}
        assert measurement.value_kind == KINDS.get(row["value_kind"], row["value_kind"])
        reads = row["rw_mix"].partition("/")[0]
        for place in (phase, measurement):
            assert (place.block_bytes, place.threads) == (SIZES[row["block_size"]], _whole(row["threads"]))
            assert place.read_percent == (float(reads) if reads.isdigit() else None)
            assert (place.queue_depth, place.outstanding_ios, place.offered_iops) == (None, None, None)
        assert row["note"] in measurement.source_note
    assert published == {}


def _title(row: dict[str, str]) -> str:
    return row["configuration"] + (", rebuilding" if row["state"] == "rebuild" else "")


def _whole(text: str) -> int | None:
    return int(text) if text else None


def _is_figure(column: str) -> bool:
    return column in ("iops", "bandwidth_bytes_per_s", "runtime_ms", "ios", "bytes", "little_ratio") or (
        column.startswith("latency_")
    )


@pytest.mark.in_turn
def test_each_configuration_is_one_run(session: Session) -> None:
    ensure_demo_data(session)

    runs = perc12_runs(session)

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
    assert {(run.state, run.completeness, run.started_at, run.origin, run.rankable) for run in runs} == {
        ("finished", "complete", None, "published", False)
    }
    assert all("published" in {badge["code"] for badge in run.badges} for run in runs)


@pytest.mark.in_turn
def test_every_set_is_filed_as_published(session: Session) -> None:
    ensure_demo_data(session)

    filed = session.execute(
        select(Run.source_title, func.count(func.distinct(Run.id)), func.count(Measurement.id))
        .outerjoin(Measurement, Measurement.run_id == Run.id)
        .group_by(Run.source_title)
    ).all()

    counts = {title: (runs, measurements) for title, runs, measurements in filed}
    assert counts.pop(MEASURED_TITLE)[0] == len(
        {run for measured in list_measured_sets(session) for run in measured.runs}
    )
    assert counts == {
        "Published review of six SAS RAID controllers with eight Fujitsu MBA3073RC": (2, 2),
        "Published review of sixteen SSDs in RAID0 on LSI MegaRAID 9280-24i4e and 9260-8i": (6, 17),
        "Published handbook on the Dell PERC H730P with SATA and SAS SSDs": (14, 29),
        "Published review of the Fusion-io ioDrive2 Duo SLC 1.2 TB": (19, 97),
        "Benchmark data of fio-plot (BSD-3-Clause)": (2, 196),
        "SNIA PTS run on a Toshiba HG6 THNSNJ256G8NU (MIT)": (3, 77),
        PERC12.source_title: (11, 66),
    }
    by_others = select(Run.origin).where(Run.source_title != MEASURED_TITLE)
    assert session.scalars(by_others.distinct()).all() == ["published"]
    assert session.scalars(select(Run.rankable).distinct()).all() == [False]


@pytest.mark.in_turn
def test_statements_stand_beside_the_measurements(session: Session) -> None:
    ensure_demo_data(session)

    specified = session.execute(
        select(StoredFinding.workload, StoredFinding.value, StoredFinding.unit, Run.title)
        .join(Run, Run.id == StoredFinding.run_id)
        .where(StoredFinding.subject == "duo vendor specification, data sheet")
        .order_by(StoredFinding.ordinal)
    ).all()
    stated = session.scalars(
        select(StoredFinding.subject)
        .join(Run, Run.id == StoredFinding.run_id)
        .where(Run.source_title == PERC12.source_title)
        .order_by(StoredFinding.subject)
    ).all()

    assert [(row.workload["metric"], row.value, row.unit) for row in specified][:4] == [
        ("throughput", 3e9, "bytes/s"),
        ("throughput", 2.5e9, "bytes/s"),
        ("iops", 700000.0, "1/s"),
        ("iops", 1100000.0, "1/s"),
    ]
    assert {row.title for row in specified} == {"ioDrive2 Duo review: duo, CentOS 6.3"}
    assert specified[2].workload["block"] == "512"
    assert stated == [
        "PCIe Gen4 x16 ceiling per card",
        "expected aggregate (8 x 6.5 GB/s)",
        "system CPU saturation",
    ]


@pytest.mark.in_turn
def test_array_condition_distinguishes_configurations(session: Session) -> None:
    ensure_demo_data(session)

    rows = session.execute(
        select(Configuration.name, Configuration.class_hash, Configuration.snapshot)
        .join(Run, Run.configuration_id == Configuration.id)
        .where(Run.source_title == PERC12.source_title)
    ).all()

    assert len({row.class_hash for row in rows}) == len(rows) == 11
    conditions = {row.name: row.snapshot["array"]["condition"] for row in rows}
    assert conditions["RAID5 1x PERC 12"] == "optimal"
    assert conditions["RAID5 1x PERC 12, rebuilding"] == "rebuilding"
    assert conditions["JBOD 1x PERC 12"] is None


@pytest.mark.in_turn
def test_configurations_have_distinct_class_hashes(session: Session) -> None:
    ensure_demo_data(session)

    hashes = session.execute(select(Configuration.class_hash, Configuration.snapshot)).all()

    assert len({row.class_hash for row in hashes}) == len(hashes)
    sources = {row.snapshot["source"] for row in hashes}
    published = {demo_set.source_title for demo_set in SETS}
    assert published < sources


@pytest.mark.in_turn
def test_oddly_printed_figures_are_badged(session: Session) -> None:
    ensure_demo_data(session)

    odd = session.execute(
        select(Run.title, Phase.name, Measurement.iops)
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .where(Measurement.badges.contains([{"code": "as_printed"}]))
    ).all()
    unit_notes = session.scalar(
        select(func.count(Measurement.id))
        .join(Run, Run.id == Measurement.run_id)
        .where(
            Run.source_title == PERC12.source_title,
            Measurement.iops.is_not(None),
            Measurement.source_note.contains("MB/s"),
        )
    )

    assert [(row.title, row.name, row.iops) for row in odd] == [("JBOD 1x PERC 12", "fio 4 KB OLTP", 10195618.0)]
    assert unit_notes == 33, "all rows of tables 2 and 3 say that their heads name the wrong unit"


@pytest.mark.in_turn
def test_roundings_of_the_text_are_notes(session: Session) -> None:
    ensure_demo_data(session)

    note = session.scalar(
        select(Measurement.source_note)
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Run, Run.id == Measurement.run_id)
        .where(Run.title == "JBOD 1x PERC 12", Phase.name == "fio 4 KB OLTP")
    )

    assert note is not None
    assert "text: 10.2 milioni di IOPS (approximate)" in note


@pytest.mark.in_turn
def test_rounds_and_logs_are_curves(session: Session) -> None:
    ensure_demo_data(session)

    def curves(title: str, jobs: Any) -> int | None:
        query = select(func.count(Series.run_id)).join(Run, Run.id == Series.run_id)
        return session.scalar(query.where(Run.source_title == title, jobs))

    assert curves("SNIA PTS run on a Toshiba HG6 THNSNJ256G8NU (MIT)", Series.job == 0) == 4 * 77
    assert curves("Benchmark data of fio-plot (BSD-3-Clause)", Series.job > 0) == 3 * 16


@pytest.mark.in_turn
def test_demo_data_is_loaded_once(session: Session) -> None:
    assert ensure_demo_data(session) is True
    runs = session.scalar(select(func.count()).select_from(Run))
    assert ensure_demo_data(session) is False

    assert session.scalar(select(func.count()).select_from(Run)) == runs == count_demo_runs(session)


@pytest.mark.in_turn
def test_first_release_lab_gets_missing_demo_data(session: Session) -> None:
    session.add(LabSetting(key=SETTING, value={"source": PERC12.source_title}))
    old = Run(title="Direct Drives JBOD", origin="published", state="finished", source_title=PERC12.source_title)
    session.add(old)
    session.flush()

    first = ensure_demo_data(session)

    assert first is False, "the lab is not new"
    runs = perc12_runs(session)
    assert (len(runs), runs[0].id, runs[0].title) == (11, old.id, "Direct Drives JBOD")
    assert session.scalar(select(func.count()).where(Phase.run_id == old.id)) == 12
    assert session.scalar(select(func.count()).where(Run.source_title == SETS[0].source_title)) == 2
    assert str(old.id) in session.get_one(LabSetting, SETTING).value["sets"]["perc12"]


@pytest.fixture
def only_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load no sets but the corrected tables of figures, whose upgrade is tested here."""
    monkeypatch.setattr(load, "SETS", [demo_set for demo_set in SETS if demo_set.version > 1])
    monkeypatch.setattr(load, "MEASURED_SETS", ())
    monkeypatch.setattr(load, "file_servers", lambda *_: [])


def make_earlier(session: Session) -> dict[str, int]:
    """Give the demo data the form of an earlier release; return the number of each run by its title now."""
    setting = session.get_one(LabSetting, SETTING)
    setting.value = {name: value for name, value in setting.value.items() if name != "versions"}
    numbers = {run.title: run.number for run in session.scalars(select(Run))}
    for demo_set in SETS:
        for title, earlier in demo_set.earlier_titles.items():
            session.execute(update(Run).where(Run.title == title).values(title=earlier))
    session.execute(update(Measurement).values(iops=1.0, published_figures=[]))
    session.execute(update(PublishedHardware).values(name=PublishedHardware.name + " (earlier)"))
    session.flush()
    return numbers


@pytest.mark.usefixtures("only_tables")
def test_earlier_release_lab_gets_corrected_data(session: Session) -> None:
    ensure_demo_data(session)
    numbers = make_earlier(session)
    shared = session.scalars(select(Run).where(Run.title == "Direct Drives JBOD")).one()
    retired = Run(title="Dell PERC 9: no longer", origin="published", state="finished")
    session.add_all([retired, share_of(shared)])
    session.flush()
    setting = session.get_one(LabSetting, SETTING)
    sets = {**setting.value["sets"], "perc_h730p": [*setting.value["sets"]["perc_h730p"], str(retired.id)]}
    setting.value = {**setting.value, "sets": sets}
    dashboards = {row.id: row.document for row in session.scalars(select(Dashboard))}
    configurations = session.scalar(select(func.count()).select_from(Configuration))

    assert ensure_demo_data(session) is False
    session.expire_all()

    assert {run.title: run.number for run in session.scalars(select(Run))} == numbers
    assert session.scalar(select(func.count()).where(Measurement.iops == 1.0)) == 0
    assert session.scalar(select(func.count()).where(Measurement.published_figures == [])) == 0
    assert session.scalars(select(Share.run_id)).all() == [shared.id]
    assert session.scalar(select(func.count()).select_from(Configuration)) == configurations
    assert {row.id: row.document for row in session.scalars(select(Dashboard))} == dashboards
    names = session.scalars(select(PublishedHardware.name)).all()
    assert (len(names), any("earlier" in name for name in names)) == (53, False)
    runs = count_demo_runs(session)
    assert (restore_demo_data(session), count_demo_runs(session)) == (0, runs)


@pytest.mark.usefixtures("only_tables")
def test_retired_set_leaves_only_shared_runs(session: Session) -> None:
    ensure_demo_data(session)
    shared, unused = (Run(title=title, origin="published", state="finished") for title in ("shared", "unused"))
    session.add_all([shared, unused])
    session.flush()
    session.add(share_of(shared))
    setting = session.get_one(LabSetting, SETTING)
    setting.value = {**setting.value, "sets": {**setting.value["sets"], "earlier": [str(shared.id), str(unused.id)]}}
    session.flush()

    ensure_demo_data(session)
    session.expire_all()

    assert session.get_one(LabSetting, SETTING).value["sets"]["earlier"] == [str(shared.id)]
    assert session.scalars(select(Run.title).where(Run.id.in_([shared.id, unused.id]))).all() == ["shared"]


@pytest.mark.in_turn
def test_removed_data_stays_removed_until_requested(session: Session) -> None:
    own = Run(title="Measured here", origin="imported", state="finished")
    session.add(own)
    ensure_demo_data(session)
    runs = count_demo_runs(session)

    removal = remove_demo_data(session)
    started_again = ensure_demo_data(session)

    assert (removal.removed, removal.preserved, started_again) == (runs, (), False)
    assert session.scalars(select(Run.id)).all() == [own.id]
    assert session.scalar(select(func.count()).select_from(Configuration)) == 0
    assert has_demo_data(session) is False
    assert restore_demo_data(session) == runs
    assert has_demo_data(session) is True
    assert restore_demo_data(session) == 0


@pytest.mark.in_turn
def test_review_hardware_is_filed_with_its_source(session: Session) -> None:
    ensure_demo_data(session)

    rows = session.scalars(select(PublishedHardware)).all()
    megaraid = next(row for row in rows if row.name == "LSI MegaRAID 9280-24i4e")

    assert len(rows) == 53
    assert {row.source for row in rows} <= {demo_set.source_title for demo_set in SETS}
    assert len({row.source for row in rows}) == 5
    assert (megaraid.component, megaraid.attributes["firmware"]) == ("controller", "v12.12.0-0037")


@pytest.mark.in_turn
def test_every_reviewed_firmware_and_driver_is_found(session: Session) -> None:
    ensure_demo_data(session)

    for name, versions in VERSIONS.items():
        for version in versions:
            query = select(PublishedHardware.name)
            for word in version.lower().split():
                query = query.where(PublishedHardware.search_text.contains(word, autoescape=True))
            # The same card with a larger module is a part of its own.
            names = [one for one in session.scalars(query) if one != f"{name} (2 GB)"]
            assert names == [name], version


@pytest.mark.in_turn
def test_hardware_that_was_removed_stays_away(session: Session) -> None:
    ensure_demo_data(session)
    one = session.scalars(select(PublishedHardware).limit(1)).one()
    session.delete(one)
    session.flush()
    ensure_demo_data(session)
    after_one = session.scalar(select(func.count()).select_from(PublishedHardware))

    remove_demo_data(session)
    ensure_demo_data(session)
    after_all = session.scalar(select(func.count()).select_from(PublishedHardware))
    restore_demo_data(session)

    assert (after_one, after_all) == (52, 0)
    assert session.scalar(select(func.count()).select_from(PublishedHardware)) == 53


def share_of(run: Run, *, revoked_at: dt.datetime | None = None) -> Share:
    """Return a permalink to a run; its frozen content does not matter here."""
    return Share(
        run_id=run.id,
        title=run.title,
        author="Me",
        document=b"{}",
        document_sha256="0" * 64,
        revoked_at=revoked_at,
    )


@pytest.mark.in_turn
def test_a_run_with_a_live_permalink_stays(session: Session) -> None:
    ensure_demo_data(session)
    runs = count_demo_runs(session)
    shared, withdrawn = perc12_runs(session)[:2]
    session.add_all([share_of(shared), share_of(withdrawn, revoked_at=dt.datetime.now(dt.UTC))])
    session.flush()

    removal = remove_demo_data(session)

    assert ([run.id for run in removal.preserved], removal.removed) == ([shared.id], runs - 1)
    assert restore_demo_data(session) == runs - 1, "the one that stayed is not filed again"
    assert count_demo_runs(session) == runs


@pytest.mark.in_turn
def test_its_runs_are_read_like_any_other(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)
    query: dict[str, Any] = {"origin": "published", "q": "direct drives jbod"}

    listed = viewer.get("/api/v1/runs", params=query).json()["items"]
    run = viewer.get(f"/api/v1/runs/{listed[-1]['number']}").json()

    assert run["source"]["title"] == PERC12.source_title
    assert (run["job"], run["server"], run["profile"], run["duration_seconds"]) == (None, None, None, None)
    assert run["phases"][0]["name"] == "fio Max sequential reads"
    assert run["phases"][0]["workload"]["queue_depth"] is None
    assert run["headline"][0] == {
        "metric": "iops", "label": "Random read IOPS", "value": 7958204.0, "unit": "1/s", "better": "higher",
        "workload": "4 KB random reads",
    }  # fmt: skip
    # Sequential reads are of the same load generator, not of Vdbench.
    assert [tile["workload"] for tile in run["headline"]] == [
        "4 KB random reads", "4 KB random writes", "Max sequential reads"
    ]  # fmt: skip
    assert viewer.get("/api/v1/lab").json()["demo_data"] is True


@pytest.mark.in_turn
def test_operators_remove_and_restore_it(session: Session, operator: TestClient) -> None:
    ensure_demo_data(session)
    address = "/api/v1/demo-data"
    runs = operator.get(address).json()["run_count"]

    removed = operator.delete(address)
    lab = operator.get("/api/v1/lab").json()

    assert (removed.status_code, removed.json()) == (200, {"removed_count": runs, "preserved_runs": []})
    assert lab["demo_data"] is False
    assert operator.get(address).json() == {"run_count": 0, "measured": [], "servers": []}
    assert operator.post(address).json()["run_count"] == runs
