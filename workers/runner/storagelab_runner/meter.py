"""Distance of a phase or loop to steady state, shown while it runs; nothing is decided by it."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from storagelab_runner.records import canonical

#: How many rounds are told of each series, unless its window is longer.
ROUNDS = 25
#: A status that would hold more values than this tells none.
MOST_VALUES = 5000


class Series(NamedTuple):
    """The values of one metric, one for each complete round, None where it is missing."""

    name: str
    metric: str
    values: Sequence[float | None]


class Standing(NamedTuple):
    """Progress of the rounds of a phase or loop (`kind`). Limits are shares of the average of the window."""

    kind: str
    name: str
    max_rounds: int
    window: int
    range_limit: float
    slope_limit: float
    series: Sequence[Series]


class Meter:
    """Writer of the progress to steady state that an attempt shows at present."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told: dict[str, Any] | None = None

    def shows(self, standing: Standing | None) -> None:
        """Tell where the rounds stand, or that none are being judged. A disk that is full costs this, never the run."""
        view = None if standing is None else view_of(standing)
        if view == self._told:
            return
        self._told = view
        new = self._path.with_name(f".{self._path.name}.new")
        with contextlib.suppress(OSError):
            # Not durable on purpose: to flush a disk every round could disturb what is being measured.
            new.write_bytes(canonical({"standing": view}))
            new.replace(self._path)


def view_of(standing: Standing) -> dict[str, Any] | None:
    """The last rounds of each series as a status tells them; None where that would be too much."""
    most = max(ROUNDS, standing.window)
    if most * len(standing.series) > MOST_VALUES:
        return None
    return {
        "kind": standing.kind,
        "name": standing.name,
        "round": min((len(each.values) for each in standing.series), default=0),
        "max_rounds": standing.max_rounds,
        "window": standing.window,
        "range_limit": standing.range_limit,
        "slope_limit": standing.slope_limit,
        "tracked": [
            {"name": each.name, "metric": each.metric, "values": [_finite(value) for value in each.values[-most:]]}
            for each in standing.series
        ],
    }


def read_meter(path: Path) -> dict[str, Any] | None:
    """Return the progress that was written last; None where nothing is judged or a power cut left half of it."""
    try:
        standing = json.loads(path.read_bytes())["standing"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return standing if isinstance(standing, dict) else None


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
