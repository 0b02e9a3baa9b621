"""Curves of fio's logs: one for each log, direction and job."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import numpy as np

from storagelab.domain.results import ObservedSeries, WindowValue
from storagelab.domain.samples import DIRECTIONS
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.logs import LogRows, parse_log
from storagelab.engines.fio.parts import KIB, WarningList
from storagelab.formats.base import SourceFile, add_member_name
from storagelab.formats.fio import options as values
from storagelab.formats.fio.claims import parse_log_host
from storagelab.formats.fio.histogram_logs import HistogramRows, Ints, parse_histogram_log
from storagelab.formats.fio.log_names import LogName
from storagelab.formats.fio.origins import Origins, Writers

#: Times beyond this (1973) are no run time but milliseconds since 1970 (`log_unix_epoch`, `log_alternate_epoch`).
_EPOCH_MS = 100_000_000_000
#: Rows closer together than this are not averages over windows.
_SHORTEST_WINDOW_MS = 10
_MAXIMA = ("max", "1", "")
_VALUE_OPTIONS = ("log_window_value", "log_max_value")


class _SharedFields(TypedDict):
    """The fields that all series of one log share."""

    job: int
    host: str | None
    phase: int | None
    member: str
    interleaved: bool
    factor: NotRequired[float]
    epoch: NotRequired[bool]
    window_ms: NotRequired[int | None]


def read_series(member: SourceFile, log: LogName, origins: Origins, notes: WarningList) -> list[ObservedSeries]:
    """Read the curves of one log; an empty log has none. Raises ParseFailed naming member and line."""
    if log.packed:
        raise ParseFailed(member.name, "a log in plain text. Unpack this one with fio --inflate-log=FILE")
    writers = origins.find_writers(log)
    host = log.host or parse_log_host(member.name)
    shared: _SharedFields = {
        "job": log.job or 1,
        "host": host,
        "phase": writers.find_phase(log, host),
        "member": member.name,
        "interleaved": log.job is None,
    }
    try:
        if log.metric == "lat_hist":
            return _build_histogram_series(parse_histogram_log(member.read()), writers, shared, notes)
        return _build_plain_series(parse_log(member.read()), log, writers, shared, notes)
    except ParseFailed as failure:
        raise add_member_name(member.name, failure) from None


def _build_plain_series(
    rows: LogRows, log: LogName, writers: Writers, shared: _SharedFields, notes: WarningList
) -> list[ObservedSeries]:
    _note_truncation(rows, notes)
    factor = KIB if log.metric == "bandwidth" else 1 if log.metric == "iops" else writers.latency_factor
    if factor is None:
        if rows.t_ms.size:
            notes.add("the version of fio is not known, so its latencies are taken for nanoseconds, as from 2.99 on")
        factor = 1
    single = bool(rows.block_bytes)
    value: WindowValue | None = (
        "sample" if single else "mean" if rows.highest is not None else _find_window_value(writers)
    )
    shared["factor"], shared["epoch"] = float(factor), _is_epoch(rows.t_ms)
    shared["window_ms"] = None if single else _find_window_ms(rows.t_ms, rows.directions, writers, "log_avg_msec")
    series = []
    for index, direction in enumerate(DIRECTIONS):
        mine = rows.directions == index
        if not mine.any():
            continue
        t_ms = rows.t_ms[mine]
        series.append(ObservedSeries(log.metric, direction, t_ms, rows.values[mine], window_value=value, **shared))
        if rows.highest is not None and log.metric == "lat":
            series.append(ObservedSeries("lat_max", direction, t_ms, rows.highest[mine], window_value="max", **shared))
    return series


def _build_histogram_series(
    rows: HistogramRows, writers: Writers, shared: _SharedFields, notes: WarningList
) -> list[ObservedSeries]:
    _note_truncation(rows, notes)
    if rows.damaged:
        notes.add(f"histograms that count more I/Os than there can be are left empty: rows {rows.damaged}")
    shared["epoch"] = _is_epoch(rows.t_ms)
    shared["window_ms"] = _find_window_ms(rows.t_ms, rows.directions, writers, "log_hist_msec")
    series = []
    for index, direction in enumerate(DIRECTIONS):
        mine = np.flatnonzero(rows.directions == index)
        if mine.size:
            histograms = tuple(rows.histograms[place] for place in mine.tolist())
            ios = np.array([histogram.total for histogram in histograms], dtype=np.int64)
            series.append(
                ObservedSeries(
                    "lat_hist", direction, rows.t_ms[mine], ios, window_value="mean", histograms=histograms, **shared
                )
            )
    return series


def _note_truncation(rows: LogRows | HistogramRows, notes: WarningList) -> None:
    if not rows.complete:
        notes.add("truncated: the log ends in the middle of a row, which is left out")


def _find_window_value(writers: Writers) -> WindowValue | None:
    """Return the meaning of the values of an averaging window: `mean` or, by job options, `max`.

    None where no job states its options.
    """
    if not writers.have_options:
        return None
    written = writers.stated(*_VALUE_OPTIONS)
    return "max" if written is not None and written.strip() in _MAXIMA else "mean"


def _is_epoch(t_ms: Ints) -> bool:
    return bool(t_ms.size) and int(t_ms.min()) > _EPOCH_MS


def _find_window_ms(t_ms: Ints, directions: Ints, writers: Writers, option: str) -> int | None:
    """Return the window that the jobs state, in ms.

    Without one it is the usual distance of the rows of the first direction, to two digits.
    """
    written = values.parse_whole_number(writers.stated(option))
    if written:
        return written
    mine = t_ms[directions == directions[0]] if directions.size else t_ms
    distances = np.diff(mine)
    distances = distances[distances > 0]
    if not distances.size:
        return None
    usual = round(float(np.median(distances)))
    if usual < _SHORTEST_WINDOW_MS:
        return None
    return round(usual, 2 - len(str(usual)))
