"""Live progress: fio's cumulative status documents (`--status-interval`), differenced into intervals.

Time. An interval is as long as the direction's own run time has advanced, because that is the clock fio counts by,
and it ends where all intervals since the phase began add up to. Where that clock did not advance although I/O was done
(fio rounds it to ms) or was started again (after a ramp), the time stamps of the documents decide.

Ramp. While `ramp_time` lasts fio counts I/Os but no latencies, then starts all counters again. The intervals of the
ramp therefore have no latency, and the first one after it counts from zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypedDict, cast

from storagelab.analysis.bins import (
    LAST_BIN,
    Bins,
    compute_bin_upper,
    find_bin_index,
    find_percentile,
    merge_bins,
    subtract_bins,
)
from storagelab.analysis.latency import merge, subtract_statistics
from storagelab.domain.samples import (
    DIRECTIONS,
    Direction,
    IntervalSample,
    LatencyStatistics,
    ObservedPart,
    PercentilesOf,
)
from storagelab.engines.base import StatusBatch, StatusDocument, StreamState
from storagelab.engines.fio.documents import decode, scan
from storagelab.engines.fio.output import list_jobs
from storagelab.engines.fio.parts import WarningList, parse_part

#: fio repeats its last document when it ends. An idle moment as short as this is not a stall: the next document
#: decides.
_SHORTEST_STALL_MS = 100


class _Counters(TypedDict):
    """The counters of a direction in one document, over all jobs."""

    ios: int
    bytes: int
    runtime_ms: int
    n: int
    mean: float | None
    stddev: float | None
    max: float | None
    percentiles_of: PercentilesOf | None
    bins: Bins | None


class _DirectionState(TypedDict):
    """The counters of a direction so far, with the end of its last interval."""

    timestamp_ms: int | None
    ios: int
    bytes: int
    runtime_ms: int
    t_ms: int
    n: int
    mean: float | None
    stddev: float | None
    max: float | None
    bins: Mapping[str, int]


_ZERO: _DirectionState = {
    "timestamp_ms": None,
    "ios": 0,
    "bytes": 0,
    "runtime_ms": 0,
    "t_ms": 0,
    "n": 0,
    "mean": None,
    "stddev": None,
    "max": None,
    "bins": {},
}


def read_status(data: bytes) -> StatusBatch:
    """Read the complete documents at the beginning of `data`; an incomplete one is left for the next read.

    Raises ParseFailed for bytes that cannot come from fio.
    """
    text = decode(data)
    result = scan(text)
    end = result.ends[-1] if result.ends else 0
    return StatusBatch(documents=result.documents, consumed_bytes=len(text[:end].encode("utf-8", "surrogateescape")))


def compute_interval(
    previous: StreamState | None, document: StatusDocument
) -> tuple[list[IntervalSample], StreamState]:
    """Return the samples of the interval that ends with `document`, and the state for the next call.

    `previous` is the state from the earlier call, None at the start of the phase. Directions that never did I/O have no
    samples; a direction that pauses has samples of 0 I/Os. The I/Os of all samples (after a ramp, if there is one) add
    up to the I/Os of the last document exactly.
    """
    return _advance(cast("Mapping[str, _DirectionState]", previous or {}), document)


def _advance(
    before_document: Mapping[str, _DirectionState], document: StatusDocument
) -> tuple[list[IntervalSample], dict[str, _DirectionState]]:
    stamp = document.get("timestamp_ms")
    stamp_ms = stamp if isinstance(stamp, int) else None
    samples: list[IntervalSample] = []
    following = dict(before_document)
    for direction in DIRECTIONS:
        counters = _sum_direction(document, direction)
        if counters is None:
            continue
        before = following.get(direction, _ZERO)
        passed_ms = None
        if stamp_ms is not None and before["timestamp_ms"] is not None:
            passed_ms = max(stamp_ms - before["timestamp_ms"], 0)
        step = _compute_direction_interval(direction, before, counters, passed_ms)
        # A document that moved nothing leaves the state alone: its time belongs to the next interval.
        if step is not None:
            samples.append(step)
            following[direction] = _build_state(counters, step.t_ms, stamp_ms)
    return samples, following


def cut(documents: Iterable[StatusDocument], t0_ms: float, t1_ms: float) -> dict[Direction, ObservedPart]:
    """Return the result of each direction between two moments of the phase.

    It comes from the documents within this time and is empty for fewer than two. It resembles the results of a whole
    phase, but has no minimum latency, which differences do not contain. The maximum is the upper edge of the highest
    bin. A ramp is left out.
    """
    state: dict[str, _DirectionState] = {}
    begin: dict[str, _DirectionState] | None = {} if t0_ms <= 0 else None
    end: StatusDocument | None = None
    for document in documents:
        samples, state = _advance(state, document)
        reached = max((sample.t_ms for sample in samples), default=None)
        if reached is None:
            continue
        if reached > t1_ms:
            break
        if begin is not None:
            end = document
        elif reached >= t0_ms and all(part["n"] or not part["ios"] for part in state.values()):
            begin = state
    return {} if begin is None or end is None else _compute_parts_between(begin, end)


def _compute_parts_between(
    begin: Mapping[str, _DirectionState], document: StatusDocument
) -> dict[Direction, ObservedPart]:
    parts: dict[Direction, ObservedPart] = {}
    for direction in DIRECTIONS:
        counters = _sum_direction(document, direction)
        base = begin.get(direction, _ZERO)
        run_ms = 0 if counters is None else counters["runtime_ms"] - base["runtime_ms"]
        if counters is None or (run_ms == 0 and counters["ios"] == base["ios"]):
            continue
        if run_ms <= 0 or counters["ios"] < base["ios"]:
            # Counters that began again in one direction make the sum over all of them wrong.
            return {}
        ios, transferred = counters["ios"] - base["ios"], max(counters["bytes"] - base["bytes"], 0)
        bins = _subtract_bins(base, counters)
        parts[direction] = ObservedPart(
            ios=ios,
            bytes=transferred,
            iops=ios * 1000 / run_ms,
            bandwidth_bytes_per_s=transferred * 1000 / run_ms,
            runtime_s=run_ms / 1000,
            latency=_compute_latency_between(base, counters, bins or {}),
            percentiles_of=counters["percentiles_of"],
            bins=bins or None,
        )
    return parts


def _sum_direction(document: StatusDocument, direction: Direction) -> _Counters | None:
    """Return the counters of a direction over all jobs of the document; None while it has done nothing."""
    notes = WarningList()
    parts = [
        part for job in list_jobs(document) if (part := parse_part(job.get(direction), direction, notes)) is not None
    ]
    if not parts:
        return None
    latency = merge(part.latency for part in parts)
    bins = parts[0].bins
    if len(parts) > 1:
        unbinned = any(part.bins is None and part.latency.n for part in parts)
        bins = None if unbinned else merge_bins(part.bins or {} for part in parts)
    return {
        "ios": sum(part.ios or 0 for part in parts),
        "bytes": sum(part.bytes or 0 for part in parts),
        "runtime_ms": max(round(1000 * (part.runtime_s or 0)) for part in parts),
        "n": latency.n or 0,
        "mean": latency.mean,
        "stddev": latency.stddev,
        "max": latency.max,
        "percentiles_of": parts[0].percentiles_of,
        "bins": bins,
    }


def _compute_direction_interval(
    direction: Direction, before: _DirectionState, counters: _Counters, passed_ms: int | None
) -> IntervalSample | None:
    """Return the sample of one direction between two documents; None when there was no interval.

    `before` and `counters` are the counters of the direction at both ends.
    """
    base = _ZERO if _has_restarted(before, counters, passed_ms) else before
    ios = counters["ios"] - base["ios"]
    run_ms = counters["runtime_ms"] - base["runtime_ms"]
    if ios == 0 and run_ms < _SHORTEST_STALL_MS:
        return None
    dt_ms = run_ms if run_ms > 0 else max(passed_ms or 0, 1)
    # After a ramp the time of its last moments is missing in every run time, and only the stamps contain it.
    advance_ms = max(dt_ms, passed_ms or 0) if base is not before else dt_ms
    bins = _subtract_bins(base, counters)
    return IntervalSample(
        t_ms=before["t_ms"] + advance_ms,
        dt_ms=dt_ms,
        direction=direction,
        ios=ios,
        bytes=max(counters["bytes"] - base["bytes"], 0),
        latency=_compute_latency_between(base, counters, bins or {}),
        p99_ns=find_percentile(bins or {}, 99),
        p999_ns=find_percentile(bins or {}, 99.9),
        bins=bins,
    )


def _has_restarted(before: _DirectionState, counters: _Counters, passed_ms: int | None) -> bool:
    """Return whether fio has reset its counters since `before`: they fell, or latencies begin after a ramp."""
    pairs = (
        (counters["ios"], before["ios"]),
        (counters["n"], before["n"]),
        (counters["runtime_ms"], before["runtime_ms"]),
    )
    if any(now < earlier for now, earlier in pairs):
        return True
    ramp_ends = before["ios"] > 0 and before["n"] == 0 and counters["n"] > 0
    clock_fell_behind = passed_ms is not None and 2 * (counters["runtime_ms"] - before["runtime_ms"]) < passed_ms
    return ramp_ends and clock_fell_behind


def _subtract_bins(base: _DirectionState, counters: _Counters) -> Bins | None:
    """Return the histogram of the response times since `base`.

    None where a document has no histogram or contradicts the earlier one.
    """
    if counters["bins"] is None:
        return None
    try:
        return subtract_bins({int(value): count for value, count in base["bins"].items()}, counters["bins"])
    except ValueError:
        # The printing thread reads while the workers count; a count that seems to fall makes this interval unknown.
        return None


def _compute_latency_between(base: _DirectionState, counters: _Counters, bins: Bins) -> LatencyStatistics:
    between = subtract_statistics(_read_latency(base), _read_latency(counters))
    if between.mean is not None and between.mean < 0:
        return LatencyStatistics(n=between.n)
    return replace(between, max=_estimate_maximum(bins, counters["max"]))


def _read_latency(counters: _Counters | _DirectionState) -> LatencyStatistics:
    return LatencyStatistics(n=counters["n"], mean=counters["mean"], stddev=counters["stddev"], max=counters["max"])


def _estimate_maximum(bins: Bins, largest: float | None) -> float | None:
    """Return the upper edge of the highest bin, never above the largest latency so far. The last bin has no edge."""
    if not bins:
        return None
    top = find_bin_index(max(bins))
    if largest is None:
        return compute_bin_upper(top)
    return largest if top == LAST_BIN else min(compute_bin_upper(top), largest)


def _build_state(counters: _Counters, t_ms: int, stamp_ms: int | None) -> _DirectionState:
    """Return the state for the next call, in a form that JSON can hold."""
    return {
        "ios": counters["ios"],
        "bytes": counters["bytes"],
        "runtime_ms": counters["runtime_ms"],
        "n": counters["n"],
        "mean": counters["mean"],
        "stddev": counters["stddev"],
        "max": counters["max"],
        "timestamp_ms": stamp_ms,
        "t_ms": t_ms,
        "bins": {str(value): count for value, count in (counters["bins"] or {}).items()},
    }
