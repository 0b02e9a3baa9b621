"""Answers go out compressed to whom takes that, and are the same to whom does not."""

from __future__ import annotations

import asyncio
import gzip
import json

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from storagelab.http.compression import ASIDE_BYTES, MIN_BYTES, PackedAnswers

PLAIN = {"Accept-Encoding": "identity"}
TAG = '"v1"'
LARGE = json.dumps(list(range(ASIDE_BYTES))).encode()


def answer_tagged(request: Request) -> Response:
    if TAG in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"ETag": TAG})
    return Response(LARGE, media_type="application/json", headers={"ETag": TAG})


def answer_small(request: Request) -> Response:
    return Response(LARGE[: MIN_BYTES - 1], media_type="application/json")


def answer_download(request: Request) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="a.json"'}
    return Response(LARGE, media_type="application/json", headers=headers)


def answer_in_pieces(request: Request) -> Response:
    async def pieces():  # type: ignore[no-untyped-def]
        for _ in range(3):
            yield LARGE
            await asyncio.sleep(0)

    return StreamingResponse(pieces(), media_type="application/json")


def answer_bytes(request: Request) -> Response:
    return Response(LARGE, media_type="application/octet-stream")


@pytest.fixture(scope="module")
def packed() -> TestClient:
    answers = [answer_tagged, answer_small, answer_download, answer_in_pieces, answer_bytes]
    app = Starlette(routes=[Route(f"/{answer.__name__.removeprefix('answer_')}", answer) for answer in answers])
    app.add_middleware(PackedAnswers)
    return TestClient(app)


def test_large_answers_are_packed_and_the_same(packed: TestClient) -> None:
    answer = packed.get("/tagged")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) < len(LARGE) / 2
    assert answer.content == LARGE
    plain = packed.get("/tagged", headers=PLAIN)
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content) == len(LARGE)


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_client_without_compression_gets_plain_bytes(packed: TestClient, accepted: str) -> None:
    answer = packed.get("/tagged", headers={"Accept-Encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.content == LARGE


def test_both_encodings_have_distinct_etags_that_revalidate(packed: TestClient) -> None:
    tags = {packed.get("/tagged", headers=headers).headers["etag"] for headers in (PLAIN, {"Accept-Encoding": "gzip"})}
    assert tags == {TAG, '"v1-gzip"'}
    for tag in tags:
        again = packed.get("/tagged", headers={"If-None-Match": tag})
        assert (again.status_code, again.headers["etag"]) == (304, tag)
    assert packed.get("/tagged", headers={"If-None-Match": '"v2-gzip"'}).status_code == 200


@pytest.mark.parametrize("path", ["/small", "/download", "/in_pieces", "/bytes"])
def test_incompressible_or_byte_exact_answer_stays_plain(packed: TestClient, path: str) -> None:
    answer = packed.get(path)
    assert "content-encoding" not in answer.headers
    assert answer.content == packed.get(path, headers=PLAIN).content


@pytest.mark.in_turn
def test_the_lab_packs_its_answers(viewer: TestClient) -> None:
    with viewer.stream("GET", "/api/v1/openapi.json") as answer:
        assert answer.headers["content-encoding"] == "gzip"
        sent = b"".join(answer.iter_raw())
    assert json.loads(gzip.decompress(sent))["info"]["title"] == "Storage Lab"
