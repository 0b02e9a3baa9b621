"""Tables of the frozen answer of a comparison, a ranking or a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from storagelab.shares import figures
from storagelab.shares.campaign_lines import METRIC_OF, spread_of
from storagelab.shares.page.model import Block, Cell, Column, Sentence, Table, Unit
from storagelab.shares.page.words import counted, sentence

_UNITS: frozenset[str] = frozenset(get_args(Unit))


def view_tables(document: Mapping[str, Any]) -> Iterator[Block]:
    """Tables of the answer by the kind of the document; a run has none."""
    answer = (document.get("view") or {}).get("answer") or {}
    kind = document["share"]["kind"]
    if kind == "comparison":
        yield from _comparison(answer, has_set_up=len(document["configurations"]) > 1)
    elif kind == "ranking":
        yield from _ranking(answer)
    elif kind == "campaign":
        yield from _campaign(answer)


def _comparison(answer: Mapping[str, Any], *, has_set_up: bool) -> Iterator[Block]:
    entries = answer.get("entries") or []
    labels = {entry["key"]: _entry_name(entry) for entry in entries}
    unit = _unit(answer.get("unit"))
    if answer.get("points"):
        baseline = answer.get("baseline")
        columns = [Column("Workload")]
        columns += [
            Column(labels[entry["key"]] + (", baseline" if entry["key"] == baseline else ""), unit) for entry in entries
        ]
        rows = tuple(
            (Cell(point["workload"]), *(Cell(cell["median"], note=_point_note(cell, unit)) for cell in point["cells"]))
            for point in answer["points"]
        )
        hint = "Median of the repeats, with the range of three or more, and the ratio to the baseline."
        yield Table(tuple(columns), rows, title=f"{answer.get('label')} by workload", hint=hint)
    names = [labels[entry["key"]] for entry in entries]
    yield from _factors(answer.get("factors") or {}, names, has_set_up=has_set_up)
    for group in answer.get("groups") or []:
        if group.get("reason"):
            yield Sentence(sentence(group["reason"]), "warn")


def _entry_name(entry: Mapping[str, Any]) -> str:
    return f"{entry['label']} (n = {entry['n']})"


def _point_note(cell: Mapping[str, Any], unit: Unit | None) -> str | None:
    words = []
    if cell.get("low") is not None and cell.get("high") is not None and unit is not None:
        words.append(f"{figures.of_unit(cell['low'], unit)} to {figures.of_unit(cell['high'], unit)}")
    if cell.get("approximate"):
        words.append("approximate")
    if cell.get("estimated"):
        words.append("estimated")
    if cell.get("ratio") is not None and cell["ratio"] != 1:
        words.append(f"{cell['ratio']:.3g} × the baseline")
    if cell.get("n", 0) > 1:
        words.append(f"n = {cell['n']}")
    return ", ".join(words) or None


def _factors(factors: Mapping[str, Any], names: Sequence[str], *, has_set_up: bool) -> Iterator[Block]:
    """Only what differs, or may differ; of the hardware nothing where the table of the set-up tells it."""
    if factors.get("sentence"):
        yield Sentence(sentence(factors["sentence"]), "plain" if factors.get("by") else "warn")
    differing = [
        row
        for row in factors.get("rows") or []
        if row["state"] != "same" and not (has_set_up and row["group"] != "profile")
    ]
    rows = tuple(
        (Cell(row["label"]), *(Cell(cell["value"], note=_unknown(cell)) for cell in row["cells"]))
        for row in differing
        if any(cell["value"] is not None for cell in row["cells"])
    )
    if rows:
        yield Table((Column("Factor"), *map(Column, names)), rows, title="Differences")


def _unknown(cell: Mapping[str, Any]) -> str | None:
    return "not recorded" if cell["state"] == "unknown" else None


def _ranking(answer: Mapping[str, Any]) -> Iterator[Block]:
    ranked = answer.get("configurations") or []
    if ranked:
        columns = (
            Column("Configuration"), Column("Rank", "count"), Column("Rating"), Column("Worst ratio", "ratio"),
            Column("Best ratio", "ratio"),
        )  # fmt: skip
        rows = tuple(
            (
                Cell(each["configuration"]["name"], note="baseline" if _is_reference(each, answer) else None),
                Cell(each["rank"]),
                Cell(each["rating"]),
                Cell(each["worst_ratio"]),
                Cell(each["best_ratio"]),
            )
            for each in ranked
        )
        hint = "The rating is the geometric mean of the ratios to the baseline, times 100. A ratio above 1 is better."
        yield Table(columns, rows, title="Ranking", hint=hint)
        yield from _ranked_figures(answer, ranked)
    for each in answer.get("left_out") or []:
        yield Sentence(f"{counted(each['figures'], 'value')} not included: {sentence(each['reason'])}", "warn")


def _is_reference(each: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    reference = answer.get("reference")
    return reference is not None and reference in (each.get("class_hash"), each["configuration"].get("number"))


def _ranked_figures(answer: Mapping[str, Any], ranked: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    workloads = [each for each in answer.get("workloads") or [] if each.get("chosen", True)]
    rows = []
    for workload in workloads:
        unit = _unit(workload.get("unit"))
        row = [
            Cell(
                workload["label"],
                note=None if workload.get("counted", True) else "not rated, missing in a configuration",
            )
        ]
        for each in ranked:
            figure = next((item for item in each["figures"] if item["workload"] == workload["key"]), None)
            row.append(Cell(figure["value"], note=_of_runs(figure["n"]), unit=unit) if figure else Cell(None))
        rows.append(tuple(row))
    if rows:
        columns = (Column("Workload"), *(Column(each["configuration"]["name"]) for each in ranked))
        yield Table(columns, tuple(rows), title="Medians by workload", folded=len(rows) > 20)


def _of_runs(n: int) -> str | None:
    return f"n = {n}" if n > 1 else None


def _campaign(answer: Mapping[str, Any]) -> Iterator[Block]:
    lines = answer.get("lines") or (answer.get("results") or {}).get("lines") or []
    columns = (
        Column("Configuration"), Column("Workload"), Column("Array state"), Column("IOPS", "1/s"),
        Column("Throughput", "bytes/s"), Column("Mean latency", "ns"), Column("p99 latency", "ns"),
        Column("Rebuild", "s"), Column("n", "count"),
    )  # fmt: skip
    rows = tuple(_result(line, figures) for line in lines for figures in line["figures"])
    if rows:
        hint = "Values are means of n repeats."
        yield Table(columns, rows, title="Results of the campaign", hint=hint)
        yield from _spreads(lines)


def _result(line: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[Cell, ...]:
    phase = f", {line['phase']}" if line.get("phase") else ""
    state = figures.get("cell_state")
    remark = (
        None if state == "measured" else " - ".join(filter(None, [str(state).replace("_", " "), figures["reason"]]))
    )
    return (
        Cell(line["configuration"]),
        Cell(f"{line['workload']}{phase}"),
        Cell(figures.get("condition") or figures["state"], note=remark),
        Cell(figures["iops"]),
        Cell(figures["bytes_per_s"]),
        Cell(figures["latency_mean_ns"]),
        Cell(figures["latency_p99_ns"], note="estimated" if _is_estimated(figures) else None),
        Cell(figures.get("rebuild_seconds")),
        Cell(_repeats(figures)),
    )


def _spreads(lines: Sequence[Mapping[str, Any]]) -> Iterator[Table]:
    """Yield the table with the spread of the repeats of each cell, in the main figure of the cell."""
    rows = []
    for line in lines:
        figure = line.get("figure") or "iops"
        unit = _unit(METRIC_OF[figure].unit)
        for each in line["figures"]:
            spread = spread_of(each, figure)
            if spread.least is not None and spread.most is not None:
                rows.append(
                    (
                        Cell(line["configuration"]),
                        Cell(f"{line['workload']}, {line['phase']}"),
                        Cell(each["state"]),
                        Cell(METRIC_OF[figure].label),
                        Cell(spread.n),
                        Cell(each[figure], unit=unit),
                        Cell(spread.least, unit=unit),
                        Cell(spread.most, unit=unit),
                        Cell(spread.percent),
                    )
                )
    if rows:
        columns = (
            Column("Configuration"), Column("Workload"), Column("Array"), Column("Metric"), Column("n", "count"),
            Column("Mean"), Column("Lowest"), Column("Highest"), Column("Spread", "percent"),
        )  # fmt: skip
        hint = "Spread is the highest minus the lowest value, relative to the mean."
        yield Table(columns, tuple(rows), title="Spread of the repeats", hint=hint, folded=True)


def _repeats(figures: Mapping[str, Any]) -> int | None:
    """Return the number of runs that the means are of; None for documents that do not have it."""
    told = figures.get("repeats")
    return len(told) if told is not None and figures["cell_state"] == "measured" else None


def _is_estimated(figures: Mapping[str, Any]) -> bool:
    badges = figures.get("badges") or []
    return figures["latency_p99_ns"] is not None and any(each["code"] == "estimated_percentiles" for each in badges)


def _unit(unit: str | None) -> Unit | None:
    return unit if unit in _UNITS else None  # type: ignore[return-value]
