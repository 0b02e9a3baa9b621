"""Tests of results by others: published under another author only on confirmation, with their source."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.packed import Frozen, frozen_of, receive
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import Place, make_subject

from storagelab.db import models

pytestmark = pytest.mark.usefixtures("checked_here")

SOURCE = "Published review of sixteen drives"


@pytest.fixture
def reviewed(make: Factory, place: Place) -> models.Run:
    """Provide a run with the figures of an article."""
    return make_subject(make, place, origin="published", source_title=SOURCE)


def received(operator: TestClient, anonymous: TestClient, run: models.Run) -> str:
    """Return the number of a run that another lab measured."""

    def measure_elsewhere(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0] |= {"result_id": "0123456789abcdef" * 4, "started_at": "2026-01-02T03:04:05Z"}
        for phase in document["runs"][0]["phases"]:
            if phase["measurement"]:
                phase["measurement"]["iops"] += 1.0

    frozen = frozen_of(anonymous, freeze(operator, run, author="Jo")).changed(measure_elsewhere)
    return str(receive(operator, frozen.zipped())["runs"][0])


@pytest.mark.parametrize("author", ["", "  ", "Ada", "sixteen drives"])
def test_publishing_figures_of_others_needs_confirmation(
    operator: TestClient, reviewed: models.Run, author: str
) -> None:
    answer = freeze(operator, reviewed, author=author, status=409)
    assert answer["code"] == "new_author"
    assert [error["path"] for error in answer["errors"]] == ["confirm_new_author"]
    for words in (SOURCE, f"r-{reviewed.number} has", "confirm_new_author: "):
        assert words in answer["detail"]
    assert operator.get("/api/v1/shares").json()["items"] == []


def test_request_of_earlier_releases_needs_confirmation(operator: TestClient, reviewed: models.Run) -> None:
    body = {"run_id": str(reviewed.id), "title": "A result", "author": "Ada"}
    assert operator.post("/api/v1/shares", json=body).json()["code"] == "new_author"
    assert operator.post("/api/v1/shares", json={**body, "confirm_new_author": True}).status_code == 201


def test_draft_needs_confirmation_when_published(operator: TestClient, reviewed: models.Run) -> None:
    draft = freeze(operator, reviewed, author="Ada", publish=False)
    path = f"/api/v1/shares/{draft['number']}/publish"
    refused = operator.post(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "new_author")
    assert operator.post(path, json={"confirm_new_author": False}).status_code == 409
    assert operator.post(path, json={"confirm": True}).status_code == 422
    assert operator.post(path, json={"confirm_new_author": True}).status_code == 200


def test_one_run_of_another_author_needs_confirmation(
    operator: TestClient, whole_run: models.Run, reviewed: models.Run
) -> None:
    runs = {"kind": "comparison", "run_ids": [str(whole_run.id), str(reviewed.id)], "author": "Ada"}
    answer = freeze(operator, **runs, status=409)
    assert f"r-{reviewed.number} has" in answer["detail"]
    freeze(operator, **runs, confirm_new_author=True)


def test_result_of_another_lab_retains_its_author(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run
) -> None:
    number = received(operator, anonymous, whole_run)
    answer = freeze(operator, kind="run", run_id=number, author="Ada", status=409)
    assert "Jo" in answer["detail"]
    freeze(operator, kind="run", run_id=number, author="jo ")


def test_own_results_and_their_source_need_no_confirmation(
    operator: TestClient, make: Factory, place: Place, whole_run: models.Run, reviewed: models.Run
) -> None:
    imported = make_subject(make, place, iops=700.0, origin="imported", source_title="Import i-1: fio.json")
    for run, author in ((whole_run, "Ada"), (imported, "Ada"), (reviewed, SOURCE.upper())):
        freeze(operator, run, author=author)


def test_received_share_is_published_under_its_author(
    operator: TestClient, anonymous: TestClient, reviewed: models.Run
) -> None:
    def rename(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["share"]["title"] = "Their title"
        document["runs"][0]["result_id"] = "0123456789abcdef" * 4

    shared: Frozen = frozen_of(anonymous, freeze(operator, reviewed, author="Jo", confirm_new_author=True))
    number = receive(operator, shared.changed(rename).zipped())["number"]
    assert operator.post(f"/api/v1/shares/{number}/publish").status_code == 200


def test_share_names_the_source_of_its_figures(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run, reviewed: models.Run
) -> None:
    share = freeze(operator, reviewed, author="Ada", confirm_new_author=True)
    assert share["citation"].startswith(f"{SOURCE}: A result. Shared by Ada. ")
    assert f"author       = {{{{{SOURCE}}}}}" in share["bibtex"]
    assert ", shared by Ada," in share["bibtex"]
    page = anonymous.get(path_of(share)).text
    assert "Shared by Ada<" in page
    assert f"Source: {SOURCE}<" in page

    runs = [str(whole_run.id), str(reviewed.id)]
    both = freeze(operator, kind="comparison", run_ids=runs, author="Ada", confirm_new_author=True)
    assert both["citation"].startswith(f"Ada: A result, with figures of {SOURCE}. ")
    page = anonymous.get(path_of(both)).text
    assert "Shared by" not in page
    assert f"With results from {SOURCE}<" in page


def test_share_of_own_results_names_only_its_author(
    operator: TestClient, anonymous: TestClient, whole_run: models.Run
) -> None:
    share = freeze(operator, whole_run, author="Ada")
    assert share["citation"].startswith("Ada: A result. Storage Lab")
    page = anonymous.get(path_of(share)).text
    assert "igures of" not in page.partition("<main")[2].partition("<section")[0]
