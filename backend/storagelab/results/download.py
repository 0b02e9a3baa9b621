"""Raw files on their way to a browser: as bytes to be saved, never as something to be shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Artifact, Run, Series
from storagelab.db.references import format_number
from storagelab.domain.results import ObservedSeries
from storagelab.domain.samples import DIRECTIONS
from storagelab.errors import LabUnavailable
from storagelab.results.artifact_store import ArtifactStore

CHUNK_BYTES = 1 << 18
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9][a-z0-9.+-]{0,99}(; charset=utf-8)?")


def download_name(run_number: int, artifact_name: str) -> str:
    """Return a download name that every system and header accepts, from run number and file name.

    It has only ASCII letters, digits, `.`, `_` and `-`.
    """
    safe = re.sub(r"[^A-Za-z0-9._-]+", "_", artifact_name.replace("/", "-"))
    return f"{format_number(Run, run_number)}-{safe[-150:].strip('._-') or 'artifact'}"


def download_headers(artifact: Artifact, *, run_number: int) -> dict[str, str]:
    """Return headers under which no browser runs or renders the file, whatever its content and name."""
    is_valid = _MEDIA_TYPE.fullmatch(artifact.media_type) is not None
    return {
        "Content-Type": artifact.media_type if is_valid else "application/octet-stream",
        "Content-Disposition": f'attachment; filename="{download_name(run_number, artifact.name)}"',
        "Content-Length": str(artifact.size_bytes),
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
    }


def stream_content(session: Session, store: ArtifactStore, artifact: Artifact) -> Iterator[bytes]:
    """Return the bytes of a raw file in blocks.

    Raises LabUnavailable, before the first block, when the file cannot be read.
    """
    if artifact.storage_key is None:
        return iter((_regenerate_log(session, artifact),))
    try:
        stored = store.find(artifact.sha256)
        if stored is None or stored.size_bytes != artifact.size_bytes:
            raise _make_missing_error(artifact)
        return _iterate_pieces(store.open(artifact.storage_key))
    except OSError:
        raise _make_missing_error(artifact) from None


def _iterate_pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(CHUNK_BYTES):
            yield piece


def _make_missing_error(artifact: Artifact) -> LabUnavailable:
    return LabUnavailable(
        f"{artifact.name} is missing or changed in the artifact store: check its folder or bucket.",
        preserved="Measurements and series of the run are in the database.",
    )


def _regenerate_log(session: Session, artifact: Artifact) -> bytes:
    """Return the text of a log without a stored copy, rebuilt from its stored series.

    Raises LabUnavailable when the SHA-256 of the text does not match.
    """
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
