"""A visit ends when the home page was not opened for a while; what came after it is new."""

from __future__ import annotations

import datetime as dt

from storagelab.auth.visits import VISIT_GAP, find_last_visit

NOW = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)
YESTERDAY = NOW - dt.timedelta(days=1)


def test_within_a_visit_the_one_before_counts() -> None:
    assert find_last_visit(NOW - VISIT_GAP, YESTERDAY, now=NOW) == YESTERDAY


def test_finished_visit_is_the_last_visit() -> None:
    visited_at = NOW - VISIT_GAP - dt.timedelta(seconds=1)
    assert find_last_visit(visited_at, YESTERDAY, now=NOW) == visited_at


def test_the_first_visit_follows_none() -> None:
    assert find_last_visit(None, None, now=NOW) is None
    assert find_last_visit(NOW, None, now=NOW) is None
