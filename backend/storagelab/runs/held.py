"""Runs held by shares that readers can open; these must not be removed."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, or_, select

from storagelab.db.models import Run, Share, ShareRun


def select_held_runs(run_ids: Sequence[uuid.UUID]) -> Select[uuid.UUID, int, int]:
    """Select the runs that a live share uses: id, number of the share, number of the run.

    The rows are in order of these numbers.
    """
    return (
        select(Run.id, Share.number.label("share_number"), Run.number.label("run_number"))
        .join(Share, or_(Share.run_id == Run.id, Share.id.in_(_select_share_uses())))
        .where(Run.id.in_(run_ids), Share.is_live())
        .order_by(Share.number, Run.number)
    )


def _select_share_uses() -> Select[Any]:
    return select(ShareRun.share_id).where(ShareRun.run_id == Run.id).correlate(Run)
