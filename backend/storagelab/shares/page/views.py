"""Tables of the frozen answer of a comparison, a ranking or a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storagelab.evaluate.comparison import ComparisonAnswer, FactorCellView, FactorsView
from storagelab.evaluate.ranking import RankedSystemView, RankingAnswer
from storagelab.shares.campaign_lines import METRIC_OF, spread_of
from storagelab.shares.document.answers import (
    CampaignView,
    ComparisonView,
    FrozenCellFigures,
    FrozenResultLine,
    RankingView,
)
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import Block, PageCell, PageColumn, PageTable, Sentence, find_unit
from storagelab.shares.page.words import format_count, format_sentence
from storagelab.shares.shown_names import name_compared_entries


def generate_view_tables(document: ShareDocument) -> Iterator[Block]:
    """Yield the tables of a comparison, ranking or campaign; a share of one run has none."""
    view = document.view
    if isinstance(view, ComparisonView):
        yield from _generate_comparison_reasons(view.answer)
    elif isinstance(view, RankingView):
        yield from _generate_ranking_tables(view.answer)
    elif isinstance(view, CampaignView):
        yield from _generate_campaign_tables(view.answer.results.lines)


def _generate_comparison_reasons(answer: ComparisonAnswer) -> Iterator[Block]:
    """Yield the reasons why some entries share no table with the others."""
    for group in answer.groups:
        if group.reason:
            yield Sentence(format_sentence(group.reason), "warn")


def build_differences(document: ShareDocument) -> list[Block]:
    """Return what differs between the entries of a comparison beside their set-up, which has a table of its own."""
    if not isinstance(document.view, ComparisonView):
        return []
    answer = document.view.answer
    names = list(name_compared_entries(document.view).values())
    return list(_generate_factor_tables(answer.factors, names, has_set_up=len(document.configurations) > 1))


def _generate_factor_tables(factors: FactorsView, names: Sequence[str], *, has_set_up: bool) -> Iterator[Block]:
    """Yield the table of the factors that differ, or may differ, between entries.

    With `has_set_up` the hardware is left out, because the table of the set-up shows it.
    """
    differing = [row for row in factors.rows if row.state != "same" and not (has_set_up and row.group != "profile")]
    rows = tuple(
        (PageCell(row.label), *(PageCell(cell.value, note=_format_unknown(cell)) for cell in row.cells))
        for row in differing
        if any(cell.value is not None for cell in row.cells)
    )
    if rows:
        yield PageTable((PageColumn("Factor"), *map(PageColumn, names)), rows, title="Differences", marked=len(rows))


def _format_unknown(cell: FactorCellView) -> str | None:
    return "not recorded" if cell.state == "unknown" else None


def _generate_ranking_tables(answer: RankingAnswer) -> Iterator[Block]:
    ranked = answer.configurations
    if ranked:
        columns = (
            PageColumn("Configuration"), PageColumn("Rank", "count"), PageColumn("Rating"),
            PageColumn("Worst ratio", "ratio"),
            PageColumn("Best ratio", "ratio"),
        )  # fmt: skip
        rows = tuple(
            (
                PageCell(entry.configuration.name, note="baseline" if _is_reference(entry, answer) else None),
                PageCell(entry.rank),
                PageCell(entry.rating),
                PageCell(entry.worst_ratio),
                PageCell(entry.best_ratio),
            )
            for entry in ranked
        )
        hint = "The rating is the geometric mean of the ratios to the baseline, times 100. A ratio above 1 is better."
        yield PageTable(columns, rows, title="Ranking", hint=hint)
        yield from _generate_figure_tables(answer, ranked)
    for omission in answer.left_out:
        yield Sentence(
            f"{format_count(omission.figures, 'value')} not included: {format_sentence(omission.reason)}", "warn"
        )


def _is_reference(row: RankedSystemView, answer: RankingAnswer) -> bool:
    reference = answer.reference
    return reference is not None and reference in (row.class_hash, row.configuration.number)


def _generate_figure_tables(answer: RankingAnswer, ranked: Sequence[RankedSystemView]) -> Iterator[Block]:
    workloads = [candidate for candidate in answer.workloads if candidate.chosen]
    rows = []
    for workload in workloads:
        unit = find_unit(workload.unit)
        row = [
            PageCell(
                workload.label,
                note=None if workload.counted else "not rated, missing in a configuration",
            )
        ]
        for entry in ranked:
            figure = next((item for item in entry.figures if item.workload == workload.key), None)
            row.append(
                PageCell(figure.value, note=_format_run_count(figure.n), unit=unit) if figure else PageCell(None)
            )
        rows.append(tuple(row))
    if rows:
        columns = (PageColumn("Workload"), *(PageColumn(entry.configuration.name) for entry in ranked))
        yield PageTable(columns, tuple(rows), title="Medians by workload", folded=len(rows) > 20)


def _format_run_count(n: int) -> str | None:
    return f"n = {n}" if n > 1 else None


def _generate_campaign_tables(lines: Sequence[FrozenResultLine]) -> Iterator[Block]:
    columns = (
        PageColumn("Configuration"), PageColumn("Workload"), PageColumn("Array state"), PageColumn("IOPS", "1/s"),
        PageColumn("Throughput", "bytes/s"), PageColumn("Mean latency", "ns"), PageColumn("p99 latency", "ns"),
        PageColumn("Rebuild", "s"), PageColumn("n", "count"),
    )  # fmt: skip
    rows = tuple(_build_result_row(line, figures) for line in lines for figures in line.figures)
    if rows:
        hint = "Values are means of n repeats."
        yield PageTable(columns, rows, title="Results of the campaign", hint=hint)
        yield from _generate_spread_table(lines)


def _build_result_row(line: FrozenResultLine, figures: FrozenCellFigures) -> tuple[PageCell, ...]:
    phase = f", {line.phase}" if line.phase else ""
    state = figures.cell_state
    remark = None if state == "measured" else " - ".join(filter(None, [state.replace("_", " "), figures.reason]))
    return (
        PageCell(line.configuration),
        PageCell(f"{line.workload}{phase}"),
        PageCell(figures.condition or figures.state, note=remark),
        PageCell(figures.iops),
        PageCell(figures.bytes_per_s),
        PageCell(figures.latency_mean_ns),
        PageCell(figures.latency_p99_ns, note="estimated" if _is_estimated(figures) else None),
        PageCell(figures.rebuild_seconds),
        PageCell(_count_repeats(figures)),
    )


def _generate_spread_table(lines: Sequence[FrozenResultLine]) -> Iterator[PageTable]:
    """Yield the table with the spread of the repeats of each cell, in the main figure of the cell."""
    rows = []
    for line in lines:
        figure = line.figure or "iops"
        unit = find_unit(METRIC_OF[figure].unit)
        for state_figures in line.figures:
            spread = spread_of(state_figures, figure)
            if spread.least is not None and spread.most is not None:
                rows.append(
                    (
                        PageCell(line.configuration),
                        PageCell(f"{line.workload}, {line.phase}"),
                        PageCell(state_figures.state),
                        PageCell(METRIC_OF[figure].label),
                        PageCell(spread.n),
                        PageCell(state_figures.get_figure(figure), unit=unit),
                        PageCell(spread.least, unit=unit),
                        PageCell(spread.most, unit=unit),
                        PageCell(spread.percent),
                    )
                )
    if rows:
        columns = (
            PageColumn("Configuration"), PageColumn("Workload"), PageColumn("Array"), PageColumn("Metric"),
            PageColumn("n", "count"),
            PageColumn("Mean"), PageColumn("Lowest"), PageColumn("Highest"), PageColumn("Spread", "percent"),
        )  # fmt: skip
        hint = "Spread is the highest minus the lowest value, relative to the mean."
        yield PageTable(columns, tuple(rows), title="Spread of the repeats", hint=hint, folded=True)


def _count_repeats(figures: FrozenCellFigures) -> int | None:
    """Return the number of runs behind the means of a cell.

    None for documents that do not have the number.
    """
    repeats = figures.repeats
    return len(repeats) if repeats is not None and figures.cell_state == "measured" else None


def _is_estimated(figures: FrozenCellFigures) -> bool:
    return figures.latency_p99_ns is not None and any(badge.code == "estimated_percentiles" for badge in figures.badges)
