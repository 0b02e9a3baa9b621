"""Rebuild of a log from the series of its run, for a log whose text is not stored (decision 9)."""

from __future__ import annotations

import hashlib

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Artifact, Series
from storagelab.domain.results import ObservedSeries
from storagelab.errors import LabUnavailable
from storagelab.formats.fio.log_layout import rebuild_log


def regenerate_log(session: Session, artifact: Artifact) -> bytes:
    """Return the text of a log without a stored copy. Raises LabUnavailable when its SHA-256 does not match."""
    rows = session.scalars(
        select(Series)
        .where(Series.run_id == artifact.run_id, Series.member == artifact.name)
        .order_by(Series.direction)
    ).all()
    series = []
    for row in rows:
        t_ms, values = decode_series(row.data)
        series.append(ObservedSeries(row.metric, row.direction, t_ms, values))  # type: ignore[arg-type]
    try:
        text = rebuild_log(artifact.layout or {}, series)
    except (ValueError, KeyError, IndexError):
        text = b""
    if hashlib.sha256(text).hexdigest() != artifact.sha256:
        raise LabUnavailable(
            f"{artifact.name} cannot be rebuilt from its series: the series in the database have changed.",
            preserved="Measurements and series of the run are in the database.",
        )
    return text
