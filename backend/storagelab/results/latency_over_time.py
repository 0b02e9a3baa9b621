"""The histograms of a phase over time: what its live samples counted, folded when the phase ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.latency_slices import (
    LatencyInterval,
    fold_intervals,
    iterate_intervals,
    pack_slices,
    slice_width_ms,
    unpack_histograms,
)
from storagelab.db.models import LatencyOverTime, LiveChunk, Phase

#: A day of documents has some thousand chunks; their histograms are read and folded a few at a time.
_CHUNKS_AT_ONCE = 50


def store_over_time(session: Session, *, phase: Phase, chunks: Sequence[LiveChunk]) -> None:
    """Store the latency histograms over time of a phase from its live chunks, in order.

    Repeating it changes nothing. Nothing is stored for an engine that reports histograms only at its end, or none.
    """
    session.execute(delete(LatencyOverTime).where(LatencyOverTime.phase_id == phase.id))
    last_ms = max((int(sample["t_ms"]) for chunk in chunks for sample in chunk.samples), default=0)
    for direction, slices in fold_intervals(_load_intervals(session, chunks), slice_width_ms(last_ms)).items():
        times, data = pack_slices(slices)
        session.add(
            LatencyOverTime(
                run_id=phase.run_id,
                phase_id=phase.id,
                direction=direction,
                n=len(slices),
                ios=int(slices.counts.sum()),
                times=times,
                data=data,
            )
        )


def _load_intervals(session: Session, chunks: Sequence[LiveChunk]) -> Iterator[LatencyInterval]:
    for start in range(0, len(chunks), _CHUNKS_AT_ONCE):
        some = chunks[start : start + _CHUNKS_AT_ONCE]
        chosen = select(LiveChunk.id, LiveChunk.histograms).where(LiveChunk.id.in_([chunk.id for chunk in some]))
        blobs = {row.id: row.histograms for row in session.execute(chosen)}
        for chunk in some:
            blob = blobs[chunk.id]
            yield from iterate_intervals(chunk.samples, unpack_histograms(blob) if blob is not None else {})
