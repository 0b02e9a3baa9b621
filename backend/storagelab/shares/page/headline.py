"""The numbers a reader should keep, and whether the load was steady."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
)
from storagelab.shares.page.tested import find_configuration_name
from storagelab.shares.page.words import format_count, format_sentence

PUBLISHED = "Published values, not measured here. Without a curve there is no steady-state check."
NO_VERDICT = "No steady-state check: no preconditioning in rounds."
#: More verdicts of a comparison than these are in its table only.
MAX_VERDICTS = 8
MAX_SUMMARY_VERDICTS = 2


def build_summary(document: Mapping[str, Any], verdicts: Sequence[Sentence] = ()) -> tuple[Block, ...]:
    """Return the blocks at the top of a page: the verdict, the numbers and the count of caveats.

    `verdicts` are the verdicts of reports and replace the general verdict.
    """
    lines = _build_verdict_lines(document, max_lines=MAX_SUMMARY_VERDICTS)
    blocks: list[Block] = [*lines, *(verdicts or [build_verdict(document)]), *_build_headlines(document)]
    if document["caveats"]:
        caveats = format_count(len(document["caveats"]), "caveat")
        blocks.append(Sentence(caveats, "warn"))
    return tuple(blocks)


def build_headline(document: Mapping[str, Any]) -> PageSection:
    """Return the section of headline numbers.

    Each number has its direction and subject, the comparison behind it, and its wording.
    """
    blocks: list[Block] = []
    if document["headline"]:
        blocks.append(_build_table(document["headline"], document))
    else:
        blocks.append(Sentence("No headline number. The measurements are below."))
    lines = _build_verdict_lines(document, max_lines=MAX_VERDICTS)
    blocks += lines
    rule = _answer(document).get("rule")
    if lines and rule:
        blocks.append(Sentence(f"Rule: {format_sentence(rule)}"))
    return PageSection("headline", "Headline", tuple(blocks))


def build_verdict(document: Mapping[str, Any]) -> Sentence:
    """Return a sentence about steadiness: the verdict of a single run, or how many of several runs are steady."""
    runs = document["runs"]
    if len(runs) == 1:
        return run_verdict(runs[0])
    if runs and all(run["origin"] == "published" for run in runs):
        return Sentence(PUBLISHED)
    judged = [run for run in runs if run["verdict"]]
    steady = sum(run["verdict"]["status"] == "steady" for run in judged)
    if not judged:
        return Sentence(NO_VERDICT if runs else "No runs included.", "warn")
    rest = f", {format_count(len(runs) - len(judged), 'run')} without a verdict" if len(judged) < len(runs) else ""
    is_good = steady == len(runs)
    return Sentence(
        f"{steady} of {format_count(len(judged), 'checked run')} reached steady state{rest}.", _get_tone(is_good)
    )


def run_verdict(run: Mapping[str, Any]) -> Sentence:
    """Return the verdict of one run as a sentence."""
    if run["verdict"]:
        status = run["verdict"]["status"]
        return Sentence(format_sentence(run["verdict"]["sentence"]), _get_tone(status == "steady"))
    return Sentence(PUBLISHED) if run["origin"] == "published" else Sentence(NO_VERDICT, "warn")


def _get_tone(is_good: bool) -> Tone:
    return "good" if is_good else "warn"


def _build_headlines(document: Mapping[str, Any]) -> tuple[Headlines, ...]:
    items = tuple(
        PageHeadline(
            label=item["label"],
            value=item["value"],
            unit=item["unit"],
            better=item.get("better"),
            subject=find_configuration_name(document, item.get("configuration"))
            if len(document["configurations"]) > 1
            else None,
            relative_percent=item.get("relative_percent"),
            baseline=bool(item.get("baseline")),
        )
        for item in document["headline"][:4]
    )
    return (Headlines(items),) if items else ()


def _build_table(items: Sequence[Mapping[str, Any]], document: Mapping[str, Any]) -> PageTable:
    is_compared = any(item.get("baseline") or item.get("relative_percent") is not None for item in items)
    columns = [PageColumn("Number"), PageColumn("Value"), PageColumn("Better"), PageColumn("Configuration")]
    if is_compared:
        columns.append(PageColumn("vs baseline", "percent", signed=True))
    rows = []
    for item in items:
        row = [
            PageCell(item["label"]),
            PageCell(item["value"], unit=item["unit"]),
            PageCell(f"{item['better']} is better" if item.get("better") else None),
            PageCell(find_configuration_name(document, item.get("configuration"))),
        ]
        if is_compared:
            is_baseline = bool(item.get("baseline"))
            row.append(PageCell(None, note="baseline") if is_baseline else PageCell(item.get("relative_percent")))
        rows.append(tuple(row))
    return PageTable(tuple(columns), tuple(rows))


def _build_verdict_lines(document: Mapping[str, Any], *, max_lines: int) -> list[Sentence]:
    """Return the first `max_lines` verdicts of a document on its comparison with the baseline."""
    return [
        Sentence(
            format_sentence(line["sentence"]) + (f" {format_sentence(line['spread'])}" if line.get("spread") else "")
        )
        for line in (_answer(document).get("verdicts") or [])[:max_lines]
    ]


def _answer(document: Mapping[str, Any]) -> Mapping[str, Any]:
    return (document.get("view") or {}).get("answer") or {}
