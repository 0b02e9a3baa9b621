"""Steps of a server's clock in words, and the badge they leave."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.results.clock_jumps import ClockJump, find_clock_badge, format_clock_jump, parse_jumps, replace_badge


@pytest.mark.parametrize(
    ("size_ms", "at_ms", "phase", "words"),
    [
        (-10_800_001, 5_000, 3, "set back by 3 h 0 min during phase 3"),
        (2_400, 0, 1, "set forward by 2 s during phase 1"),
        (150_000, 9_000, None, "set forward by 2 min 30 s while no phase ran"),
        (-3 * 86_400_000, None, None, "set back by 3 days 0 h before the first phase"),
    ],
)
def test_clock_jump_has_size_and_place(size_ms: int, at_ms: int | None, phase: int | None, words: str) -> None:
    expected = f"The server's clock was {words}; times are counted from the start of the run."
    assert format_clock_jump(ClockJump(size_ms, at_ms, phase)) == expected


def test_badge_lists_up_to_three_jumps() -> None:
    assert find_clock_badge([]) is None
    badge = find_clock_badge([ClockJump(60_000, 0, 1)] * 5)
    assert badge is not None
    assert badge["detail"].endswith("during phase 1, and 2 more times; times are counted from the start of the run.")


def test_a_badge_replaces_its_predecessor_only() -> None:
    other = {"code": "smoke", "label": "short test", "level": "warn"}
    badge = find_clock_badge([ClockJump(60_000, 0, 1)])
    assert replace_badge([{"code": "clock_set", "label": "old", "level": "warn"}, other], badge) == [other, badge]
    assert replace_badge([other], None) == [other]


@pytest.mark.parametrize("status", [None, {}, {"clock_jumps": "many"}, {"clock_jumps": [7, {"size_ms": "far"}]}])
def test_malformed_report_gives_no_clock_jumps(status: dict[str, Any] | None) -> None:
    assert parse_jumps(status) == []


def test_unknown_places_stay_unknown() -> None:
    jumps = [{"size_ms": 5_000}, {"size_ms": -5_000, "at_ms": 1, "phase": 2, "more": True}]
    assert parse_jumps({"clock_jumps": jumps}) == [ClockJump(5_000, None, None), ClockJump(-5_000, 1, 2)]
