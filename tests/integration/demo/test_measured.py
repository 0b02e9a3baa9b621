"""Demo data that Storage Lab measured: received as any share, verifiable, declared as emulated."""

from __future__ import annotations

from importlib import resources
from statistics import median

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.checked import check

from storagelab.db.models import LabSetting, Run, Share
from storagelab.demo.load import SETTING, ensure_demo_data, list_measured_sets, remove_demo_data, restore_demo_data
from storagelab.demo.sets import MEASURED_SETS, MEASURED_TITLE, MeasuredSet
from storagelab.shares.archive.reading import open_zip
from storagelab.shares.drafts import remove_draft

pytestmark = pytest.mark.usefixtures("settings")
#: Of the packaged files of all demo data together.
MAX_BYTES = 3 << 20


@pytest.mark.in_turn
def test_preconditioning_falls_to_a_steady_plateau(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    (run,) = runs_of(session, "precondition")
    shown = viewer.get(f"/api/v1/runs/r-{run.number}").json()

    first = shown["phases"][0]
    assert (shown["origin"], first["kind"]) == ("imported", "precondition")
    assert first["t1_ms"] - first["t0_ms"] >= 2 * 3_600_000
    rounds = shown["verdict"]["rounds"]
    assert min(rounds[:8]) > 2 * max(rounds[-60:])
    assert (shown["verdict"]["status"], shown["verdict"]["passing_window"]) == ("steady", [1, 5])
    assert median(rounds[-5:]) == pytest.approx(shown["verdict"]["mean"], rel=0.11)


@pytest.mark.in_turn
def test_pages_name_the_virtual_server(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    for run in {run for measured in list_measured_sets(session) for run in measured.runs}:
        source = viewer.get(f"/api/v1/runs/r-{run.number}").json()["source"]
        assert source["title"] == MEASURED_TITLE
        assert "virtual server" in source["note"]
        assert "do not rate hardware" in source["note"]


@pytest.mark.in_turn
def test_the_sets_are_listed_with_their_shares(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    listed = viewer.get("/api/v1/demo-data").json()["measured"]
    assert [entry["name"] for entry in listed] == [measured.name for measured in MEASURED_SETS]
    for entry in listed:
        share = viewer.get(f"/api/v1/shares/{entry['share']}").json()
        assert share["received"] is not None
        assert entry["runs"] == [f"r-{run.number}" for run in runs_of(session, entry["name"])]


@pytest.mark.in_turn
def test_set_with_removed_draft_has_no_share(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)
    for share in session.scalars(select(Share)):
        remove_draft(session, share, user_id=None)

    listed = viewer.get("/api/v1/demo-data").json()["measured"]
    assert [entry["share"] for entry in listed] == [None] * len(MEASURED_SETS)


@pytest.mark.in_turn
def test_sweep_rises_with_depth_and_number_of_drives(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    highest = {}
    for run in runs_of(session, "sweep"):
        shown = viewer.get(f"/api/v1/runs/r-{run.number}/derived").json()
        (sweep,) = (candidate for candidate in shown["sweeps"] if "read" in candidate["label"].lower())
        iops = [point["iops"] for point in sweep["points"]]
        assert iops[0] < iops[-1]
        highest[viewer.get(f"/api/v1/runs/r-{run.number}").json()["configuration"]["name"]] = max(iops)
    assert len(highest) == 4
    assert max(highest.values()) > 2 * min(highest.values())


@pytest.mark.in_turn
def test_a_newer_firmware_is_slower(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    runs = runs_of(session, "regression")
    values = [viewer.get(f"/api/v1/runs/r-{run.number}").json()["headline"][0]["value"] for run in runs]
    half = len(runs) // 2
    assert len({run.configuration_id for run in runs[:half]}) == len({run.configuration_id for run in runs[half:]}) == 1
    assert max(values[half:]) < 0.9 * min(values[:half])


@pytest.mark.in_turn
def test_campaign_includes_degraded_and_rebuilding_arrays(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)

    texts = ""
    for run in runs_of(session, "campaign"):
        facts = viewer.get(f"/api/v1/configurations/{run.configuration_id}").json()["facts"]
        texts += " ".join(str(fact["value"]) for fact in facts) + "\n"
    for words in ("RAID 0", "RAID 10", "degraded", "rebuilding"):
        assert words in texts, texts


def runs_of(session: Session, name: str) -> tuple[Run, ...]:
    """Return the runs of one of the sets."""
    (measured,) = (measured for measured in list_measured_sets(session) if measured.name == name)
    return measured.runs


@pytest.mark.in_turn
def test_drafts_are_removed_and_restored_with_the_demo(session: Session) -> None:
    ensure_demo_data(session)
    assert len(session.scalars(select(Share)).all()) == len(MEASURED_SETS)

    remove_demo_data(session)
    assert session.scalars(select(Share)).all() == []
    assert session.scalars(select(Run)).all() == []
    assert list_measured_sets(session) == []

    restore_demo_data(session)
    assert len(session.scalars(select(Share)).all()) == len(list_measured_sets(session)) == len(MEASURED_SETS)


@pytest.mark.in_turn
def test_earlier_release_lab_gets_the_measured_sets(session: Session) -> None:
    ensure_demo_data(session)
    for share in session.scalars(select(Share)):
        remove_draft(session, share, user_id=None)
    setting = session.get_one(LabSetting, SETTING)
    measured = {entry.name for entry in MEASURED_SETS}
    sets = {name: runs for name, runs in setting.value["sets"].items() if name not in measured}
    setting.value = {name: value for name, value in setting.value.items() if name != "shares"} | {"sets": sets}
    session.flush()
    assert list_measured_sets(session) == []

    assert ensure_demo_data(session) is False, "the lab is not new"
    assert len(list_measured_sets(session)) == len(MEASURED_SETS)


@pytest.mark.parametrize("measured", MEASURED_SETS, ids=lambda measured: measured.name)
def test_packaged_shares_verify_without_a_difference(measured: MeasuredSet) -> None:
    with (
        resources.as_file(resources.files("storagelab.demo").joinpath("data", measured.file)) as path,
        open_zip(path) as opened,
    ):
        assert not any(file.frozen is False for file in opened.manifest.files), "prints are left out"
        report = check(opened, draws=False)
    assert report["differences"] == []
    assert report["numbers"]["equal"] > 1000


def test_the_files_of_the_demo_are_small() -> None:
    files = resources.files("storagelab.demo").joinpath("data").iterdir()
    assert sum(len(file.read_bytes()) for file in files if file.is_file()) <= MAX_BYTES
