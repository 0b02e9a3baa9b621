"""A drawn history is the same for a seed, in order, and possible."""

from __future__ import annotations

import numpy as np
import pytest
from tests.seeding.history import CANCELLED, FAILED, FINISHED, LOST, History, draw_elsewhere, draw_history, in_order

BEGIN, END = 1_700_000_000.0, 1_763_072_000.0
SECONDS = (600.0, 3_600.0, 1_800.0)


def draw(runs: int = 2_000, *, servers: int = 7, seed: int = 1) -> History:
    return draw_history(
        runs,
        servers=servers,
        recipe_seconds=SECONDS,
        recipe_shares=(0.5, 0.3, 0.2),
        begin=BEGIN,
        end=END,
        random=np.random.default_rng(seed),
    )


def columns(history: History) -> list[list[float]]:
    return [getattr(history, name).tolist() for name in History.__slots__]


def test_history_is_the_same_for_one_seed() -> None:
    assert columns(draw(seed=5)) == columns(draw(seed=5)) != columns(draw(seed=6))


def test_runs_come_in_order_within_the_time() -> None:
    history = draw()
    assert len(history) == 2_000
    assert (np.diff(history.submitted) >= 0).all()
    assert (history.submitted <= history.started).all()
    assert history.started.min() >= BEGIN
    assert (history.started + history.seconds).max() <= END + 1e-3


def test_server_has_one_run_at_a_time() -> None:
    history = draw()
    for server in range(7):
        own = history.source == server
        order = np.argsort(history.started[own])
        starts, ends = history.started[own][order], (history.started + history.seconds)[own][order]
        assert (starts[1:] >= ends[:-1] - 1e-3).all()


def test_repeats_share_job_recipe_and_server() -> None:
    history = draw()
    for job in np.unique(history.job):
        own = history.job == job
        assert len(set(history.recipe[own])) == len(set(history.source[own])) == len(set(history.submitted[own])) == 1
        assert sorted(history.repeat[own]) == list(range(1, own.sum() + 1))
        assert set(history.repeats[own]) == {own.sum()}


@pytest.mark.parametrize(("outcome", "job_outcome"), [(FAILED, FAILED), (LOST, FAILED), (CANCELLED, CANCELLED)])
def test_job_ends_as_its_worst_run(outcome: int, job_outcome: int) -> None:
    history = draw()
    jobs = history.job_outcome[history.outcome == outcome]
    assert len(jobs)
    assert set(jobs) <= {job_outcome, FAILED}
    finished = history.job_outcome == FINISHED
    assert set(history.outcome[finished]) == {FINISHED}


def test_external_sources_are_numbered_after_servers() -> None:
    own = draw(100, servers=7)
    others = draw_elsewhere(
        40, sources=3, first_source=7, recipe_seconds=SECONDS, begin=BEGIN, end=END, random=np.random.default_rng(2)
    )
    whole = in_order([own, others])
    assert set(whole.source[whole.job < 0]) == {7, 8, 9}
    assert (whole.source[whole.job >= 0] < 7).all()
    assert (np.diff(whole.submitted) >= 0).all()
