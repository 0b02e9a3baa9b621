"""A person's own settings: what they chose is stored, everything else follows the defaults."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth.settings_schemas import PersonalSettings, PersonalSettingsUpdate
from storagelab.db.models import User

_SHOWN = {"bell": True, "browser": False}
_ANNOUNCED = {"bell": True, "browser": True}
DEFAULTS: Mapping[str, Any] = {
    "follow_started": True,
    "has_seen_tour": False,
    "notices": {
        "decision": _ANNOUNCED,
        "alert": _SHOWN,
        "run_finished": _ANNOUNCED,
        "run_failed": _ANNOUNCED,
        "run_steady": _SHOWN,
        "import_finished": _SHOWN,
    },
}


def read_settings(session: Session, user_id: uuid.UUID) -> PersonalSettings:
    """Return the settings of a person."""
    stored = session.scalar(select(User.settings).where(User.id == user_id))
    return PersonalSettings.model_validate(merge_settings(DEFAULTS, stored or {}))


def change_settings(session: Session, user_id: uuid.UUID, change: PersonalSettingsUpdate) -> None:
    """Store the settings that a user changed; other settings stay."""
    user = session.scalars(select(User).where(User.id == user_id).with_for_update(key_share=True)).one()
    chosen = change.model_dump(exclude_none=True)
    user.settings = _add(user.settings, chosen)
    session.flush()


def merge_settings(defaults: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, object]:
    """Return the defaults with what was chosen; names that a later release gave up are left out."""
    return {
        name: (
            merge_settings(value, chosen[name])
            if isinstance(value, Mapping) and isinstance(chosen.get(name), Mapping)
            else chosen.get(name, value)
        )
        for name, value in defaults.items()
    }


def _add(stored: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, object]:
    return dict(stored) | {
        name: _add(stored.get(name) or {}, value) if isinstance(value, Mapping) else value
        for name, value in chosen.items()
    }
