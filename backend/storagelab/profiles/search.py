"""Profiles by words: built-in ones, those of this lab, and those that only runs still name."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import CustomProfile, Profile, ProfileVersion
from storagelab.profiles.catalogue import load_catalogue


@dataclass(frozen=True, slots=True)
class ProfileName:
    """A profile as a search shows it; `id` is None for a built-in one."""

    id: uuid.UUID | None
    name: str
    title: str

    def rank(self, whole: str) -> Literal[0, 1, 2]:
        """Return 0 where small words are its name or title, 1 where one begins with them, else 2."""
        names = [self.name.lower(), self.title.lower()]
        if whole in names:
            return 0
        return 1 if any(name.startswith(whole) for name in names) else 2


def find_profiles(session: Session, words: Sequence[str]) -> list[ProfileName]:
    """Return the profiles with all of these small words in name or title, exact names first.

    Each name is found once, as the list of profiles shows it. Without a letter or digit nothing is found.
    """
    if not any(character.isalnum() for word in words for character in word):
        return []
    found: dict[str, ProfileName] = {}
    for each in _profiles(session):
        text = f"{each.name} {each.title}".lower()
        if all(word in text for word in words):
            found.setdefault(each.name, each)
    whole = " ".join(words)
    return sorted(found.values(), key=lambda each: (each.rank(whole), each.name))


def _profiles(session: Session) -> list[ProfileName]:
    """Return every profile; of one name the built-in comes first, then the newest version that this lab has."""
    newest = (
        select(CustomProfile.id, CustomProfile.name, ProfileVersion.title)
        .join(ProfileVersion, ProfileVersion.profile_id == CustomProfile.id)
        .where(ProfileVersion.version == CustomProfile.latest_version, CustomProfile.archived_at.is_(None))
    )
    used = select(Profile.id, Profile.name, Profile.title).order_by(Profile.version.desc())
    builtin = [ProfileName(None, each.name, each.title) for each in load_catalogue().values()]
    return builtin + [ProfileName(*row) for query in (newest, used) for row in session.execute(query)]
