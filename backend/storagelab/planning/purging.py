"""Purge requirements of a job whose profile's figures begin on purged drives."""

from __future__ import annotations

from storagelab.domain.operations import has_purge
from storagelab.domain.profile import ProfileDefinition
from storagelab.errors import InvalidInput
from storagelab.planning.preparation import PATH, Preparation
from storagelab.planning.schemas import JobCreate


def check_purge(body: JobCreate, profile: ProfileDefinition, preparation: Preparation) -> None:
    """Refuse a file as the target: its underlying drives are never purged. At the smoke scale figures mean nothing.

    Raises InvalidInput.
    """
    if _needs_purge(body, profile) and (body.target.kind == "file" or preparation.makes_file):
        raise InvalidInput(
            f"{profile.name} begins on purged drives, and a file cannot be purged: choose drives, run it at the smoke "
            "scale, or save a copy of the profile without purge: true",
            path="target.kind" if body.target.kind == "file" else PATH,
        )


def purge_warnings(body: JobCreate, profile: ProfileDefinition, preparation: Preparation) -> list[str]:
    """Return the warnings for drives that are not purged; people may have purged them by other means."""
    if not _needs_purge(body, profile) or has_purge(preparation.operations):
        return []
    return [
        f"{profile.name} begins on purged drives, and no step of the preparation purges them: add one, such as "
        "nvme_format, ata_secure_erase or scsi_sanitize, or discard or write_zeroes where a controller lets none of "
        "them through."
    ]


def _needs_purge(body: JobCreate, profile: ProfileDefinition) -> bool:
    return profile.purge and body.profile.scale == "full"
