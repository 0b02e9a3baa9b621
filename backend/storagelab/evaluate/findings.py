"""Findings of compared entries: the largest supported differences, each of one workload and metric.

Every rule is a function of its own:

- `find_support` decides which differences the values support, and never compares two load generators, a burst with
  steady state, or single measured runs;
- of workloads that differ by their depth alone, the largest difference of an entry is the finding;
- a metric that follows from another one, such as throughput at one block size, is not repeated;
- `order_findings` puts the largest win and the largest loss first.

Where no difference is supported, the best values are stated without a difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from storagelab.analysis.comparison import NOISE_FLOOR
from storagelab.domain.finding import Finding, Relation, Strength
from storagelab.domain.metrics import METRICS, Metric
from storagelab.evaluate.finding_basis import ComputedFinding, FindingBasis, FindingSide, Support
from storagelab.evaluate.finding_figures import FindingFigure
from storagelab.evaluate.finding_order import FindingOrderKey, order_findings
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
from storagelab.evaluate.finding_support import SupportedDifference
from storagelab.evaluate.finding_words import build_short_title, find_reach_verb, format_value
from storagelab.evaluate.points import WorkloadId

#: Metrics that findings are about, main ones first.
FINDING_METRICS = ("iops", "bandwidth", "lat_mean", "lat_p99", "lat_p999")
#: Ratios nearer than this are one fact, seen twice.
_SAME_FACT = 0.03
MAX_FINDINGS = 24

RULES: Mapping[str, str] = {
    "tested": (
        "Medians of repeats are compared. Welch's 95 % interval of the difference of the means excludes 0 and the "
        f"medians are at least {NOISE_FLOOR * 100:g} % apart."
    ),
    "printed": "Two printed figures of one source are compared. Their rounding cannot make them equal.",
    "approximate": "Two printed figures are compared, of which one or both are approximate.",
    "bound": "A printed bound is compared in the direction in which it limits the difference.",
    "statement": "The best values are stated. A difference is not tested with a single run on a side.",
}


def find_comparison_findings(
    entries: Sequence[FindingEntry], *, baseline: int, metrics: Sequence[str] = FINDING_METRICS
) -> list[ComputedFinding]:
    """Return the findings of compared entries in the order of a page, the lead first.

    `baseline` is the index of the entry that others are compared with.
    """
    pairs = [pair for name in metrics for pair in list_pairs(entries, METRICS[name], baseline=baseline)]
    supported = _drop_same_facts(find_supported_pairs(pairs))
    chosen = _choose_by_family(supported)
    names = [entry.label for entry in entries]
    generators = {figure.generator for pair in pairs for figure in pair.own if figure.generator is not None}
    if chosen:
        keyed = [
            (
                _build_key(item, entries, baseline),
                _describe_difference(item, names, baseline, named=len(generators) > 1),
            )
            for item in chosen
        ]
        return order_findings(keyed)[:MAX_FINDINGS]
    return list(_generate_statements(pairs, names, baseline))[:MAX_FINDINGS]


def find_unsupported(entries: Sequence[FindingEntry], *, baseline: int, metric: Metric) -> list[int]:
    """Return the entries of which some difference was not tested, because one side has a single measured run."""
    return list(
        dict.fromkeys(
            pair.entry
            for pair in list_pairs(entries, metric, baseline=baseline)
            if min(len(pair.baseline), len(pair.own)) < 2 and not all(figure.is_published for figure in pair.figures)
        )
    )


def _drop_same_facts(supported: Sequence[SupportedPair]) -> list[SupportedPair]:
    """Return differences without those that follow from another metric of the same entry and workload.

    Throughput follows from IOPS at one block size, and a mean latency from IOPS at one depth. Small random requests
    have IOPS, others throughput.
    """
    by_metric: dict[tuple[int, WorkloadId], dict[str, SupportedPair]] = {}
    for item in supported:
        by_metric.setdefault((item.pair.entry, item.pair.first.workload), {})[item.pair.metric.name] = item
    return [item for item in supported if not _is_repeated(item, by_metric[item.pair.entry, item.pair.first.workload])]


def _is_repeated(item: SupportedPair, others: Mapping[str, SupportedPair]) -> bool:
    is_sequential = item.pair.first.conditions.get("pattern") == "sequential"
    main = "bandwidth" if is_sequential or not item.pair.first.is_small else "iops"
    own = item.pair.metric.name
    if own in RATES:
        return own != main and main in others
    rate = others.get("iops") or others.get("bandwidth")
    return own == "lat_mean" and rate is not None and abs(item.gain / rate.gain - 1) < _SAME_FACT


def _choose_by_family(supported: Sequence[SupportedPair]) -> list[SupportedPair]:
    """Return the largest difference of each entry, family of workloads, metric and direction of change."""
    largest: dict[tuple[int, Hashable, str, bool], SupportedPair] = {}
    for item in supported:
        key = (item.pair.entry, item.pair.first.family, item.pair.metric.name, item.gain > 1)
        if key not in largest or item.size > largest[key].size:
            largest[key] = item
    return list(largest.values())


def _build_key(item: SupportedPair, entries: Sequence[FindingEntry], baseline: int) -> FindingOrderKey:
    first = item.pair.first
    return FindingOrderKey(
        item.gain,
        item.is_main,
        item.difference.support in ("tested", "printed"),
        item.pair.entry,
        first.family,
        item.pair.metric.name,
        is_alike=entries[item.pair.entry].is_whole == entries[baseline].is_whole,
    )


def _describe_difference(item: SupportedPair, names: Sequence[str], baseline: int, *, named: bool) -> ComputedFinding:
    """Return a difference as a finding. With `named` its sentence has the load generator."""
    pair, difference = item.pair, item.difference
    sentence = format_supported(item, entry=names[pair.entry], baseline=names[baseline], with_generator=named)
    return ComputedFinding(
        finding=_build_finding(item, names[pair.entry], names[baseline]),
        sentence=sentence,
        short=build_short_title(names[pair.entry], pair.metric, difference.ratio, pair.first.words)
        if difference.support in ("tested", "printed")
        else None,
        basis=_build_basis(pair, names, baseline, difference),
    )


def _build_basis(
    pair: Pair, names: Sequence[str], baseline: int, difference: SupportedDifference | None = None
) -> FindingBasis:
    """Return the figures of both sides with the difference that they support; without one they are stated."""
    metric, first = pair.metric, pair.first
    support: Support = difference.support if difference is not None else "statement"
    low, high = (difference.comparison.diff_ci95 if difference is not None else None) or (None, None)
    return FindingBasis(
        metric=metric.name,
        metric_label=metric.label,
        unit=metric.unit,
        better=metric.better,
        workload=first.words,
        phase=first.phase,
        load_generator=first.generator,
        entry=_build_side(names[pair.entry], pair.own),
        baseline=_build_side(names[baseline], pair.baseline),
        ratio=difference.ratio if difference is not None else None,
        ci95_low=low,
        ci95_high=high,
        verdict=difference.comparison.verdict if difference is not None and support == "tested" else None,
        support=support,
        rule=RULES[support],
    )


def _build_finding(item: SupportedPair, subject: str, other: str) -> Finding:
    """Return a difference by its fields: times the baseline, or ahead of and behind it by percent."""
    difference, ratio = item.difference, item.difference.ratio
    strengths: Mapping[str, Strength] = {"tested": "tested"}
    is_times = item.pair.metric.better == "higher" and ratio >= 2
    times: Relation = "at_least_times" if difference.is_bound else "about_times" if difference.is_rough else "times"
    relation: Relation = times if is_times else "ahead_of" if item.gain > 1 else "behind"
    return Finding(
        origin="computed",
        relation=relation,
        subject=subject,
        object=other,
        workload={**item.pair.first.conditions, "metric": item.pair.metric.name},
        value=ratio if is_times else abs(ratio - 1) * 100,
        unit="x" if is_times else "%",
        strength=strengths.get(difference.support, "stated"),
    )


def _generate_statements(pairs: Sequence[Pair], names: Sequence[str], baseline: int) -> Iterator[ComputedFinding]:
    """Yield the best values of each family of workloads without a difference, where none is supported."""
    best: dict[Hashable, Pair] = {}
    for pair in pairs:
        if pair.metric.name not in RATES or any(figure.is_offered for figure in pair.figures):
            continue
        if len(pair.generators) > 1:
            continue
        is_main = pair.metric.name == ("iops" if pair.first.is_small else "bandwidth")
        key = pair.first.family
        if key not in best or (is_main, pair.median) > (best[key].metric.name == "iops", best[key].median):
            best[key] = pair
    for pair in best.values():
        yield _describe_statement(pair, names, baseline)


def _describe_statement(pair: Pair, names: Sequence[str], baseline: int) -> ComputedFinding:
    metric, first = pair.metric, pair.first
    own, reference = (find_median(figures) for figures in (pair.own, pair.baseline))
    values = [format_value(median, metric.unit) for median in (own, reference)]
    return ComputedFinding(
        finding=Finding(
            origin="computed",
            relation="reaches",
            subject=names[pair.entry],
            workload={**first.conditions, "metric": metric.name},
            value=own.value,
            unit=metric.unit,
            strength="untested",
        ),
        sentence=(
            f"{names[pair.entry]} {find_reach_verb(names[pair.entry])} {values[0]} and {names[baseline]} {values[1]}: "
            f"{first.words}."
        ),
        basis=_build_basis(pair, names, baseline),
    )


def _build_side(label: str, figures: Sequence[FindingFigure]) -> FindingSide:
    median = find_median(figures)
    return FindingSide(
        label=label,
        runs=[figure.run for figure in figures],
        values=[figure.value for figure in figures],
        n=len(figures),
        median=median.value,
        value_kind=median.value_kind,
    )
