"""Duration and measures of a campaign over several servers, from its child campaigns."""

from __future__ import annotations

import pytest

from storagelab.domain.campaign_deadlines import Proposal
from storagelab.domain.campaign_parts import derive_parent_state, propose_for_whole


@pytest.mark.parametrize(
    ("states", "together"),
    [
        (("planned", "planned"), "planned"),
        (("planned", "running"), "running"),
        (("planned", "finished"), "running"),
        (("running", "waiting_for_decision"), "waiting_for_decision"),
        (("finished", "waiting_for_decision"), "waiting_for_decision"),
        (("running", "paused"), "running"),
        (("running", "cancelled"), "running"),
        (("planned", "paused"), "planned"),
        (("finished", "paused"), "paused"),
        (("finished", "finished"), "finished"),
        (("finished", "cancelled"), "finished"),
        (("cancelled", "cancelled"), "cancelled"),
    ],
)
def test_the_state_of_a_whole(states: tuple[str, ...], together: str) -> None:
    assert derive_parent_state(states) == together
    assert derive_parent_state(states[::-1]) == together


def proposal(measure: str, saves: float | None, reason: str = "") -> Proposal:
    return Proposal(measure, bool(saves), True, saves, None, reason, (1,))  # type: ignore[arg-type]


def test_measure_saves_time_of_the_longest_child() -> None:
    long = (
        100.0,
        [proposal("shorter_points", 60.0, "a"), proposal("until_steady", None), proposal("cells_dropped", 0.0)],
    )
    short = (
        70.0,
        [proposal("shorter_points", 0.0, "b"), proposal("until_steady", None), proposal("cells_dropped", 40.0)],
    )
    points, steady, dropped = propose_for_whole([long, short], available_seconds=50.0)
    # 100 and 70 become 40 and 70: the other part is the longest now.
    assert (points.saves_seconds, points.available, points.fits, points.reason) == (30.0, True, False, "a")
    assert (steady.saves_seconds, steady.available) == (None, False)
    assert (dropped.saves_seconds, dropped.available, dropped.fits, dropped.drops) == (30.0, True, True, ())


def test_shortening_a_shorter_child_saves_no_time() -> None:
    proposals = propose_for_whole(
        [(100.0, [proposal("shorter_points", 0.0)]), (50.0, [proposal("shorter_points", 40.0)])], available_seconds=None
    )
    assert [(combined.saves_seconds, combined.available, combined.fits) for combined in proposals] == [
        (0.0, True, None)
    ]
