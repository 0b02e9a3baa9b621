"""Sharing over HTTP, for tests."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from typing import Any
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from storagelab.db.models import Run


def freeze(operator: TestClient, run: Run | None = None, *, status: int = 201, **body: Any) -> dict[str, Any]:
    """Freeze a run, or the subject of the body, and return the share; published unless stated otherwise."""
    subject = {"kind": "run", "run_id": str(run.id)} if run is not None else {}
    answer = operator.post("/api/v1/shares", json={**subject, "title": "A result", "publish": True, **body})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def path_of(share: dict[str, Any]) -> str:
    """Return the path of a permalink."""
    return urlsplit(share["url"]).path


def read_document(anonymous: TestClient, share: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a share, and check it against its hash."""
    content = anonymous.get(path_of(share) + ".json").content
    assert hashlib.sha256(content).hexdigest() == share["document_sha256"]
    return dict(json.loads(content))


def read_parts(anonymous: TestClient, share: dict[str, Any], document: dict[str, Any]) -> dict[str, bytes]:
    """Return all parts by their names, and check each against its hash."""
    parts = {}
    for name, part in document["parts"].items():
        answer = anonymous.get(f"{path_of(share)}/parts/{part['sha256']}")
        assert answer.status_code == 200
        assert hashlib.sha256(answer.content).hexdigest() == part["sha256"]
        assert len(answer.content) == part["size_bytes"]
        parts[name] = answer.content
    return parts


def all_of(anonymous: TestClient, share: dict[str, Any]) -> str:
    """Return everything that readers get of a share, as one text in lower case."""
    document = read_document(anonymous, share)
    parts = read_parts(anonymous, share, document)
    pages = [anonymous.get(path_of(share) + suffix).text for suffix in ("", ".csv", ".json")]
    pages += [anonymous.get(f"{path_of(share)}/charts/{key}.svg?download=true").text for key in document["charts"]]
    with zipfile.ZipFile(io.BytesIO(anonymous.get(path_of(share) + ".xlsx").content)) as book:
        pages += [book.read(name).decode() for name in book.namelist() if name.endswith(".xml")]
    texts = [*pages, *(name + content.decode("latin-1") for name, content in parts.items())]
    return "\n".join(texts).lower()
