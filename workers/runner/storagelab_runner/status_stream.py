"""Parser of the engine's growing status file: complete cumulative documents and their counts."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.stop_rule import Count

#: fio indents its documents, so only the outermost braces are at the beginning of a line.
_DOCUMENT_START = b"{\n"
_DOCUMENT_END = b"\n}\n"
_READ_BYTES = 1 << 20
_MAX_PENDING_BYTES = 8 << 20
#: The last document of a stream lies within this many bytes of its end.
_TAIL_BYTES = 8 << 20


class StatusStream:
    """Reads on where it stopped. A document that is cut stays pending until the rest of it has been written."""

    def __init__(self, path: Path, offset: int = 0) -> None:
        self._path = path
        self._offset = offset
        self._pending = b""

    def read_new_documents(self) -> list[dict[str, Any]]:
        """Return the documents completed since the last call, in order; lines between them are dropped."""
        self._read_on()
        documents = []
        while True:
            end = self._pending.find(_DOCUMENT_END)
            if end < 0:
                break
            chunk = self._pending[: end + len(_DOCUMENT_END)]
            self._pending = self._pending[end + len(_DOCUMENT_END) :]
            document = _decode(chunk)
            if document is not None:
                documents.append(document)
        if len(self._pending) > _MAX_PENDING_BYTES:
            self._pending = b""
        return documents

    @property
    def is_cut(self) -> bool:
        """Return whether the unread rest of the stream is the beginning of another document."""
        return self._pending.lstrip().startswith(b"{") or b"\n" + _DOCUMENT_START in self._pending

    def _read_on(self) -> None:
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset, os.SEEK_SET)
                for block in iter(lambda: file.read(_READ_BYTES), b""):
                    self._offset += len(block)
                    self._pending += block
        except FileNotFoundError:
            return


class CountHistory:
    """The counts of one phase after its ramp, in ascending order of time."""

    def __init__(self, ramp_seconds: float) -> None:
        self._ramp_seconds = ramp_seconds
        self.counts: list[Count] = []

    def add(self, document: Mapping[str, Any]) -> None:
        """Add the total over all jobs, reads and writes of a document.

        The engine clears its statistics when the ramp ends. A document from the ramp is dropped where its whole seconds
        prove it. A count that does not grow starts the history again.
        """
        jobs = _filter_objects(document.get("jobs"))
        if not jobs or max(_parse_number(job.get("elapsed")) for job in jobs) <= self._ramp_seconds:
            return
        directions = _list_directions(document)
        elapsed_ms = max((_parse_number(direction.get("runtime")) for direction in directions), default=0.0)
        ios = sum(_parse_number(direction.get("total_ios")) for direction in directions)
        if elapsed_ms <= 0:
            return
        if self.counts and (elapsed_ms < self.counts[-1].elapsed_ms or ios < self.counts[-1].ios):
            self.counts = []
        if not self.counts or elapsed_ms > self.counts[-1].elapsed_ms:
            moved = sum(_parse_number(direction.get("io_bytes")) for direction in directions)
            self.counts.append(Count(elapsed_ms, ios, moved, _sum_waited_ns(directions)))


def read_last_document(path: Path) -> dict[str, Any] | None:
    """Return the last complete document of an ended stream.

    None when there is none, or the stream ends within another document.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return None
    stream = StatusStream(path, max(0, size - _TAIL_BYTES))
    documents = stream.read_new_documents()
    return None if stream.is_cut or not documents else documents[-1]


def describe_missing_output(path: Path) -> str | None:
    """Return why the output of an engine that ended normally is no result.

    The sentence has the form `its output ...`; None if nothing is missing.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return "it wrote no output"
    stream = StatusStream(path, max(0, size - _TAIL_BYTES))
    documents = stream.read_new_documents()
    if stream.is_cut:
        return "its output ends in the middle of a document"
    if not documents:
        return "its output holds no complete document"
    ios = sum(_parse_number(direction.get("total_ios")) for direction in _list_directions(documents[-1]))
    return None if ios > 0 else "it reports no I/O"


class DirectionTotals(NamedTuple):
    """Totals of a document for `read` or `write` over all jobs; `moved_bytes` is None where one lacks it."""

    name: str
    ios: float
    moved_bytes: float | None
    partial_ios: float


def sum_directions(document: Mapping[str, Any]) -> list[DirectionTotals]:
    """Return the totals of reads and of writes in a document, summed over all jobs."""
    totals = []
    for name in ("read", "write"):
        parts = _filter_objects([job.get(name) for job in _filter_objects(document.get("jobs"))])
        active = [part for part in parts if _parse_number(part.get("total_ios"))]
        moved = (
            None
            if any("io_bytes" not in part for part in active)
            else sum(_parse_number(p["io_bytes"]) for p in active)
        )
        partial = sum(_parse_number(part.get(key)) for part in parts for key in ("short_ios", "drop_ios"))
        totals.append(
            DirectionTotals(name, sum(_parse_number(part.get("total_ios")) for part in parts), moved, partial)
        )
    return totals


def read_figures(path: Path) -> MeasuredInterval | None:
    """Return the figures of the last status document of fio, None where one is missing.

    Reads and writes are summed; their mean latency is weighted by I/Os.
    """
    document = read_last_document(path)
    if document is None:
        return None
    parts = {name: list(_iterate_active_parts(document, name)) for name in ("read", "write")}
    rates = {name: [_find_number(part, "iops") for part in jobs] for name, jobs in parts.items()}
    both = [*parts["read"], *parts["write"]]
    bandwidths = [_find_number(part, "bw_bytes") for part in both]
    weighted = [_compute_latency(part) for part in both]
    if not both or any(value is None for value in (*rates["read"], *rates["write"], *bandwidths, *weighted)):
        return None
    ios = sum(pair[0] for pair in weighted if pair is not None)
    waited = sum(pair[0] * pair[1] for pair in weighted if pair is not None)
    read, write = (sum(rate for rate in rates[name] if rate is not None) for name in ("read", "write"))
    return MeasuredInterval(
        iops=read + write,
        read_iops=read,
        write_iops=write,
        bytes_per_s=sum(value for value in bandwidths if value is not None),
        latency_ns=waited / ios,
    )


def _list_directions(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the reads and writes of a document, over all of its jobs."""
    return _filter_objects(
        [job.get(name) for job in _filter_objects(document.get("jobs")) for name in ("read", "write")]
    )


def _sum_waited_ns(directions: Iterable[Mapping[str, Any]]) -> float | None:
    """Return the sum of all response times of `directions` in ns.

    None where a version of fio does not report it in ns.
    """
    waited = 0.0
    for direction in directions:
        latency = direction.get("lat_ns")
        if isinstance(latency, dict):
            waited += _parse_number(latency.get("mean")) * (
                _parse_number(latency.get("N")) or _parse_number(direction.get("total_ios"))
            )
        elif _parse_number(direction.get("total_ios")):
            return None
    return waited


def _iterate_active_parts(document: Mapping[str, Any], direction: str) -> Iterator[Mapping[str, Any]]:
    """Yield the results of each fio job in a direction, except jobs without I/O in that direction."""
    jobs = document.get("jobs")
    for job in jobs if isinstance(jobs, list) else []:
        part = job.get(direction) if isinstance(job, dict) else None
        if isinstance(part, dict) and _find_number(part, "total_ios"):
            yield part


def _compute_latency(part: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the number of response times and their mean in ns."""
    block = part.get("lat_ns")
    if not isinstance(block, dict):
        return None
    count = _find_number(block, "N") or _find_number(part, "total_ios")
    mean = _find_number(block, "mean")
    return None if not count or mean is None else (count, mean)


def _find_number(raw: Mapping[str, Any], key: str) -> float | None:
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        return None
    return value


def _filter_objects(values: Any) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _parse_number(value: Any) -> float:
    """Return the value if it is a finite number, else 0."""
    return value if isinstance(value, (int, float)) and math.isfinite(value) else 0


def _decode(chunk: bytes) -> dict[str, Any] | None:
    start = 0 if chunk.startswith(_DOCUMENT_START) else chunk.find(b"\n" + _DOCUMENT_START) + 1
    text = chunk[start:].decode("utf-8", "replace").lstrip()
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
