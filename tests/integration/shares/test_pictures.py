"""Tests of permalink charts as pictures: drawn once, readable by address, never blocking the lab."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from tests.integration.shares.sharing import freeze, path_of, read_document

from storagelab.config import Settings
from storagelab.db.models import Run
from storagelab.shares import pictures
from storagelab.shares.document.share import FrozenChart
from storagelab.shares.parts import Parts
from storagelab.shares.picture_process import ChartImagesUnavailable


@pytest.fixture(autouse=True)
def _stop_drawing() -> Iterator[None]:
    """Stop all picture processes when the test is over."""
    yield
    pictures.get_pictures().close()
    pictures._pictures.cache_clear()


@pytest.fixture
def share(operator: TestClient, whole_run: Run) -> dict[str, Any]:
    """Provide a published share of a run with everything: one chart in full width above two halves."""
    return freeze(operator, whole_run, body=[{"chart": key} for key in ("over-time", "queue-depth", "percentiles")])


@pytest.fixture
def address(anonymous: TestClient, share: dict[str, Any]) -> str:
    """Provide the address of its first chart."""
    key = next(iter(read_document(anonymous, share)["charts"]))
    return f"{path_of(share)}/charts/{key}.svg"


def test_page_pictures_exist_in_their_stated_size(anonymous: TestClient, share: dict[str, Any]) -> None:
    page = anonymous.get(path_of(share)).text
    pictures_in_page = re.findall(r'(?:srcset|src)="([^"]+\.svg[^"]*)"[^>]*? width="(\d+)" height="(\d+)"', page)
    assert {width for _, width, _ in pictures_in_page} == {"360", "470", "720", "980"}
    for source, width, height in pictures_in_page:
        answer = anonymous.get(source.replace("&amp;", "&"))
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), source
        assert f'width="{width}" height="{height}"' in answer.text


@pytest.mark.in_turn
def test_a_picture_is_drawn_once(
    anonymous: TestClient, address: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = anonymous.get(address)
    stored = list((settings.cache_dir / pictures.FOLDER).glob("*/*.svg.gz"))
    assert [gzip.decompress(path.read_bytes()).decode() for path in stored] == [first.text]
    monkeypatch.setattr(pictures.Pictures, "_call", lambda *_: pytest.fail("it was drawn again"))
    assert anonymous.get(address).text == first.text


@pytest.mark.in_turn
def test_unchanged_picture_is_not_sent_again(anonymous: TestClient, address: str) -> None:
    first = anonymous.get(address)
    assert first.headers["cache-control"] == "private, max-age=600"
    again = anonymous.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert anonymous.get(f"{address}?theme=dark").headers["etag"] != first.headers["etag"]


def test_picture_is_compressed_for_clients_that_accept_gzip(anonymous: TestClient, address: str) -> None:
    packed = anonymous.get(address, headers={"Accept-Encoding": "gzip"})
    plain = anonymous.get(address, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_head_answers_like_get(anonymous: TestClient, address: str) -> None:
    head, get = anonymous.head(address), anonymous.get(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == get.headers["etag"]


def test_picture_sends_no_referrer_and_runs_no_script(anonymous: TestClient, address: str) -> None:
    headers = anonymous.get(address).headers
    assert headers["referrer-policy"] == "no-referrer"
    assert "noindex" in headers["x-robots-tag"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "sandbox" in headers["content-security-policy"]


def test_download_contains_its_source_and_settings(anonymous: TestClient, share: dict[str, Any], address: str) -> None:
    answer = anonymous.get(address, params={"download": "true"})
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.svg"', answer.headers["content-disposition"])
    text = " ".join(ElementTree.fromstring(answer.text).itertext())
    assert share["url"] in text
    assert "n = 1" in text
    assert "frozen 20" in text


def test_unknown_chart_is_not_found(anonymous: TestClient, share: dict[str, Any], address: str) -> None:
    for wrong in (f"{path_of(share)}/charts/nothing.svg", address.replace("/s/", "/s/x"), "/embed/x/y", "/embed/x"):
        answer = anonymous.get(wrong)
        assert answer.status_code == 404
        assert "Permalink not found" in answer.text
    assert anonymous.get(address, params={"size": "huge"}).status_code == 422
    assert anonymous.get(address, params={"theme": "blue"}).status_code == 422


def test_withdrawn_permalink_returns_no_picture(
    operator: TestClient, anonymous: TestClient, share: dict[str, Any], address: str
) -> None:
    tag = anonymous.get(address).headers["etag"]
    operator.post(f"/api/v1/shares/{share['number']}/revoke")
    for wrong in (address, address.replace("/charts/", "/").replace("/s/", "/embed/").removesuffix(".svg")):
        answer = anonymous.get(wrong, headers={"If-None-Match": tag})
        assert answer.status_code == 410
        assert "withdrew" in answer.text


def test_pictures_of_a_draft_need_a_sign_in(
    operator: TestClient, viewer: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    draft = freeze(operator, whole_run, publish=False)
    page = viewer.get(f"/api/v1/shares/{draft['number']}/page").text
    (source, *_) = re.findall(r'<img src="([^"]+)"', page)
    address = source.replace("&amp;", "&")
    assert viewer.get(address).headers["content-type"] == "image/svg+xml"
    assert anonymous.get(address).status_code == 401
    missing = viewer.get(re.sub(r"charts/.*\.svg", "charts/nothing.svg", address))
    assert missing.status_code == 404
    assert missing.json()["detail"].endswith("has no chart nothing.")


def test_failed_drawing_returns_503_and_preserves_the_page(
    anonymous: TestClient, share: dict[str, Any], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise ChartImagesUnavailable("The chart took too long to draw, and drawing it was stopped.")

    monkeypatch.setattr(pictures.Pictures, "_call", fail)
    answer = anonymous.get(address)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "too long" in answer.text
    assert anonymous.get(path_of(share)).status_code == 200


def test_a_chart_can_stand_in_an_article(anonymous: TestClient, share: dict[str, Any], address: str) -> None:
    key = address.rpartition("/")[2].removesuffix(".svg")
    answer = anonymous.get(path_of(share).replace("/s/", "/embed/") + f"/{key}")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in anonymous.get(path_of(share)).headers["content-security-policy"]
    assert share["url"] in answer.text
    assert answer.text.count("<img") == 1
    assert answer.text.count("<script") == 1


def test_new_bundle_draws_again(tmp_path: Path, settings: Settings) -> None:
    bundle = tmp_path / "charts.js"
    drawn = pictures.Pictures(bundle, tmp_path / "kept")
    chart = pictures.PageChart("k", "rounds", "Title", "", "", {"x": 1}, 400)
    try:
        for text in ("old", "newer"):
            bundle.write_text(f"globalThis.renderChart = () => '<svg>{text}</svg>'", encoding="utf-8")
            for _ in range(2):
                packed = drawn.draw(chart, theme="light", width=400, height=300)
                assert gzip.decompress(packed).decode() == f"<svg>{text}</svg>"
    finally:
        drawn.close()


#: One chart never ends, and the description of a chart is quick.
STUCK = """
globalThis.renderChart = kind => { if (kind === "stuck") for (;;) ; return `<svg>${kind}</svg>`; };
globalThis.readChart = () => JSON.stringify({ sentence: "Quick.", heights: [400, 300], table: {} });
"""


@pytest.mark.in_turn
def test_stuck_picture_neither_blocks_authors_nor_is_retried(tmp_path: Path, settings: Settings) -> None:
    bundle = tmp_path / "charts.js"
    bundle.write_text(STUCK, encoding="utf-8")
    drawn = pictures.Pictures(bundle, tmp_path / "kept")
    stuck = pictures.PageChart("k", "stuck", "Title", "", "", {"x": 1}, 400)
    plain = pictures.PageChart("k", "plain", "Title", "", "", {"x": 1}, 400)
    refused: list[str] = []

    def request_picture() -> None:
        try:
            drawn.draw(stuck, theme="light", width=400, height=300)
        except ChartImagesUnavailable as error:
            refused.append(error.message)

    reader = threading.Thread(target=request_picture)
    try:
        # Both processes run before the first request to them.
        drawn.draw(plain, theme="light", width=400, height=300)
        drawn.draw(plain, theme="dark", width=400, height=300, whom="authors")
        reader.start()
        assert drawn.read("plain", {}).sentence == "Quick."
        assert drawn.draw(plain, theme="light", width=500, height=300, whom="authors")
        assert refused == [], "the reader's picture was still being drawn"
        reader.join(30)
        assert len(refused) == 1
        calls: list[object] = []
        drawn._call = lambda *arguments: calls.append(arguments) or ""  # type: ignore[method-assign,func-returns-value]
        request_picture()
        assert (refused[1], calls) == (refused[0], [])
    finally:
        drawn.close()


def test_chart_texts_come_from_the_browser_functions(settings: Settings) -> None:
    rounds = {"status": "steady", "metric": "iops", "window": [1, 2], "average": 15.0, "rounds": [10.0, 20.5]}
    limits = {"range_pct": 1.0, "slope_pct": 1.0, "range_limit_pct": 20.0, "slope_limit_pct": 10.0}
    chart = FrozenChart(kind="rounds", title="", caption="", settings={}, data="charts/rounds", runs=[])
    data, parts = {"charts/rounds": {**rounds, **limits, "sentence": "Steady."}}, Parts()
    read = pictures.add_readings({"rounds": chart}, data, parts)["rounds"]
    assert read.sentence == "Steady. The vertical axis does not start at zero."
    assert all(150 <= height <= 8000 for height in read.heights or (0,))
    assert b'[2,20.5,"inside"]' in parts.by_name[read.table or ""].content
