"""Live progress from the rows of a flat file, which grows by one for each interval.

Nothing has to be differenced. A document is a line: the header, which gives the others their meaning, or a row. The
rows lack the length of their intervals, which is in the name of the run (`run_name`). Rows of other runs, as of a file
being created, are no progress of the phase. The intervals of a warm-up are part of the curve, and of no result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, cast

from storagelab.domain.samples import Direction, IntervalSample, ObservedPart
from storagelab.engines.base import ParseFailed, StatusBatch, StatusDocument, StreamState
from storagelab.engines.printed import read_count
from storagelab.engines.vdbench.flatfile import read_header, read_values
from storagelab.engines.vdbench.intervals import build_interval_samples, merge_samples
from storagelab.engines.vdbench.run_name import parse_run_times

#: Rows have about 400 characters; what goes on without an end for longer is no flat file.
LONGEST_LINE = 64 << 10


class _Line(TypedDict, total=False):
    """A line of a flat file: the names of its columns, or a row."""

    columns: list[str]
    fields: list[str]


class _StreamState(TypedDict):
    """The columns, the last interval, and the directions that have done I/O; `counts` after the warm-up."""

    columns: list[str]
    interval: int
    directions: list[Direction]
    counts: bool


_START: _StreamState = {"columns": [], "interval": 0, "directions": [], "counts": False}


def read_status(data: bytes) -> StatusBatch:
    """Parse the complete lines of a flat file into documents; skip comments and lines that are no text.

    The batch counts the consumed bytes: a last line without end is read next time. Raises ParseFailed for a line that
    is longer than any of Vdbench.
    """
    end = data.rfind(b"\n") + 1
    documents: list[StatusDocument] = []
    begin = 0
    for line in data[:end].splitlines(keepends=True):
        _check_length(begin, line)
        begin += len(line)
        text = line.decode("utf-8", "replace").strip()
        # What a power cut leaves behind may hold zeros, which no state in the database can.
        if text and text.isprintable() and text[0] not in "<*":
            fields = text.split()
            documents.append({"columns" if fields[0] == "tod" else "fields": fields})
    _check_length(end, data[end:])
    return StatusBatch(documents=tuple(documents), consumed_bytes=end)


def compute_interval(
    previous: StreamState | None, document: StatusDocument
) -> tuple[list[IntervalSample], StreamState]:
    """Return the samples of the row in `document`, and the state for the next call.

    `previous` is the state from the earlier call, None at the start. There are no samples for a header, an average, and
    a damaged or repeated row. Directions that never did I/O have no samples; a direction that pauses has samples of 0
    I/Os.
    """
    return _advance(cast("_StreamState", {**_START, **(previous or {})}), cast("_Line", document))


def _advance(state: _StreamState, line: _Line) -> tuple[list[IntervalSample], _StreamState]:
    if "columns" in line:
        return [], {**state, "columns": line["columns"]}
    columns, fields = state["columns"], line["fields"]
    if len(fields) != len(columns):
        return [], state
    header = read_header(columns)
    times = parse_run_times(header.text(fields, "run"))
    number = read_count(header.text(fields, "interval"))
    if times is None or number is None or number <= state["interval"]:
        return [], state
    row, _ = read_values(header.figures, fields)
    samples = build_interval_samples(row, number=number, seconds=times.interval_seconds, paused=state["directions"])
    seen = {*state["directions"], *(sample.direction for sample in samples)}
    counts = not times.warmup_seconds or number > times.left_out
    return samples, {**state, "interval": number, "directions": sorted(seen), "counts": counts}


def cut(documents: Iterable[StatusDocument], t0_ms: float, t1_ms: float) -> dict[Direction, ObservedPart]:
    """Return the result of each direction between two moments of the phase.

    It comes from the intervals completely within this time, and is empty without any. A warm-up is left out.
    """
    state = _START
    within: list[IntervalSample] = []
    for document in documents:
        samples, state = _advance(state, cast("_Line", document))
        if state["counts"]:
            within += [one for one in samples if t0_ms <= one.t_ms - one.dt_ms and one.t_ms <= t1_ms]
    return merge_samples(within)


def _check_length(begin: int, line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise ParseFailed(f"byte {begin}", f"a line of a Vdbench flat file, but this one has {len(line)} bytes")
