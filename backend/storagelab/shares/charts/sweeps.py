"""Charts of all results of runs: over offered loads, over queue depths, or side by side as bars."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from storagelab.evaluate.columns import Columns
from storagelab.evaluate.results import FIGURES
from storagelab.shares.charts.chart import ChartKind, CheckedChart, OfferedChart, Plan
from storagelab.shares.charts.material import Json, LabMaterial, Material
from storagelab.shares.freezing.pooled import SPREAD, PooledEntry, pool_columns
from storagelab.shares.verification import formulas

#: Mark of a chart over depths for its lower panel. Data frozen without it are drawn with the mean latency.
_DEPTH_LATENCY = {"latencyMetric": "lat_p99"}
#: Columns that name a row.
_NAMES = frozenset({"run_id", "run_number"})


def find_sweep(columns: Columns) -> str | None:
    """Return the kind of the chart of a sweep: of shares of a maximum load, else of depths; None for neither.

    Rounds of a loop are no depths of a sweep.
    """
    if any(share is not None for share in columns["load_percent"]):
        return "load-curve"
    rows = zip(columns["outstanding_ios"], columns["loop"], strict=True)
    return "queue-depth" if len({depth for depth, loop in rows if depth and loop is None}) > 1 else None


def have_one_block_size(columns: Columns) -> bool:
    """Return whether all measurements have the same block size, so that throughput is IOPS in another unit."""
    sizes = set(columns["block_bytes"])
    return len(sizes) == 1 and None not in sizes


def draw_sweep(
    kind: str, columns: Columns, *, looks: Sequence[Json] | None = None, metric: str = "iops"
) -> dict[str, object]:
    """Return the columns of measurements as the data of a chart, with the names and looks of several runs."""
    several: Json = {} if looks is None else {"runs": looks}
    if kind == "bars":
        return {"metric": metric, "measurements": {"source": columns}, **several}
    if kind == "load-curve":
        return {"source": columns, **several}
    return {"source": columns, **several, **({} if looks is None else {"metric": metric}), **_DEPTH_LATENCY}


def get_usual_metric(columns: Columns) -> str:
    """Return the metric of charts that show one: IOPS, unless only throughput is known."""
    return "bandwidth" if _is_known(columns, "bandwidth_bytes_per_s") and not _is_known(columns, "iops") else "iops"


def _is_known(columns: Columns, name: str) -> bool:
    return any(value is not None for value in columns[name])


def build_charted_columns(material: Material, numbers: Sequence[str]) -> Columns:
    """Return the measurements of runs. Repeats that a comparison takes together are one row."""
    columns, entries = material.columns(numbers), _list_pooled_entries(material.view, numbers)
    return pool_columns(columns, entries) if any(len(entry.all_runs) > 1 for entry in entries) else columns


def list_charted_entries(view: Json | None, numbers: Collection[str]) -> list[Json]:
    """Return the entries of a comparison whose runs are all among `numbers`; empty for any other view."""
    entries = ((view or {}).get("answer") or {}).get("entries") or ()
    return [entry for entry in entries if all(run["number"] in numbers for run in entry["runs"])]


def _list_pooled_entries(view: Json | None, numbers: Collection[str]) -> list[PooledEntry]:
    return [
        PooledEntry(
            entry["key"],
            tuple(run["number"] for run in entry["runs"]),
            tuple(run["number"] for run in entry["runs"] if run["left_out"] is None),
        )
        for entry in list_charted_entries(view, numbers)
    ]


def _offer(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    """Yield the chart of the varied parameter, or of the figures side by side; nothing without measurements."""
    columns, run = material.columns([number]), material.run(number)
    kind = find_sweep(columns)
    if kind == "load-curve":
        yield OfferedChart(
            kind, kind, "Offered load", "Average latency over achieved IOPS, in order of the offered load.",
            partial(draw_sweep, kind, columns), (number,),
        )  # fmt: skip
    elif kind == "queue-depth":
        yield OfferedChart(
            kind, kind, "Queue depth", "IOPS and latency over outstanding I/O.",
            partial(draw_sweep, kind, columns), (number,),
        )  # fmt: skip
    elif columns["run_number"]:
        metric = get_usual_metric(columns)
        title, caption = "Figures side by side", "One bar for each workload."
        if run.origin == "published":
            title, caption = "Published figures", "As printed in the source, not measured by this lab."
            metric = "bandwidth" if _is_known(columns, "bandwidth_bytes_per_s") else "iops"
        yield OfferedChart(
            "bars", "bars", title, caption, partial(draw_sweep, "bars", columns, metric=metric), (number,),
            default=run.origin == "published" or not run.verdict, settings={"metric": metric},
        )  # fmt: skip


def _check(chart: CheckedChart) -> None:
    """Compare the columns of a chart with the results of its runs, row by row."""
    source = chart.data.get("measurements", chart.data)["source"]
    chart.checked |= {"source", "measurements"}
    counts = source.get("n") or [None] * len(source["run_number"])
    entries = {entry.key: entry for entry in _list_pooled_entries(chart.material.view, chart.runs)}
    pooled = _pool_rows(chart, list(entries.values())) if any(count is not None for count in counts) else {}
    for index, number in enumerate(source["run_number"]):
        ordinal = source["phase_ordinal"][index]
        at = f"source/{number}/{ordinal}"
        if counts[index] is None:
            row = next(row for row in chart.results.by_run[number] if row["phase_ordinal"] == ordinal)
            names = [name for name in source if name in row and name not in _NAMES]
            chart.compare(
                {name: source[name][index] for name in names}, {name: row[name] for name in names}, at=at,
                formula=formulas.COLUMNS, source=f"runs/{number}/phases",
            )  # fmt: skip
        else:
            frozen = {name: column[index] for name, column in source.items()}
            _check_pooled_row(chart, frozen, pooled[number, ordinal], entries[number], at)


def _pool_rows(chart: CheckedChart, entries: Sequence[PooledEntry]) -> dict[tuple[str, int], Json]:
    """Return the results of the runs of a chart with repeats taken together, by run number and phase ordinal."""
    rows = [row for number in chart.runs for row in chart.results.by_run[number]]
    columns = pool_columns({name: [row.get(name) for row in rows] for name in rows[0]}, entries)
    places = zip(columns["run_number"], columns["phase_ordinal"], strict=True)
    return {place: {name: column[index] for name, column in columns.items()} for index, place in enumerate(places)}


def _check_pooled_row(chart: CheckedChart, frozen: Json, computed: Json, entry: PooledEntry, at: str) -> None:
    """Compare a row of pooled repeats: medians, extremes and the interval of each figure."""
    for column in (name for name in FIGURES if name in frozen):
        names = (column, *(column + end for end in SPREAD))
        cells = {name: frozen[name] for name in names}
        if computed["n"] == frozen["n"]:
            drawn = {name: computed[name] for name in names}
            chart.compare(cells, drawn, at=at, formula=formulas.POOLED, source=", ".join(entry.counted))
        else:
            chart.leave_out(cells, "it is unknown which rows were pooled", at=at)


LOAD_CURVE = ChartKind(
    "load-curve", _check, _offer,
    Plan(
        "lines", ("Achieved IOPS",), by="Curve",
        without=frozenset({"Percent of maximum", "Share of the maximum", "Requested IOPS"}), log_y=True,
    ),
)  # fmt: skip
QUEUE_DEPTH = ChartKind(
    "queue-depth", _check, _offer,
    Plan(
        "lines", ("Outstanding I/O",), by="Configuration",
        without=frozenset({"Threads", "Queue depth", "Outstanding I/O"}), log_x=2,
    ),
)  # fmt: skip
BARS = ChartKind("bars", _check, _offer, Plan("columns", ("Workload", "Configuration")))
