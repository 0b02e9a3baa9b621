"""The numbers a reader should keep, and whether the load was steady."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.shares.document.answers import CampaignView, ComparisonView
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenHeadline, ShareDocument
from storagelab.shares.page.model import (
    Block,
    Headlines,
    PageCell,
    PageColumn,
    PageHeadline,
    PageSection,
    PageTable,
    Sentence,
    Tone,
    find_unit,
)
from storagelab.shares.page.tested import find_configuration_name
from storagelab.shares.page.words import format_count, format_sentence

PUBLISHED = "Published values, not measured here. Without a curve there is no steady-state check."
NO_VERDICT = "No steady-state check: no preconditioning in rounds."
#: More verdicts of a comparison than these are in its table only.
MAX_VERDICTS = 8
MAX_SUMMARY_VERDICTS = 2


def build_summary(document: ShareDocument, verdicts: Sequence[Sentence] = ()) -> tuple[Block, ...]:
    """Return the blocks at the top of a page: the verdict, the numbers and the count of caveats.

    `verdicts` are the verdicts of reports and replace the general verdict.
    """
    lines = _build_verdict_lines(document, max_lines=MAX_SUMMARY_VERDICTS)
    blocks: list[Block] = [*lines, *(verdicts or [build_verdict(document)]), *_build_headlines(document)]
    if document.caveats:
        caveats = format_count(len(document.caveats), "caveat")
        blocks.append(Sentence(caveats, "warn"))
    return tuple(blocks)


def build_headline(document: ShareDocument) -> PageSection:
    """Return the section of headline numbers.

    Each number has its direction and subject, the comparison behind it, and its wording.
    """
    blocks: list[Block] = []
    if document.headline:
        blocks.append(_build_table(document.headline, document))
    else:
        blocks.append(Sentence("No headline number. The measurements are below."))
    lines = _build_verdict_lines(document, max_lines=MAX_VERDICTS)
    blocks += lines
    rule = document.view.answer.rule if isinstance(document.view, ComparisonView | CampaignView) else None
    if lines and rule:
        blocks.append(Sentence(f"Rule: {format_sentence(rule)}"))
    return PageSection("headline", "Headline", tuple(blocks))


def build_verdict(document: ShareDocument) -> Sentence:
    """Return a sentence about steadiness: the verdict of a single run, or how many of several runs are steady."""
    runs = document.runs
    if len(runs) == 1:
        return run_verdict(runs[0])
    if runs and all(run.origin == "published" for run in runs):
        return Sentence(PUBLISHED)
    judged = [run.verdict for run in runs if run.verdict]
    steady = sum(verdict.status == "steady" for verdict in judged)
    if not judged:
        return Sentence(NO_VERDICT if runs else "No runs included.", "warn")
    rest = f", {format_count(len(runs) - len(judged), 'run')} without a verdict" if len(judged) < len(runs) else ""
    is_good = steady == len(runs)
    return Sentence(
        f"{steady} of {format_count(len(judged), 'checked run')} reached steady state{rest}.", _get_tone(is_good)
    )


def run_verdict(run: FrozenRun) -> Sentence:
    """Return the verdict of one run as a sentence."""
    if run.verdict:
        status = run.verdict.status
        return Sentence(format_sentence(run.verdict.sentence), _get_tone(status == "steady"))
    return Sentence(PUBLISHED) if run.origin == "published" else Sentence(NO_VERDICT, "warn")


def _get_tone(is_good: bool) -> Tone:
    return "good" if is_good else "warn"


def _build_headlines(document: ShareDocument) -> tuple[Headlines, ...]:
    items = tuple(
        PageHeadline(
            label=item.label,
            value=item.value,
            unit=find_unit(item.unit) or "count",
            better=item.better,
            subject=find_configuration_name(document, item.configuration) if len(document.configurations) > 1 else None,
            relative_percent=item.relative_percent,
            baseline=item.baseline,
        )
        for item in document.headline[:4]
    )
    return (Headlines(items),) if items else ()


def _build_table(items: Sequence[FrozenHeadline], document: ShareDocument) -> PageTable:
    is_compared = any(item.baseline or item.relative_percent is not None for item in items)
    columns = [PageColumn("Number"), PageColumn("Value"), PageColumn("Better"), PageColumn("Configuration")]
    if is_compared:
        columns.append(PageColumn("vs baseline", "percent", signed=True))
    rows = []
    for item in items:
        row = [
            PageCell(item.label),
            PageCell(item.value, unit=find_unit(item.unit)),
            PageCell(f"{item.better} is better" if item.better else None),
            PageCell(find_configuration_name(document, item.configuration)),
        ]
        if is_compared:
            row.append(PageCell(None, note="baseline") if item.baseline else PageCell(item.relative_percent))
        rows.append(tuple(row))
    return PageTable(tuple(columns), tuple(rows))


def _build_verdict_lines(document: ShareDocument, *, max_lines: int) -> list[Sentence]:
    """Return the first `max_lines` verdicts of a document on its comparison with the baseline."""
    if not isinstance(document.view, ComparisonView | CampaignView):
        return []
    return [
        Sentence(format_sentence(line.sentence) + (f" {format_sentence(line.spread)}" if line.spread else ""))
        for line in document.view.answer.verdicts[:max_lines]
    ]
