"""Headlines by the earlier rule: of the workload at which the baseline is best. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storagelab.domain.campaigns import OPTIMAL
from storagelab.evaluate.comparison import ComparisonAnswer, PointView
from storagelab.evaluate.ranking import RankingAnswer
from storagelab.shares.campaign_lines import METRIC_OF, Lines, compute_percent_difference
from storagelab.shares.document.answers import CampaignView, ComparisonView, FrozenResults, FrozenView, RankingView
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenHeadline
from storagelab.shares.freezing.headlines import MAX_HEADLINES
from storagelab.shares.verification.earlier_campaign_verdicts import find_best_works


def list_earlier_headlines(runs: Sequence[FrozenRun], view: FrozenView | None) -> list[FrozenHeadline]:
    """Return the headline figures of a share as releases without findings froze them."""
    keys = {run.number: run.configuration for run in runs}
    if isinstance(view, ComparisonView):
        return _list_comparison_headlines(view.answer, keys)
    if isinstance(view, RankingView):
        return _list_ranking_headlines(view.answer, keys)
    if isinstance(view, CampaignView):
        return _list_campaign_headlines(view.answer.results, keys)
    return [
        FrozenHeadline(
            label=headline.label,
            value=headline.value,
            unit=headline.unit,
            better=headline.better,
            configuration=runs[0].configuration,
        )
        for headline in runs[0].headline[:MAX_HEADLINES]
    ]


def _list_comparison_headlines(answer: ComparisonAnswer, keys: Mapping[str, str | None]) -> list[FrozenHeadline]:
    """Return the headlines of a comparison: the baseline, then the other entries.

    The workload is the best workload of the baseline, among the workloads that most entries have.
    """
    entries = answer.entries
    first = next(place for place, entry in enumerate(entries) if entry.key == answer.baseline)
    points = [(point, median) for point in answer.points if (median := point.cells[first].median) is not None]
    if not points:
        return []
    sign = 1 if answer.better == "higher" else -1
    point, _ = max(points, key=lambda candidate: (_count_medians(candidate[0]), sign * candidate[1]))
    order = [first, *(place for place in range(len(entries)) if place != first)]
    headlines = []
    for place in order:
        cell, entry = point.cells[place], entries[place]
        if cell.median is not None:
            ratio = cell.ratio if place != first else None
            headlines.append(
                FrozenHeadline(
                    label=f"{entry.label}: {answer.label}, {point.workload}",
                    value=cell.median,
                    unit=answer.unit,
                    better=answer.better,
                    configuration=keys.get(entry.key),
                    relative_percent=(ratio - 1) * 100 if ratio is not None else None,
                    baseline=place == first,
                )
            )
    return headlines[:MAX_HEADLINES]


def _count_medians(point: PointView) -> int:
    return sum(cell.median is not None for cell in point.cells)


def _list_ranking_headlines(answer: RankingAnswer, keys: Mapping[str, str | None]) -> list[FrozenHeadline]:
    """Return the first ratings; the reference has 100."""
    headlines = []
    for row in answer.configurations:
        if row.rating is None:
            continue
        is_reference = row.configuration.number == answer.reference
        runs = [number for figure in row.figures for number in figure.runs]
        headlines.append(
            FrozenHeadline(
                label=f"{row.configuration.name}: rating",
                value=row.rating,
                unit="ratio",
                better="higher",
                configuration=next((keys[number] for number in runs if number in keys), None),
                relative_percent=None if is_reference else row.rating - 100,
                baseline=is_reference,
            )
        )
    return headlines[:MAX_HEADLINES]


def _list_campaign_headlines(results: FrozenResults, keys: Mapping[str, str | None]) -> list[FrozenHeadline]:
    """Return the headlines of a campaign: its first configuration, then the others, all optimal.

    The workload is the first workload of the first configuration.
    """
    lines = Lines(results)
    first = lines.baseline
    if first is None:
        return []
    work = find_best_works(lines, first)[0]
    metric = METRIC_OF[lines.get_main_figure(work)]
    reference = lines.value(first, work, OPTIMAL)
    headlines = []
    for place, name in sorted(lines.configurations.items(), key=lambda item: item[0] != first):
        value = lines.value(place, work, OPTIMAL)
        if value is None:
            continue
        figures = lines.figures(place, work, OPTIMAL)
        runs = figures.run_numbers if figures is not None else []
        headlines.append(
            FrozenHeadline(
                label=f"{name}: {metric.label}, {lines.works[work]}",
                value=value,
                unit=metric.unit,
                better=metric.better,
                configuration=next((keys[number] for number in runs if number in keys), None),
                relative_percent=compute_percent_difference(value, reference) if place != first else None,
                baseline=place == first and len(lines.configurations) > 1,
            )
        )
    return headlines[:MAX_HEADLINES]
