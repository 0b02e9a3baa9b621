"""Status lines of the file tool, each a cumulative document: results and intervals.

The last one is the result, and the difference of any two is an interval. An I/O is a whole file: its latency is the
time from opening it to having closed it, and the written data are on the device by then. Bytes are counted as they are
moved, files when they are done. A file that is copied is one write. The time before the first file, in which the set is
made, belongs to no interval.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import NotRequired, TypedDict, cast

from storagelab.analysis.latency import subtract_statistics
from storagelab.domain.samples import (
    Direction,
    EngineOutput,
    IntervalSample,
    JobResult,
    LatencyStatistics,
    ObservedPart,
)
from storagelab.engines.base import ParseFailed, StatusBatch, StatusDocument, StreamState
from storagelab.engines.printed import clip

#: Lines have about 200 characters.
LONGEST_LINE = 64 << 10
_LARGEST = 2**62
_FORMAT = 1
_COUNTS = ("since_start_ns", "elapsed_ns", "files", "bytes")
_TIMES = ("mean", "stddev", "min", "max")
_NS_PER_MS = 1_000_000


class _Counters(TypedDict):
    """The work of the file tool so far; the state of a stream has no minimum and no maximum."""

    elapsed_ns: int
    files: int
    bytes: int
    mean: float | None
    stddev: float | None
    min: NotRequired[float | None]
    max: NotRequired[float | None]


class _StreamState(_Counters):
    """The counters so far, with the end of the last interval."""

    t_ms: int


class _Document(_Counters):
    """A status line."""

    since_start_ns: int
    direction: Direction
    ended: bool


_START: _StreamState = {"elapsed_ns": 0, "t_ms": 0, "files": 0, "bytes": 0, "mean": None, "stddev": None}


def parse(data: bytes) -> EngineOutput:
    """Parse the one job of a status stream, or of its end, by its last whole line.

    An unfinished job counts with a warning that begins with "truncated". Raises ParseFailed where no line is one of the
    file tool.
    """
    documents = cast("tuple[_Document, ...]", read_status(data).documents)
    if not documents:
        raise ParseFailed("line 1", "a status line of the file tool")
    last = documents[-1]
    part = _compute_part_difference(_START, last)
    return EngineOutput(
        jobs=(JobResult("files", 0, {} if part is None else {last["direction"]: part}),),
        warnings=() if last["ended"] else ("truncated: some files are missing. Those that were done count",),
    )


def read_status(data: bytes) -> StatusBatch:
    """Read the complete lines at the beginning of `data` that are documents; a last line without end is left.

    Raises ParseFailed for a line that is longer than any of the file tool.
    """
    end = data.rfind(b"\n") + 1
    documents = []
    begin = 0
    for line in data.splitlines(keepends=True):
        if len(line) > LONGEST_LINE:
            raise ParseFailed(f"byte {begin}", f"a status line of the file tool, but this one has {len(line)} bytes")
        begin += len(line)
        document = _document(line) if begin <= end else None
        if document is not None:
            documents.append(document)
    return StatusBatch(documents=tuple(documents), consumed_bytes=end)


def compute_interval(
    previous: StreamState | None, document: StatusDocument
) -> tuple[list[IntervalSample], StreamState]:
    """Return the sample of the interval that ends with `document`, and the state for the next call.

    `previous` is the state from the earlier call, None at the start. The list of samples is empty where no time has
    passed by the clock of the tool. It is also empty where counts fell, which no undamaged stream contains.
    """
    before = cast("_StreamState", previous) if previous else _START
    return _advance(before, cast("_Document", document))


def _advance(before: _StreamState, document: _Document) -> tuple[list[IntervalSample], _StreamState]:
    t_ms = document["since_start_ns"] // _NS_PER_MS
    dt_ms = document["elapsed_ns"] // _NS_PER_MS - before["elapsed_ns"] // _NS_PER_MS
    fell = document["files"] < before["files"] or document["bytes"] < before["bytes"]
    if dt_ms <= 0 or t_ms <= before["t_ms"] or fell:
        return [], before
    sample = IntervalSample(
        t_ms=t_ms,
        dt_ms=min(dt_ms, t_ms - before["t_ms"]),
        direction=document["direction"],
        ios=document["files"] - before["files"],
        bytes=document["bytes"] - before["bytes"],
        latency=subtract_statistics(_read_latency(before), _read_latency(document)),
    )
    return [sample], {
        "t_ms": t_ms,
        "elapsed_ns": document["elapsed_ns"],
        "files": document["files"],
        "bytes": document["bytes"],
        "mean": document["mean"],
        "stddev": document["stddev"],
    }


def cut(documents: Iterable[StatusDocument], t0_ms: float, t1_ms: float) -> dict[Direction, ObservedPart]:
    """Return the result between two moments of the phase, from the status documents within them.

    It is empty for fewer than two documents. It has no minimum and no maximum latency, because differences do not
    contain these.
    """
    begin: _Counters | None = None
    end: _Document | None = None
    for document in cast("Iterable[_Document]", documents):
        reached = document["since_start_ns"] / _NS_PER_MS
        if reached > t1_ms:
            break
        if reached - document["elapsed_ns"] / _NS_PER_MS >= t0_ms and begin is None:
            begin = _START
        elif reached >= t0_ms and begin is None:
            begin = document
            continue
        if begin is not None:
            end = document
    part = None if begin is None or end is None else _compute_part_difference(begin, end)
    return {} if part is None or end is None else {end["direction"]: part}


def _compute_part_difference(before: _Counters, document: _Document) -> ObservedPart | None:
    """Return the difference between two status documents as a result.

    None where no file was completed, or no time passed.
    """
    files, moved = document["files"] - before["files"], document["bytes"] - before["bytes"]
    elapsed_ns = document["elapsed_ns"] - before["elapsed_ns"]
    if files <= 0 or moved < 0 or elapsed_ns <= 0:
        return None
    return ObservedPart(
        ios=files,
        bytes=moved,
        iops=files * 1e9 / elapsed_ns,
        bandwidth_bytes_per_s=moved * 1e9 / elapsed_ns,
        runtime_s=max(1, round(elapsed_ns / _NS_PER_MS)) / 1000,
        latency=subtract_statistics(_read_latency(before), _read_latency(document)),
    )


def _read_latency(document: _Counters) -> LatencyStatistics:
    if not document["files"]:
        return LatencyStatistics(n=0)
    return LatencyStatistics(
        document["files"], document["mean"], document["stddev"], document.get("min"), document.get("max")
    )


def _document(line: bytes) -> StatusDocument | None:
    """Return a line as a document with exactly the used fields; None for anything else."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or raw.get("storagelab_files") != _FORMAT:
        return None
    counts = {name: raw.get(name) for name in _COUNTS}
    if any(not _is_count(value) for value in counts.values()):
        return None
    times = {name: _convert_number(raw.get(name)) for name in _TIMES} if counts["files"] else dict.fromkeys(_TIMES)
    direction, ended = raw.get("direction"), raw.get("ended")
    if direction not in ("read", "write") or not isinstance(ended, bool):
        raise ParseFailed(clip(line.decode("utf-8", "replace"), 60), "a direction and an end, as the file tool writes")
    return {**counts, **times, "direction": direction, "ended": ended}


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _convert_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= _LARGEST else None
