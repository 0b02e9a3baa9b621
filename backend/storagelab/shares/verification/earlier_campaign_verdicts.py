"""Verdicts of campaigns by the earlier rule: the phase at which the first one is best. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from storagelab.analysis.comparison import NOISE_FLOOR, compare
from storagelab.domain.campaigns import OPTIMAL
from storagelab.evaluate.difference_sentences import change_words
from storagelab.shares.campaign_lines import METRIC_OF, Configuration, Lines, Work, list_repeat_figures
from storagelab.shares.campaign_verdicts import CampaignVerdicts
from storagelab.shares.document.answers import FrozenSentence
from storagelab.shares.figures import format_duration

_RULE = (
    "Means of the repeats are compared with {baseline}, the first configuration, both optimal. Configurations differ "
    "if Welch's 95 % interval of the difference of the means excludes 0 and the means are at least "
    f"{NOISE_FLOOR * 100:g} % apart. A difference with one run on a side is not tested. For a workload with several "
    "phases, the sentence is about the phase at which {baseline} is best."
)


def describe_earlier_verdicts(lines: Lines) -> CampaignVerdicts:
    """Return the baseline, the rule and the verdicts of a campaign."""
    first = lines.baseline
    if first is None:
        return CampaignVerdicts()
    name = lines.configurations[first]
    sentences = [*_compare_configurations(lines, first), *_generate_rebuild_sentences(lines)]
    rule = _RULE.format(baseline=name) if len(lines.configurations) > 1 else None
    return CampaignVerdicts(name, rule, [FrozenSentence(sentence=sentence, spread=None) for sentence in sentences])


def find_best_works(lines: Lines, first: Configuration) -> list[Work]:
    """Return for each workload the phase with the highest value of the configuration `first`.

    Phases without a value do not count.
    """
    best: dict[str, Work] = {}
    for work in lines.works:
        value = lines.value(first, work, OPTIMAL)
        previous = best.get(work[0])
        if value is None or (previous is not None and lines.get_main_figure(previous) != lines.get_main_figure(work)):
            continue
        if previous is None or value > (lines.value(first, previous, OPTIMAL) or 0):
            best[work[0]] = work
    return list(best.values())


def _compare_configurations(lines: Lines, first: Configuration) -> Iterator[str]:
    for work in find_best_works(lines, first):
        for other in lines.configurations:
            if other != first and lines.value(other, work, OPTIMAL) is not None:
                yield _compare_sentence(lines, first, other, work)


def _compare_sentence(lines: Lines, first: Configuration, other: Configuration, work: Work) -> str:
    figure = lines.get_main_figure(work)
    label = _format_figure_label(figure)
    sides = [lines.value(configuration, work, OPTIMAL) for configuration in (first, other)]
    values = [
        list_repeat_figures(lines.figures(configuration, work, OPTIMAL), figure) for configuration in (first, other)
    ]
    names = [lines.configurations[configuration] for configuration in (first, other)]
    place = f"at {lines.works[work]}"
    counts = f"n = {len(values[1])} and {len(values[0])}"
    if not sides[0] or sides[1] is None:
        return f"{names[1]} and {names[0]} cannot be compared by their {label} {place}."
    ratio = sides[1] / sides[0]
    change = change_words(ratio)
    sentence = f"{names[1]} has {change} {label} than {names[0]} {place}"
    if change is None:
        sentence = f"{names[1]} has the same {label} as {names[0]} {place}"
    if min(len(repeats) for repeats in values) < 2:
        return f"{sentence} ({counts}, not tested)."
    interval = compare(values[0], values[1]).diff_ci95
    near = abs(ratio - 1) < NOISE_FLOOR
    excludes = interval is not None and (interval[0] > 0 or interval[1] < 0)
    if near or not excludes:
        reason = f"the means are less than {NOISE_FLOOR * 100:g} % apart" if near else "the interval includes 0"
        return f"{names[1]} does not differ from {names[0]} in {label} {place} ({counts}, {reason})."
    return f"{sentence} ({counts}, the 95 % interval of the difference excludes 0)."


def _generate_rebuild_sentences(lines: Lines) -> Iterator[str]:
    """Yield sentences on the performance that is left while an array is degraded or rebuilding."""
    for state in lines.states:
        if state == OPTIMAL:
            continue
        for configuration, name in lines.configurations.items():
            for work in find_best_works(lines, configuration):
                before, after = (lines.value(configuration, work, condition) for condition in (OPTIMAL, state))
                if not before or after is None:
                    continue
                figures = lines.figures(configuration, work, state)
                seconds = figures.rebuild_seconds if figures is not None else None
                took = f" The rebuild took {format_duration(seconds)}." if seconds is not None else ""
                remaining = f"{100 * after / before:.3g} % of its {_format_figure_label(lines.get_main_figure(work))}"
                yield f"{name} while {state} has {remaining} when optimal at {lines.works[work]}.{took}"


def _format_figure_label(figure: str) -> str:
    label = METRIC_OF[figure].label
    return label if label.isupper() else label[0].lower() + label[1:]
