"""Findings of a page: each in its words, with the values, the interval and the rule behind it."""

from __future__ import annotations

from storagelab.evaluate.finding_basis import FindingBasis, FindingSide
from storagelab.shares import figures
from storagelab.shares.document.answers import CampaignView, ComparisonView
from storagelab.shares.document.share import FrozenFinding, ShareDocument
from storagelab.shares.page.model import Block, FindingList, PageFact, PageFinding, PageSection, Sentence
from storagelab.shares.page.words import format_list, format_sentence

#: More verdicts of a comparison than these are in the JSON only.
MAX_VERDICTS = 8
#: More values of one side than these are counted, not listed.
_MAX_VALUES = 12
_ORIGINS = {"published": "Published", "written": "Written by the lab", "computed": "Computed"}


def build_findings(document: ShareDocument) -> PageSection:
    """Return the section of the findings after the one that leads; empty where there is no other.

    A document without findings has the verdicts on its comparison, with their rule.
    """
    if document.findings:
        items = tuple(build_finding(finding) for finding in document.findings[1:])
        return PageSection("findings", "Findings", (FindingList(items),) if items else ())
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


def build_finding(finding: FrozenFinding) -> PageFinding:
    """Return a finding with the facts behind it."""
    rows = _list_basis(finding.basis) if finding.basis is not None else _list_source(finding)
    if finding.text is not None:
        rows.insert(0, PageFact(_ORIGINS[finding.origin], format_sentence(finding.sentence)))
    return PageFinding(format_sentence(finding.words), tuple(rows))


def _list_basis(basis: FindingBasis) -> list[PageFact]:
    sides = [side for side in (basis.entry, basis.baseline) if side is not None]
    rows = [PageFact("Workload", ", ".join(filter(None, [basis.workload, basis.phase, basis.load_generator])))]
    rows += [PageFact(f"{basis.metric_label}, {side.label}", _format_side(side, basis.unit)) for side in sides]
    if basis.ratio is not None:
        rows.append(PageFact("Ratio", f"{basis.ratio:.4g}"))
    if basis.ci95_low is not None and basis.ci95_high is not None:
        low, high = (figures.format_exact(value, basis.unit) for value in (basis.ci95_low, basis.ci95_high))
        rows.append(PageFact("95 % interval of the difference", f"{low} to {high}"))
    return [*rows, PageFact("Rule", format_sentence(basis.rule))]


def _format_side(side: FindingSide, unit: str) -> str:
    values = [figures.format_exact(value, unit) for value in side.values]
    listed = ", ".join(values) if len(values) <= _MAX_VALUES else f"{len(values)} values"
    median = f", median {figures.format_exact(side.median, unit)}" if len(values) > 1 else ""
    kind = "" if side.value_kind == "exact" else f", {side.value_kind.replace('_', ' ')}"
    runs = f" ({format_list(side.runs)})" if side.runs else ""
    return f"{listed or figures.UNKNOWN}{median}{kind}, n = {side.n}{runs}"


def _list_source(finding: FrozenFinding) -> list[PageFact]:
    """Return where a published or written finding is from."""
    named = finding.finding
    pairs = (("Source", named.source), ("Place", named.place), ("Note", named.note))
    return [PageFact(label, value) for label, value in pairs if value]
