"""The catalogue of profiles."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from storagelab.errors import NotFound
from storagelab.http.problems import problems
from storagelab.profiles.catalogue import load_catalogue
from storagelab.profiles.schemas import ProfileDetailOut, ProfileOut, ProfilePage, describe_profile

router = APIRouter(tags=["profiles"])


@router.get("/profiles")
def list_profiles() -> ProfilePage:
    """List every profile, by name. The catalogue is part of the program, so there is one page."""
    profiles = [describe_profile(profile) for _, profile in sorted(load_catalogue().items())]
    return ProfilePage(items=[_summary(profile) for profile in profiles], next_cursor=None)


@router.get("/profiles/{name}", responses=problems(404))
def get_profile(name: Annotated[str, Path(max_length=100)]) -> ProfileDetailOut:
    """Show one profile with its phases."""
    profile = load_catalogue().get(name)
    if profile is None:
        raise NotFound(f"There is no profile {name}.")
    return describe_profile(profile)


def _summary(profile: ProfileDetailOut) -> ProfileOut:
    return ProfileOut(**{name: getattr(profile, name) for name in ProfileOut.model_fields})
