"""When a worker counts as stuck, and when it is only idle or busy."""

from __future__ import annotations

from storagelab_workers.watchdog import STUCK_AFTER, IdleWatch, TaskActivity


def looks(*moments: tuple[int, int, int]) -> list[bool]:
    """Return judgements of one process with 2 threads, at 0 s, 6 s, 12 s ... of (begun, under way, waiting)."""
    watch = IdleWatch()
    return [
        watch.is_stuck(TaskActivity(begun, under_way), threads=2, waiting=waiting, now=number * 6.0)
        for number, (begun, under_way, waiting) in enumerate(moments)
    ]


def test_process_ignoring_waiting_messages_is_stuck() -> None:
    assert STUCK_AFTER < 12
    assert looks((0, 0, 5), (0, 0, 5), (0, 0, 5)) == [False, False, True]


def test_process_starting_messages_is_not_stuck() -> None:
    assert not any(looks((0, 0, 5), (1, 0, 5), (2, 1, 5), (3, 1, 5)))


def test_idle_or_fully_busy_process_is_not_stuck() -> None:
    assert not any(looks((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    assert not any(looks((2, 2, 9), (2, 2, 9), (2, 2, 9)))


def test_count_restarts_after_a_sign_of_life() -> None:
    assert not any(looks((0, 0, 5), (0, 0, 5), (1, 0, 5), (1, 0, 5), (1, 0, 5)))
