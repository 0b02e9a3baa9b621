"""Pictures of hardware: checked by their bytes, stored once, and served as pictures and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.config import Settings

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 100
JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 100
WEBP = b"RIFF\x64\0\0\0WEBPVP8 " + b"\0" * 100
ADDRESS = "/api/v1/photos"


def add(client: TestClient, row: Any, data: bytes = PNG, media_type: str = "image/png", **params: str) -> Any:
    """Add a picture of a drive and return the answer."""
    query = {"component": "drive", "ref": str(row.id), "title": "The label"} | params
    return client.post(ADDRESS, content=data, params=query, headers={"Content-Type": media_type})


@pytest.mark.parametrize(("data", "media_type"), [(PNG, "image/png"), (JPEG, "image/jpeg"), (WEBP, "image/webp")])
def test_photo_is_stored_and_shown(
    operator: TestClient, viewer: TestClient, make: Factory, data: bytes, media_type: str
) -> None:
    drive, other = make.drive(make.server()), make.drive(make.server())
    answer = add(operator, drive, data, media_type)
    assert answer.status_code == 201, answer.text
    photo = answer.json()
    assert (photo["media_type"], photo["size_bytes"], photo["created_by"]) == (media_type, len(data), "admin")
    listed = viewer.get(ADDRESS, params={"component": "drive", "ref": f"d-{drive.number}"}).json()
    assert listed["items"] == [photo]
    assert viewer.get(ADDRESS, params={"component": "drive", "ref": str(other.id)}).json()["items"] == []
    shown = viewer.get(photo["address"])
    assert shown.content == data
    assert shown.headers["content-type"] == media_type
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-disposition"].startswith('inline; filename="drive-')
    assert "sandbox" in shown.headers["content-security-policy"]
    again = viewer.get(photo["address"], headers={"If-None-Match": shown.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("data", "media_type", "status"),
    [
        (b"<svg onload=alert(1)>", "image/svg+xml", 415),
        (b"<html><script>", "image/png", 422),
        (JPEG, "image/png", 422),
        (b"", "image/png", 422),
        (b"RIFF....WAVE", "image/webp", 422),
        (PNG + b"\0" * (10 << 20), "image/png", 413),
        (b"GIF89a", "image/gif", 415),
    ],
)
def test_invalid_photo_is_refused_and_not_stored(
    operator: TestClient, make: Factory, settings: Settings, data: bytes, media_type: str, status: int
) -> None:
    drive = make.drive(make.server())
    assert add(operator, drive, data, media_type).status_code == status
    listed = operator.get(ADDRESS, params={"component": "drive", "ref": str(drive.id)}).json()
    assert listed["items"] == []
    assert not list(settings.data_dir.rglob("sha256/*/*"))


def test_photo_needs_an_existing_component(operator: TestClient, viewer: TestClient, make: Factory) -> None:
    drive = make.drive(make.server())
    assert add(operator, drive, ref="d-999999").status_code == 404
    assert add(operator, drive, component="array").status_code == 404
    assert add(operator, drive, component="cable").status_code == 422
    assert add(operator, drive, title="a\nb").status_code == 422
    assert add(viewer, drive).status_code == 403


def test_the_same_request_adds_one(operator: TestClient, make: Factory) -> None:
    drive = make.drive(make.server())
    query = {"component": "drive", "ref": str(drive.id)}
    headers = {"Content-Type": "image/png", "Idempotency-Key": "one"}
    first = operator.post(ADDRESS, content=PNG, params=query, headers=headers).json()
    assert operator.post(ADDRESS, content=PNG, params=query, headers=headers).json() == first
    assert (
        operator.post(ADDRESS, content=JPEG, params=query, headers=headers | {"Content-Type": "image/jpeg"}).status_code
        == 409
    )


def test_deleted_photo_is_missing_and_lost_photo_reported(
    operator: TestClient, make: Factory, settings: Settings
) -> None:
    drive = make.drive(make.server())
    first, second = add(operator, drive).json(), add(operator, drive, JPEG, "image/jpeg").json()
    assert operator.delete(f"{ADDRESS}/{first['id']}").status_code == 204
    assert operator.get(first["address"]).status_code == 404
    for path in settings.data_dir.rglob("sha256/*/*"):
        path.unlink()
    answer = operator.get(second["address"])
    assert (answer.status_code, "artifact store" in answer.json()["detail"]) == (503, True)
