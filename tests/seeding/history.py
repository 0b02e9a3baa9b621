"""A history of runs drawn from a seed: times, outcomes and repeats as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

FINISHED, FAILED, CANCELLED, LOST = range(4)
_OUTCOMES = (0.93, 0.035, 0.025, 0.01)
#: Runs of a job, and the share of such jobs.
_REPEATS, _REPEAT_SHARES = (1, 3, 5), (0.6, 0.3, 0.1)
_WAIT_SECONDS = 900.0
#: Outcomes by how much they decide of a job, and the outcome of a job by that.
_RANK = np.array([0, 2, 1, 2])
_OF_RANK = np.array([FINISHED, CANCELLED, FAILED])


@dataclass(frozen=True, slots=True)
class History:
    """Runs in the order of their times, one for each place of every column. Times are seconds since 1970.

    `source` is the index of a server, or of a configuration from elsewhere; `job` is -1 for runs from elsewhere.
    """

    source: Numbers
    recipe: Numbers
    job: Numbers
    repeat: Numbers
    repeats: Numbers
    submitted: Floats
    started: Floats
    seconds: Floats
    outcome: Numbers
    #: Outcome and end of the whole job.
    job_outcome: Numbers
    job_ended: Floats

    def __len__(self) -> int:
        return len(self.source)

    def part(self, begin: int, end: int) -> History:
        """Return the runs from one place to before another."""
        return History(*(getattr(self, name)[begin:end] for name in self.__slots__))


def draw_history(
    count: int,
    *,
    servers: int,
    recipe_seconds: Sequence[float],
    recipe_shares: Sequence[float],
    begin: float,
    end: float,
    random: np.random.Generator,
) -> History:
    """Draw `count` runs on servers, none of which has two at the same time."""
    weights = random.lognormal(0.0, 0.5, servers)
    counts = random.multinomial(count, weights / weights.sum())
    parts = []
    first_job = 0
    for server, number in enumerate(counts.tolist()):
        if number:
            part = _draw_server(server, number, first_job, recipe_seconds, recipe_shares, begin, end, random)
            first_job = int(part.job[-1]) + 1
            parts.append(part)
    return in_order(parts)


def draw_elsewhere(
    count: int,
    *,
    sources: int,
    first_source: int,
    recipe_seconds: Sequence[float],
    begin: float,
    end: float,
    random: np.random.Generator,
) -> History:
    """Draw `count` results of other labs, filed at any time; their sources are numbered from `first_source`."""
    recipe = random.integers(len(recipe_seconds), size=count)
    seconds = np.asarray(recipe_seconds)[recipe]
    started = np.sort(random.uniform(begin, end - seconds.max(initial=0.0), count))
    ones = np.ones(count, dtype=np.int64)
    ended = started + seconds
    return History(
        source=first_source + random.integers(sources, size=count),
        recipe=recipe,
        job=-ones,
        repeat=ones,
        repeats=ones,
        submitted=ended + 60.0,
        started=started,
        seconds=seconds,
        outcome=0 * ones,
        job_outcome=0 * ones,
        job_ended=ended,
    )


def in_order(parts: Sequence[History]) -> History:
    """Return all runs in the order in which they were submitted and run."""
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in History.__slots__]
    whole = History(*columns)
    order = np.lexsort((whole.started, whole.submitted))
    return History(*(column[order] for column in columns))


def _draw_server(
    server: int,
    count: int,
    first_job: int,
    recipe_seconds: Sequence[float],
    recipe_shares: Sequence[float],
    begin: float,
    end: float,
    random: np.random.Generator,
) -> History:
    job, repeat, repeats = _draw_jobs(count, random)
    shares = np.asarray(recipe_shares) / np.sum(recipe_shares)
    recipe = random.choice(len(shares), size=int(job[-1]) + 1, p=shares)[job]
    outcome = random.choice(len(_OUTCOMES), size=count, p=_OUTCOMES)
    seconds = np.asarray(recipe_seconds)[recipe] * random.uniform(1.0, 1.05, count)
    # Ended at some moment of its plan.
    seconds = np.where(outcome == FINISHED, seconds, seconds * random.uniform(0.05, 0.9, count))
    gaps = random.exponential(1.0, count) * np.where(repeat == 1, 1.0, 0.01)
    idle = max((end - begin) - float(seconds.sum()), 0.0)
    # A server with more work than time was busy all the time, and its history begins sooner.
    starts = end - float(seconds.sum()) - idle + np.cumsum(gaps / gaps.sum() * idle) + np.cumsum(seconds) - seconds
    submitted = (starts - random.exponential(_WAIT_SECONDS, count))[np.searchsorted(job, job)]
    jobs = int(job[-1]) + 1
    job_outcome, job_ended = np.zeros(jobs, dtype=np.int64), np.zeros(jobs)
    # A job failed when one of its runs did, and was cancelled when one of the others was.
    np.maximum.at(job_outcome, job, _RANK[outcome])
    np.maximum.at(job_ended, job, starts + seconds)
    return History(
        source=np.full(count, server, dtype=np.int64),
        recipe=recipe,
        job=job + first_job,
        repeat=repeat,
        repeats=repeats,
        submitted=submitted,
        started=starts,
        seconds=seconds,
        outcome=outcome,
        job_outcome=_OF_RANK[job_outcome][job],
        job_ended=job_ended[job],
    )


def _draw_jobs(count: int, random: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return job, number among its repeats and number of repeats of each of `count` runs in a row."""
    sizes = random.choice(_REPEATS, size=count, p=_REPEAT_SHARES)
    job = np.repeat(np.arange(count), sizes)[:count]
    first = np.searchsorted(job, job)
    sizes = np.bincount(job)
    return job, np.arange(count) - first + 1, sizes[job]
