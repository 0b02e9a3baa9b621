"""Tables of a review: configurations by workloads with array states, rebuilds, missing results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storagelab.domain.campaigns import OPTIMAL
from storagelab.shares.campaign_lines import (
    METRIC_OF,
    Configuration,
    Figure,
    Lines,
    Spread,
    Work,
    percent_of,
    spread_of,
)
from storagelab.shares.figures import MINUS
from storagelab.shares.page.model import Cell, Column, Table, Unit

#: More columns of figures than these are no table that anybody reads on paper.
_MOST_COLUMNS = 6
_STATES = {"impossible": "impossible", "failed": "failed", "withheld": "withheld", "not_measured": "not measured"}


def group_tables(lines: Lines, figure: Figure) -> Iterator[Table]:
    """The tables of one group of workloads: a row for each, a column for each configuration and state, some at once."""
    works = lines.works_of(figure)
    places = [
        (configuration, state)
        for configuration in lines.configurations
        for state in lines.states
        if any(_is_possible(lines, configuration, work, state) for work in works)
    ]
    count = max(-(-len(places) // _MOST_COLUMNS), 1)
    width = -(-len(places) // count)
    for place in range(count):
        of = f" ({place + 1} of {count})" if count > 1 else ""
        yield _table(lines, figure, works, places[place * width : (place + 1) * width], of)


def _is_possible(lines: Lines, configuration: Configuration, work: Work, state: str) -> bool:
    figures = lines.figures(configuration, work, state)
    return figures is not None and figures["cell_state"] != "impossible"


def _table(
    lines: Lines, figure: Figure, works: Sequence[Work], places: Sequence[tuple[Configuration, str]], of: str
) -> Table:
    metric = METRIC_OF[figure]
    unit: Unit = "1/s" if figure == "iops" else "bytes/s"
    has_states = len(lines.states) > 1
    columns = [Column("Workload")]
    for configuration, state in places:
        name = lines.configurations[configuration]
        columns.append(Column(f"{name}, {state}" if has_states else name, unit))
    spreads = _repeats(lines, figure, works, places)
    is_mixed = len({spread.n for spread in spreads}) > 1
    rows = tuple(
        (
            Cell(lines.works[work]),
            *(_cell(lines, place, work, state, figure, is_mixed=is_mixed) for place, state in places),
        )
        for work in works
    )
    hint = _hint(lines, spreads, has_states=has_states)
    return Table(tuple(columns), rows, title=f"{metric.label}, mean of the repeats{of}", hint=hint)


def _repeats(
    lines: Lines, figure: Figure, works: Sequence[Work], places: Sequence[tuple[Configuration, str]]
) -> list[Spread]:
    cells = [(configuration, work, state) for configuration, state in places for work in works]
    return [spread_of(lines.figures(*cell), figure) for cell in cells if lines.value(*cell) is not None]


def _hint(lines: Lines, spreads: Sequence[Spread], *, has_states: bool) -> str:
    said = []
    if lines.baseline is not None and len(lines.configurations) > 1:
        said.append(f"Percentages are relative to {lines.configurations[lines.baseline]}.")
    if has_states:
        said.append("Percentages of degraded and rebuilding arrays are relative to the same array when optimal.")
    numbers = sorted({spread.n for spread in spreads})
    if numbers and numbers[-1] > 0:
        n = f"n = {numbers[0]}" if len(numbers) == 1 else f"n = {numbers[0]} to {numbers[-1]}, as named"
        widest = max((spread.percent for spread in spreads if spread.percent is not None), default=None)
        within = "" if widest is None else f", repeats of a cell differ by at most {widest:.2g} % of their mean"
        said.append(f"{n}{within}.")
    return " ".join(said)


def _cell(lines: Lines, place: Configuration, work: Work, state: str, figure: Figure, *, is_mixed: bool) -> Cell:
    figures = lines.figures(place, work, state)
    if figures is None:
        return Cell(None, note="not planned")
    value = lines.value(place, work, state)
    if value is None:
        return Cell(None, note=_STATES.get(figures["cell_state"], "not measured"))
    told = []
    first = lines.baseline
    if state != OPTIMAL:
        told.append(_percent(percent_of(value, lines.value(place, work, OPTIMAL))))
    elif place == first and len(lines.configurations) > 1:
        told.append("baseline")
    elif first is not None:
        told.append(_percent(percent_of(value, lines.value(first, work, state))))
    if is_mixed:
        told.append(f"n = {spread_of(figures, figure).n}")
    return Cell(value, note=", ".join(filter(None, told)) or None)


def _percent(percent: float | None) -> str | None:
    if percent is None:
        return None
    sign = MINUS if percent < 0 else "+"
    return f"{sign}{abs(percent):.3g} %"


def rebuild_table(lines: Lines) -> Table | None:
    """Return the table of degraded and rebuilding arrays beside the same arrays optimal; None without any."""
    rows = []
    for place, name in lines.configurations.items():
        for work, label in lines.works.items():
            for state in lines.states:
                figures = lines.figures(place, work, state)
                if state == OPTIMAL or figures is None or figures["cell_state"] != "measured":
                    continue
                if lines.value(place, work, state) is None:
                    continue
                mean = [lines.value(place, work, each, "latency_mean_ns") for each in (OPTIMAL, state)]
                slow = [lines.value(place, work, each, "latency_p99_ns") for each in (OPTIMAL, state)]
                rows.append(
                    (
                        Cell(name, note=None if state == "rebuilding" else state),
                        Cell(label),
                        Cell(_rebuild_time(figures.get("rebuild_seconds"), state)),
                        Cell(mean[0]), Cell(mean[1]), Cell(_ratio(mean)), Cell(slow[0]), Cell(slow[1]),
                    )
                )  # fmt: skip
    if not rows:
        return None
    columns = (
        Column("Configuration"), Column("Workload"), Column("Rebuild time", "s"),
        Column("Mean latency, optimal", "ns"), Column("Mean latency meanwhile", "ns"), Column("Ratio", "ratio"),
        Column("p99, optimal", "ns"), Column("p99 meanwhile", "ns"),
    )  # fmt: skip
    hint = (
        "Rebuild time is from the return of the member until the array is at rest, in the first repeat. "
        "Without a time, the rebuild did not end during the run. "
        "Meanwhile means while rebuilding, or while degraded where noted."
    )
    return Table(columns, tuple(rows), title="Rebuild time, and latency meanwhile", hint=hint, folded=len(rows) > 24)


def _rebuild_time(seconds: float | None, state: str) -> float | str:
    if seconds is not None:
        return seconds
    return "not ended" if state == "rebuilding" else "none"


def _ratio(values: Sequence[float | None]) -> float | None:
    before, after = values
    return after / before if before and after is not None else None


def missing_table(lines: Lines) -> Table | None:
    """Every cell without figures, with its reason; None where there is none."""
    rows = tuple(
        (
            Cell(lines.configurations[place]),
            Cell(work[0]),
            Cell(figures["state"]),
            Cell(_STATES.get(figures["cell_state"], figures["cell_state"].replace("_", " "))),
            Cell(figures["reason"]),
        )
        for place, work, figures in lines.missing()
    )
    if not rows:
        return None
    columns = (Column("Configuration"), Column("Workload"), Column("Array"), Column("State"), Column("Reason"))
    return Table(columns, rows)
