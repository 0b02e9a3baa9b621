"""Curves of a phase for a chart: concurrent jobs merged on a grid of windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from storagelab.domain.results import ObservedSeries, SeriesDirection, SeriesMetric, WindowValue
from storagelab.domain.samples import DIRECTIONS

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_DEFAULT_WINDOW_MS = 1000
#: Engines stamp a row at the end of its window, a few ms late. This fraction of a window still belongs to it.
_LATE_PART = 20
#: A span of more windows than these (46 days of seconds) is no run but a damaged time.
_MAX_WINDOWS = 4_000_000
_DIRECTIONS: tuple[SeriesDirection, ...] = (*DIRECTIONS, "total")
#: Rates retain the file's own steps, unless windows had to be averaged.
_FINE_RATE = 0.001


def merge_curves(series: Sequence[ObservedSeries], *, window_ms: int | None = None) -> list[ObservedSeries]:
    """Merge the series of one phase into curves for each direction and for all of them (`total`).

    The curves have `job` 0. IOPS and bandwidth are sums over jobs. A window without a row is 0 while the phase lasts: a
    stall. Mean latency (from `lat`, else `clat`) is weighted by the IOPS of its job, and `estimated` where a job has no
    IOPS. `lat_max` is the largest of all. Latency has no row for a window without I/O. Times are the ends of windows on
    the clock of the phase, also for series that count from 1970. The window is the longest window of the series, or
    `window_ms` if longer.
    """
    used = [one for one in series if one.t_ms.size and one.metric not in ("slat", "lat_hist")]
    window = max([window_ms or 0, *(one.window_ms or 0 for one in used)]) or _DEFAULT_WINDOW_MS
    start_ms = find_phase_start_ms(used)
    lines = [_build_line(one, window, start_ms) for one in used]
    if not lines or max(int(line.end_ms) for line in lines) > _MAX_WINDOWS * window:
        return []
    phases = {one.phase for one in used}
    grid = _Grid(window, phases.pop() if len(phases) == 1 else None)
    curves = []
    for direction in _DIRECTIONS:
        for metric in ("iops", "bandwidth"):
            curves += grid.rates(metric, direction, _filter_lines(lines, metric, direction))
        latency: SeriesMetric = "lat" if any(one.metric == "lat" for one in used) else "clat"
        curves += grid.means(
            latency, direction, _filter_lines(lines, latency, direction), _filter_lines(lines, "iops", direction)
        )
        curves += grid.maxima(
            direction, _filter_lines(lines, "lat_max", direction) + _filter_lines(lines, latency, direction)
        )
        deviations = _filter_lines(lines, "lat_stddev", direction)
        # Deviations of several jobs do not merge without their counts.
        curves += grid.means("lat_stddev", direction, deviations, []) if len(deviations) == 1 else []
    return curves


def find_phase_start_ms(series: Sequence[ObservedSeries]) -> int:
    """Return the start of a phase in ms since 1970, from those of its series that count from 1970.

    0 when no series does.
    """
    begins = [int(one.t_ms.min()) - (one.window_ms or 0) for one in series if one.epoch and one.t_ms.size]
    return min(begins, default=0)


@dataclass(frozen=True, slots=True)
class _Line:
    """One series on the grid: `fine` counts its own windows, `coarse` those of the grid; values in base units."""

    source: ObservedSeries
    fine: Ints
    coarse: Ints
    values: Floats
    own_ms: int
    end_ms: int


def _build_line(source: ObservedSeries, window: int, start_ms: int) -> _Line:
    t_ms = source.t_ms - (start_ms if source.epoch else 0)
    values = np.asarray(source.values * source.factor, dtype=np.float64)
    own = min(source.window_ms or window, window)
    ends = np.maximum(t_ms - 1 - own // _LATE_PART, 0)
    if source.metric in ("iops", "bandwidth") and not source.interleaved and source.window_value != "sample":
        # Slightly long windows drift until one window of the grid has no row, although nothing stalled.
        gaps = np.flatnonzero((np.diff(ends // own) == 2) & (np.diff(t_ms) < 1.5 * own)) + 1
        ends = np.insert(ends, gaps, ends[gaps] - own)
        values = np.insert(values, gaps, values[gaps])
    return _Line(source, ends // own, ends // window, values, own, int(t_ms.max()))


def _filter_lines(lines: Sequence[_Line], metric: SeriesMetric, direction: SeriesDirection) -> list[_Line]:
    """Return the lines of a metric and direction.

    For `total` without lines of its own, return the lines of every direction.
    """
    mine = [line for line in lines if line.source.metric == metric and line.source.direction == direction]
    if mine or direction != "total":
        return mine
    return [line for line in lines if line.source.metric == metric]


@dataclass(frozen=True, slots=True)
class _Grid:
    window: int
    phase: int | None

    def rates(self, metric: SeriesMetric, direction: SeriesDirection, lines: Sequence[_Line]) -> list[ObservedSeries]:
        """Return the sum of the rates of all lines as one curve, in a list that is empty without lines.

        Rows that are interval maxima do not count; a row of a single I/O counts as one I/O.
        """
        lines = [line for line in lines if line.source.window_value != "max"]
        if metric == "bandwidth":
            lines = [line for line in lines if line.source.window_value != "sample"]
        if not lines:
            return []
        size = max(int(line.coarse.max()) for line in lines) + 1
        total = np.zeros(size)
        end_ms = max(line.end_ms for line in lines)
        for line in lines:
            total += self._rate(line, size, end_ms)
        averaged = any(line.own_ms < self.window or line.source.window_value == "sample" for line in lines)
        factor = min(line.source.factor for line in lines)
        return [self._curve(metric, direction, np.arange(size), total, min(factor, _FINE_RATE) if averaged else factor)]

    def means(
        self, metric: SeriesMetric, direction: SeriesDirection, lines: Sequence[_Line], rates: Sequence[_Line]
    ) -> list[ObservedSeries]:
        """Return the mean over lines as a curve, weighted by the rates of the same jobs.

        The mean is unweighted unless all jobs have rates.
        """
        lines = [line for line in lines if line.source.window_value != "max"]
        if not lines:
            return []
        weights = [_find_weights(line, rates) for line in lines]
        known_weights = [weight for weight in weights if weight is not None]
        alone = len(lines) == 1 and lines[0].own_ms == self.window and not lines[0].source.interleaved
        size = max(int(line.coarse.max()) for line in lines) + 1
        sums, total, plain, rows = (np.zeros(size) for _ in range(4))
        for line, own in zip(lines, weights, strict=True):
            every = line.source.interleaved or line.source.window_value == "sample" or own is None
            first = slice(None) if every else _find_first_rows(line)
            places, values = line.coarse[first], line.values[first]
            weight = np.ones(values.size) if own is None or len(known_weights) < len(lines) else own[first]
            sums += np.bincount(places, weight * values, size)
            total += np.bincount(places, weight, size)
            plain += np.bincount(places, values, size)
            rows += np.bincount(places, minlength=size)
        filled = np.flatnonzero(rows)
        weighted = total[filled] > 0
        means = np.where(weighted, sums[filled] / np.where(weighted, total[filled], 1), plain[filled] / rows[filled])
        estimated = not alone and len(known_weights) < len(lines)
        return [self._curve(metric, direction, filled, means, 1.0, estimated=estimated)]

    def maxima(self, direction: SeriesDirection, lines: Sequence[_Line]) -> list[ObservedSeries]:
        """Return the largest value of each window, of lines that have maxima or single I/Os."""
        lines = [
            line for line in lines if line.source.metric == "lat_max" or line.source.window_value in ("max", "sample")
        ]
        if not lines:
            return []
        highest = np.full(max(int(line.coarse.max()) for line in lines) + 1, -1.0)
        for line in lines:
            np.maximum.at(highest, line.coarse, line.values)
        filled = np.flatnonzero(highest >= 0)
        return [self._curve("lat_max", direction, filled, highest[filled], 1.0, value="max")]

    def _rate(self, line: _Line, size: int, end_ms: int) -> Floats:
        """Return the rate per second in each window of the grid. The last window may be shorter than the others."""
        sums = np.asarray(np.bincount(line.coarse, line.values, size), dtype=np.float64)
        if line.source.window_value == "sample":
            return sums * (1000 / self.window)
        if line.own_ms == self.window:
            rows = np.ones(size) if line.source.interleaved else np.bincount(line.coarse, minlength=size)
            return np.asarray(sums / np.maximum(rows, 1), dtype=np.float64)
        windows = np.full(size, self.window / line.own_ms)
        windows[-1] = min(max(round((end_ms - (size - 1) * self.window) / line.own_ms), 1), windows[-1])
        return np.asarray(sums / windows, dtype=np.float64)

    def _curve(
        self,
        metric: SeriesMetric,
        direction: SeriesDirection,
        windows: Ints,
        values: Floats,
        factor: float,
        *,
        value: WindowValue = "mean",
        estimated: bool = False,
    ) -> ObservedSeries:
        return ObservedSeries(
            metric,
            direction,
            (windows.astype(np.int64) + 1) * self.window,
            np.rint(values / factor).astype(np.int64),
            factor=factor,
            job=0,
            phase=self.phase,
            window_ms=self.window,
            window_value=value,
            estimated=estimated,
        )


def _find_first_rows(line: _Line) -> Ints:
    """Return the index of the first row in each window of the line.

    A second row of a window is the flush at the end of a job and rests on a few I/Os.
    """
    return np.asarray(np.unique(line.fine, return_index=True)[1])


def _find_weights(line: _Line, rates: Sequence[_Line]) -> Floats | None:
    """Return the weight of each row of the line: the rate of the same job in that window.

    None when `rates` has no rates of this job over the same windows.
    """
    if line.source.window_value == "sample":
        return np.ones(line.values.size)
    source = line.source
    for rate in rates:
        other = rate.source
        if (other.job, other.host, other.direction) == (source.job, source.host, source.direction):
            if rate.own_ms != line.own_ms or other.interleaved or other.window_value in ("max", "sample"):
                return None
            size = max(int(rate.fine.max()), int(line.fine.max())) + 1
            return np.asarray(np.bincount(rate.fine, rate.values, size)[line.fine], dtype=np.float64)
    return None
