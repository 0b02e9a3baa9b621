"""A window is cut where the condition of the array changed, and a change is never filed as optimal."""

from __future__ import annotations

import pytest

from storagelab.analysis.window_cut import Cut, Seen, cut_window


def seen(*moments: tuple[float, str | None] | tuple[float, str | None, str | None]) -> list[Seen]:
    return [Seen(moment[0], moment[1], moment[2] if len(moment) > 2 else "none") for moment in moments]


def test_a_window_in_one_condition_stays_whole() -> None:
    found = cut_window(100, 900, seen((0, "optimal"), (1000, "optimal")))
    assert found == Cut(100, 900, "optimal", "none", whole=True, optimal=True, reason=None)


def test_a_window_that_was_degraded_throughout_is_whole_and_not_optimal() -> None:
    found = cut_window(0, 900, seen((0, "degraded"), (900, "degraded")))
    assert (found.t0_ms, found.t1_ms, found.whole, found.optimal) == (0, 900, True, False)
    assert found.reason == "the array was degraded throughout"


def test_the_longest_part_in_one_condition_is_kept() -> None:
    moments = seen((0, "optimal"), (600, "optimal"), (700, "degraded"), (1000, "degraded"))
    found = cut_window(0, 1000, moments)
    assert (found.t0_ms, found.t1_ms, found.condition, found.whole, found.optimal) == (0, 600, "optimal", False, False)
    assert found.reason == "the array went from optimal to degraded while it was measured"


def test_of_equally_long_parts_the_last_one_is_kept() -> None:
    moments = seen((0, "rebuilding"), (400, "rebuilding"), (600, "optimal"), (1000, "optimal"))
    found = cut_window(0, 1000, moments)
    assert (found.t0_ms, found.t1_ms, found.condition) == (600, 1000, "optimal")


def test_what_happened_outside_the_window_cuts_nothing() -> None:
    moments = seen((0, "rebuilding"), (100, "rebuilding"), (200, "optimal"), (900, "optimal"), (950, "degraded"))
    assert cut_window(200, 900, moments) == Cut(200, 900, "optimal", "none", whole=True, optimal=True, reason=None)


def test_the_moment_of_a_change_is_not_known_so_both_sides_of_it_are_left_out() -> None:
    # The change lies somewhere between 0 and 1000, and the window is all of that.
    found = cut_window(0, 1000, seen((0, "optimal"), (1000, "degraded")))
    assert (found.t0_ms, found.t1_ms, found.condition, found.optimal) == (None, None, None, False)


def test_only_the_nearest_sight_on_either_side_counts() -> None:
    moments = seen((0, "optimal"), (100, "degraded"), (200, "optimal"), (800, "optimal"))
    assert cut_window(300, 700, moments).optimal is True


def test_an_activity_is_a_change_too() -> None:
    moments = seen((0, "optimal"), (500, "optimal"), (600, "optimal", "patrol_read"), (700, "optimal", "patrol_read"))
    found = cut_window(0, 700, moments)
    assert (found.t1_ms, found.activity, found.optimal) == (500, "none", False)
    assert found.reason == "the array went from optimal to optimal with a patrol read while it was measured"


@pytest.mark.parametrize(
    "moments",
    [
        [],
        seen((0, "optimal")),
        seen((500, "optimal"), (1000, "optimal")),
        seen((0, "optimal"), (500, None, None), (1000, "optimal")),
    ],
)
def test_what_was_not_watched_throughout_is_unknown(moments: list[Seen]) -> None:
    found = cut_window(0, 1000, moments)
    assert (found.t0_ms, found.t1_ms, found.whole, found.optimal, found.condition) == (0, 1000, None, None, None)


def test_an_unknown_activity_leaves_it_open_whether_the_array_was_optimal() -> None:
    found = cut_window(0, 1000, seen((0, "optimal", None), (1000, "optimal", None)))
    assert (found.condition, found.whole, found.optimal, found.reason) == ("optimal", True, None, None)


def test_one_bad_sight_refuses_optimal_even_when_the_rest_is_unknown() -> None:
    found = cut_window(0, 1000, seen((0, "rebuilding"), (400, "optimal")))
    assert (found.whole, found.optimal) == (None, False)
    assert found.reason == "the array was rebuilding at a time, and was not watched throughout"


def test_the_order_of_the_moments_does_not_matter() -> None:
    moments = seen((0, "optimal"), (600, "optimal"), (700, "degraded"), (1000, "degraded"))
    assert cut_window(0, 1000, list(reversed(moments))) == cut_window(0, 1000, moments)


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        cut_window(5, 5, [])
