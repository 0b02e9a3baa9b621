"""Tests of frozen runs: complete documents and parts that later changes do not reach."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import Place, make_subject

from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Run, Series, SharePart
from storagelab.shares.freezing import document
from storagelab.shares.pictures import add_readings


def test_series_and_bins_are_blobs_at_full_rate(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    share = freeze(operator, whole_run)
    document = read_document(anonymous, share)
    parts = read_parts(anonymous, share, document)
    (run,) = document["runs"]
    stored = session.query(Series).where(Series.run_id == whole_run.id, Series.job == 0).all()
    assert len(run["series"]) == len(stored) > 0
    for row in stored:
        (frozen_series,) = [
            candidate for candidate in run["series"]
            if (candidate["source"], candidate["metric"], candidate["direction"]) == (row.source, row.metric,
                row.direction)
        ]  # fmt: skip
        t_ms, integers = decode_series(row.data)
        assert json.loads(parts[frozen_series["part"]]) == {"t_ms": t_ms.tolist(), "integers": integers.tolist()}
        assert (frozen_series["factor"], frozen_series["unit"], frozen_series["points"]) == (
            row.factor,
            row.unit,
            len(t_ms),
        )
    bins = [json.loads(parts[entry["part"]]) for entry in run["bins"]]
    assert bins == [{"counts": {"900000": 600, "1200000": 390, "4000000": 10}}] * 2
    assert run["phases"][1]["measurement"]["iops"] == 1000.125


def test_document_contains_no_database_ids(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    document = json.dumps(read_document(anonymous, freeze(operator, whole_run)))
    assert str(whole_run.id) not in document
    assert '"id":' not in document


def test_charts_and_texts_follow_the_author_order(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    body = [{"text": "Before <b>"}, {"chart": "queue-depth"}, {"chart": "over-time"}]
    share = freeze(operator, whole_run, body=body)
    document = read_document(anonymous, share)
    assert document["body"] == body
    assert set(document["charts"]) == {"queue-depth", "over-time"}
    parts = read_parts(anonymous, share, document)
    data = json.loads(parts["charts/queue-depth"])
    assert data["latencyMetric"] == "lat_p99"
    depths = data["source"]
    assert depths["outstanding_ios"] == [1, 16]
    assert depths["iops"] == [1000.125, 16000.125]


def test_share_without_body_has_all_default_charts(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    document = read_document(anonymous, freeze(operator, whole_run, note="Read this."))
    assert document["body"] == [
        {"text": "Read this."}, {"chart": "queue-depth"}, {"chart": "over-time"}, {"chart": "percentiles"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ([{"chart": "nothing"}], "body.0.chart"),
        ([{"text": "a"}, {"chart": "over-time"}, {"chart": "over-time"}], "body.2.chart"),
        ([{"text": "x"}] * 201, "body"),
        ([{"text": "x" * 20_001}], "body.0.text"),
        ([{}], "body.0"),
    ],
)
def test_invalid_body_is_refused_with_its_path(
    operator: TestClient, whole_run: Run, body: list[Any], path: str
) -> None:
    answer = freeze(operator, whole_run, status=422, body=body)
    assert answer["errors"][0]["path"] == path


def test_run_without_data_is_shared_without_charts(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    share = freeze(operator, make.run(make.job(), state="failed", completeness="partial"))
    document = read_document(anonymous, share)
    assert document["body"] == []
    assert document["charts"] == {}
    assert "nothing_measured" in [caveat["code"] for caveat in document["caveats"]]
    assert "Nothing was measured" in anonymous.get(path_of(share)).text


def test_failure_is_frozen_under_the_document_names(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    failed = make.run(
        make.job(), state="failed", completeness="partial", failure_kind="infrastructure",
        failure_message="The disk is full.", failure_kept="Samples of 40 s.",
    )  # fmt: skip
    (run,) = read_document(anonymous, freeze(operator, failed))["runs"]
    assert run["failure"] == {
        "kind": "infrastructure", "message": "The disk is full.", "who": "lab", "kept": "Samples of 40 s."
    }  # fmt: skip


def test_later_changes_leave_the_frozen_run_unchanged(
    operator: TestClient, anonymous: TestClient, whole_run: Run, place: Place, session: Session
) -> None:
    share = freeze(operator, whole_run)
    before = anonymous.get(path_of(share) + ".json").content
    document = json.loads(before)
    parts = read_parts(anonymous, share, document)
    session.execute(text("update server set name = 'renamed' where id = :id"), {"id": place.server.id})
    session.execute(text("update run set title = 'renamed' where id = :id"), {"id": whole_run.id})
    session.execute(text("update measurement set iops = 5 where run_id = :id"), {"id": whole_run.id})
    session.execute(text("delete from series where run_id = :id"), {"id": whole_run.id})
    session.execute(text("delete from artifact where run_id = :id"), {"id": whole_run.id})
    session.execute(text("update configuration set name = 'renamed' where id = :id"), {"id": place.configuration.id})
    assert anonymous.get(path_of(share) + ".json").content == before
    assert read_parts(anonymous, share, document) == parts


def test_run_with_a_live_share_cannot_be_removed(operator: TestClient, whole_run: Run, session: Session) -> None:
    share = freeze(operator, whole_run)
    with pytest.raises(IntegrityError, match="a live share uses this run"), session.begin_nested():
        session.execute(text("delete from run where id = :id"), {"id": whole_run.id})
    assert operator.post(f"/api/v1/shares/{share['number']}/revoke").status_code == 200
    session.execute(text("delete from run where id = :id"), {"id": whole_run.id})
    shown = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert (shown["run_id"], shown["runs"]) == (None, [f"r-{whole_run.number}"])


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "statement",
    [
        "update share_part set content = 'x'",
        "update share_part set media_type = 'x'",
        "delete from share_part",
        "delete from share_part_use",
        "update share_part_use set name = 'x' || name",
        "delete from share_run",
        "update share set title = 'x'",
        "update share set state = 'draft'",
        "update share_address set token_sha256 = 'other'",
        "delete from share_address",
        "delete from share",
    ],
)
def test_database_refuses_changes_to_a_frozen_share(
    operator: TestClient, whole_run: Run, session: Session, statement: str
) -> None:
    freeze(operator, whole_run)
    with pytest.raises(IntegrityError), session.begin_nested():
        session.execute(text(statement))


def test_equal_parts_are_stored_once(operator: TestClient, whole_run: Run, session: Session) -> None:
    freeze(operator, whole_run)
    count = session.query(SharePart).count()
    freeze(operator, whole_run)
    assert session.query(SharePart).count() == count


def test_runs_that_are_not_shown_are_counted(
    operator: TestClient, anonymous: TestClient, whole_run: Run, place: Place, make: Factory
) -> None:
    for values in (
        {"state": "failed"}, {"state": "failed"}, {"invalid_at": whole_run.created_at, "invalid_reason": "Hot."}, {},
        {"scale": "smoke"},
    ):  # fmt: skip
        make_subject(make, place, **values)
    document = read_document(anonymous, freeze(operator, whole_run))
    (counted,) = document["counted"]
    assert (counted["exist"], counted["shown"], counted["failed"]) == (6, 1, 2)
    assert {exclusion["reason"]: exclusion["runs"] for exclusion in counted["excluded"]} == {
        "they were marked invalid": 1, "the author did not choose them": 1, "they were shortened to seconds": 1
    }  # fmt: skip
    details = {caveat["code"]: caveat["detail"] for caveat in document["caveats"]}
    assert (
        "6 runs of this configuration and write-saturation@3 exist, 1 is shown, 2 failed, 1 was excluded"
        in (details["runs_not_shown"])
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [({"state": "running"}, "when it has ended"), ({"trashed_at": "created"}, "is in the trash")],
)
def test_unshareable_run_is_refused_with_its_reason(
    operator: TestClient, whole_run: Run, session: Session, values: dict[str, Any], words: str
) -> None:
    for name, value in values.items():
        setattr(whole_run, name, whole_run.created_at if value == "created" else value)
    session.flush()
    assert words in freeze(operator, whole_run, status=409)["detail"]


def test_a_removed_run_is_not_found(operator: TestClient) -> None:
    answer = operator.post("/api/v1/shares", json={"kind": "run", "run_id": "r-999999", "title": "x"})
    assert answer.status_code == 404


def test_the_database_waits_while_charts_are_read(
    operator: TestClient, whole_run: Run, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[str] = []

    def watched(*arguments: Any) -> Any:
        waits.append(session.scalars(text("show idle_in_transaction_session_timeout")).one())
        return add_readings(*arguments)

    monkeypatch.setattr(document, "add_readings", watched)
    freeze(operator, whole_run)

    assert waits == ["10min"]
