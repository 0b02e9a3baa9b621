"""The pause of the whole lab: nothing is started while it is on, and what runs goes on."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import LabSetting
from storagelab.dispatch.queue_schemas import LabPause
from storagelab.dispatch.waiting import look_again

#: Its row is there while the lab is paused; the worker looks for it before each start.
KEY = "paused"


def read_pause(session: Session) -> LabPause:
    """Return the pause of the lab: whether it is paused, with reason, time and user."""
    setting = session.get(LabSetting, KEY, populate_existing=True)
    if setting is None:
        return LabPause(paused=False, reason=None, since=None, by=None)
    value = setting.value
    return LabPause(
        paused=True, reason=value.get("reason"), since=dt.datetime.fromisoformat(value["since"]), by=value.get("by")
    )


def pause(session: Session, *, user: Identity, reason: str) -> None:
    """Pause the lab, so that nothing is started.

    A lab that is paused already retains its beginning and gets the new reason.
    """
    before = read_pause(session)
    since = before.since or read_clock(session)
    value = {"paused": True, "reason": reason, "since": since.isoformat(), "by": user.name}
    # Two people may pause at the same moment: the later reason stays.
    session.execute(
        insert(LabSetting)
        .values(key=KEY, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value, "updated_at": func.clock_timestamp()})
    )
    audit.record_event(session, user_id=user.user_id, action="lab_paused", subject="lab", reason=reason)
    look_again(session)
    session.flush()


def resume(session: Session, *, user: Identity) -> None:
    """Resume the lab, so that waiting runs start; nothing changes in a lab that is not paused."""
    setting = session.get(LabSetting, KEY, with_for_update=True)
    if setting is None:
        return
    session.delete(setting)
    audit.record_event(
        session, user_id=user.user_id, action="lab_unpaused", subject="lab", reason=setting.value.get("reason")
    )
    look_again(session)
    session.flush()
