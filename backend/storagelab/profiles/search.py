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
class ProfileHit:
    """A profile as a search shows it; `id` is None for a built-in one."""

    id: uuid.UUID | None
    name: str
    title: str

    def rank(self, whole: str) -> Literal[0, 1, 2]:
        """Return 0 if `whole` is the profile's name or title, 1 if one begins with it, else 2.

        `whole` is in small letters.
        """
        names = [self.name.lower(), self.title.lower()]
        if whole in names:
            return 0
        return 1 if any(name.startswith(whole) for name in names) else 2


def find_profiles(session: Session, words: Sequence[str]) -> list[ProfileHit]:
    """Return the profiles whose name or title contains all of `words`, exact matches first.

    The words are in small letters. Each name is found once, as the list of profiles shows it. Without a letter or digit
    nothing is found.
    """
    if not any(character.isalnum() for word in words for character in word):
        return []
    by_name: dict[str, ProfileHit] = {}
    for profile in _list_profiles(session):
        text = f"{profile.name} {profile.title}".lower()
        if all(word in text for word in words):
            by_name.setdefault(profile.name, profile)
    whole = " ".join(words)
    return sorted(by_name.values(), key=lambda profile: (profile.rank(whole), profile.name))


def _list_profiles(session: Session) -> list[ProfileHit]:
    """Return every profile: built-in ones, then newest versions of own ones, then used versions.

    One name may occur several times.
    """
    newest = (
        select(CustomProfile.id, CustomProfile.name, ProfileVersion.title)
        .join(ProfileVersion, ProfileVersion.profile_id == CustomProfile.id)
        .where(ProfileVersion.version == CustomProfile.latest_version, CustomProfile.archived_at.is_(None))
    )
    used = select(Profile.id, Profile.name, Profile.title).order_by(Profile.version.desc())
    builtin = [ProfileHit(None, profile.name, profile.title) for profile in load_catalogue().values()]
    return builtin + [ProfileHit(*row) for query in (newest, used) for row in session.execute(query)]
