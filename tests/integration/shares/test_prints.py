"""The printed forms of a permalink: who gets them, what they are, and that they are made once."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of

from storagelab.config import Settings
from storagelab.db.models import Run
from storagelab.shares import print_endpoints
from storagelab.shares.print_endpoints import FOLDER

SUFFIXES = (".pdf", ".xlsx", "/preview.png", "/charts/over-time.png")


@pytest.fixture
def share(operator: TestClient, whole_run: Run, settings: Settings) -> dict[str, Any]:
    """Provide a published share with charts."""
    return freeze(operator, whole_run, title="RAID 5 on 型号", body=[{"text": "Some *words*."}, {"chart": "over-time"}])


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.in_turn
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
    assert list((settings.cache_dir / FOLDER).rglob("*.*"))

    def refuse(*_: object, **__: object) -> bytes:
        raise AssertionError("a kept print was made again")

    monkeypatch.setattr(print_endpoints.xlsx, "render", refuse)
    assert anonymous.get(path_of(share) + ".xlsx").content == first


def test_page_links_its_prints(anonymous: TestClient, share: dict[str, Any]) -> None:
    page = anonymous.get(path_of(share)).text
    assert f'href="{path_of(share)}.pdf"' in page
    assert f'href="{path_of(share)}.xlsx"' in page


def test_withdrawn_share_has_no_stored_prints(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    assert anonymous.get(path_of(share) + ".xlsx").status_code == 200
    answer = operator.post(f"/api/v1/shares/{share['number']}/revoke", json={"reason": "A cable was loose."})
    assert answer.status_code == 200
    page = anonymous.get(path_of(share))
    for suffix in SUFFIXES:
        refused = anonymous.get(path_of(share) + suffix)
        assert refused.status_code == 410
        assert refused.content == page.content


def test_unknown_address_has_none_either(anonymous: TestClient, share: dict[str, Any]) -> None:
    for suffix in (*SUFFIXES, "/v7.pdf", "/v7/preview.png"):
        assert anonymous.get(path_of(share)[:-2] + suffix).status_code == 404


def test_unknown_charts_and_versions_are_not_found(anonymous: TestClient, share: dict[str, Any]) -> None:
    for suffix in ("/charts/none.png", "/v9.xlsx", "/v9/charts/over-time.png"):
        assert anonymous.get(path_of(share) + suffix).status_code == 404
    assert anonymous.get(path_of(share) + "/v1.xlsx").status_code == 200


def test_failed_print_returns_its_reason_and_retry_time(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: Mapping[str, object]) -> bytes:
        raise print_endpoints.PrintFailed(
            "The PDF could not be made. The process did not finish within 10 s and was stopped."
        )

    monkeypatch.setattr(print_endpoints.pdf, "render", fail)
    answer = anonymous.get(path_of(share) + ".pdf")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "did not finish within 10 s" in answer.text


def set_as_json(_: str, data: dict[str, Any], **__: object) -> bytes:
    """Return the data for Typst in place of a PDF."""
    return b"%PDF-1.7 pdfuaid:part " + json.dumps(data).encode()


def words_of(form: str, content: bytes) -> str:
    """Return the text of a print."""
    if form != ".xlsx":
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return book.read("xl/sharedStrings.xml").decode()


@pytest.mark.in_turn
@pytest.mark.parametrize("form", [".pdf", ".xlsx", ".csv", "/charts/over-time.svg?download=true"])
def test_prints_show_later_corrections_and_marks(
    operator: TestClient,
    anonymous: TestClient,
    share: dict[str, Any],
    whole_run: Run,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    monkeypatch.setattr(print_endpoints.pdf, "typeset", set_as_json)
    address, number = path_of(share), share["number"]

    def read() -> str:
        return words_of(form, anonymous.get(address + form).content)

    before = read()
    json_before = anonymous.get(address + ".json").content
    correction = {"correction": "The drives were of <another> kind."}
    assert operator.post(f"/api/v1/shares/{number}/correct", json=correction).status_code == 200
    corrected = read()
    assert "Corrected on" in corrected
    assert "another" in corrected
    assert (
        operator.put(
            f"/api/v1/runs/{whole_run.id}/validity", json={"validity": "invalid", "reason": "Too hot."}
        ).status_code
        == 200
    )
    session.expire_all()
    assert "was marked invalid on" in read()
    assert freeze(operator, whole_run, version_of=number)["version"] == 2
    newer = read()
    assert "Newer data exist: version 2" in newer
    assert form == ".pdf" or f"{address}/v2" in newer
    assert "another" not in before
    assert "Newer data" not in before
    # The frozen body itself is what it was.
    assert anonymous.get(address + ".json").content == json_before


def test_pictures_and_frames_show_later_corrections(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any]
) -> None:
    frame = path_of(share).replace("/s/", "/embed/") + "/over-time"
    pictures = [f"{path_of(share)}{suffix}" for suffix in ("/preview.png", "/charts/over-time.png")]
    before = [anonymous.get(picture).content for picture in pictures]
    assert "Corrected on" not in anonymous.get(frame).text
    correction = {"correction": "The drives were of <another> kind."}
    assert operator.post(f"/api/v1/shares/{share['number']}/correct", json=correction).status_code == 200
    after = [anonymous.get(picture).content for picture in pictures]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False]
    # One more line appears below the chart.
    assert size_of(after[1])[1] > size_of(before[1])[1]
    assert "The drives were of &lt;another&gt; kind." in anonymous.get(frame).text
    assert operator.post(f"/api/v1/shares/{share['number']}/correct", json={"correction": None}).status_code == 200
    assert [anonymous.get(picture).content for picture in pictures] == before


def test_print_stored_by_another_reader_is_reused(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = anonymous.get(path_of(share) + ".xlsx").content
    looks: list[str] = []
    original_stored = print_endpoints._find_stored_print

    def stored_at_second_look(key: str) -> bytes | None:
        looks.append(key)
        # Not there at the first look, and there when it is this reader's turn.
        return None if len(looks) == 1 else original_stored(key)

    monkeypatch.setattr(print_endpoints, "_find_stored_print", stored_at_second_look)
    monkeypatch.setattr(print_endpoints.xlsx, "render", lambda *_, **__: pytest.fail("it was made again"))
    assert anonymous.get(path_of(share) + ".xlsx").content == first
    assert len(looks) == 2


def test_print_with_missing_fonts_is_stored_for_minutes(
    anonymous: TestClient, share: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def render(*_: object, **__: object) -> bytes:
        made.append(1)
        return b"%PDF-1.7 without a mark of being complete"

    now = [1_000_000.0]
    monkeypatch.setattr(print_endpoints.pdf, "render", render)
    monkeypatch.setattr(print_endpoints.time, "time", lambda: now[0])
    for _ in range(2):
        assert anonymous.get(path_of(share) + ".pdf").status_code == 200
    assert len(made) == 1
    now[0] += print_endpoints.SECONDS_WITHOUT_FONTS
    anonymous.get(path_of(share) + ".pdf")
    assert len(made) == 2
