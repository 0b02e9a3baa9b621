"""Verdicts of a comparison: one on each entry, about the largest difference that the values support."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from storagelab.analysis.comparison import Verdict
from storagelab.domain.metrics import Metric
from storagelab.evaluate.difference_sentences import change_words
from storagelab.evaluate.finding_pairs import (
    RATES,
    FindingEntry,
    Pair,
    SupportedPair,
    find_median,
    find_supported_pairs,
    format_supported,
    list_pairs,
)
from storagelab.evaluate.finding_words import find_reach_verb, format_value
from storagelab.evaluate.points import WorkloadId


class VerdictView(Struct, frozen=True, kw_only=True):
    """The verdict on an entry against the baseline, and the range of its differences over common workloads.

    `workload` is the workload that the sentence is about. It is None in documents of earlier releases, and where the
    sentence is about several workloads or none.
    """

    entry: str
    verdict: Verdict
    better: bool | None
    sentence: str
    spread: str | None
    workload: str | None = None


def describe_verdicts(entries: Sequence[FindingEntry], *, baseline: int, metric: Metric) -> list[VerdictView]:
    """Return the verdicts on all entries but the one at the index `baseline`, in their order."""
    pairs = list(list_pairs(entries, metric, baseline=baseline))
    return [
        _describe_verdict([pair for pair in pairs if pair.entry == place], entry, entries[baseline], metric)
        for place, entry in enumerate(entries)
        if place != baseline
    ]


def find_leading_workload(
    entries: Sequence[FindingEntry], entry: int, *, baseline: int, metric: Metric
) -> WorkloadId | None:
    """Return the workload of the largest supported difference of an entry, else that of its best figure.

    None without a common workload. `entry` and `baseline` are indexes of `entries`.
    """
    pairs = [
        pair
        for pair in list_pairs(entries, metric, baseline=baseline)
        if pair.entry == entry and len(pair.generators) == 1
    ]
    if supported := find_supported_pairs(pairs):
        return _find_largest(supported).pair.first.workload
    return _find_best(pairs, metric).first.workload if pairs else None


def _find_largest(supported: Sequence[SupportedPair]) -> SupportedPair:
    return max(supported, key=lambda item: (item.is_main, item.size))


def _find_best(pairs: Sequence[Pair], metric: Metric) -> Pair:
    best = max if metric.better == "higher" else min
    return best(pairs, key=lambda pair: pair.median)


def _describe_verdict(
    candidates: Sequence[Pair], entry: FindingEntry, baseline: FindingEntry, metric: Metric
) -> VerdictView:
    # Figures of two load generators are never compared.
    pairs = [pair for pair in candidates if len(pair.generators) == 1]
    supported = find_supported_pairs(pairs)
    if supported:
        largest = _find_largest(supported)
        return VerdictView(
            entry=entry.label,
            verdict="different",
            better=largest.gain > 1,
            sentence=format_supported(largest, entry=entry.label, baseline=baseline.label),
            spread=_format_spread([item for item in supported if item.pair.generators == largest.pair.generators]),
            workload=largest.pair.first.words,
        )
    if not pairs:
        sentence = f"{entry.label} and {baseline.label} have no common workload with valid {metric.label}."
        if candidates:
            sentence = f"{entry.label} and {baseline.label} were measured by different load generators."
        return VerdictView(entry=entry.label, verdict="not_comparable", better=None, sentence=sentence, spread=None)
    tested = [pair for pair in pairs if min(len(pair.own), len(pair.baseline)) > 1]
    if not tested:
        return _describe_values(pairs, entry, baseline, metric)
    words = [pair.first.words for pair in tested]
    place = f"at {words[0]}" if len(words) == 1 else f"at {len(words)} common workloads"
    label = metric.label if metric.label.isupper() else metric.label[0].lower() + metric.label[1:]
    return VerdictView(
        entry=entry.label,
        verdict="not_different",
        better=None,
        sentence=f"{entry.label} does not differ from {baseline.label} in {label} {place}.",
        spread=None,
        workload=words[0] if len(words) == 1 else None,
    )


def _describe_values(pairs: Sequence[Pair], entry: FindingEntry, baseline: FindingEntry, metric: Metric) -> VerdictView:
    """Return the best values of both sides as a statement, where no difference is tested."""
    pair = _find_best(pairs, metric)
    own, reference = (format_value(find_median(figures), metric.unit) for figures in (pair.own, pair.baseline))
    verb = find_reach_verb(entry.label) if metric.name in RATES else "has"
    label = "" if metric.name in RATES else f" {metric.label[0].lower()}{metric.label[1:]}"
    return VerdictView(
        entry=entry.label,
        verdict="single_run",
        better=None,
        sentence=f"{entry.label} {verb} {own}{label} and {baseline.label} {reference}: {pair.first.words}.",
        spread=None,
        workload=pair.first.words,
    )


def _format_spread(supported: Sequence[SupportedPair]) -> str | None:
    ratios = sorted(item.difference.ratio for item in supported)
    if len(ratios) < 2:
        return None
    low, high = (change_words(ratio) or "the same" for ratio in (ratios[0], ratios[-1]))
    return f"Over {len(ratios)} workloads with a supported difference: from {low} to {high}."
