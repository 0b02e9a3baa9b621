"""Campaign as a review: its tables by workloads, rebuilds and gaps, with their charts beside them."""

from __future__ import annotations

from dataclasses import replace

from storagelab.shares.campaign_lines import Lines, Work
from storagelab.shares.document.answers import Figure
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.chart_places import find_first_chart, place_charts
from storagelab.shares.page.charts import Parts, build_chart, format_steadiness
from storagelab.shares.page.model import Block, PageChart, PageSection, Sentence
from storagelab.shares.page.review_tables import build_missing_table, generate_group_tables, rebuild_table

MEANS = (
    "Every value is the mean of the repeats of its cell. Runs in rounds count with the mean over the rounds of the "
    "measurement window, also for percentiles. n is the number of repeats."
)
CONDITIONS = (
    "An array counts as optimal or degraded only if it was in this condition during all measured phases. Rebuild "
    "values cover the time in which the array was rebuilding. Values in another condition than planned are withheld."
)

#: Main figures in the order of their tables.
_FIGURES: tuple[Figure, ...] = ("bytes_per_s", "iops")


def build_review_numbers(document: ShareDocument, parts: Parts) -> PageSection:
    """Return the section with the result tables of a campaign; each chart is beside the table that it draws."""
    lines = Lines(document.results)
    blocks: list[Block] = []
    for figure in _FIGURES:
        works = set(lines.list_works(figure))
        if works:
            blocks += generate_group_tables(lines, figure)
            blocks += [_build_result_chart(key, document, parts) for key in _find_work_charts(document, works)]
    table = rebuild_table(lines)
    if table is not None:
        blocks.append(table)
        blocks += [_build_result_chart(key, document, parts) for key in _find_rebuild_charts(document)]
    gaps = build_missing_table(lines)
    if gaps is not None:
        blocks.append(gaps)
    blocks.append(Sentence(MEANS))
    if len(lines.states) > 1:
        blocks.append(Sentence(CONDITIONS))
    return PageSection("numbers", "All numbers", tuple(blocks))


def list_review_charts(document: ShareDocument) -> frozenset[str]:
    """Return the keys of the charts that are beside the tables of a review."""
    lines = Lines(document.results)
    works = {work for figure in _FIGURES for work in lines.list_works(figure)}
    return frozenset([*_find_work_charts(document, works), *_find_rebuild_charts(document)])


def build_result_lines(section: PageSection, document: ShareDocument) -> PageSection:
    """Return a section whose charts of results state the repeats behind their means."""
    blocks = tuple(
        _add_result_line(block, document) if isinstance(block, PageChart) and block.key in document.charts else block
        for block in section.blocks
    )
    return replace(section, blocks=blocks)


def _find_rebuild_charts(document: ShareDocument) -> list[str]:
    first = find_first_chart(document)
    return [key for key, chart in document.charts.items() if chart.kind == "optimal-rebuild" and key != first]


def _build_result_chart(key: str, document: ShareDocument, parts: Parts) -> PageChart:
    """Return a chart of the result set of a campaign with the repeats behind its means."""
    chart = build_chart(key, document, parts, place=place_charts(document)[key])
    return _add_result_line(chart, document)


def _add_result_line(chart: PageChart, document: ShareDocument) -> PageChart:
    """Return a chart of results whose line has the workload, the number of repeats, and the steadiness of the runs."""
    frozen = document.charts[chart.key]
    settings = frozen.settings
    numbers = sorted({cell["n"] for cell in chart.data.get("cells") or () if cell["value"] is not None})
    if numbers:
        n = f"mean, n = {numbers[0]}" if len(numbers) == 1 else f"mean, n = {numbers[0]} to {numbers[-1]}"
    else:
        n = "mean of the repeats" if settings.get("statistic") == "mean" else "1 run each"
    line = [settings.get("workload"), n, format_steadiness(frozen, document.runs)]
    return replace(chart, settings_line=" · ".join(filter(None, line)))


def _find_work_charts(document: ShareDocument, works: set[Work]) -> list[str]:
    """Return the keys of the charts of `works`: bars, and curves of a whole workload."""
    labels = {label for label, _ in works}
    first = find_first_chart(document)
    keys = []
    for key, chart in document.charts.items():
        settings = chart.settings
        if "phase" in settings:
            is_own = (settings.get("workload"), settings["phase"]) in works
        else:
            is_own = settings.get("workload") in labels
        if is_own and key != first:
            keys.append(key)
    return keys
