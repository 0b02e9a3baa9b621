"""Reports of SNIA PTS tests: the header block, then plots and tables in the order of the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from storagelab.shares.document.share import FrozenReport, FrozenReportPanel, ShareDocument
from storagelab.shares.page.chart_places import find_first_chart
from storagelab.shares.page.charts import Parts, build_chart
from storagelab.shares.page.citation import format_day
from storagelab.shares.page.kernel_settings import merge_kernel_settings
from storagelab.shares.page.model import (
    Block,
    FactCard,
    PageCell,
    PageChart,
    PageColumn,
    PageFact,
    PageSection,
    PageTable,
    Sentence,
    find_unit,
)
from storagelab.shares.page.words import format_list, format_sentence, make_anchor

NOT_RECORDED = "not recorded"
RULE = (
    "Steady state by the rule of SNIA PTS: within the measurement window, the range of the tracked value and the "
    "change of its best linear fit stay within the limits. Both are in percent of its mean. Every value of a cell is "
    "its mean over the rounds of that window."
)
LAYOUT = "SNIA PTS report layout, made by Storage Lab without certification."
_STEADY = "Steady state"
_STEADINESS = {True: "steady: yes", False: "steady: no", None: "steady: not checked"}

_Facts = list[tuple[str, str | None]]


def build_pts_header(document: ShareDocument) -> PageSection:
    """Return the report header that all tests of a document share, with operator and times.

    Unrecorded facts are marked as such.
    """
    reports = document.reports
    blocks: list[Block] = [Sentence(LAYOUT), _build_card("Report", _list_general_facts(document, reports))]
    for title, facts in _find_shared_blocks(reports).items():
        if facts:
            blocks.append(_build_card(title, facts))
    if len(reports) == 1:
        blocks.append(_build_card(_STEADY, _list_block_facts(reports[0], _STEADY)))
    else:
        blocks.append(_build_verdict_table(reports))
    blocks.append(Sentence(RULE))
    return PageSection("header", "Report header", tuple(blocks))


def generate_pts_tests(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    """Yield a section for each PTS test of a document."""
    reports, first = document.reports, find_first_chart(document)
    for report in reports:
        is_alone = len(reports) == 1
        title = report.title if is_alone else f"{report.title}, {report.run}"
        blocks: list[Block] = [Sentence(_format_verdict(report, is_alone=True), _get_tone(report.steady))]
        if not is_alone:
            own = [_build_card(name, facts) for name, facts in _find_own_blocks(report, reports).items() if facts]
            blocks += own
        for panel in report.panels:
            # The first plot is under the numbers of the page.
            if panel.chart is None or panel.chart != first:
                blocks += _generate_panel_blocks(panel, report, document, parts)
        yield PageSection(f"test-{make_anchor(report.run)}", title, tuple(blocks))


def list_test_verdicts(document: ShareDocument) -> list[Sentence]:
    """Return a sentence with the verdict of each test; empty where the document has no reports."""
    is_alone = len(document.reports) == 1
    return [
        Sentence(_format_verdict(report, is_alone=is_alone), _get_tone(report.steady)) for report in document.reports
    ]


def list_test_charts(document: ShareDocument) -> frozenset[str]:
    """Return the keys of the charts that appear in the sections of the tests."""
    return frozenset(panel.chart for report in document.reports for panel in report.panels if panel.chart is not None)


def _list_general_facts(document: ShareDocument, reports: Sequence[FrozenReport]) -> _Facts:
    share = document.share
    numbers = [report.run for report in reports]
    runs = [run for run in document.runs if run.number in numbers]
    return [
        ("Tests", format_list(dict.fromkeys(report.title for report in reports))),
        ("Runs", format_list(numbers)),
        ("Tested from", _find_edge_day([run.started_at for run in runs], min)),
        ("Tested until", _find_edge_day([run.finished_at for run in runs], max)),
        ("Test operator", format_list(dict.fromkeys(item.operator for item in reports if item.operator)) or None),
        ("Reported by", share.author or None),
        ("Contact", share.contact),
        ("Report date", format_day(share.frozen_at)),
        ("Report made with", f"{document.product.name} {document.product.version}"),
    ]


def _find_edge_day(moments: Sequence[str | None], edge: Callable[[Iterable[str]], str]) -> str | None:
    """Return the first or last day of `moments`; None where one of them is unknown.

    `edge` is `min` or `max`.
    """
    days = [format_day(moment) for moment in moments if moment]
    return edge(days) if days and len(days) == len(moments) else None


def _find_shared_blocks(reports: Sequence[FrozenReport]) -> dict[str, _Facts]:
    """Return the header facts that are equal in all reports, by the title of their block."""
    titles = dict.fromkeys(block.title for report in reports for block in report.header)
    shared: dict[str, _Facts] = {}
    for title in titles:
        if title == _STEADY:
            continue
        tables = [dict(_list_block_facts(report, title)) for report in reports]
        names = [name for name in tables[0] if all(name in table for table in tables)]
        shared[title] = [(name, tables[0][name]) for name in names if _is_same([table[name] for table in tables])]
    return shared


def _find_own_blocks(report: FrozenReport, reports: Sequence[FrozenReport]) -> dict[str, _Facts]:
    """Return the header facts of one report that not all reports share, by the title of their block."""
    shared = _find_shared_blocks(reports)
    own: dict[str, _Facts] = {}
    for block in report.header:
        common = {name for name, _ in shared.get(block.title, [])}
        facts = [fact for fact in _list_block_facts(report, block.title) if fact[0] not in common]
        own[block.title] = facts
    return own


def _is_same(values: Sequence[str | None]) -> bool:
    return len(set(values)) == 1


def _list_block_facts(report: FrozenReport, title: str) -> _Facts:
    return [(fact.name, fact.value) for block in report.header if block.title == title for fact in block.facts]


def _build_card(title: str, facts: _Facts) -> FactCard:
    rows = merge_kernel_settings(PageFact(name, NOT_RECORDED if value is None else value) for name, value in facts)
    return FactCard(rows, title=title)


def _build_verdict_table(reports: Sequence[FrozenReport]) -> PageTable:
    rows = []
    for report in reports:
        facts = dict(_list_block_facts(report, _STEADY))
        window = facts.get("Rounds of the measurement window")
        rows.append(
            (
                PageCell(f"{report.title}, {report.run}"),
                PageCell(window or NOT_RECORDED),
                PageCell(report.sentence),
            )
        )
    columns = (PageColumn("Test"), PageColumn("Rounds of the measurement window"), PageColumn("Verdict"))
    return PageTable(columns, tuple(rows), title=_STEADY)


def _get_tone(steady: bool | None) -> Any:
    return "plain" if steady is None else "good" if steady else "warn"


def _format_verdict(report: FrozenReport, *, is_alone: bool) -> str:
    text = format_sentence(report.sentence)
    return text if is_alone else f"{report.title}, {report.run}: {text[0].lower()}{text[1:]}"


def _generate_panel_blocks(
    panel: FrozenReportPanel, report: FrozenReport, document: ShareDocument, parts: Parts
) -> Iterator[Block]:
    if panel.empty is not None:
        yield Sentence(f"{panel.title}: {format_sentence(panel.empty)}", "warn")
        return
    if panel.kind == "table":
        yield _build_panel_table(panel)
    elif panel.chart in document.charts:
        yield replace(build_chart(panel.chart, document, parts), settings_line=_format_plot_line(report))
    else:
        yield Sentence(f"{panel.title}: not included by the author.")


def add_test_line(section: PageSection, document: ShareDocument) -> PageSection:
    """Return a section whose plots of tests name their test, run and verdict below."""
    lines = {
        panel.chart: _format_plot_line(report)
        for report in document.reports
        for panel in report.panels
        if panel.chart is not None
    }
    blocks = tuple(
        replace(block, settings_line=lines[block.key]) if isinstance(block, PageChart) and block.key in lines else block
        for block in section.blocks
    )
    return replace(section, blocks=blocks)


def _format_plot_line(report: FrozenReport) -> str:
    return " · ".join([f"{report.title} test", report.run, _STEADINESS[report.steady]])


def _build_panel_table(panel: FrozenReportPanel) -> PageTable:
    columns = tuple(PageColumn(column.label, find_unit(column.unit)) for column in panel.columns)
    rows = tuple(tuple(PageCell(value) for value in row) for row in panel.rows)
    return PageTable(columns, rows, title=panel.title, hint=panel.note)
