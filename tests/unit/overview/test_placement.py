"""Waiting jobs run one after the other, around times in which the server starts nothing."""

from __future__ import annotations

import datetime as dt
import uuid

from storagelab.overview.placement import ClosedTime, WaitingJob, place_jobs

NOW = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)
ADA, BEN = uuid.uuid4(), uuid.uuid4()


def at(hours: float) -> dt.datetime:
    return NOW + dt.timedelta(hours=hours)


def job(hours: float, *, owner: uuid.UUID | None = None, not_before: float | None = None) -> WaitingJob:
    start = at(not_before) if not_before is not None else None
    return WaitingJob(hours * 3600, owner_id=owner, not_before=start)


def spans(jobs: list[WaitingJob], *blocks: ClosedTime, free: float = 0.0) -> list[tuple[int, float, float]]:
    """Return index, start and end of each job in hours."""
    placed = place_jobs(jobs, free_at=at(free), blocks=blocks)
    return [
        (
            each.job_index,
            (each.starts_at - NOW).total_seconds() / 3600,
            (each.ends_at - NOW).total_seconds() / 3600,
        )
        for each in placed
    ]


def test_jobs_follow_one_another_from_when_the_server_is_free() -> None:
    assert spans([job(1), job(2)], free=3) == [(0, 3, 4), (1, 4, 6)]


def test_nothing_starts_in_maintenance_but_a_run_goes_on_through_it() -> None:
    maintenance = ClosedTime(at(2), at(5))
    assert spans([job(1.5), job(1), job(1)], maintenance) == [(0, 0, 1.5), (1, 1.5, 2.5), (2, 5, 6)]


def test_a_reservation_holds_up_all_but_its_owner() -> None:
    reserved = ClosedTime(at(0), at(4), owner_id=ADA)
    assert spans([job(1, owner=BEN), job(1, owner=ADA)], reserved) == [(1, 0, 1), (0, 4, 5)]


def test_blocks_that_follow_one_another_are_passed_together() -> None:
    assert spans([job(1)], ClosedTime(at(2), at(6)), ClosedTime(at(0), at(2))) == [(0, 6, 7)]


def test_a_job_that_must_wait_lets_others_go_first() -> None:
    assert spans([job(1, not_before=10), job(2)]) == [(1, 0, 2), (0, 10, 11)]


def test_a_placement_names_the_block_whose_end_it_starts_at() -> None:
    fans = ClosedTime(at(0), at(2), reason="Fans")
    placed = place_jobs([job(1), job(1)], free_at=at(0), blocks=[fans, ClosedTime(at(9), at(10))])
    assert [each.block for each in placed] == [fans, None]
