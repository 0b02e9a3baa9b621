"""Profiles of this lab beside the catalogue: stored in versions, found by name, never changed."""

from __future__ import annotations

import hashlib
import json
import uuid

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import CustomProfile, ProfileVersion
from storagelab.domain.profile import ProfileDefinition, ProfileInvalid, parse_profile
from storagelab.errors import Conflict, InvalidInput, NotAllowed, NotFound, RequestRefused
from storagelab.profiles.catalogue import get_profile, load_catalogue
from storagelab.profiles.checking import WrittenProfile, require_sound
from storagelab.profiles.custom_schemas import ProfileCreate, ProfileVersionCreate


def find_profile(session: Session, name: str, version: int | None = None) -> ProfileDefinition:
    """Return the profile that a job requests, in its newest version unless `version` is given.

    This is the only way to a saved profile. Raises InvalidInput, at `profile.name` or `profile.version`, for a profile
    that does not exist, is archived, has the name of another one, or can no longer be read.
    """
    own = find_own(session, name)
    if own is None or (own.archived_at is not None and name in load_catalogue()):
        builtin = get_profile(name)
        if version not in (None, builtin.version):
            raise InvalidInput(
                f"the built-in profile {name} has only version {builtin.version}, not {version}", path="profile.version"
            )
        return builtin
    if own.archived_at is not None:
        raise InvalidInput(f"{name} is archived: restore it, or choose another profile", path="profile.name")
    if name in load_catalogue():
        raise InvalidInput(
            f"{name} is the name of two profiles: one is built-in, one was saved in this lab. Save the latter under "
            "another name, and archive it",
            path="profile.name",
        )
    row = find_version(session, own, version or own.latest_version)
    if row is None:
        raise InvalidInput(
            f"{name} has no version {version}. The newest is {own.latest_version}", path="profile.version"
        )
    try:
        return parse_profile(json.loads(row.document))
    except ProfileInvalid as wrong:
        raise InvalidInput(
            f"version {row.version} of {name} can no longer be read ({wrong}): save a new version",
            path="profile.version",
        ) from None


def find_own(session: Session, name: str, *, lock: bool = False) -> CustomProfile | None:
    """Return the profile of this lab with this name, archived or not; None when there is none."""
    query = select(CustomProfile).where(CustomProfile.name == name)
    return session.scalars(query.with_for_update() if lock else query).one_or_none()


def find_version(session: Session, own: CustomProfile, version: int) -> ProfileVersion | None:
    """Return one version of a profile of this lab; None when there is none."""
    return session.scalars(
        select(ProfileVersion).where(ProfileVersion.profile_id == own.id, ProfileVersion.version == version)
    ).one_or_none()


def create_profile(session: Session, *, user: Identity, body: ProfileCreate, profile_id: uuid.UUID) -> CustomProfile:
    """Store a new profile as `profile_id` with its first version.

    Raises InvalidInput, and Conflict for a name in use.
    """
    definition, judgement = require_sound(body)
    name = str(definition.document["name"])
    if name in load_catalogue():
        raise Conflict(f"{name} is a built-in profile. Give your profile another name.")
    _require_version(body, definition, 1)
    _require_known(session, body.based_on)
    own = CustomProfile(id=profile_id, name=name, owner_id=user.user_id, latest_version=1)
    try:
        with session.begin_nested():
            session.add(own)
    except IntegrityError:
        raise Conflict(f"The profile {name} already exists. Choose another name, or save a version.") from None
    _add_version(session, user, own, definition, judgement.profile, note=body.note, based_on=body.based_on)
    audit.record_event(session, user_id=user.user_id, action="profile_created", subject=f"profile {name}")
    session.flush()
    return own


def save_version(session: Session, *, user: Identity, name: str, body: ProfileVersionCreate) -> CustomProfile:
    """Store the next version of a profile.

    Raises NotFound, InvalidInput, and Conflict where another version was saved in the meantime or the profile is
    archived.
    """
    own = require_own(session, name)
    if own.archived_at is not None:
        raise Conflict(f"{name} is archived: restore it first. Nothing was saved.")
    if own.latest_version != body.expected_version:
        raise Conflict(
            f"{name} is at version {own.latest_version}, and your change is based on version "
            f"{body.expected_version}. Nothing was saved. Read the newest version first."
        )
    definition, judgement = require_sound(body)
    if definition.document["name"] != name:
        raise InvalidInput(
            f"is {definition.document['name']!r}, and the profile is {name}: a profile keeps its name", path="name"
        )
    _require_version(body, definition, own.latest_version + 1)
    _require_known(session, body.based_on)
    own.latest_version += 1
    based_on = body.based_on or f"{name}@{body.expected_version}"
    _add_version(session, user, own, definition, judgement.profile, note=body.note, based_on=based_on)
    audit.record_event(
        session,
        user_id=user.user_id,
        action="profile_version_saved",
        subject=f"profile {name}",
        version=own.latest_version,
    )
    session.flush()
    return own


def archive_profile(session: Session, *, user: Identity, name: str, archived: bool) -> CustomProfile:
    """Archive the profile `name`, or restore it where `archived` is False.

    Raises NotFound, NotAllowed for a profile of another owner, and Conflict.
    """
    own = require_own(session, name)
    if own.owner_id != user.user_id and not has_role(user.role, "admin"):
        raise NotAllowed(f"{name} belongs to another user: only its owner or an administrator can archive it.")
    if (own.archived_at is not None) != archived:
        own.archived_at = read_clock(session) if archived else None
        action = "profile_archived" if archived else "profile_restored"
        audit.record_event(session, user_id=user.user_id, action=action, subject=f"profile {name}")
        session.flush()
    return own


def require_own(session: Session, name: str) -> CustomProfile:
    """Return the profile of this lab with this name, and lock its row.

    Raises NotFound, and Conflict for a built-in profile.
    """
    own = find_own(session, name, lock=True)
    if own is None and name in load_catalogue():
        raise Conflict(f"{name} is a built-in profile and cannot be changed. Save a copy under another name.")
    if own is None:
        raise NotFound(f"There is no profile {name}.")
    return own


def _add_version(
    session: Session,
    user: Identity,
    own: CustomProfile,
    definition: WrittenProfile,
    profile: ProfileDefinition | None,
    *,
    note: str,
    based_on: str | None,
) -> None:
    if profile is None:
        raise RequestRefused("The profile has errors. Nothing was saved.")
    # In the order written, unlike a canonical form: the axes of a sweep follow it.
    document = json.dumps(definition.document, ensure_ascii=False, allow_nan=False)
    row: dict[str, str] = {"title": profile.title.strip(), "description": profile.description}
    session.add(
        ProfileVersion(
            id=generate_uuid7(),
            profile_id=own.id,
            version=own.latest_version,
            text=definition.text,
            document=document,
            sha256=hashlib.sha256(document.encode()).hexdigest(),
            note=note,
            based_on=based_on,
            created_by=user.user_id,
            **row,
        )
    )


def _require_version(body: ProfileCreate | ProfileVersionCreate, definition: WrittenProfile, number: int) -> None:
    if definition.document["version"] != number:
        line = definition.line_of("version")
        raise InvalidInput(
            f"{f'line {line}, version: ' if line is not None else ''}is {definition.document['version']}, and the "
            f"new version is {number}: write {number}",
            path="text" if body.text is not None else "document.version",
        )


def _require_known(session: Session, based_on: str | None) -> None:
    if based_on is None:
        return
    name, _, version = based_on.partition("@")
    builtin = load_catalogue().get(name)
    own = find_own(session, name)
    if (builtin is not None and builtin.version == int(version)) or (
        own is not None and find_version(session, own, int(version)) is not None
    ):
        return
    raise InvalidInput(f"unknown version {version} of the profile {name}", path="based_on")
