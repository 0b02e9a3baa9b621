"""Configuration of an imported result: an existing one, or one made from the files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Configuration
from storagelab.domain.configuration import compute_class_hash, compute_instance_hash
from storagelab.results.configuration_names import is_called


def find_or_create_configuration(
    session: Session, *, name: str, origin: str, facts: Mapping[str, Any] | None, source: str | None
) -> Configuration:
    """Return the configuration with this name, origin and facts; create it when there is none.

    Without `facts`, the name identifies the system, so two unknown systems with different names are never equal.
    """
    snapshot = dict(facts) if facts else {"named": name}
    if source is not None:
        snapshot.setdefault("source", source)
    which = compute_instance_hash(snapshot)
    existing = session.scalars(
        select(Configuration)
        .where(Configuration.instance_hash == which, is_called(name), Configuration.origin == origin)
        .order_by(Configuration.name != name, Configuration.number)
        .limit(1)
    ).one_or_none()
    if existing is not None:
        return existing
    made = Configuration(
        id=generate_uuid7(),
        name=name,
        origin=origin,
        class_hash=compute_class_hash(snapshot),
        instance_hash=which,
        snapshot=snapshot,
    )
    session.add(made)
    session.flush()
    return made
