"""Distributions of response times of a run: merged again from the bins of its phases."""

from __future__ import annotations

from storagelab.evaluate.latency import ResultLatency, describe_latency
from storagelab.evaluate.results import list_results
from storagelab.shares.verification.frozen import FrozenShare


def compute_latencies(share: FrozenShare, number: str) -> list[ResultLatency]:
    """Return the response times of every result of a run by its number."""
    results = list_results(share.result(number))
    bins = share.part_bins(number, [phase for result in results for phase in result.rounds])
    return [describe_latency(result, bins, cdf=True) for result in results]
