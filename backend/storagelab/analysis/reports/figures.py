"""Input of a report: measured points, curves by intervals, and the rule of each loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from storagelab.analysis.parts import merge_parts
from storagelab.analysis.rounds import CHECK_SPACING
from storagelab.domain.loops import LoopRule, TrackedMetric
from storagelab.domain.samples import ObservedPart

Test = Literal["iops", "tp", "lat", "wsat", "hir", "xsr", "dirth"]


@dataclass(frozen=True, slots=True)
class ReportPoint:
    """One phase that was run: its access pattern, and its figures over all directions and by each of them.

    `name` is that within its round. A phase that did not finish has an empty `total`: unknown is None, never 0.
    """

    ordinal: int
    name: str
    kind: str = "measure"
    loop: str | None = None
    round: int | None = None
    group: str | None = None
    block_bytes: int | None = None
    read_percent: float | None = None
    random_percent: float | None = None
    threads: int | None = None
    queue_depth: int | None = None
    total: ObservedPart = field(default_factory=ObservedPart)
    cpu_percent: float | None = None

    @property
    def mix(self) -> str:
        """Return the read/write mix in the form of the specification: `65/35`, or `mixed` where unknown."""
        return "mixed" if self.read_percent is None else f"{self.read_percent:g}/{100 - self.read_percent:g}"

    def value(self, metric: TrackedMetric) -> float | None:
        """Return IOPS, bytes per second, or the average response time in ns."""
        if metric == "iops":
            return self.total.iops
        return self.total.bandwidth_bytes_per_s if metric == "bytes_per_s" else self.total.latency.mean


def merge_directions(parts: Iterable[ObservedPart]) -> ObservedPart:
    """Merge the results of all directions of one phase.

    Rates add up, response times are weighted by their I/Os, histograms merge.
    """
    return merge_parts([part for part in parts if part.latency.n != 0 or part.iops])


@dataclass(frozen=True, slots=True)
class ReportCurve:
    """Curve of a phase over time: one value for each interval of `step_seconds` seconds, None in a gap.

    Interval i, counted from 0, ends `start_seconds + (i + 1) * step_seconds` after the start of the run.
    `latency_max_ns` can be the upper edge of a histogram bin; `max_estimated` is then set. The last of `check_every`
    intervals is a check.
    """

    step_seconds: float
    start_seconds: float
    iops: tuple[float | None, ...]
    bytes_per_s: tuple[float | None, ...] = ()
    written_bytes_per_s: tuple[float | None, ...] = ()
    latency_mean_ns: tuple[float | None, ...] = ()
    latency_p99_ns: tuple[float | None, ...] = ()
    latency_max_ns: tuple[float | None, ...] = ()
    max_estimated: bool = False
    check_every: int = CHECK_SPACING


@dataclass(frozen=True, slots=True)
class Tail:
    """The 99.999th percentile of the response times of a phase, over time.

    `ns[i]` is that of the time from `start_seconds[i]` to `end_seconds[i]` after the start of the phase, None with too
    few I/Os.
    """

    start_seconds: tuple[float, ...]
    end_seconds: tuple[float, ...]
    ns: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class HeaderBlock:
    """A part of a report's header: a title, and facts by name; None is unknown."""

    title: str
    facts: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True)
class ReportInput:
    """Input of a report. `curves` and `tails` are by the ordinal of their phase.

    `rules` are by the name of their loop, or of the phase whose curve is judged. Where there is none, limits and
    tracking variables are those of the specification.
    """

    test: Test
    points: tuple[ReportPoint, ...]
    curves: Mapping[int, ReportCurve] = field(default_factory=dict)
    tails: Mapping[int, Tail] = field(default_factory=dict)
    rules: Mapping[str, LoopRule] = field(default_factory=dict)
    capacity_bytes: int | None = None
    header: tuple[HeaderBlock, ...] = ()

    def rule(self, name: str) -> LoopRule:
        """Return the rule of the loop or phase `name`.

        Without one, return a rule with the limits of the specification.
        """
        return self.rules.get(name, LoopRule(name, ()))
