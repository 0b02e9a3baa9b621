"""Progress towards steady state of incoming rounds: the last ones, by the rule that will judge them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.steady_state import judge_steadiness


@dataclass(frozen=True, slots=True)
class TrackedReading:
    """One tracked variable over the last rounds, at most a window of them; None where that cannot be determined.

    `range_percent` and `slope_percent` are of the average, as the limits are. `steady` needs a whole window.
    """

    average: float | None
    range_percent: float | None
    slope_percent: float | None
    steady: bool


def read_rounds(
    values: Sequence[float | None], *, window: int, range_limit: float, slope_limit: float
) -> TrackedReading:
    """Judge a tracked variable over its last `window` rounds, or over all while there are fewer.

    `values` has one value for each complete round. Raises ValueError for a window of one round.
    """
    if window < 2:
        raise ValueError(f"a window of {window} rounds has no slope: at least 2 are needed")
    last = values[-window:]
    if len(last) < 2:
        return TrackedReading(last[0] if last else None, None, None, False)
    state = judge_steadiness(
        last, window=len(last), max_rounds=len(last), range_limit=range_limit, slope_limit=slope_limit
    )
    (judged,) = state.windows
    return TrackedReading(
        judged.average, judged.range_pct, judged.slope_excursion_pct, judged.steady and len(last) == window
    )
