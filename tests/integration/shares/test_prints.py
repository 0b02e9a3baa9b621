"""The printed forms of a permalink: who gets them, what they are, and that they are made once."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of

from storagelab.config import Settings
from storagelab.db.models import Run
from storagelab.shares import print_endpoints
from storagelab.shares.print_endpoints import FOLDER

SUFFIXES = (".pdf", ".xlsx", "/preview.png", "/charts/over-time.png")


@pytest.fixture
def share(operator: TestClient, whole_run: Run, settings: Settings) -> dict[str, Any]:
    """A published share with charts."""
    return freeze(operator, whole_run, title="RAID 5 on 型号", body=[{"text": "Some *words*."}, {"chart": "over-time"}])


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_prints_of_a_permalink(anonymous: TestClient, share: dict[str, Any]) -> None:
    answers = {suffix: anonymous.get(path_of(share) + suffix) for suffix in SUFFIXES}
    assert {suffix: answer.status_code for suffix, answer in answers.items()} == dict.fromkeys(SUFFIXES, 200)
    assert answers[".pdf"].headers["content-type"] == "application/pdf"
    assert answers[".pdf"].content.startswith(b"%PDF-")
    assert f'filename="{share["number"]}.pdf"' in answers[".pdf"].headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answers[".xlsx"].content)) as book:
        assert share["document_sha256"] in book.read("xl/sharedStrings.xml").decode()
    assert size_of(answers["/preview.png"].content) == (1200, 630)
    assert size_of(answers["/charts/over-time.png"].content)[0] == 2080
    for answer in answers.values():
        assert answer.headers["x-robots-tag"] == "noindex, nofollow, noarchive"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_second_reader_gets_the_bytes_of_the_first(
    anonymous: TestClient, share: dict[str, Any], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = anonymous.get(path_of(share) + ".xlsx").content
    assert list((settings.data_dir / FOLDER).rglob("*.*"))

    def refuse(*_: object, **__: object) -> bytes:
        raise AssertionError("a kept print was made again")

    monkeypatch.setattr(print_endpoints.xlsx, "render", refuse)
    assert anonymous.get(path_of(share) + ".xlsx").content == first


def test_page_offers_what_can_be_had(anonymous: TestClient, share: dict[str, Any]) -> None:
    page = anonymous.get(path_of(share)).text
    assert f'href="{path_of(share)}.pdf"' in page
    assert f'href="{path_of(share)}.xlsx"' in page


def test_withdrawn_share_has_no_prints_not_even_kept_ones(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    assert anonymous.get(path_of(share) + ".xlsx").status_code == 200
    answer = operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "A cable was loose."})
    assert answer.status_code == 200
    page = anonymous.get(path_of(share))
    for suffix in SUFFIXES:
        gone = anonymous.get(path_of(share) + suffix)
        assert gone.status_code == 410
        assert gone.content == page.content


def test_unknown_address_has_none_either(anonymous: TestClient, share: dict[str, Any]) -> None:
    for suffix in (*SUFFIXES, "/v7.pdf", "/v7/preview.png"):
        assert anonymous.get(path_of(share)[:-2] + suffix).status_code == 404


def test_unknown_charts_and_versions_are_nothing(anonymous: TestClient, share: dict[str, Any]) -> None:
    for suffix in ("/charts/none.png", "/v9.xlsx", "/v9/charts/over-time.png"):
        assert anonymous.get(path_of(share) + suffix).status_code == 404
    assert anonymous.get(path_of(share) + "/v1.xlsx").status_code == 200


def test_print_that_cannot_be_made_says_why_and_when_to_come_again(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: Mapping[str, object]) -> bytes:
        raise print_endpoints.PrintFailed("The PDF could not be made. It was not done after 10 s and was stopped.")

    monkeypatch.setattr(print_endpoints.pdf, "render", fail)
    answer = anonymous.get(path_of(share) + ".pdf")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "was not done after 10 s" in answer.text
