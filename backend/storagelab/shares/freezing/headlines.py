"""At most four headline figures, copied from the frozen answers and never recomputed. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.domain.campaigns import OPTIMAL
from storagelab.shares.campaign_lines import METRIC_OF, Lines, compute_percent_difference
from storagelab.shares.campaign_verdicts import find_best_works

MAX_HEADLINES = 4


def list_headlines(
    kind: str, runs: Sequence[Mapping[str, Any]], view: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the headline figures of a share of this kind.

    Each has `label`, `value`, `unit`, `better`, `configuration`, `relative_percent` and `baseline`.
    """
    if kind == "run":
        return [
            _make_headline(
                headline["label"],
                headline["value"],
                headline["unit"],
                headline["better"],
                configuration=runs[0]["configuration"],
            )
            for headline in runs[0]["headline"][:MAX_HEADLINES]
        ]
    answer = view["answer"] if view is not None else {}
    keys = {run["number"]: run["configuration"] for run in runs}
    if kind == "comparison":
        return _list_comparison_headlines(answer, keys)
    if kind == "ranking":
        return _list_ranking_headlines(answer, keys)
    return _list_campaign_headlines(answer, keys)


def _make_headline(label: str, value: float | None, unit: str, better: str | None, **more: Any) -> dict[str, Any]:
    figure = {"label": label, "value": value, "unit": unit, "better": better}
    return figure | {"configuration": None, "relative_percent": None, "baseline": False} | more


def _list_comparison_headlines(answer: Mapping[str, Any], keys: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """Return the headlines of a comparison: the baseline, then the other entries.

    The workload is the best workload of the baseline, among the workloads that most entries have.
    """
    entries = answer["entries"]
    first = next(place for place, entry in enumerate(entries) if entry["key"] == answer["baseline"])
    points = [point for point in answer["points"] if point["cells"][first]["median"] is not None]
    if not points:
        return []
    sign = 1 if answer["better"] == "higher" else -1
    point = max(points, key=lambda candidate: (_count_medians(candidate), sign * candidate["cells"][first]["median"]))
    order = [first, *(place for place in range(len(entries)) if place != first)]
    headlines = []
    for place in order:
        cell, entry = point["cells"][place], entries[place]
        if cell["median"] is not None:
            ratio = cell["ratio"] if place != first else None
            headlines.append(
                _make_headline(
                    f"{entry['label']}: {answer['label']}, {point['workload']}",
                    cell["median"],
                    answer["unit"],
                    answer["better"],
                    configuration=keys.get(entry["key"]),
                    relative_percent=(ratio - 1) * 100 if ratio is not None else None,
                    baseline=place == first,
                )
            )
    return headlines[:MAX_HEADLINES]


def _count_medians(point: Mapping[str, Any]) -> int:
    return sum(cell["median"] is not None for cell in point["cells"])


def _list_ranking_headlines(answer: Mapping[str, Any], keys: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """Return the first ratings; the reference has 100."""
    headlines = []
    for row in answer["configurations"]:
        if row["rating"] is None:
            continue
        is_reference = row["configuration"]["number"] == answer["reference"]
        runs = [number for figure in row["figures"] for number in figure["runs"]]
        headlines.append(
            _make_headline(
                f"{row['configuration']['name']}: rating",
                row["rating"],
                "ratio",
                "higher",
                configuration=next((keys[number] for number in runs if number in keys), None),
                relative_percent=None if is_reference else row["rating"] - 100,
                baseline=is_reference,
            )
        )
    return headlines[:MAX_HEADLINES]


def _list_campaign_headlines(answer: Mapping[str, Any], keys: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """Return the headlines of a campaign: its first configuration, then the others, all optimal.

    The workload is the first workload of the first configuration.
    """
    lines = Lines(answer["results"])
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
        runs = (lines.figures(place, work, OPTIMAL) or {})["run_numbers"]
        headlines.append(
            _make_headline(
                f"{name}: {metric.label}, {lines.works[work]}",
                value,
                metric.unit,
                metric.better,
                configuration=next((keys[number] for number in runs if number in keys), None),
                relative_percent=compute_percent_difference(value, reference) if place != first else None,
                baseline=place == first and len(lines.configurations) > 1,
            )
        )
    return headlines[:MAX_HEADLINES]
