"""Choice of the stored curve of a phase to draw: the best source, in the requested direction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from msgspec import Struct

from storagelab.analysis.downsample import FloatArray, IntArray
from storagelab.analysis.packing import INTERVALS, LOGS, STATUS, compute_interval_lengths
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.curve import SampledCurve, build_series_curve

#: Status documents cover every interval alike; only a log knows the true maximum of one.
_PREFERENCE = (STATUS, LOGS, INTERVALS)
_PREFERENCE_OF = {"lat_max": (LOGS, INTERVALS, STATUS)}
#: Rates of several directions add up.
_RATES = ("iops", "bandwidth")


def rank_source(metric: str, source: str) -> int:
    """Return the rank of a source for a metric; the lowest is the best."""
    order = _PREFERENCE_OF.get(metric, _PREFERENCE)
    return order.index(source) if source in order else len(order)


class StoredSeries(Struct, frozen=True, kw_only=True, eq=False):
    """A stored series of a phase: `read` returns times in ms within it, and integers that a value is `factor` times of.

    `phase` is the key of the phase: its ordinal, or its id where phases are of several runs.
    """

    phase: Hashable
    source: str
    metric: str
    direction: str
    factor: float
    estimated: bool
    read: Callable[[], tuple[IntArray, IntArray]]


@dataclass(frozen=True, slots=True, eq=False)
class ChosenCurve:
    """Columns of one curve within its phase; `rate` is the IOPS beside a latency, None for a rate."""

    source: str
    estimated: bool
    t_ms: IntArray
    value: FloatArray
    rate_t_ms: IntArray
    rate: FloatArray | None

    @property
    def rate_length_ms(self) -> IntArray:
        """Return the length in ms of each interval of `rate_t_ms`, for a latency or for a rate itself."""
        return compute_interval_lengths(self.rate_t_ms, source=self.source)

    def curve(self, *, t0_ms: int) -> SampledCurve:
        """Return the curve on the time axis of the run, where its phase begins at `t0_ms`."""
        return build_series_curve(self.t_ms, self.value, self.rate_t_ms, self.rate, t0_ms=t0_ms, source=self.source)


class StoredCurves:
    """The stored series of some phases, all jobs together."""

    def __init__(self, series: Iterable[StoredSeries]) -> None:
        self._series = {(row.phase, row.source, row.metric, row.direction): row for row in series}
        self._by_metric: dict[tuple[Hashable, str], list[StoredSeries]] = defaultdict(list)
        for row in self._series.values():
            self._by_metric[row.phase, row.metric].append(row)
        # The IOPS of a phase are its curve, the weights of its latencies and the axis of both.
        self._decoded: dict[int, tuple[IntArray, FloatArray]] = {}

    def choose(self, phase: Hashable, *, metric: str, direction: str) -> ChosenCurve | None:
        """Return the stored curve of a phase from the best source, or None where the phase has none.

        Without a stored total, the curve of the only direction replaces the total, or rates of equal times are added.
        """
        candidates = self._by_metric.get((phase, metric), [])
        sources = sorted({row.source for row in candidates}, key=lambda source: rank_source(metric, source))
        for source in sources:
            rows = [row for row in candidates if row.source == source]
            exact = [row for row in rows if row.direction == direction]
            if exact:
                return self._chosen(exact[0])
            if direction == TOTAL and len(rows) == 1:
                return self._chosen(rows[0])
            if direction == TOTAL and metric in _RATES and (added := self._sum_curves(rows)) is not None:
                return added
        return None

    def _chosen(self, row: StoredSeries) -> ChosenCurve:
        t_ms, value = self._decode(row)
        if not row.metric.startswith("lat_"):
            return ChosenCurve(row.source, row.estimated, t_ms, value, t_ms, None)
        beside = self._series.get((row.phase, row.source, "iops", row.direction))
        rate_t_ms, rate = self._decode(beside) if beside is not None else (t_ms, np.ones_like(value))
        return ChosenCurve(row.source, row.estimated, t_ms, value, rate_t_ms, rate)

    def _sum_curves(self, rows: list[StoredSeries]) -> ChosenCurve | None:
        columns = [self._decode(row) for row in rows]
        t_ms = columns[0][0]
        if not all(np.array_equal(times, t_ms) for times, _ in columns):
            return None
        value = np.sum([values for _, values in columns], axis=0)
        return ChosenCurve(rows[0].source, any(row.estimated for row in rows), t_ms, value, t_ms, None)

    def _decode(self, row: StoredSeries) -> tuple[IntArray, FloatArray]:
        decoded = self._decoded.get(id(row))
        if decoded is None:
            t_ms, numbers = row.read()
            decoded = self._decoded[id(row)] = t_ms, np.asarray(numbers * row.factor, dtype=np.float64)
        return decoded
