"""Catalogue of the built-in profiles, one YAML file each, in `catalogue/` beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import yaml

from storagelab.domain.profile import ProfileDefinition, ProfileInvalid, parse_profile
from storagelab.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class CatalogueProfile:
    """A profile of the catalogue with the YAML it was read from."""

    profile: ProfileDefinition
    text: str


@cache
def load_catalogue() -> Mapping[str, ProfileDefinition]:
    """Return every built-in profile by its name, in order of names, each in its latest version.

    Raises ProfileInvalid.
    """
    return MappingProxyType({name: entry.profile for name, entry in load_catalogue_texts().items()})


@cache
def load_catalogue_texts() -> Mapping[str, CatalogueProfile]:
    """Return every profile of the catalogue by its name, with its text.

    Raises ProfileInvalid, naming the file: an invalid profile that came with the product is a bug of the product.
    """
    latest: dict[str, CatalogueProfile] = {}
    for entry in files("storagelab.profiles").joinpath("catalogue").iterdir():
        if not entry.name.endswith(".yaml"):
            continue
        try:
            text = entry.read_text(encoding="utf-8")
            profile = parse_profile(yaml.safe_load(text))
        except ProfileInvalid as wrong:
            raise ProfileInvalid(f"{entry.name}: {wrong.path}", wrong.message) from None
        newest = latest.get(profile.name)
        if newest is None or profile.version > newest.profile.version:
            latest[profile.name] = CatalogueProfile(profile, text)
    return MappingProxyType(dict(sorted(latest.items())))


def get_profile(name: str) -> ProfileDefinition:
    """Return the latest version of a built-in profile.

    Raises InvalidInput with the available names.
    """
    catalogue = load_catalogue()
    if name not in catalogue:
        raise InvalidInput(f"unknown profile {name!r}. Available: {', '.join(catalogue)}", path="profile.name")
    return catalogue[name]
