"""Permalinks that were frozen before documents had parts: they are read as they were, byte for byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import zstandard
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Run, Share

#: A document as the release before froze it; its drawings were replaced by short ones.
DOCUMENT = Path(__file__).parents[2] / "data" / "shares" / "schema-1.json"
TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"


def test_a_document_of_schema_1_is_read_as_it_was_frozen(session: Session, anonymous: TestClient, run: Run) -> None:
    content = DOCUMENT.read_bytes()
    share = Share(
        id=generate_uuid7(),
        token_sha256=hashlib.sha256(TOKEN.encode()).digest(),
        run_id=run.id,
        title="A result",
        author="A. Author",
        document=zstandard.ZstdCompressor().compress(content),
        document_sha256=hashlib.sha256(content).hexdigest(),
    )
    session.add(share)
    session.flush()

    page = anonymous.get(f"/s/{TOKEN}")

    assert page.status_code == 200
    assert "1,000" in page.text
    assert "903 \u00b5s" in page.text
    assert share.document_sha256 in page.text
    assert page.text.count("<svg ") == 4
    assert "img-src data:" in page.headers["content-security-policy"]
    assert anonymous.get(f"/s/{TOKEN}.json").content == content
    assert ",'=HYPERLINK(1)," in anonymous.get(f"/s/{TOKEN}.csv").text
