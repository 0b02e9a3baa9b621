"""Waiting jobs run one after the other, around times in which the server starts nothing."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from collections.abc import Iterator, Sequence

import pytest

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
            placement.job_index,
            (placement.starts_at - NOW).total_seconds() / 3600,
            (placement.ends_at - NOW).total_seconds() / 3600,
        )
        for placement in placed
    ]


def test_jobs_follow_in_order_once_server_is_free() -> None:
    assert spans([job(1), job(2)], free=3) == [(0, 3, 4), (1, 4, 6)]


def test_maintenance_blocks_starts_but_not_running_jobs() -> None:
    maintenance = ClosedTime(at(2), at(5))
    assert spans([job(1.5), job(1), job(1)], maintenance) == [(0, 0, 1.5), (1, 1.5, 2.5), (2, 5, 6)]


def test_reservation_delays_jobs_of_other_owners() -> None:
    reserved = ClosedTime(at(0), at(4), owner_id=ADA)
    assert spans([job(1, owner=BEN), job(1, owner=ADA)], reserved) == [(1, 0, 1), (0, 4, 5)]


def test_adjacent_blocks_are_skipped_together() -> None:
    assert spans([job(1)], ClosedTime(at(2), at(6)), ClosedTime(at(0), at(2))) == [(0, 6, 7)]


def test_deferred_job_lets_next_job_start_first() -> None:
    assert spans([job(1, not_before=10), job(2)]) == [(1, 0, 2), (0, 10, 11)]


def test_placement_names_the_block_before_its_start() -> None:
    fans = ClosedTime(at(0), at(2), reason="Fans")
    placed = place_jobs([job(1), job(1)], free_at=at(0), blocks=[fans, ClosedTime(at(9), at(10))])
    assert [placement.block for placement in placed] == [fans, None]


def draw_line(chance: random.Random) -> tuple[list[WaitingJob], list[ClosedTime]]:
    """Return a line of jobs and closed times that overlap, follow one another, and begin with the line."""
    owners = (None, ADA, BEN)
    jobs = [
        job(
            chance.randint(0, 6) / 2, owner=chance.choice(owners), not_before=chance.choice([None, None, -1, 2, 5, 9.5])
        )
        for _ in range(chance.randint(1, 12))
    ]
    blocks = []
    for _ in range(chance.randint(0, 4)):
        starts_at = chance.randint(-4, 20) / 2
        blocks.append(ClosedTime(at(starts_at), at(starts_at + chance.randint(1, 8) / 2), chance.choice(owners)))
    return jobs, blocks


def place_plainly(jobs: Sequence[WaitingJob], blocks: Sequence[ClosedTime]) -> Iterator[tuple[int, float, float]]:
    """Yield what `spans` returns: the first moment at which any job can start, for the one in front, and so on."""
    moment, left = at(0), dict(enumerate(jobs))
    while left:
        moments = [moment, *(entry.ends_at for entry in blocks), *(entry.not_before or moment for entry in jobs)]
        starts = {
            index: min(then for then in moments if is_open(waiting, then, moment, blocks))
            for index, waiting in left.items()
        }
        first = min(left, key=lambda index: starts[index])
        start, moment = starts[first], starts[first] + dt.timedelta(seconds=left.pop(first).seconds)
        yield first, (start - NOW).total_seconds() / 3600, (moment - NOW).total_seconds() / 3600


def is_open(waiting: WaitingJob, then: dt.datetime, moment: dt.datetime, blocks: Sequence[ClosedTime]) -> bool:
    closed = [block for block in blocks if block.owner_id is None or block.owner_id != waiting.owner_id]
    return then >= max(moment, waiting.not_before or moment) and not any(
        block.starts_at <= then < block.ends_at for block in closed
    )


@pytest.mark.parametrize("seed", range(30))
def test_placement_of_random_queues_matches_plain_rule(seed: int) -> None:
    jobs, blocks = draw_line(random.Random(seed))
    assert spans(jobs, *blocks) == list(place_plainly(jobs, blocks))
