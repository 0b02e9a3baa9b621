"""A window is cut where the condition of the array changed, and a change is never filed as optimal."""

from __future__ import annotations

import pytest

from storagelab.analysis.window_cut import Cut, SeenCondition, cut_window


def seen(*moments: tuple[float, str | None] | tuple[float, str | None, str | None]) -> list[SeenCondition]:
    return [SeenCondition(moment[0], moment[1], moment[2] if len(moment) > 2 else "none") for moment in moments]


def test_a_window_in_one_condition_stays_whole() -> None:
    cut = cut_window(100, 900, seen((0, "optimal"), (1000, "optimal")))
    assert cut == Cut(100, 900, "optimal", "none", whole=True, optimal=True, reason=None)


def test_constantly_degraded_window_is_whole_but_not_optimal() -> None:
    cut = cut_window(0, 900, seen((0, "degraded"), (900, "degraded")))
    assert (cut.t0_ms, cut.t1_ms, cut.whole, cut.optimal) == (0, 900, True, False)
    assert cut.reason == "the array was degraded throughout"


def test_longest_part_in_one_condition_is_used() -> None:
    moments = seen((0, "optimal"), (600, "optimal"), (700, "degraded"), (1000, "degraded"))
    cut = cut_window(0, 1000, moments)
    assert (cut.t0_ms, cut.t1_ms, cut.condition, cut.whole, cut.optimal) == (0, 600, "optimal", False, False)
    assert cut.reason == "the array went from optimal to degraded while it was measured"


def test_last_of_equally_long_parts_is_used() -> None:
    moments = seen((0, "rebuilding"), (400, "rebuilding"), (600, "optimal"), (1000, "optimal"))
    cut = cut_window(0, 1000, moments)
    assert (cut.t0_ms, cut.t1_ms, cut.condition) == (600, 1000, "optimal")


def test_changes_outside_the_window_do_not_cut_it() -> None:
    moments = seen((0, "rebuilding"), (100, "rebuilding"), (200, "optimal"), (900, "optimal"), (950, "degraded"))
    assert cut_window(200, 900, moments) == Cut(200, 900, "optimal", "none", whole=True, optimal=True, reason=None)


def test_interval_around_a_change_is_excluded() -> None:
    # The change lies somewhere between 0 and 1000, and the window is all of that.
    cut = cut_window(0, 1000, seen((0, "optimal"), (1000, "degraded")))
    assert (cut.t0_ms, cut.t1_ms, cut.condition, cut.optimal) == (None, None, None, False)


def test_only_the_nearest_observation_on_each_side_counts() -> None:
    moments = seen((0, "optimal"), (100, "degraded"), (200, "optimal"), (800, "optimal"))
    assert cut_window(300, 700, moments).optimal is True


def test_an_activity_is_a_change_too() -> None:
    moments = seen((0, "optimal"), (500, "optimal"), (600, "optimal", "patrol_read"), (700, "optimal", "patrol_read"))
    cut = cut_window(0, 700, moments)
    assert (cut.t1_ms, cut.activity, cut.optimal) == (500, "none", False)
    assert cut.reason == "the array went from optimal to optimal with a patrol read while it was measured"


@pytest.mark.parametrize(
    "moments",
    [
        [],
        seen((0, "optimal")),
        seen((500, "optimal"), (1000, "optimal")),
        seen((0, "optimal"), (500, None, None), (1000, "optimal")),
    ],
)
def test_incompletely_watched_window_is_unknown(moments: list[SeenCondition]) -> None:
    cut = cut_window(0, 1000, moments)
    assert (cut.t0_ms, cut.t1_ms, cut.whole, cut.optimal, cut.condition) == (0, 1000, None, None, None)


def test_unknown_activity_leaves_optimal_unknown() -> None:
    cut = cut_window(0, 1000, seen((0, "optimal", None), (1000, "optimal", None)))
    assert (cut.condition, cut.whole, cut.optimal, cut.reason) == ("optimal", True, None, None)


def test_one_bad_observation_refuses_optimal_despite_unknowns() -> None:
    cut = cut_window(0, 1000, seen((0, "rebuilding"), (400, "optimal")))
    assert (cut.whole, cut.optimal) == (None, False)
    assert cut.reason == "the array was rebuilding at a time, and was not watched throughout"


def test_observation_order_does_not_matter() -> None:
    moments = seen((0, "optimal"), (600, "optimal"), (700, "degraded"), (1000, "degraded"))
    assert cut_window(0, 1000, list(reversed(moments))) == cut_window(0, 1000, moments)


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        cut_window(5, 5, [])
