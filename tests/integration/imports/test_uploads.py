"""Upload rules: streamed and bounded, names that never become paths, only from permitted callers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from storagelab.config import Settings
from storagelab.imports.upload import LIMITS

ADDRESS = "/api/v1/imports"
BOUNDARY = "frontier"
HEADERS = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


def part(disposition: str, content: bytes = b"x") -> bytes:
    return f"--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode() + content + b"\r\n"


def file_part(name: str, content: bytes = b"x") -> bytes:
    return part(f'name="files"; filename="{name}"', content)


END = f"--{BOUNDARY}--\r\n".encode()


def staged(settings: Settings) -> list[str]:
    """Return the names in the staging folder."""
    return [path.name for path in settings.import_dir.iterdir()] if settings.import_dir.exists() else []


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        (b"", 422, "cut off"),
        (END, 422, "at least one file"),
        (file_part("a.json"), 422, "cut off"),
        (file_part("a.json") + END[:-6], 422, "cut off"),
        (b"hello", 422, "read"),
        (file_part("") + END, 422, "relative path"),
        (file_part("/etc/passwd") + END, 422, "relative path"),
        (file_part("../a.json") + END, 422, "outside of the upload"),
        (file_part("a/../../b") + END, 422, "outside of the upload"),
        (file_part("a//b") + END, 422, "outside of the upload"),
        (file_part("./a") + END, 422, "outside of the upload"),
        (file_part("a\x00b") + END, 422, "U+0000"),
        (file_part("a\tb") + END, 422, "one line"),
        (file_part("a" * 256) + END, 422, "too long"),
        (file_part("漢" * 1001) + END, 422, "1000 characters"),
        (file_part("a.json") + file_part("a.json") + END, 422, "twice"),
        (part('name="files"') + END, 422, "an unknown part 'files'"),
        (part('name="surprise"') + END, 422, "surprise"),
        (file_part("a") + part('name="title"; filename="t"') + END, 422, "title"),
        (file_part("a") + part('name="title"', b"x" * 300) + END, 422, "title"),
        (file_part("a") + part('name="title"', b"x" * 2000) + END, 422, "title"),
        (file_part("a") + part('name="title"', b"\xff") + END, 422, "title"),
        (file_part("a") + part('name="format"', b"excel") + END, 422, "format"),
        (file_part("a") + part('name="store"', b"perhaps") + END, 422, "store"),
        (file_part("a") + part('name="configuration_id"', b"c-99") + END, 404, "configuration c-99"),
        (file_part("a") + 2 * part('name="title"', b"t") + END, 422, "title"),
    ],
)
def test_bad_upload_is_refused_and_leaves_no_files(
    operator: TestClient, settings: Settings, body: bytes, status: int, word: str
) -> None:
    answer = operator.post(ADDRESS, content=body, headers=HEADERS)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert word in answer.json()["detail"]
    assert staged(settings) == []


@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data", "text/plain; boundary=x", ""])
def test_upload_that_is_not_multipart_is_refused(operator: TestClient, content_type: str) -> None:
    answer = operator.post(ADDRESS, content=file_part("a") + END, headers={"Content-Type": content_type})
    assert answer.status_code == 415


@pytest.mark.parametrize("name", ["a.json", "folder/sub folder/ä-漢字 (1).log", 'with \\"quotes\\".txt', "~a", "-rf"])
def test_names_are_stored_and_never_become_paths(operator: TestClient, settings: Settings, name: str) -> None:
    answer = operator.post(ADDRESS, content=file_part(name, b"content") + END, headers=HEADERS)

    assert answer.status_code == 202, answer.text
    files = settings.import_dir / answer.json()["id"] / "files"
    assert [path.name for path in files.iterdir()] == ["000001"]
    assert (files / "000001").read_bytes() == b"content"


def test_declared_size_beyond_the_limit_is_refused_unread(operator: TestClient, settings: Settings) -> None:
    def body() -> Iterator[bytes]:
        raise AssertionError("the body was read")
        yield b""

    headers = {**HEADERS, "Content-Length": str(LIMITS.request_bytes + 1)}
    answer = operator.post(ADDRESS, content=body(), headers=headers)

    assert answer.status_code == 413
    assert "4 GiB" in answer.json()["detail"]
    assert staged(settings) == []


@pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("viewer", 403)])
def test_forbidden_upload_is_refused_before_reading_its_body(
    request: pytest.FixtureRequest, settings: Settings, role: str, status: int
) -> None:
    client: TestClient = request.getfixturevalue(role)
    answer = client.post(ADDRESS, content=file_part("a") + END, headers=HEADERS)

    assert (answer.status_code, staged(settings)) == (status, [])


def test_a_body_of_many_pieces_arrives_whole(operator: TestClient, settings: Settings, app: FastAPI) -> None:
    content = bytes(range(256)) * (3 << 12)

    def pieces() -> Iterator[bytes]:
        body = file_part("a.bin", content) + file_part("b.bin", b"\r\n--frontie") + END
        for start in range(0, len(body), 65_537):
            yield body[start : start + 65_537]

    answer = operator.post(ADDRESS, content=pieces(), headers=HEADERS)

    folder = settings.import_dir / answer.json()["id"] / "files"
    assert (folder / "000001").read_bytes() == content
    assert (folder / "000002").read_bytes() == b"\r\n--frontie"
    assert answer.json()["files"] == {"count": 2, "bytes": len(content) + 11}
