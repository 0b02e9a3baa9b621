"""Loops: rounds of the same cells, repeated until their tracked figures are steady, and sweeps.

Sweeps may end early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, cast, get_args

TrackedMetric = Literal["iops", "bytes_per_s", "latency"]
AtLimit = Literal["go_on", "stop"]

METRICS: tuple[str, ...] = get_args(TrackedMetric)
#: Keys of the tracked metrics in the table of metrics.
TRACKED_METRICS: Mapping[TrackedMetric, str] = {"iops": "iops", "bytes_per_s": "bandwidth", "latency": "lat_mean"}
AT_LIMIT: tuple[str, ...] = get_args(AtLimit)


class TrackedValues(TypedDict):
    """A tracked variable in the form of API, database and runner."""

    phase: str
    metric: TrackedMetric


class LoopValues(TypedDict):
    """The rule of a loop in the form of API, database and runner."""

    name: str
    max_rounds: int
    window: int
    range_limit: float
    slope_limit: float
    at_limit: AtLimit
    tracked: list[TrackedValues]


class SweepEndValues(TypedDict):
    """The early end of a sweep in the form of API and runner."""

    sweep: str
    latency_above_ms: NotRequired[float]
    gain_below_percent: NotRequired[float]


@dataclass(frozen=True, slots=True)
class Tracked:
    """One variable that must become steady: a metric of the phase that is called `name_in_round` in every round."""

    name_in_round: str
    metric: TrackedMetric = "iops"

    def describe(self) -> str:
        """Return the name of the variable for people, as in `4K 0/100, IOPS`."""
        word = {"iops": "IOPS", "bytes_per_s": "throughput", "latency": "average response time"}[self.metric]
        return f"{self.name_in_round}, {word}"


@dataclass(frozen=True, slots=True)
class LoopRule:
    """The end of a loop: all of its tracked variables are steady in one window (SNIA PTS 2.0), or at `max_rounds`.

    Limits are shares of the average of the window. `at_limit` decides the rest after rounds that never became steady:
    the phases behind the loop, or nothing more.
    """

    name: str
    tracked: tuple[Tracked, ...]
    max_rounds: int = 25
    window: int = 5
    range_limit: float = 0.2
    slope_limit: float = 0.1
    at_limit: AtLimit = "go_on"

    def to_json(self) -> LoopValues:
        """Return the rule in the form of the API and the database."""
        return {
            "name": self.name,
            "max_rounds": self.max_rounds,
            "window": self.window,
            "range_limit": self.range_limit,
            "slope_limit": self.slope_limit,
            "at_limit": self.at_limit,
            "tracked": [{"phase": figure.name_in_round, "metric": figure.metric} for figure in self.tracked],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> LoopRule:
        """Build the rule by which phases repeat until steady from the stored form of `to_json`.

        Raises KeyError for a missing field.
        """
        return cls(
            name=value["name"],
            tracked=tuple(
                Tracked(figure["phase"], cast(TrackedMetric, figure["metric"])) for figure in value["tracked"]
            ),
            max_rounds=value["max_rounds"],
            window=value["window"],
            range_limit=value["range_limit"],
            slope_limit=value["slope_limit"],
            at_limit=cast(AtLimit, value["at_limit"]),
        )


@dataclass(frozen=True, slots=True)
class EndsEarly:
    """The point after which the rest of a sweep is skipped: one that is slow, or one that gains little over the last.

    `sweep` identifies the points that belong together. `gain_below_percent` is of IOPS.
    """

    sweep: str
    latency_above_ms: float | None = None
    gain_below_percent: float | None = None

    def to_json(self) -> SweepEndValues:
        """Return the rule in the form of the API and the runner."""
        value: SweepEndValues = {"sweep": self.sweep}
        if self.latency_above_ms is not None:
            value["latency_above_ms"] = self.latency_above_ms
        if self.gain_below_percent is not None:
            value["gain_below_percent"] = self.gain_below_percent
        return value


def format_round_name(name_in_round: str, number: int) -> str:
    """Return the plan-wide unique name of a phase in a round of a loop, as in `Round 3: 4K 0/100`."""
    return f"Round {number}: {name_in_round}"


def parse_round_name(name: str, number: int | None) -> str:
    """Return the name of a phase within its round, as the inverse of `format_round_name`.

    A phase outside of loops has no round number (None) and retains its name.
    """
    return name if number is None else name.removeprefix(format_round_name("", number))
