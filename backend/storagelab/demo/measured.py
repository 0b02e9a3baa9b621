"""Receive the packaged shares of runs that Storage Lab measured, as those of any other lab."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from importlib import resources

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import ReceivedRun, Run, Share
from storagelab.demo.sets import MEASURED_TITLE, MeasuredSet
from storagelab.shares.archive.reading import open_zip
from storagelab.shares.drafts import remove_draft
from storagelab.shares.receiving.reading import read_document
from storagelab.shares.receiving.service import receive_share


def receive_set(session: Session, measured: MeasuredSet) -> tuple[uuid.UUID, list[uuid.UUID]]:
    """Import the share of a demo set unless it exists; return its id and the ids of its runs.

    The runs get their origin. The packaged zip is trusted, so no child process guards against a hostile zip.
    """
    with (
        resources.as_file(resources.files("storagelab.demo").joinpath("data", measured.file)) as path,
        open_zip(path) as opened,
    ):
        share, is_new = receive_share(session, opened, read_document(opened), user_id=None, share_id=generate_uuid7())
    runs = list(
        session.scalars(
            select(Run)
            .join(ReceivedRun, ReceivedRun.run_id == Run.id)
            .where(ReceivedRun.share_id == share.id)
            .order_by(Run.number)
        )
    )
    if is_new:
        for run in runs:
            if run.source_title != MEASURED_TITLE:
                run.source_title, run.source_note = MEASURED_TITLE, measured.note
        session.flush()
    return share.id, [run.id for run in runs]


def remove_shares(session: Session, share_ids: Collection[uuid.UUID]) -> None:
    """Delete those of the received shares that are drafts; published shares remain."""
    drafts = session.scalars(
        select(Share).where(Share.id.in_(share_ids), Share.state == "draft").with_for_update()
    ).all()
    for draft in drafts:
        remove_draft(session, draft, user_id=None)
