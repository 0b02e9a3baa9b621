"""The profile that a request selects: one of this lab, or a whole one that belongs to its job alone."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.db import models
from storagelab.domain.profile import ProfileDefinition, WrittenDocument, build_definition
from storagelab.errors import InvalidInput
from storagelab.planning.schemas import ADHOC_PREFIX, ProfileSelection
from storagelab.profiles.checking import require_sound
from storagelab.profiles.custom_schemas import ProfileSource
from storagelab.profiles.store import find_profile


def select_profile(session: Session, selection: ProfileSelection) -> ProfileDefinition:
    """Return the profile that a job selects: a saved profile by name, or a document of its own.

    Raises InvalidInput at `profile.name` or `profile.version` for a saved profile that cannot be used, and at a field
    below `profile.document` for an invalid document.
    """
    if selection.document is None:
        return find_profile(session, selection.name, selection.version)
    try:
        _, outcome = require_sound(ProfileSource(document=selection.document))
    except InvalidInput as wrong:
        raise InvalidInput(wrong.message, path=f"profile.{wrong.path}") from None
    if outcome.profile is None:
        raise InvalidInput("is not a profile", path="profile.document")
    return outcome.profile


def get_adhoc_document(session: Session, profile: models.Profile) -> WrittenDocument | None:
    """Return the document of a profile that only one job uses; None for a saved profile.

    Name and version select a saved profile.
    """
    if not profile.name.startswith(ADHOC_PREFIX) or _is_saved(session, profile):
        return None
    parameters = profile.definition["parameters"]
    return {
        "name": profile.name,
        "version": profile.version,
        "title": profile.title,
        "description": profile.description,
        "source": profile.source,
        **profile.definition,
        "parameters": {
            parameter["name"]: {key: parameter[key] for key in parameter if key != "name"} for parameter in parameters
        },
    }


def _is_saved(session: Session, profile: models.Profile) -> bool:
    try:
        saved = find_profile(session, profile.name, profile.version)
    except InvalidInput:
        return False
    return build_definition(saved) == profile.definition
