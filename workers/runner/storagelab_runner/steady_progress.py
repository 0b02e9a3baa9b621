"""Distance of a phase or loop to steady state, shown while it runs; nothing is decided by it."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from storagelab_runner.records import encode_canonical

#: Number of rounds reported for each series, unless its window is longer.
ROUNDS = 25
#: A status that would hold more values than this reports none.
MAX_VALUES = 5000


class RoundSeries(NamedTuple):
    """The values of one metric, one for each complete round, None where it is missing."""

    name: str
    metric: str
    values: Sequence[float | None]


class RoundProgress(NamedTuple):
    """Progress of the rounds of a phase or loop (`kind`). Limits are shares of the average of the window."""

    kind: str
    name: str
    max_rounds: int
    window: int
    range_limit: float
    slope_limit: float
    series: Sequence[RoundSeries]


class SteadyMeter:
    """Writer of the progress to steady state that an attempt shows at present."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shown: dict[str, Any] | None = None

    def shows(self, progress: RoundProgress | None) -> None:
        """Write the progress of the rounds to the meter file; None means that no rounds are judged.

        A full disk costs this report, never the run.
        """
        view = None if progress is None else build_progress_view(progress)
        if view == self._shown:
            return
        self._shown = view
        new = self._path.with_name(f".{self._path.name}.new")
        with contextlib.suppress(OSError):
            # Not durable on purpose: to flush a disk every round could disturb what is being measured.
            new.write_bytes(encode_canonical({"standing": view}))
            new.replace(self._path)


def build_progress_view(progress: RoundProgress) -> dict[str, Any] | None:
    """Return the last rounds of each series in the form of the status; None for too many values."""
    count = max(ROUNDS, progress.window)
    if count * len(progress.series) > MAX_VALUES:
        return None
    return {
        "kind": progress.kind,
        "name": progress.name,
        "round": min((len(series.values) for series in progress.series), default=0),
        "max_rounds": progress.max_rounds,
        "window": progress.window,
        "range_limit": progress.range_limit,
        "slope_limit": progress.slope_limit,
        "tracked": [
            {
                "name": series.name,
                "metric": series.metric,
                "values": [_filter_finite(value) for value in series.values[-count:]],
            }
            for series in progress.series
        ],
    }


def read_meter(path: Path) -> dict[str, Any] | None:
    """Read the progress written last; None where no rounds are judged or the file is incomplete.

    A power cut may leave half a file.
    """
    try:
        progress = json.loads(path.read_bytes())["standing"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return progress if isinstance(progress, dict) else None


def _filter_finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
