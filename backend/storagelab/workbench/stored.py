"""Workbenches that an address has no room for, under the digests of their documents."""

from __future__ import annotations

import hashlib

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import StoredWorkbench
from storagelab.domain.configuration import canonical_json
from storagelab.errors import NotFound
from storagelab.workbench.document import WorkbenchDocument

#: Hexadecimal digits of SHA-256 that name a document: with 128 bits no two of a lab have the same.
DIGEST_CHARACTERS = 32


def store_workbench(session: Session, document: WorkbenchDocument) -> StoredWorkbench:
    """Return the stored document, which is the same row however often it is stored."""
    content = document.as_json()
    digest = hashlib.sha256(canonical_json(content)).hexdigest()[:DIGEST_CHARACTERS]
    session.execute(insert(StoredWorkbench).values(digest=digest, document=content).on_conflict_do_nothing())
    return session.get_one(StoredWorkbench, digest)


def find_workbench(session: Session, digest: str) -> StoredWorkbench:
    """Return a stored document. Raises NotFound."""
    row = session.get(StoredWorkbench, digest)
    if row is None:
        raise NotFound(f"There is no stored workbench {digest}.")
    return row
