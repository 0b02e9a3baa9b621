"""Reports of SNIA PTS tests: the header block, then plots and tables in the order of the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from storagelab.shares.page.charts import Parts, chart_of
from storagelab.shares.page.citation import day
from storagelab.shares.page.kernel_settings import gathered
from storagelab.shares.page.model import (
    Block,
    FactCard,
    PageCell,
    PageColumn,
    PageFact,
    PageSection,
    PageTable,
    Sentence,
    Unit,
)
from storagelab.shares.page.words import anchor, listed, sentence

NOT_RECORDED = "not recorded"
RULE = (
    "Steady state by the rule of SNIA PTS: within the measurement window, the range of the tracked value and the "
    "change of its best linear fit stay within the limits. Both are in percent of its mean. Every value of a cell is "
    "its mean over the rounds of that window."
)
LAYOUT = "SNIA PTS report layout, made by Storage Lab without certification."
_UNITS: frozenset[str] = frozenset(get_args(Unit))
_STEADY = "Steady state"
_STEADINESS = {True: "steady: yes", False: "steady: no", None: "steady: not checked"}

_Facts = list[tuple[str, str | None]]


def pts_header(document: Mapping[str, Any]) -> PageSection:
    """Return the common header of all tests, with operator and times. Unrecorded facts are marked as such."""
    reports = document["reports"]
    blocks: list[Block] = [Sentence(LAYOUT), _card("Report", _general(document, reports))]
    for title, facts in _shared_blocks(reports).items():
        if facts:
            blocks.append(_card(title, facts))
    if len(reports) == 1:
        blocks.append(_card(_STEADY, _facts_of(reports[0], _STEADY)))
    else:
        blocks.append(_verdicts(reports))
    blocks.append(Sentence(RULE))
    return PageSection("header", "Report header", tuple(blocks))


def pts_tests(document: Mapping[str, Any], parts: Parts) -> Iterator[PageSection]:
    """Yield a section for each test."""
    reports = document["reports"]
    for report in reports:
        is_alone = len(reports) == 1
        title = report["title"] if is_alone else f"{report['title']}, {report['run']}"
        blocks: list[Block] = [Sentence(_verdict_sentence(report, is_alone=True), _tone(report["steady"]))]
        if not is_alone:
            own = [_card(name, facts) for name, facts in _own_blocks(report, reports).items() if facts]
            blocks += own
        for panel in report["panels"]:
            blocks += _panel(panel, report, document, parts)
        yield PageSection(f"test-{anchor(report['run'])}", title, tuple(blocks))


def verdicts_of_tests(document: Mapping[str, Any]) -> list[Sentence]:
    """Return a sentence on each test; none where a page is not a report."""
    reports = document.get("reports") or []
    return [
        Sentence(_verdict_sentence(report, is_alone=len(reports) == 1), _tone(report["steady"])) for report in reports
    ]


def charts_of_tests(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys of the charts that appear in the sections of the tests."""
    return frozenset(
        panel["chart"] for report in document["reports"] for panel in report["panels"] if panel["chart"] is not None
    )


def _general(document: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> _Facts:
    share = document["share"]
    numbers = [report["run"] for report in reports]
    runs = [run for run in document["runs"] if run["number"] in numbers]
    return [
        ("Tests", listed(dict.fromkeys(report["title"] for report in reports))),
        ("Runs", listed(numbers)),
        ("Tested from", _edge(runs, "started_at", min)),
        ("Tested until", _edge(runs, "finished_at", max)),
        ("Test operator", listed(dict.fromkeys(item["operator"] for item in reports if item["operator"])) or None),
        ("Reported by", share["author"] or None),
        ("Contact", share.get("contact")),
        ("Report date", day(share["frozen_at"])),
        ("Report made with", f"{document['product']['name']} {document['product']['version']}"),
    ]


def _edge(runs: Sequence[Mapping[str, Any]], field: str, edge: Any) -> str | None:
    """Return a day; None where one of the runs does not state it."""
    moments = [run[field] for run in runs]
    return edge(day(moment) for moment in moments) if moments and all(moments) else None


def _shared_blocks(reports: Sequence[Mapping[str, Any]]) -> dict[str, _Facts]:
    """Return the facts of each block of the header that all tests agree in."""
    titles = dict.fromkeys(block["title"] for report in reports for block in report["header"])
    shared: dict[str, _Facts] = {}
    for title in titles:
        if title == _STEADY:
            continue
        tables = [dict(_facts_of(report, title)) for report in reports]
        names = [name for name in tables[0] if all(name in table for table in tables)]
        shared[title] = [(name, tables[0][name]) for name in names if _is_same([table[name] for table in tables])]
    return shared


def _own_blocks(report: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> dict[str, _Facts]:
    """Return the header facts of one test that the others do not share."""
    shared = _shared_blocks(reports)
    own: dict[str, _Facts] = {}
    for block in report["header"]:
        common = {name for name, _ in shared.get(block["title"], [])}
        facts = [fact for fact in _facts_of(report, block["title"]) if fact[0] not in common]
        own[block["title"]] = facts
    return own


def _is_same(values: Sequence[str | None]) -> bool:
    return len(set(values)) == 1


def _facts_of(report: Mapping[str, Any], title: str) -> _Facts:
    return [
        (fact["name"], fact["value"])
        for block in report["header"]
        if block["title"] == title
        for fact in block["facts"]
    ]


def _card(title: str, facts: _Facts) -> FactCard:
    rows = gathered(PageFact(name, NOT_RECORDED if value is None else value) for name, value in facts)
    return FactCard(rows, title=title)


def _verdicts(reports: Sequence[Mapping[str, Any]]) -> PageTable:
    rows = []
    for report in reports:
        facts = dict(_facts_of(report, _STEADY))
        window = facts.get("Rounds of the measurement window")
        rows.append(
            (
                PageCell(f"{report['title']}, {report['run']}"),
                PageCell(window or NOT_RECORDED),
                PageCell(report["sentence"]),
            )
        )
    columns = (PageColumn("Test"), PageColumn("Rounds of the measurement window"), PageColumn("Verdict"))
    return PageTable(columns, tuple(rows), title=_STEADY)


def _tone(steady: bool | None) -> Any:
    return "plain" if steady is None else "good" if steady else "warn"


def _verdict_sentence(report: Mapping[str, Any], *, is_alone: bool) -> str:
    text = sentence(report["sentence"])
    return text if is_alone else f"{report['title']}, {report['run']}: {text[0].lower()}{text[1:]}"


def _panel(
    panel: Mapping[str, Any], report: Mapping[str, Any], document: Mapping[str, Any], parts: Parts
) -> Iterator[Block]:
    if panel["empty"] is not None:
        yield Sentence(f"{panel['title']}: {sentence(panel['empty'])}", "warn")
        return
    if panel["kind"] == "table":
        yield _table(panel)
    elif panel["chart"] in document["charts"]:
        line = [f"{report['title']} test", report["run"], _STEADINESS[report["steady"]]]
        yield replace(chart_of(panel["chart"], document, parts), settings_line=" · ".join(line))
    else:
        yield Sentence(f"{panel['title']}: not included by the author.")


def _table(panel: Mapping[str, Any]) -> PageTable:
    columns = tuple(
        PageColumn(column["label"], column["unit"] if column["unit"] in _UNITS else None) for column in panel["columns"]
    )
    rows = tuple(tuple(PageCell(value) for value in row) for row in panel["rows"])
    return PageTable(columns, rows, title=panel["title"], hint=panel["note"])
