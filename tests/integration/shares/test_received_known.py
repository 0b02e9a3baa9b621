"""A result that comes back to the lab that made it, or comes in twice: it never confirms itself."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.other_lab import OtherLab
from tests.integration.shares.other_lab import compared as compared
from tests.integration.shares.other_lab import other_lab as other_lab
from tests.integration.shares.packed import Frozen, frozen_of, receive
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import Place, make_place, make_subject

from storagelab.db import models
from storagelab.shares.freezing.hash_commitments import SETTING

pytestmark = pytest.mark.usefixtures("checked_here")

#: What changes the document of one result.
EXPORTS: list[dict[str, Any]] = [
    {"raw_files": True, "redaction": {"serials": True, "names": True}},
    {"title": "Another title", "raw_files": True},
    {"redaction": {"aliases": {"PM1653": "Drive A"}}},
]


def export(operator: TestClient, **body: Any) -> bytes:
    """Return a zip as `storagelab export` writes it: of a draft that is removed again."""
    draft = freeze(operator, publish=False, **body)
    path = f"/api/v1/shares/{draft['number']}"
    zipped = operator.get(f"{path}/zip").content
    assert operator.delete(path).status_code == 204
    return zipped


def counted(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(models.Run)) or 0


def without_ids(document: dict[str, Any], _: dict[str, bytes]) -> None:
    """Remove the identities, as in the pack of a release before they existed."""
    for run in document["runs"]:
        del run["result_id"]


@pytest.mark.in_turn
@pytest.mark.parametrize("choices", EXPORTS, ids=["open", "hidden", "anonymous"])
def test_own_export_is_refused(
    operator: TestClient, session: Session, whole_run: models.Run, choices: dict[str, Any]
) -> None:
    zipped = export(operator, kind="run", run_id=str(whole_run.id), **choices)
    before = counted(session)
    answer = receive(operator, zipped, status=409)
    number = f"r-{whole_run.number}"
    assert f"this lab's own results ({number} is {number} here): there is nothing to receive." in answer["detail"]
    assert counted(session) == before


def test_own_result_is_recognised_by_its_figures(operator: TestClient, session: Session, compared: Frozen) -> None:
    before = counted(session)
    answer = receive(operator, compared.changed(without_ids).zipped(), status=409)
    assert "own results" in answer["detail"]
    assert counted(session) == before


def test_own_result_of_removed_run_is_recognised(operator: TestClient, session: Session, whole_run: models.Run) -> None:
    zipped = export(operator, kind="run", run_id=str(whole_run.id))
    session.execute(delete(models.Run))
    session.expire_all()
    assert "was removed here" in receive(operator, zipped, status=409)["detail"]


@pytest.mark.in_turn
def test_returned_share_is_refused_by_the_measuring_lab(
    operator: TestClient, whole_run: models.Run, compared: Frozen, other_lab: OtherLab
) -> None:
    theirs = receive(other_lab.operator, compared.zipped())["runs"]
    back = freeze(other_lab.operator, kind="comparison", run_ids=theirs, author="Kim", confirm_new_author=True)
    answer = receive(operator, frozen_of(other_lab.anonymous, back).zipped(), status=409)
    assert f"is r-{whole_run.number} here" in answer["detail"]


def test_comparison_files_only_the_foreign_result(
    operator: TestClient, session: Session, whole_run: models.Run, compared: Frozen, other_lab: OtherLab
) -> None:
    theirs = receive(other_lab.operator, compared.zipped())["runs"][0]
    with other_lab.session() as opened:
        make = Factory(opened)
        opened.flush()
        measured = f"r-{make_subject(make, make_place(make), iops=500.0).number}"
    shared = freeze(
        other_lab.operator, kind="comparison", run_ids=[theirs, measured], author="Kim", confirm_new_author=True
    )
    before = counted(session)
    received = receive(operator, frozen_of(other_lab.anonymous, shared).zipped())
    here = {run["there"]: run["here"] for run in received["received"]["runs"]}
    assert here[theirs] == f"r-{whole_run.number}"
    assert counted(session) == before + 1
    assert operator.get(f"/api/v1/runs/r-{whole_run.number}").json()["origin"] == "measured"


@pytest.mark.in_turn
def test_result_received_from_two_labs_is_filed_once(compared: Frozen, other_lab: OtherLab) -> None:
    direct = receive(other_lab.operator, compared.zipped())
    passed_on = freeze(
        other_lab.operator, kind="comparison", run_ids=direct["runs"], author="Kim", confirm_new_author=True
    )
    third = frozen_of(other_lab.anonymous, passed_on).changed(lambda document, _: document["share"].update(title="New"))
    with other_lab.session() as session:
        # Under another key it is another lab.
        session.execute(delete(models.LabSetting).where(models.LabSetting.key == SETTING))
    again = receive(other_lab.operator, third.zipped())
    assert again["document_sha256"] != direct["document_sha256"]
    assert again["runs"] == direct["runs"]
    assert len(other_lab.get("/runs")["items"]) == 2


@pytest.mark.in_turn
def test_same_result_under_another_title_is_filed_once(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run, other_lab: OtherLab
) -> None:
    first = receive(other_lab.operator, frozen_of(anonymous, freeze(operator, whole_run)).zipped())
    second = receive(
        other_lab.operator,
        frozen_of(anonymous, freeze(operator, whole_run, author="Jo", redaction={"names": True})).zipped(),
    )
    assert second["runs"] == first["runs"]
    assert second["already"] is False


def test_received_result_with_other_figures_is_refused(compared: Frozen, other_lab: OtherLab) -> None:
    first = receive(other_lab.operator, compared.zipped())

    def measured_again(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["share"]["version"] = 2
        next(p["measurement"] for p in document["runs"][0]["phases"] if p["measurement"])["iops"] += 1.0

    answer = receive(other_lab.operator, compared.changed(measured_again).zipped(), status=409)
    assert f"as {first['runs'][0]}, with other figures" in answer["detail"]


def test_article_in_both_labs_is_filed_once(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place, other_lab: OtherLab
) -> None:
    source = {"origin": "published", "source_title": "An article", "source_note": "Its table 3"}
    frozen = frozen_of(anonymous, freeze(operator, make_subject(make, place, **source), author="An article"))
    with other_lab.session() as session:
        other = Factory(session)
        session.flush()
        here = f"r-{make_subject(other, make_place(other), **source).number}"
    assert receive(other_lab.operator, frozen.zipped())["runs"] == [here]


def test_duplicate_result_in_one_document_is_refused(compared: Frozen, other_lab: OtherLab) -> None:
    def twice(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][1]["result_id"] = document["runs"][0]["result_id"]

    answer = receive(other_lab.operator, compared.changed(twice).zipped(), status=422)
    assert "a result" in answer["detail"]


@pytest.mark.in_turn
def test_received_share_is_listed_and_names_the_runs_that_came_with_it(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    assert received["finding"]
    assert received["figures"] == len(compared.document["charts"])

    def list_removable() -> list[bool]:
        share = other_lab.get(f"/shares/{received['number']}")
        return [run["removable"] for run in share["received"]["runs"]]

    assert list_removable() == [True, True]
    # A run that a permalink of this lab uses stays, and one in the trash is there already.
    first, second = (run["here"] for run in received["received"]["runs"])
    draft = freeze(other_lab.operator, kind="run", run_id=first, publish=False)
    assert other_lab.operator.delete(f"/api/v1/runs/{second}").status_code == 200
    assert list_removable() == [False, False]
    for origin, number in (("received", received["number"]), ("frozen", draft["number"])):
        answer = other_lab.get("/shares", origin=origin)
        assert [item["number"] for item in answer["items"]] == [number]
        assert (answer["counts"]["total"], answer["counts"]["received"]) == (2, 1)
