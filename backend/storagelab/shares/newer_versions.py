"""Newer data of a published share, with the path at which a reader of one of its pages may open them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from storagelab.db.models import Share
from storagelab.shares import service
from storagelab.shares.public_pages.service import PREFIX, find_newer_listed


@dataclass(frozen=True, slots=True)
class NewerVersion:
    """The newest version of a result; `path` is None where the reader's page leads to none."""

    version: int
    earlier: int
    path: str | None

    @property
    def sentence(self) -> str:
        """Return the notice of the newer version."""
        return f"Newer data exist: version {self.version} of this result. This is version {self.earlier}."


def find_newer_version(session: Session, share: Share, path: str) -> NewerVersion | None:
    """Return the newest version that a reader of the page at `path` may open, or None without a newer one.

    Below a token all of them may be opened. A public path leads to listed versions only.
    """
    if share.state != "published":
        return None
    if path.startswith(PREFIX):
        listed = find_newer_listed(session, share)
        return NewerVersion(listed[0], share.version, listed[1]) if listed is not None else None
    newest = service.find_newest_version(session, share)
    if newest is None or newest <= share.version:
        return None
    _, start, token, *_ = f"{path}//".split("/")
    return NewerVersion(newest, share.version, f"/s/{token}/v{newest}" if start == "s" else None)
