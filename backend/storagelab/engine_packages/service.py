"""Package of an engine that the lab stores in its artifact store for the runners of its servers.

It is available to them only.
"""

from __future__ import annotations

from typing import TypedDict, cast

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import LabSetting
from storagelab.errors import NotFound
from storagelab.results.artifact_store import StoredFile, get_artifact_store

KEY = "engine_package.vdbench"


class StoredPackage(TypedDict):
    """The stored facts of a package."""

    version: str
    sha256: str
    size_bytes: int
    storage_key: str
    uploaded_at: str
    uploaded_by: str


def keep_package(session: Session, *, user: Identity, version: str, stored: StoredFile) -> StoredPackage:
    """Make a stored archive the Vdbench package that servers receive, in place of an earlier one.

    Returns the stored facts of the package.
    """
    value: StoredPackage = {
        "version": version,
        "sha256": stored.sha256,
        "size_bytes": stored.size_bytes,
        "storage_key": stored.key,
        "uploaded_at": read_clock(session).isoformat(),
        "uploaded_by": user.name,
    }
    session.execute(
        insert(LabSetting)
        .values(key=KEY, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value, "updated_at": func.clock_timestamp()})
    )
    audit.record_event(
        session, user_id=user.user_id, action="engine_package_stored", subject="vdbench",
        version=version, sha256=stored.sha256,
    )  # fmt: skip
    session.flush()
    return value


def find_package(session: Session) -> StoredPackage | None:
    """Return the stored facts of the Vdbench package of the lab.

    None without a package, or when a restored lab lacks the file of the package.
    """
    setting = session.get(LabSetting, KEY, populate_existing=True)
    if setting is None or get_artifact_store().find(setting.value["sha256"]) is None:
        return None
    return cast("StoredPackage", setting.value)


def remove_package(session: Session, *, user: Identity) -> None:
    """Remove the Vdbench package from the lab, so that no further server receives it.

    Servers that already have the package retain it. Raises NotFound where the lab has no package.
    """
    setting = session.get(LabSetting, KEY, with_for_update=True)
    if setting is None:
        raise NotFound("The lab has no package of Vdbench.")
    audit.record_event(
        session, user_id=user.user_id, action="engine_package_removed", subject="vdbench",
        version=setting.value["version"],
    )  # fmt: skip
    session.delete(setting)
    session.flush()
