"""Settings of the public page: one row of the lab, off until an administrator switches it on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import LabSetting
from storagelab.shares.page.words import clean
from storagelab.shares.public_pages.schemas import PublicPageUpdate

KEY = "public_page"
#: The name of a lab that has none.
UNNAMED = "Storage Lab"


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The settings of the public page."""

    enabled: bool = False
    lab_name: str = ""
    description: str = ""
    indexing: bool = False

    @property
    def title(self) -> str:
        """Return the name of the lab, as readers see it."""
        return self.lab_name or UNNAMED

    @property
    def can_be_indexed(self) -> bool:
        """Return whether search engines may list the public page."""
        return self.enabled and self.indexing


def read_public_page(session: Session) -> PublicPage:
    """Return the settings of the public page of the lab."""
    setting = session.get(LabSetting, KEY, populate_existing=True)
    return parse_public_page(setting.value if setting is not None else None)


def parse_public_page(value: dict[str, Any] | None) -> PublicPage:
    """Return the settings in the value of their row; None is a lab where nothing was set."""
    if value is None:
        return PublicPage()
    return PublicPage(
        enabled=value.get("enabled") is True,
        lab_name=clean(str(value.get("lab_name", ""))),
        description=clean(str(value.get("description", ""))),
        indexing=value.get("indexing") is True,
    )


def change_public_page(session: Session, *, user: Identity, change: PublicPageUpdate) -> PublicPage:
    """Change the settings of the public page that are given, and return all of them."""
    changed = change.model_dump(exclude_none=True)
    page = replace(read_public_page(session), **changed)
    session.execute(
        insert(LabSetting)
        .values(key=KEY, value=asdict(page))
        .on_conflict_do_update(
            index_elements=["key"], set_={"value": asdict(page), "updated_at": func.clock_timestamp()}
        )
    )
    audit.record_event(session, user_id=user.user_id, action="public_page_changed", subject="lab", **changed)
    session.flush()
    return page
