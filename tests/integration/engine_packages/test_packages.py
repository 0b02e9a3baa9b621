"""The lab's own Vdbench over HTTP: checked, stored for its servers, never handed out."""

from __future__ import annotations

import hashlib
import io
import zipfile

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.stand_ins.vdbench_package import archive, damaged_archives, jar, package

from storagelab.db.models import LabSetting
from storagelab.engine_packages.checking import MAX_BYTES
from storagelab.engine_packages.service import KEY

URL = "/api/v1/engine-packages/vdbench"
LIST = "/api/v1/engine-packages"
ZIP = {"Content-Type": "application/zip"}


def test_package_is_stored_described_replaced_and_removed(admin: TestClient, session: Session) -> None:
    assert admin.get(LIST).json() == {"items": [], "next_cursor": None}
    first = package()
    answer = admin.put(URL, content=first, headers=ZIP)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["version"], shown["size_bytes"]) == ("Vdbench 5.04.07", len(first))
    assert shown["sha256"] == hashlib.sha256(first).hexdigest()
    assert admin.get(LIST).json() == {"items": [shown], "next_cursor": None}
    older = package(**{"vdbench.jar": jar("vdbench50406")})
    assert admin.put(URL, content=older, headers=ZIP).json()["version"] == "Vdbench 5.04.06"
    assert session.scalars(select(LabSetting.value).where(LabSetting.key == KEY)).one()["sha256"] != shown["sha256"]
    assert admin.delete(URL).status_code == 204
    assert admin.delete(URL).status_code == 404
    assert admin.get(LIST).json()["items"] == []


def test_only_administrators_may(operator: TestClient, anonymous: TestClient) -> None:
    for client, status in ((operator, 403), (anonymous, 401)):
        assert client.put(URL, content=package(), headers=ZIP).status_code == status
        assert client.get(LIST).status_code == status
        assert client.delete(URL).status_code == status


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK no zip", "not a readable zip archive"),
        (archive({"vdbench": b"", "other": b""}), "vdbench.jar are not in it"),
        (archive({"vdbench": b"", "vdbench.jar": b"no jar"}), "not a readable zip archive"),
        (archive({"vdbench": b"", "vdbench.jar": archive({"x": b""})}), "does not contain its version"),
        (archive({"vdbench": b"", "vdbench.jar": archive({"Vdb/Dist.class": b"x"})}), "does not contain its version"),
        (archive({"vdbench": b"", "vdbench.jar": jar(), "../up": b""}), "ordinary folder"),
        (archive({"vdbench": b"", "vdbench.jar": jar(), "bomb": bytes(129 << 20)}), "unpacks to more"),
        (archive({"vdbench": b"", "vdbench.jar": jar(), **{f"f{n}": b"" for n in range(4001)}}), "files"),
    ],
)
def test_invalid_distribution_is_refused_in_words(admin: TestClient, data: bytes, words: str) -> None:
    answer = admin.put(URL, content=data, headers=ZIP)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_package")
    assert words in answer.json()["detail"]
    assert admin.get(LIST).json()["items"] == []


@pytest.mark.parametrize("inside", [False, True])
def test_archive_of_too_many_files_is_refused_unread(
    admin: TestClient, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    many = archive({f"f{n}": b"" for n in range(20_001)})
    data = archive({"vdbench": b"", "vdbench.jar": many}) if inside else many
    opened = []

    class Watched(zipfile.ZipFile):
        def __init__(self, file: io.BytesIO) -> None:
            opened.append(len(file.getvalue()))
            super().__init__(file)

    monkeypatch.setattr("storagelab.engine_packages.checking.zipfile.ZipFile", Watched)
    answer = admin.put(URL, content=data, headers=ZIP)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_package")
    assert "files" in answer.json()["detail"]
    assert len(many) not in opened


@pytest.mark.parametrize("name", damaged_archives())
def test_damaged_archive_is_refused_in_words(admin: TestClient, name: str) -> None:
    answer = admin.put(URL, content=damaged_archives()[name], headers=ZIP)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_package")
    corrupt = bytearray(archive({"vdbench": b"", "vdbench.jar": bytes(range(256))}, zipfile.ZIP_LZMA))
    corrupt[corrupt.index(b"vdbench.jar") + 20] ^= 0xFF
    assert admin.put(URL, content=bytes(corrupt), headers=ZIP).json()["code"] == "bad_package"


def test_other_kinds_and_sizes_are_refused(admin: TestClient) -> None:
    assert admin.put(URL, content=package(), headers={"Content-Type": "text/plain"}).status_code == 415
    assert admin.put(URL, content=bytes(MAX_BYTES + 1), headers=ZIP).status_code == 413
    assert admin.put(URL, content=b"", headers=ZIP).status_code == 422
