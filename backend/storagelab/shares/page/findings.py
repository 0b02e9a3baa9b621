"""Findings of a page: each in its words, with the values, the interval and the rule behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from storagelab.domain.finding import capitalise
from storagelab.evaluate.finding_basis import FindingBasis, FindingSide
from storagelab.evaluate.finding_words import format_short
from storagelab.evaluate.rating_counts import MIN_ROWS, RatingCounts, count_ratings
from storagelab.evaluate.rating_matrix import RATING_RELATIONS, build_rating_matrix
from storagelab.shares import figures
from storagelab.shares.document.answers import CampaignView, ComparisonView
from storagelab.shares.document.share import FrozenFinding, ShareDocument
from storagelab.shares.page.model import (
    RULE,
    Block,
    FindingList,
    PageFact,
    PageFinding,
    PageSection,
    Sentence,
)
from storagelab.shares.page.rating_table import build_matrix_table
from storagelab.shares.page.words import format_list, format_sentence, join_workload

#: More verdicts of a comparison than these are in the JSON only.
MAX_VERDICTS = 8
_RATED = frozenset({"leads", "lags"})
_COUNT_RULE = "Ratings by test and RAID level are counted. They state who leads, not by how much."
#: More values of one side than these are counted, not listed.
_MAX_VALUES = 12
_ORIGINS = {"published": "Published", "written": "Written by the lab", "computed": "Computed"}


def build_findings(document: ShareDocument) -> PageSection:
    """Return the section of the findings after the one that leads; empty where there is no other.

    A document without findings has the verdicts on its comparison, with their rule.
    """
    if document.findings:
        return PageSection("findings", "Findings", tuple(_generate_findings(document.findings)))
    view = document.view
    if not isinstance(view, ComparisonView | CampaignView):
        return PageSection("findings", "Findings", ())
    lines = view.answer.verdicts[1 : MAX_VERDICTS + 1]
    items = tuple(
        PageFinding(" ".join(format_sentence(text) for text in (line.sentence, line.spread) if text)) for line in lines
    )
    blocks: list[Block] = [FindingList(items)] if items else []
    if view.answer.rule and view.answer.verdicts:
        blocks.append(Sentence(f"Rule: {format_sentence(view.answer.rule)}"))
    return PageSection("findings", "Findings", tuple(blocks))


def count_leading_ratings(findings: Sequence[FrozenFinding]) -> RatingCounts | None:
    """Return the counted ratings that lead a page; None where its first finding does.

    That is with few ratings, with a computed finding, and with a text of the author in place of the first.
    """
    if not findings or findings[0].text is not None or any(item.basis is not None for item in findings):
        return None
    return count_ratings([item.finding for item in findings])


def build_rating_lead(counted: RatingCounts) -> PageFinding:
    """Return the sentence on the configurations that lead and lag most often, with the counts of all of them."""
    counts = counted.configurations
    first, *others = counts
    text = f"{first.configuration} leads most often: in {first.leads} of {counted.ratings} ratings."
    if others and others[0].leads:
        text = f"{text.removesuffix('.')}, before {others[0].configuration} with {others[0].leads}."
    last = max(counts, key=lambda count: count.lags)
    if last.lags:
        text += f" {last.configuration} lags most often: in {last.lags}."
    rows_of = [PageFact(count.configuration, f"leads in {count.leads}, lags in {count.lags}") for count in counts]
    return PageFinding(text, (PageFact(RULE, _COUNT_RULE), *rows_of))


def _generate_findings(findings: Sequence[FrozenFinding]) -> Iterator[Block]:
    """Yield the matrix of many ratings, then what it leaves out, without the finding that leads the page."""
    first = 0 if count_leading_ratings(findings) is not None else 1
    matrix = build_rating_matrix([item.finding for item in findings])
    placed: set[int] = set()
    if len(matrix.rows) >= MIN_ROWS:
        cells = [cell for row in matrix.rows for cell in row.cells if cell is not None and cell.rating in _RATED]
        placed = {place for cell in cells for place in cell.findings if _is_rating_alone(findings[place])}
        yield build_matrix_table(matrix)
    has_sources = len({item.finding.source for item in findings}) > 1
    items = tuple(
        build_finding(item, has_sources=has_sources)
        for place, item in enumerate(findings)
        if place >= first and place not in placed
    )
    if items:
        yield FindingList(items)


def _is_rating_alone(item: FrozenFinding) -> bool:
    """Return whether a finding is no more than a rating: its sentence adds nothing to its cell of the matrix."""
    finding = item.finding
    is_rating = finding.relation in RATING_RELATIONS
    return is_rating and finding.object is None and finding.value is None and item.text is None


def build_finding(finding: FrozenFinding, *, has_sources: bool = True) -> PageFinding:
    """Return a finding with the facts behind it.

    Without `has_sources` all findings of the page have one source, which the page names at its head.
    """
    rows = _list_basis(finding.basis) if finding.basis is not None else _list_source(finding, has_sources=has_sources)
    if finding.text is not None:
        rows.insert(0, PageFact(_ORIGINS[finding.origin], format_sentence(finding.sentence)))
    return PageFinding(capitalise(format_sentence(finding.words)), tuple(rows), _list_names(finding))


def _list_names(finding: FrozenFinding) -> tuple[str, ...]:
    """Return the names of configurations that the sentence of a finding has."""
    sides = (finding.basis.entry, finding.basis.baseline) if finding.basis is not None else ()
    names = [*(side.label for side in sides if side is not None), finding.finding.subject, finding.finding.object]
    return tuple(dict.fromkeys(form for name in names if name for form in (name, capitalise(name))))


def build_lead_finding(finding: FrozenFinding) -> PageFinding:
    """Return the finding that leads a page; numbers that its sentence has in short are in full."""
    built = build_finding(finding)
    if finding.basis is None or finding.text is not None:
        return built
    text, unit = built.text, finding.basis.unit
    for side in (finding.basis.entry, finding.basis.baseline):
        if side is not None and side.median is not None and side.value_kind == "exact":
            short = rf"(?<![\d.,]){re.escape(format_short(side.median, unit))}(?!\w)"
            text = re.sub(short, figures.format_quantity(side.median, unit).removesuffix(" IOPS"), text, count=1)
    return replace(built, text=text)


def _list_basis(basis: FindingBasis) -> list[PageFact]:
    sides = [side for side in (basis.entry, basis.baseline) if side is not None]
    rows = [
        PageFact(
            "Workload", ", ".join(filter(None, [join_workload(basis.workload, basis.phase), basis.load_generator]))
        )
    ]
    rows += [PageFact(f"{basis.metric_label}, {side.label}", _format_side(side, basis.unit)) for side in sides]
    if basis.ratio is not None:
        rows.append(PageFact("Ratio", f"{basis.ratio:.4g}"))
    if basis.ci95_low is not None and basis.ci95_high is not None:
        low, high = (figures.format_exact(value, basis.unit) for value in (basis.ci95_low, basis.ci95_high))
        rows.append(PageFact("95 % interval of the difference", f"{low} to {high}"))
    return [*rows, PageFact(RULE, format_sentence(basis.rule))]


def _format_side(side: FindingSide, unit: str) -> str:
    values = [figures.format_exact(value, unit) for value in side.values]
    listed = ", ".join(values) if len(values) <= _MAX_VALUES else f"{len(values)} values"
    median = f", median {figures.format_exact(side.median, unit)}" if len(values) > 1 else ""
    kind = "" if side.value_kind == "exact" else f", {side.value_kind.replace('_', ' ')}"
    runs = f" ({format_list(side.runs)})" if side.runs else ""
    return f"{listed or figures.UNKNOWN}{median}{kind}, n = {side.n}{runs}"


def _list_source(finding: FrozenFinding, *, has_sources: bool) -> list[PageFact]:
    """Return where a published or written finding is from."""
    named = finding.finding
    pairs = (("Source", named.source if has_sources else None), ("Place", named.place), ("Note", named.note))
    return [PageFact(label, value) for label, value in pairs if value]
