"""Verdicts of a campaign by a fixed rule: configurations against the first, and rebuilds. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from storagelab.analysis.comparison import NOISE_FLOOR, Comparison, compare
from storagelab.domain.campaigns import OPTIMAL
from storagelab.evaluate.finding_words import PreciseValue, describe_difference, format_value
from storagelab.shares.campaign_lines import METRIC_OF, Configuration, Lines, Work, list_repeat_figures
from storagelab.shares.document.answers import FrozenCellFigures, FrozenSentence
from storagelab.shares.figures import format_duration

_RULE = (
    "Means of the repeats are compared with {baseline}, the first configuration, both optimal. Configurations differ "
    "if Welch's 95 % interval of the difference of the means excludes 0 and the medians are at least "
    f"{NOISE_FLOOR * 100:g} % apart. A difference with one run on a side is not tested: values are stated. For a "
    "workload with several phases, the sentence is about the phase with the largest difference that repeats support."
)


class CampaignVerdicts(NamedTuple):
    """The verdicts of a campaign. `baseline` and `rule` are None where nothing can be compared."""

    baseline: str | None = None
    rule: str | None = None
    verdicts: Sequence[FrozenSentence] = ()


def describe_verdicts(lines: Lines) -> CampaignVerdicts:
    """Return the baseline, the rule and the verdicts of a campaign."""
    first = lines.baseline
    if first is None:
        return CampaignVerdicts()
    name = lines.configurations[first]
    sentences = [*_compare_configurations(lines, first), *_generate_rebuild_sentences(lines)]
    rule = _RULE.format(baseline=name) if len(lines.configurations) > 1 else None
    return CampaignVerdicts(name, rule, [FrozenSentence(sentence=sentence, spread=None) for sentence in sentences])


def find_leading_works(lines: Lines) -> list[Work]:
    """Return for each workload the phase with the largest difference that repeats support, the largest one first.

    Differences are those of optimal configurations from the baseline. A workload without one follows with the phase at
    which the baseline is best. Phases without a value do not count.
    """
    first = lines.baseline
    if first is None:
        return []
    sizes: dict[Work, float] = {}
    for work in lines.works:
        for other in lines.configurations:
            sides = _measure_sides(lines, work, (first, OPTIMAL), (other, OPTIMAL)) if other != first else None
            if sides is not None and sides.comparison.verdict == "different":
                sizes[work] = max(sizes.get(work, 1.0), sides.ratio, 1 / sides.ratio)
    measured = [work for work in lines.works if work[1] is not None and lines.value(first, work, OPTIMAL) is not None]
    chosen: dict[str, Work] = {}
    for work in measured:
        previous = chosen.setdefault(work[0], work)
        if _rate_work(lines, first, work, sizes) > _rate_work(lines, first, previous, sizes):
            chosen[work[0]] = work
    return sorted(chosen.values(), key=lambda work: -sizes.get(work, 0.0))


def _rate_work(lines: Lines, first: Configuration, work: Work, sizes: Mapping[Work, float]) -> tuple[float, float]:
    return sizes.get(work, 0.0), lines.value(first, work, OPTIMAL) or 0.0


def _compare_configurations(lines: Lines, first: Configuration) -> Iterator[str]:
    """Yield a sentence for each workload and configuration: the phase with the largest supported difference."""
    for workload in dict.fromkeys(work[0] for work in lines.works):
        for other in lines.configurations:
            if other != first:
                works = [work for work in lines.works if work[0] == workload]
                yield from _describe_configuration(lines, first, other, works)


def _describe_configuration(
    lines: Lines, first: Configuration, other: Configuration, works: Sequence[Work]
) -> Iterator[str]:
    sides = [side for work in works if (side := _measure_sides(lines, work, (first, OPTIMAL), (other, OPTIMAL)))]
    if not sides:
        return
    supported = [side for side in sides if side.comparison.verdict == "different"]
    names = (lines.configurations[other], lines.configurations[first])
    if supported:
        largest = max(supported, key=lambda side: max(side.ratio, 1 / side.ratio))
        yield _format_difference(largest, names)
        return
    best = max(sides, key=lambda side: side.values[0])
    if all(side.comparison.verdict == "not_different" for side in sides):
        label = _format_figure_label(best.figure)
        place = best.words if len(sides) == 1 else f"{len(sides)} phases of {works[0][0]}"
        yield f"{names[0]} does not differ from {names[1]} in {label} at {place}."
    else:
        own, reference = best.format_values()
        yield f"{names[0]} reaches {own} and {names[1]} {reference}: {best.words}."


class _Sides(NamedTuple):
    """Means of the repeats of two cells at one phase, and the comparison of the repeats. Own values come first."""

    words: str
    figure: str
    values: tuple[float, float]
    comparison: Comparison

    @property
    def ratio(self) -> float:
        return self.values[0] / self.values[1]

    def format_values(self) -> tuple[str, str]:
        unit = METRIC_OF[self.figure].unit
        return format_value(PreciseValue(self.values[0]), unit), format_value(PreciseValue(self.values[1]), unit)


def _measure_sides(
    lines: Lines, work: Work, reference: tuple[Configuration, str], own: tuple[Configuration, str]
) -> _Sides | None:
    """Return two measured cells at one phase; None where one has no value."""
    figure = lines.get_main_figure(work)
    values = [lines.value(configuration, work, state, figure) for configuration, state in (own, reference)]
    if values[0] is None or not values[1] or values[0] <= 0:
        return None
    repeats = [
        list_repeat_figures(lines.figures(configuration, work, state), figure)
        for configuration, state in (reference, own)
    ]
    return _Sides(lines.works[work], figure, (values[0], values[1]), compare(repeats[0], repeats[1]))


def _format_difference(side: _Sides, names: tuple[str, str]) -> str:
    return describe_difference(
        METRIC_OF[side.figure],
        ratio=side.ratio,
        direction=None,
        names=names,
        values=(PreciseValue(side.values[0]), PreciseValue(side.values[1])),
        workload=side.words,
        is_rough=False,
        is_bound=False,
    )


def _generate_rebuild_sentences(lines: Lines) -> Iterator[str]:
    """Yield sentences on the performance while an array is degraded or rebuilding, at the phase with the largest loss.

    A share of the optimal value is stated where the repeats support the difference, else both values.
    """
    for state in lines.states:
        if state == OPTIMAL:
            continue
        for configuration, name in lines.configurations.items():
            for workload in dict.fromkeys(work[0] for work in lines.works):
                sides = [
                    (side, work)
                    for work in lines.works
                    if work[0] == workload
                    and (side := _measure_sides(lines, work, (configuration, OPTIMAL), (configuration, state)))
                ]
                if sides:
                    side, work = min(sides, key=lambda item: item[0].ratio)
                    yield _format_loss(name, state, side, lines.figures(configuration, work, state))


def _format_loss(name: str, state: str, side: _Sides, cell: FrozenCellFigures | None) -> str:
    seconds = cell.rebuild_seconds if cell is not None else None
    took = f" The rebuild took {format_duration(seconds)}." if seconds is not None else ""
    own, reference = side.format_values()
    if side.comparison.verdict != "different":
        return f"{name} reaches {own} while {state} and {reference} when optimal: {side.words}.{took}"
    label = _format_figure_label(side.figure)
    return f"{name} while {state} has {100 * side.ratio:.3g} % of its {label} when optimal: {side.words}.{took}"


def _format_figure_label(figure: str) -> str:
    label = METRIC_OF[figure].label
    return label if label.isupper() else label[0].lower() + label[1:]
