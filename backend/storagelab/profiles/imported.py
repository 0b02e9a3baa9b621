"""Profiles imported from another lab: matched with one here, or stored as a profile of this lab."""

from __future__ import annotations

import hashlib
import json

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.domain.profile import ProfileDefinition, WrittenDocument, build_definition, parse_profile
from storagelab.errors import Conflict, InvalidInput, RequestRefused
from storagelab.profiles.custom_schemas import ProfileCreate
from storagelab.profiles.store import create_profile, find_own, find_profile, find_version

_LONGEST_NAME = 64
_DIGITS = 8


def find_alike(
    session: Session, document: WrittenDocument, *, note: str
) -> tuple[tuple[str, int], ProfileCreate | None]:
    """Find a profile of this lab that runs like `document`, under its own or a derived name.

    Returns its name and version, and None or the profile to store first. The document must be sound. A derived name
    contains a digest. Thus no profile of this lab becomes another one, and the same document finds it again. Raises
    RequestRefused where the derived name is not free.
    """
    wanted = parse_profile(document)
    if _is_here(session, wanted.name, wanted.version, wanted):
        return (wanted.name, wanted.version), None
    digest = hashlib.sha256(_serialise_in_order(wanted).encode()).hexdigest()[:_DIGITS]
    name = f"{wanted.name[: _LONGEST_NAME - _DIGITS - 1].rstrip('-')}-{digest}"
    if _is_here(session, name, 1, wanted):
        return (name, 1), None
    own = find_own(session, name)
    if own is not None:
        state = "is archived: restore it" if own.archived_at is not None else "is a different one"
        raise RequestRefused(f"The profile would be stored as {name}, and the profile with that name {state}.")
    return (name, 1), ProfileCreate(document={**document, "name": name, "version": 1}, note=note)


def keep(session: Session, *, user: Identity, body: ProfileCreate, name: str) -> None:
    """Store the profile that `find_alike` returned, unless another request has just stored the same.

    Raises as `create_profile` does.
    """
    try:
        create_profile(session, user=user, body=body, profile_id=generate_uuid7())
    except Conflict:
        own = find_own(session, name)
        if own is None or find_version(session, own, 1) is None:
            raise


def _is_here(session: Session, name: str, version: int, wanted: ProfileDefinition) -> bool:
    try:
        return _serialise_in_order(find_profile(session, name, version)) == _serialise_in_order(wanted)
    except InvalidInput:
        return False


def _serialise_in_order(profile: ProfileDefinition) -> str:
    """Return the definition of a profile as text with its keys in order, for comparison.

    The order of keys counts, for example for the axes of a sweep.
    """
    definition = build_definition(profile)
    definition["parameters"] = sorted(definition["parameters"], key=lambda parameter: str(parameter["name"]))
    return json.dumps(definition)
