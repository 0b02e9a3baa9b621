"""Response times of a phase over time, folded again from the status documents of the engine."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab.analysis.latency_slices import (
    Slices,
    fold_intervals,
    iterate_intervals,
    pack_histograms,
    slice_width_ms,
    unpack_histograms,
)
from storagelab.engines.base import ParseFailed
from storagelab.results.status_digest import sample_as_json
from storagelab.shares.verification.curves import read_samples
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.raw_output import find_stream


def find_phase_slices(share: FrozenShare, run: Json, ordinal: int) -> tuple[Mapping[str, Slices], str] | None:
    """Return the time slices of latency bins of a phase by direction, and the name of the raw file.

    None where the file was not published.
    """
    stream_files = find_stream(share, run, ordinal, with_page=False)
    if stream_files is None:
        return None
    engine, stream, _, names = stream_files
    try:
        samples = read_samples(engine, stream)
    except ParseFailed:
        return None
    packed = pack_histograms([sample.bins for sample in samples])
    histograms = unpack_histograms(packed) if packed is not None else {}
    intervals = iterate_intervals([sample_as_json(sample) for sample in samples], histograms)
    last_ms = max((sample.t_ms for sample in samples), default=0)
    return fold_intervals(intervals, slice_width_ms(last_ms)), names
