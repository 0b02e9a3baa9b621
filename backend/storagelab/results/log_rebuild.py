"""Rebuild of a log from the series of its run, for a log whose text is not stored (decision 9)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Artifact, Series
from storagelab.domain.results import ObservedSeries
from storagelab.domain.samples import DIRECTIONS
from storagelab.errors import LabUnavailable


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


def rebuild_log(layout: Mapping[str, Any], series: Sequence[ObservedSeries]) -> bytes:
    """Rebuild a log of fio byte for byte from its stored series and its layout.

    Raises ValueError if the series are not those of the layout.
    """
    order: npt.NDArray[np.int64] = np.array(
        [direction for pattern, times in layout["order"] for direction in pattern * times], dtype=np.int64
    )
    lines = np.empty(order.size, dtype=object)
    for index in sorted(set(order.tolist())):
        mine = [one for one in series if one.direction == DIRECTIONS[index]]
        if len(mine) != 1 or mine[0].t_ms.size != np.count_nonzero(order == index):
            raise ValueError("the series are not those of this log")
        ending = f"{index}{layout['endings'][str(index)]}"
        lines[order == index] = [
            layout["separator"].join([str(t_ms), str(value), ending])
            for t_ms, value in zip(mine[0].t_ms.tolist(), mine[0].values.tolist(), strict=True)
        ]
    return ("\n".join(lines.tolist()) + ("\n" if layout["last_newline"] else "")).encode()
