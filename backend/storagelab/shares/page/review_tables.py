"""Tables of a review: configurations by workloads with array states, rebuilds, missing results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storagelab.domain.campaigns import OPTIMAL
from storagelab.shares.campaign_lines import (
    METRIC_OF,
    Configuration,
    Lines,
    RepeatSpread,
    Work,
    compute_percent_difference,
    spread_of,
)
from storagelab.shares.document.answers import Figure
from storagelab.shares.figures import MINUS
from storagelab.shares.page.model import PageCell, PageColumn, PageTable, Unit

#: A table with more columns of figures is not readable on paper.
_MAX_COLUMNS = 6
_STATES = {"impossible": "impossible", "failed": "failed", "withheld": "withheld", "not_measured": "not measured"}


def generate_group_tables(lines: Lines, figure: Figure) -> Iterator[PageTable]:
    """Yield the tables of the workloads whose main figure is `figure`.

    Each workload has a row, each configuration and array state a column. Many columns are divided among tables.
    """
    works = lines.list_works(figure)
    places = [
        (configuration, state)
        for configuration in lines.configurations
        for state in lines.states
        if any(_is_possible(lines, configuration, work, state) for work in works)
    ]
    count = max(-(-len(places) // _MAX_COLUMNS), 1)
    width = -(-len(places) // count)
    for place in range(count):
        of = f" ({place + 1} of {count})" if count > 1 else ""
        yield _build_table(lines, figure, works, places[place * width : (place + 1) * width], of)


def _is_possible(lines: Lines, configuration: Configuration, work: Work, state: str) -> bool:
    figures = lines.figures(configuration, work, state)
    return figures is not None and figures.cell_state != "impossible"


def _build_table(
    lines: Lines, figure: Figure, works: Sequence[Work], places: Sequence[tuple[Configuration, str]], of: str
) -> PageTable:
    metric = METRIC_OF[figure]
    unit: Unit = "1/s" if figure == "iops" else "bytes/s"
    has_states = len(lines.states) > 1
    columns = [PageColumn("Workload")]
    for configuration, state in places:
        name = lines.configurations[configuration]
        columns.append(PageColumn(f"{name}, {state}" if has_states else name, unit))
    spreads = _list_spreads(lines, figure, works, places)
    is_mixed = len({spread.n for spread in spreads}) > 1
    rows = tuple(
        (
            PageCell(lines.works[work]),
            *(_build_cell(lines, place, work, state, figure, is_mixed=is_mixed) for place, state in places),
        )
        for work in works
    )
    hint = _format_hint(lines, spreads, has_states=has_states)
    return PageTable(tuple(columns), rows, title=f"{metric.label}, mean of the repeats{of}", hint=hint)


def _list_spreads(
    lines: Lines, figure: Figure, works: Sequence[Work], places: Sequence[tuple[Configuration, str]]
) -> list[RepeatSpread]:
    cells = [(configuration, work, state) for configuration, state in places for work in works]
    return [spread_of(lines.figures(*cell), figure) for cell in cells if lines.value(*cell) is not None]


def _round(percent: float) -> str:
    """Format a percentage in two digits without an exponent."""
    return f"{float(f'{percent:.2g}'):,g}"


def _format_hint(lines: Lines, spreads: Sequence[RepeatSpread], *, has_states: bool) -> str:
    sentences = []
    if lines.baseline is not None and len(lines.configurations) > 1:
        sentences.append(f"Percentages are relative to {lines.configurations[lines.baseline]}.")
    if has_states:
        sentences.append("Percentages of degraded and rebuilding arrays are relative to the same array when optimal.")
    numbers = sorted({spread.n for spread in spreads})
    if numbers and numbers[-1] > 0:
        n = f"n = {numbers[0]}" if len(numbers) == 1 else f"n = {numbers[0]} to {numbers[-1]}, as named"
        widest = max((spread.percent for spread in spreads if spread.percent is not None), default=None)
        within = "" if widest is None else f", repeats of a cell differ by at most {_round(widest)} % of their mean"
        sentences.append(f"{n}{within}.")
    return " ".join(sentences)


def _build_cell(
    lines: Lines, place: Configuration, work: Work, state: str, figure: Figure, *, is_mixed: bool
) -> PageCell:
    figures = lines.figures(place, work, state)
    if figures is None:
        return PageCell(None, note="not planned")
    value = lines.value(place, work, state)
    if value is None:
        return PageCell(None, note=_STATES.get(figures.cell_state, "not measured"))
    notes = []
    first = lines.baseline
    if state != OPTIMAL:
        notes.append(_format_percent(compute_percent_difference(value, lines.value(place, work, OPTIMAL))))
    elif place == first and len(lines.configurations) > 1:
        notes.append("baseline")
    elif first is not None:
        notes.append(_format_percent(compute_percent_difference(value, lines.value(first, work, state))))
    if is_mixed:
        notes.append(f"n = {spread_of(figures, figure).n}")
    return PageCell(value, note=", ".join(filter(None, notes)) or None)


def _format_percent(percent: float | None) -> str | None:
    if percent is None:
        return None
    sign = MINUS if percent < 0 else "+"
    return f"{sign}{abs(percent):.3g} %"


def rebuild_table(lines: Lines) -> PageTable | None:
    """Return the table of degraded and rebuilding arrays beside the same arrays optimal.

    None without such an array.
    """
    rows = []
    for place, name in lines.configurations.items():
        for work, label in lines.works.items():
            for state in lines.states:
                figures = lines.figures(place, work, state)
                if state == OPTIMAL or figures is None or figures.cell_state != "measured":
                    continue
                if lines.value(place, work, state) is None:
                    continue
                mean = [lines.value(place, work, condition, "latency_mean_ns") for condition in (OPTIMAL, state)]
                slow = [lines.value(place, work, condition, "latency_p99_ns") for condition in (OPTIMAL, state)]
                rows.append(
                    (
                        PageCell(name, note=None if state == "rebuilding" else state),
                        PageCell(label),
                        PageCell(_rebuild_time(figures.rebuild_seconds, state)),
                        PageCell(mean[0]), PageCell(mean[1]), PageCell(_compute_ratio(mean)), PageCell(slow[0]),
                        PageCell(slow[1]),
                    )
                )  # fmt: skip
    if not rows:
        return None
    columns = (
        PageColumn("Configuration"), PageColumn("Workload"), PageColumn("Rebuild time", "s"),
        PageColumn("Mean latency, optimal", "ns"), PageColumn("Mean latency meanwhile", "ns"),
        PageColumn("Ratio", "ratio"),
        PageColumn("p99, optimal", "ns"), PageColumn("p99 meanwhile", "ns"),
    )  # fmt: skip
    hint = (
        "Rebuild time is from the return of the member until the array is at rest, in the first repeat. "
        "Without a time, the rebuild did not end during the run. "
        "Meanwhile means while rebuilding, or while degraded where noted."
    )
    return PageTable(
        columns, tuple(rows), title="Rebuild time, and latency meanwhile", hint=hint, folded=len(rows) > 24
    )


def _rebuild_time(seconds: float | None, state: str) -> float | str:
    if seconds is not None:
        return seconds
    return "not ended" if state == "rebuilding" else "none"


def _compute_ratio(values: Sequence[float | None]) -> float | None:
    before, after = values
    return after / before if before and after is not None else None


def build_missing_table(lines: Lines) -> PageTable | None:
    """Return a table of every cell without figures, with its reason; None where there is no such cell."""
    rows = tuple(
        (
            PageCell(lines.configurations[place]),
            PageCell(work[0]),
            PageCell(figures.state),
            PageCell(_STATES.get(figures.cell_state, figures.cell_state.replace("_", " "))),
            PageCell(figures.reason),
        )
        for place, work, figures in lines.missing()
    )
    if not rows:
        return None
    columns = (
        PageColumn("Configuration"),
        PageColumn("Workload"),
        PageColumn("Array"),
        PageColumn("State"),
        PageColumn("Reason"),
    )
    return PageTable(columns, rows, title="Missing results")
