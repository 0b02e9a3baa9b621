"""The verdict on loops: all series in one window, and which rounds the results are of."""

from __future__ import annotations

import pytest

from storagelab.analysis.loop_state import judge_loop

STEADY = [100.0] * 6


def test_window_is_the_first_with_all_series_steady() -> None:
    late = [10.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0]
    state = judge_loop({"a": [100.0] * 7, "b": late})
    assert (state.status, state.steady_round, state.window) == ("steady", 7, (3, 7))
    first, second = state.series
    assert first.window is not None
    assert first.window.rounds == (3, 7)
    assert second.window is not None
    assert second.window.average == 100
    assert state.sentence == "Steady at round 7. Results are means of rounds 3 to 7."


def test_steady_alone_is_not_steady_together() -> None:
    state = judge_loop({"a": [100, 100, 300, 500], "b": [100, 900, 900, 100]}, window=2)
    assert (state.status, state.steady_round, state.window) == ("not_steady", None, (3, 4))
    assert state.sentence == "Not steady after 4 rounds. Results are means of rounds 3 to 4."


def test_missing_round_is_not_counted_as_zero() -> None:
    state = judge_loop({"a": [100, 100, None, 100, 100, 100]}, window=3)
    assert (state.status, state.steady_round) == ("steady", 6)
    broken = judge_loop({"a": [100, None, 100]}, window=3)
    assert (broken.status, broken.window) == ("not_steady", (1, 3))
    assert broken.series[0].window is not None
    assert broken.series[0].window.average is None


def test_too_few_rounds_have_no_window() -> None:
    for values in ([], [100.0] * 4):
        state = judge_loop({"a": values})
        assert (state.status, state.window, state.series[0].window) == ("insufficient_rounds", None, None)
        assert state.sentence == f"Too short: {len(values)} of 5 rounds."


def test_series_with_unequal_round_counts_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[5, 6\] rounds"):
        judge_loop({"a": STEADY, "b": STEADY[:5]})
