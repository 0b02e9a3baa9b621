"""Waiting times after failures."""

from __future__ import annotations

from storagelab_workers.timing import retry_after


def test_failures_are_retried_soon_and_then_rarely() -> None:
    assert [retry_after(failures) for failures in (1, 2, 3, 4)] == [1.0, 2.0, 4.0, 8.0]
    assert all(15.0 <= retry_after(failures) <= 60.0 for failures in range(5, 200))
