"""Uploads as they arrive: bounded, hashed, and deleted when they are not stored."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator

import pytest

from storagelab.config import get_settings
from storagelab.errors import InvalidInput
from storagelab.imports.staging import read_manifest
from storagelab.imports.upload import Upload, UploadLimits, UploadTooLarge

BOUNDARY = "frontier"
CONTENT_TYPE = f"multipart/form-data; boundary={BOUNDARY}"
END = f"--{BOUNDARY}--\r\n".encode()


@pytest.fixture(autouse=True)
def own_staging(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide a staging folder of this test."""
    monkeypatch.setenv("STORAGELAB_IMPORT_DIR", str(tmp_path))
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def make_upload() -> Iterator[Callable[..., Upload]]:
    """Provide a factory of uploads; at the end it discards them, as every upload that is not stored."""
    begun = []

    def make(**limits: int) -> Upload:
        upload = Upload(uuid.uuid4(), content_type=CONTENT_TYPE, limits=UploadLimits(**limits))
        upload.begin()
        begun.append(upload)
        return upload

    yield make
    for upload in begun:
        upload.discard()


def file_part(name: str, content: bytes) -> bytes:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    return head.encode() + content + b"\r\n"


@pytest.mark.parametrize("piece", [1, 2, 7, 64, 100_000])
def test_upload_is_identical_for_any_chunk_size(make_upload: Callable[..., Upload], piece: int) -> None:
    contents = {"a.json": b"{}", "b/c.log": b"\r\n--frontie\r\n--" * 9, "empty": b""}
    body = b"".join(file_part(name, content) for name, content in contents.items()) + END
    upload = make_upload()

    for start in range(0, len(body), piece):
        upload.feed(body[start : start + piece])
    upload.finish()

    assert [(file.name, file.sha256) for file in read_manifest(upload.folder)] == [
        (name, hashlib.sha256(content).hexdigest()) for name, content in contents.items()
    ]
    assert upload.size_bytes == sum(map(len, contents.values()))


def test_size_limit_is_enforced_during_upload(make_upload: Callable[..., Upload]) -> None:
    upload = make_upload(request_bytes=1000)
    upload.feed(file_part("a", bytes(500)))
    with pytest.raises(UploadTooLarge):
        upload.feed(file_part("b", bytes(500)))


def test_more_files_than_the_limit_are_refused(make_upload: Callable[..., Upload]) -> None:
    upload = make_upload(files=2)
    upload.feed(file_part("a", b"") + file_part("b", b""))
    with pytest.raises(InvalidInput, match="archive"):
        upload.feed(file_part("c", b"") + END)


def test_discarded_upload_leaves_no_files(make_upload: Callable[..., Upload]) -> None:
    upload = make_upload()
    upload.feed(file_part("a", b"x") + file_part("b", b"x")[:-2])
    assert len(list((upload.folder / "files").iterdir())) == 2

    upload.discard()

    assert not upload.folder.exists()
