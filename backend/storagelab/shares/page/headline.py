"""Head of an article: the facts above its title, the finding that leads, and at most four numbers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from storagelab.domain.metrics import METRICS
from storagelab.shares.document.answers import CampaignView, ComparisonView
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenHeadline, ShareDocument
from storagelab.shares.page.findings import build_lead_finding, build_rating_lead, count_leading_ratings
from storagelab.shares.page.method import format_repeat_count
from storagelab.shares.page.model import (
    Headlines,
    PageBadge,
    PageFinding,
    PageHeadline,
    Sentence,
    find_unit,
)
from storagelab.shares.page.verdicts import build_verdict
from storagelab.shares.page.words import format_count, format_sentence, join_workload
from storagelab.shares.repeats import map_configuration_classes
from storagelab.shares.shown_names import find_configuration_name

_MAX_TILES = 4


def build_badges(document: ShareDocument) -> tuple[PageBadge, ...]:
    """Return the facts above the title: steady state, runs, what differs, and when it was measured."""
    runs = document.runs
    badges = [_build_steady_badge(runs), PageBadge(_format_runs(document))]
    if isinstance(document.view, ComparisonView):
        factors = document.view.answer.factors
        if factors.by is not None:
            badges.append(PageBadge(f"one factor differs: {_lower_first(factors.by)}"))
        elif factors.known_count:
            badges.append(PageBadge(f"{format_count(factors.known_count, 'factor')} differ"))
    days = sorted(_read_day(run.started_at) for run in runs if run.started_at is not None)
    if days and len(days) == len(runs):
        badges.append(PageBadge(f"measured {_format_days(days[0], days[-1])}"))
    return tuple(badge for badge in badges if badge is not None)


def _build_steady_badge(runs: Sequence[FrozenRun]) -> PageBadge | None:
    judged = [run.verdict.status for run in runs if run.verdict]
    if not judged:
        is_published = bool(runs) and all(run.origin == "published" for run in runs)
        return PageBadge("As published", "plain") if is_published else PageBadge("No steady-state check", "warn")
    steady = judged.count("steady")
    if steady == len(runs):
        return PageBadge({1: "Steady", 2: "Steady, both sides"}.get(steady, f"Steady, all {steady} runs"), "good")
    if len(runs) == 1:
        return PageBadge("Not steady" if judged[0] == "not_steady" else "Too short for a steady-state check", "warn")
    return PageBadge(f"{steady} of {len(runs)} runs steady", "warn")


def _format_runs(document: ShareDocument) -> str:
    runs = document.runs
    n = format_repeat_count(runs, map_configuration_classes(document.configurations))
    is_each = len(document.configurations) > 1 and n.isdecimal() and int(n) > 1
    return f"{n} runs each" if is_each else format_count(len(runs), "run")


def _read_day(moment: str | None) -> dt.date:
    return dt.datetime.fromisoformat(moment or "").astimezone(dt.UTC).date()


def _format_days(first: dt.date, last: dt.date) -> str:
    """Format a span of days: `21 to 23 Nov 2026`, or both dates in full."""
    end = f"{last.day} {last:%b %Y}"
    if first == last:
        return f"on {end}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {end}"
    return f"{first.day} {first:%b %Y} to {end}"


def _lower_first(text: str) -> str:
    """Return a label inside a sentence; one that begins with an abbreviation stays as it is."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def build_lead(document: ShareDocument, verdicts: Sequence[Sentence] = ()) -> PageFinding:
    """Return the first finding; of a document without findings the verdict on its comparison or on its load.

    `verdicts` are the verdicts of reports and replace the general verdict.
    """
    counted = count_leading_ratings(document.findings)
    if counted is not None:
        return build_rating_lead(counted)
    if document.findings:
        return build_lead_finding(document.findings[0])
    view = document.view
    if isinstance(view, ComparisonView | CampaignView) and view.answer.verdicts:
        line = view.answer.verdicts[0]
        return PageFinding(" ".join(format_sentence(text) for text in (line.sentence, line.spread) if text))
    return PageFinding(" ".join(verdict.text for verdict in verdicts) or build_verdict(document).text)


def build_tiles(document: ShareDocument) -> tuple[Headlines, ...]:
    """Return the numbers under the lead, each with its workload, metric and configuration."""
    items = tuple(_build_tile(item, document) for item in document.headline[:_MAX_TILES])
    items = items or _build_rating_tiles(document)
    return (Headlines(items),) if items else ()


def _build_rating_tiles(document: ShareDocument) -> tuple[PageHeadline, ...]:
    counted = count_leading_ratings(document.findings)
    if counted is None:
        return ()
    label = f"ratings led, of {counted.ratings}"
    return tuple(
        PageHeadline(label=label, value=count.leads, unit="count", subject=count.configuration)
        for count in counted.configurations[:_MAX_TILES]
    )


def _build_tile(item: FrozenHeadline, document: ShareDocument) -> PageHeadline:
    return PageHeadline(
        label=_format_tile_label(item),
        value=item.value,
        unit=find_unit(item.unit) or "count",
        better=item.better,
        subject=_find_subject(item, document),
        relative_percent=item.relative_percent,
        baseline=item.baseline,
    )


def _format_tile_label(item: FrozenHeadline) -> str:
    """Return workload and metric of a tile; an older document has them in its label."""
    if item.workload is None:
        return item.label
    metric = item.metric_label or (METRICS[item.metric].label if item.metric in METRICS else None)
    return ", ".join(filter(None, [join_workload(item.workload, item.phase), metric]))


def _find_subject(item: FrozenHeadline, document: ShareDocument) -> str | None:
    if item.subject is not None:
        return item.subject
    name = find_configuration_name(document, item.configuration) if len(document.configurations) > 1 else None
    # The label of an older document begins with the name that its entry has beside the others.
    return None if name is None or ": " in item.label else name
