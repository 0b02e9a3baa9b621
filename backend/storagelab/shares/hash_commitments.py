"""Keys that open the hash commitments of a share, for the lab that froze it."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.db.models import Share
from storagelab.shares import schemas, service
from storagelab.shares.freezing.hash_commitments import derive_opening_key, read_lab_key


def list_hash_commitments(session: Session, share: Share) -> schemas.HashCommitmentPage:
    """Return every raw file of a share whose hash is hidden, with the key of its commitment."""
    # The keys of a share that another lab froze are there.
    if share.origin == "received":
        return schemas.HashCommitmentPage(items=[], next_cursor=None)
    document = service.open_document(share)
    lab_key = read_lab_key(session)
    return schemas.HashCommitmentPage(
        items=[
            schemas.HashCommitment(
                run=run.number,
                name=file.name,
                sealed_sha256=file.sealed_sha256,
                opening_key=derive_opening_key(lab_key, document.share, run.number, place).hex(),
            )
            for run in document.runs
            for place, file in enumerate(run.artifacts, 1)
            if file.sealed_sha256 is not None
        ],
        next_cursor=None,
    )
