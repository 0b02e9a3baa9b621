"""Tests of a share of one lab in another lab: same document, same page, runs with exactly its numbers."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from sqlalchemy import delete, func, select, text
from sqlalchemy.exc import DatabaseError
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.document_names import as_frozen
from tests.integration.shares.other_lab import OtherLab
from tests.integration.shares.other_lab import compared as compared
from tests.integration.shares.other_lab import other_lab as other_lab
from tests.integration.shares.packed import ADDRESS, Frozen, frozen_of, receive
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import Place, make_place, make_subject

from storagelab.analysis import bins
from storagelab.analysis.series_codec import decode_series
from storagelab.db import models
from storagelab.shares.freezing.document_names import PHASE_NAMES, RUN_NAMES

pytestmark = pytest.mark.usefixtures("checked_here")


def figures_of(measurement: dict[str, Any]) -> dict[str, Any]:
    """Return a measurement without the fields that this lab adds to it."""
    figures = {key: value for key, value in measurement.items() if key not in ("id", "badges", "lineage")}
    return figures | {"badges": [badge for badge in measurement["badges"] if badge["code"] != "received"]}


@pytest.mark.in_turn
def test_received_share_has_same_document_and_page(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    assert received["document_sha256"] == compared.sha256
    assert (received["state"], received["kind"], received["author"]) == ("draft", "comparison", "Jo")
    origin = received["received"]
    assert (origin["address"], origin["by"]) == (ADDRESS, "admin")
    assert origin["lineage_id"] == compared.document["share"]["lineage_id"] != received["lineage_id"]
    assert [run["there"] for run in origin["runs"]] == [run["number"] for run in compared.document["runs"]]

    published = other_lab.operator.post(f"/api/v1/shares/{received['number']}/publish").json()
    again = frozen_of(other_lab.anonymous, published)
    assert (again.content, again.parts) == (compared.content, compared.parts)


@pytest.mark.in_turn
def test_received_page_differs_only_in_its_origin(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run, other_lab: OtherLab
) -> None:
    share = freeze(operator, whole_run, author="Jo")
    received = receive(other_lab.operator, frozen_of(anonymous, share).zipped())
    published = other_lab.operator.post(f"/api/v1/shares/{received['number']}/publish").json()
    there, here = anonymous.get(path_of(share)).text, other_lab.anonymous.get(path_of(published)).text
    notice = re.search(r"Received from \S+ on .+?, frozen elsewhere\.", here)
    assert notice is not None
    assert notice[0].startswith(f"Received from {ADDRESS} on ")
    assert "Received from" not in there
    here = re.sub(rf"<[^>]+>[^<]*{re.escape(notice[0])}[^<]*</[^>]+>\s*", "", here)
    own, theirs = (path_of(item).rpartition("/")[2] for item in (published, share))
    assert body_of(here.replace(own, theirs)) == body_of(there)


def body_of(page: str) -> str:
    """Return the page without white space between tags."""
    return re.sub(r">\s+<", "><", page[page.index("<main") : page.index("</main>")])


@pytest.mark.in_turn
def test_received_measurements_equal_the_document(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    for frozen_run, numbers in zip(compared.document["runs"], received["received"]["runs"], strict=True):
        run = other_lab.get(f"/runs/{numbers['here']}")
        assert (run["origin"], run["rankable"], run["profile"]) == ("imported", False, None)
        for name in ("title", "state", "data", "scale", "engine", "engine_version", "verdict", "duration_s"):
            assert as_frozen(run[RUN_NAMES.get(name, name)]) == frozen_run[name], name
        assert len(run["phases"]) == len(frozen_run["phases"]) == 3
        for phase, frozen_phase in zip(run["phases"], frozen_run["phases"], strict=True):
            for name in frozen_phase.keys() - {"measurement", "ramp_seconds"}:
                assert phase[PHASE_NAMES.get(name, name)] == frozen_phase[name], name
            if frozen_phase["measurement"] is None:
                assert phase["measurement"] is None
            else:
                measured = as_frozen(phase["measurement"], throughput_bytes_per_s="bandwidth_bytes_per_s")
                # A document has none where a lab measured.
                frozen = {"published_figures": [], **frozen_phase["measurement"]}
                assert figures_of(measured) == figures_of(frozen)
        badge = run["badges"][0]
        assert (badge["code"], badge["label"]) == ("received", "From another lab: Jo")
        assert f"There it is {frozen_run['number']}." in run["source"]["note"]


def test_received_points_and_bins_equal_the_document(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    numbers = {run["there"]: run["here"] for run in received["received"]["runs"]}
    points = counts = 0
    with other_lab.session() as session:
        for frozen_run in compared.document["runs"]:
            run = session.scalars(
                select(models.Run).where(models.Run.number == int(numbers[frozen_run["number"]][2:]))
            ).one()
            ordinals = dict(
                session.execute(
                    select(models.Phase.id, models.Phase.ordinal).where(models.Phase.run_id == run.id)
                ).all()
            )
            stored = {
                (ordinals[row.phase_id], row.source, row.metric, row.direction, row.job): row
                for row in session.scalars(select(models.Series).where(models.Series.run_id == run.id))
            }
            assert len(stored) == len(frozen_run["series"]) > 0
            for series in frozen_run["series"]:
                place = tuple(series[name] for name in ("phase_ordinal", "source", "metric", "direction", "job"))
                row = stored[place]
                t_ms, integers = decode_series(row.data)
                points_of_part = json.loads(compared.parts[series["part"]])
                assert (t_ms.tolist(), integers.tolist()) == (points_of_part["t_ms"], points_of_part["integers"])
                assert (row.unit, row.factor, row.estimated) == (series["unit"], series["factor"], series["estimated"])
                assert row.value_max == float(np.max(integers * row.factor))
                points += len(t_ms)
            packed = session.execute(
                select(models.Measurement.phase_id, models.MeasurementPart)
                .join(models.MeasurementPart)
                .where(models.Measurement.run_id == run.id, models.MeasurementPart.bins.is_not(None))
            ).all()
            stored_bins = {
                (ordinals[phase], part.direction, part.group): bins.unpack(part.bins or b"") for phase, part in packed
            }
            assert stored_bins == {
                (entry["phase_ordinal"], entry["direction"], entry["group"]): {
                    int(value): count for value, count in json.loads(compared.parts[entry["part"]])["counts"].items()
                }
                for entry in frozen_run["bins"]
            }
            counts += len(stored_bins)
    assert points >= 2 * 60
    assert counts == 4


@pytest.mark.in_turn
def test_received_run_is_compared_with_an_own_run(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    first, second = (run["here"] for run in received["received"]["runs"])
    with other_lab.session() as session:
        make = Factory(session)
        own = make_subject(make, make_place(make), iops=500.0)
        session.flush()
        mine, own_id = f"r-{own.number}", str(own.id)
    answer = other_lab.get("/comparison", run_id=[own_id, first, second], metric="iops")
    assert [(entry["key"], entry["origin"]) for entry in answer["entries"]] == [
        (mine, "measured"), (first, "imported"), (second, "imported"),
    ]  # fmt: skip
    assert [[cell["median"] for cell in point["cells"]] for point in answer["points"]] == [
        [500.125, 1000.125, 1300.125], [8000.125, 16000.125, 20800.125],
    ]  # fmt: skip
    rows = {row["key"]: row["state"] for row in answer["factors"]["rows"]}
    assert [key for key, state in rows.items() if state == "differs"] == ["drives.firmware"]
    assert rows["server.cpu"] == rows["drives"] == rows["array.level"] == "same"
    assert {entry["group"] for entry in answer["entries"]} == {answer["entries"][0]["group"]}
    classes = {other_lab.get(f"/runs/{number}")["class_hash"] for number in (mine, first, second)}
    assert len(classes) == 3
    ranking = other_lab.get("/rankings", run_id=[own_id, first, second], all=True)
    assert len(ranking["configurations"]) == 3
    counted = other_lab.get("/rankings", run_id=[own_id, first, second])
    assert {"reason": "imported", "figures": 4} in counted["left_out"]
    assert other_lab.get("/pivot", run_id=[own_id, first, second])["cells"]


@pytest.mark.in_turn
def test_received_charts_equal_the_sender_charts(operator: TestClient, compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    for numbers in received["received"]["runs"]:
        there, here = numbers["there"], numbers["here"]
        for path in ("/runs/{}/latency", "/series?run_id={}&metric=iops", "/series?run_id={}&metric=latency_mean_ns",
                     "/measurements?run_id={}", "/runs/{}/derived"):  # fmt: skip
            theirs = operator.get(f"/api/v1{path.format(there)}")
            ours = other_lab.operator.get(f"/api/v1{path.format(here)}")
            assert ours.status_code == theirs.status_code == 200, path
            received_data, sent_data = without_names(ours.json()), without_names(theirs.json())
            if path.startswith("/measurements"):
                columns = received_data["source"]
                # The size of the target belongs to the job, which stays in its lab.
                assert columns.pop("range_size_bytes") == [None, None] != sent_data["source"].pop("range_size_bytes")
                assert {name: columns[name] for name in columns if columns[name] != sent_data["source"][name]} == {}
            assert received_data == sent_data, path


def without_names(value: Any) -> Any:
    """Return an answer without the names and ids that a lab gives to its rows."""
    if isinstance(value, dict):
        names = {"id", "run_id", "phase_id", "number", "run_number", "configuration", "run", "etag"}
        return {key: without_names(item) for key, item in value.items() if key not in names}
    return [without_names(item) for item in value] if isinstance(value, list) else value


@pytest.mark.in_turn
def test_same_document_received_twice_is_one_share(compared: Frozen, other_lab: OtherLab) -> None:
    first = receive(other_lab.operator, compared.zipped())
    again = receive(other_lab.operator, compared.zipped(), status=200)
    assert (first["already"], again["already"]) == (False, True)
    assert (again["number"], again["received"]) == (first["number"], first["received"])
    assert len(other_lab.get("/runs")["items"]) == 2


@pytest.mark.in_turn
def test_run_in_two_received_shares_is_filed_once(
    operator: TestClient, anonymous: TestClient, compared: Frozen, whole_run: models.Run, other_lab: OtherLab
) -> None:
    both = receive(other_lab.operator, compared.zipped())
    alone = frozen_of(anonymous, freeze(operator, whole_run, author="Jo"))
    one = receive(other_lab.operator, alone.zipped())
    assert one["received"]["runs"] == both["received"]["runs"][:1]
    listed = other_lab.get("/shares", run_id=one["received"]["runs"][0]["here"])["items"]
    assert {share["number"] for share in listed} == {both["number"], one["number"]}


def test_removed_draft_is_received_again_with_its_runs(compared: Frozen, other_lab: OtherLab) -> None:
    first = receive(other_lab.operator, compared.zipped())
    assert other_lab.operator.delete(f"/api/v1/shares/{first['number']}").status_code == 204
    with other_lab.session() as session:
        assert session.scalar(select(func.count()).select_from(models.SharePart)) == 0
    second = receive(other_lab.operator, compared.zipped())
    assert second["received"]["runs"] == first["received"]["runs"]


def test_own_share_is_not_received(operator: TestClient, compared: Frozen) -> None:
    answer = receive(operator, compared.zipped(), status=409)
    assert "froze itself" in answer["detail"]


def test_received_share_accepts_no_local_versions(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    body = {"kind": "run", "run_id": received["runs"][0], "title": "Newer", "version_of": received["number"]}
    answer = other_lab.operator.post("/api/v1/shares", json=body)
    assert answer.status_code == 409
    assert "another lab" in answer.json()["detail"]


def test_a_viewer_may_not_receive(compared: Frozen, viewer: TestClient, anonymous: TestClient) -> None:
    receive(viewer, compared.zipped(), status=403)
    receive(anonymous, compared.zipped(), status=401)


@pytest.mark.in_turn
def test_options_and_commitments_stay_in_the_sending_lab(compared: Frozen, other_lab: OtherLab) -> None:
    number = receive(other_lab.operator, compared.zipped())["number"]
    assert other_lab.operator.get(f"/api/v1/shares/{number}/options").status_code == 409
    assert other_lab.get(f"/shares/{number}/hash-commitments") == {"items": [], "next_cursor": None}


def test_embargo_of_the_other_lab_is_preserved(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run, other_lab: OtherLab
) -> None:
    share = freeze(operator, whole_run, embargo_until="2199-01-01T00:00:00Z")
    received = receive(other_lab.operator, frozen_of(anonymous, share).zipped())
    published = other_lab.operator.post(f"/api/v1/shares/{received['number']}/publish").json()
    assert other_lab.anonymous.get(path_of(published)).status_code == 403


def test_received_invalid_run_stays_invalid(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run, other_lab: OtherLab
) -> None:
    mark = operator.put(
        f"/api/v1/runs/r-{whole_run.number}/validity", json={"validity": "invalid", "reason": "The fan had failed."}
    )
    assert mark.status_code == 200
    received = receive(other_lab.operator, frozen_of(anonymous, freeze(operator, whole_run)).zipped())
    run = other_lab.get(f"/runs/{received['runs'][0]}")
    assert run["invalid"]["reason"] == "The fan had failed."
    assert [item["number"] for item in other_lab.get("/runs", valid=False)["items"]] == received["runs"]


@pytest.mark.in_turn
def test_a_received_share_holds_no_run(compared: Frozen, other_lab: OtherLab) -> None:
    """Check that the page of a received share shows the document, so that the filed run may be deleted."""
    received = receive(other_lab.operator, compared.zipped())
    published = other_lab.operator.post(f"/api/v1/shares/{received['number']}/publish").json()
    with other_lab.session() as session:
        session.execute(delete(models.Run))
    again = other_lab.get(f"/shares/{received['number']}")
    assert again["received"]["runs"] == [{"there": run["number"], "here": None} for run in compared.document["runs"]]
    assert again["runs"] == []
    assert other_lab.anonymous.get(path_of(published)).status_code == 200


@pytest.mark.in_turn
def test_received_runs_are_sorted_by_number(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    with other_lab.session() as session:
        session.execute(delete(models.Run))
        share_id = session.scalars(select(models.ReceivedRun.share_id).limit(1)).one()
        session.add_all(
            models.ReceivedRun(share_id=share_id, run_number=f"r-{run_number}") for run_number in (9999, 10000, 100000)
        )
    numbers = [run["there"] for run in other_lab.get(f"/shares/{received['number']}")["received"]["runs"]]
    assert numbers == sorted(numbers, key=lambda number: int(number.removeprefix("r-")))
    assert numbers[-3:] == ["r-9999", "r-10000", "r-100000"]


def test_origin_of_a_received_share_cannot_be_changed(compared: Frozen, other_lab: OtherLab) -> None:
    receive(other_lab.operator, compared.zipped())
    for statement in (
        "update share set origin = 'frozen'",
        "update received_share set address = 'https://other.example'",
        "update received_run set run_number = 'r-9999'",
    ):
        with pytest.raises(DatabaseError), other_lab.session() as session:
            session.execute(text(statement))


def test_published_origin_is_preserved_when_received(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place, other_lab: OtherLab
) -> None:
    run = make_subject(make, place, origin="published", source_title="An article", source_note="Its table 3")
    received = receive(
        other_lab.operator, frozen_of(anonymous, freeze(operator, run, author="Jo", confirm_new_author=True)).zipped()
    )
    received_run = other_lab.get(f"/runs/{received['runs'][0]}")
    assert (received_run["origin"], received_run["badges"][0]["code"]) == ("published", "received")
    # What its source leaves out may be anything else in the same article as another lab has it.
    assert received_run["source"]["title"] == f"“A result”, Jo, {ADDRESS}: An article"


def test_received_loop_rounds_count_as_in_sending_lab(
    operator: TestClient, anonymous: TestClient, make: Factory, whole_run: models.Run, other_lab: OtherLab
) -> None:
    for phase in make.session.scalars(select(models.Phase).where(models.Phase.run_id == whole_run.id)):
        if phase.ordinal > 1:
            phase.name, phase.workload = f"4K read, round {phase.ordinal - 1}", phase.workload | {"queue_depth": 1}
            phase.loop, phase.round, phase.in_measurement_window = "until steady", phase.ordinal - 1, phase.ordinal == 3
    make.session.flush()
    received = receive(other_lab.operator, frozen_of(anonymous, freeze(operator, whole_run)).zipped())
    ours = other_lab.get("/measurements", run_id=received["runs"][0])["source"]
    theirs = operator.get("/api/v1/measurements", params={"run_id": str(whole_run.id)}).json()["source"]
    assert ours["iops"] == theirs["iops"] == [16000.125]
