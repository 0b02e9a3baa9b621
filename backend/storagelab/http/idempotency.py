"""Idempotency keys: a creating request that is sent twice creates one thing."""

from __future__ import annotations

import hashlib
import uuid
from typing import Annotated

from fastapi import Header
from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Idempotency
from storagelab.errors import Conflict
from storagelab.http.validation_messages import register_pattern_words

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=register_pattern_words(r"^[\x21-\x7e]+$", "must be letters, digits and signs of ASCII, without spaces"),
        description="The same key with the same body is carried out once.",
    ),
]


def claim_key(
    session: Session, *, user_id: uuid.UUID, key: str | None, purpose: str, body: BaseModel, new_id: uuid.UUID
) -> uuid.UUID | None:
    """Claim an idempotency key for a resource that the caller is about to create as `new_id`.

    Returns None when the caller may create the resource. Otherwise it returns the id of the resource that the first
    request created. It waits for a request with the same key that is still under way. Raises Conflict when the key was
    used for another body. `purpose` separates endpoints.
    """
    if key is None:
        return None
    digest = hashlib.sha256(f"{purpose}\n{body.model_dump_json()}".encode()).digest()
    claimed = session.execute(
        insert(Idempotency)
        .values(user_id=user_id, key=key, body_sha256=digest, resource_id=new_id)
        .on_conflict_do_nothing()
        .returning(Idempotency.resource_id)
    ).scalar_one_or_none()
    if claimed is not None:
        return None
    first = session.execute(
        select(Idempotency.body_sha256, Idempotency.resource_id).where(
            Idempotency.user_id == user_id, Idempotency.key == key
        )
    ).one()
    if first.body_sha256 != digest:
        raise Conflict("This Idempotency-Key was used for another request: nothing was done. Use a new key.")
    return uuid.UUID(str(first.resource_id))
