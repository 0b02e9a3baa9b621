"""Next step of every campaign, each in a transaction of its own: a failure delays no other."""

from __future__ import annotations

import structlog
from sqlalchemy.exc import SQLAlchemyError

from storagelab.campaigns.scheduler import advance, find_due
from storagelab.db.clock import read_clock
from storagelab.db.session import session_scope

log = structlog.get_logger(__name__)


def advance_campaigns() -> None:
    """Advance all campaigns that have something to do, each by one step."""
    try:
        with session_scope() as session:
            due = find_due(session, read_clock(session))
    except SQLAlchemyError as problem:
        log.warning("campaigns_not_read", error=str(problem))
        return
    for campaign_id in due:
        try:
            with session_scope() as session:
                advance(session, campaign_id, read_clock(session))
        except SQLAlchemyError as problem:
            log.warning("campaign_not_advanced", campaign_id=str(campaign_id), error=str(problem))
        except Exception:
            log.exception("campaign_not_advanced", campaign_id=str(campaign_id))
