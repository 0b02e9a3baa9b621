"""Reads how response times of a run are distributed; the number of queries does not grow with the run."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from sqlalchemy.orm import Session

from storagelab.evaluate.latency import ResultLatency, describe_latency
from storagelab.evaluate.results import list_results
from storagelab.results.load import load_bins, load_results


def read_distributions(
    session: Session, *, run_id: uuid.UUID, ordinals: Collection[int] | None = None, cdf: bool = True
) -> list[ResultLatency]:
    """Return the latency distribution of each result of a run, or of those with these `ordinals`.

    A phase outside of loops is a result. A loop point is one result over the rounds that count, with their bins merged.
    Four queries.
    """
    results = [
        result
        for run in load_results(session, [run_id], measured=True, every_round=False, parts=True)
        for result in list_results(run)
        if ordinals is None or result.phase.ordinal in ordinals
    ]
    bins = load_bins(session, run_id, [phase.ordinal for result in results for phase in result.rounds])
    return [describe_latency(result, bins, cdf=cdf) for result in results]
